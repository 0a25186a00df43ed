/// A cold sequence that never throws: failures are elements, so one of them ends nothing.
public struct ResultStream<Element: Sendable>: AsyncSequence, Sendable {
  private let stream: CallStream<Element>

  init(work: @escaping @Sendable (@escaping @Sendable (Element) -> Void) async -> Void) {
    stream = CallStream { send in await work { send(.success($0)) } }
  }

  /// Starts the work.
  public func makeAsyncIterator() -> Iterator {
    Iterator(iterator: stream.makeAsyncIterator())
  }

  /// Reads what the work sends.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var iterator: CallStream<Element>.Iterator

    /// The next element, nil at the end.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// The next element, nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      try? await iterator.next(isolation: actor)
    }
  }
}
