/// A cold sequence with a typed failure: iterating it starts the work, dropping the iterator ends it.
///
/// The standard throwing stream cannot carry a typed error; this one does.
public struct CallStream<Element: Sendable>: AsyncSequence, Sendable {
  typealias Sender = @Sendable (Result<Element, NetError>) -> Void
  private let work: @Sendable (@escaping Sender) async -> Void
  private let unreadLimit: Int

  /// Past `unreadLimit` a newer element takes the place of the last unread one.
  init(unreadLimit: Int = .max, work: @escaping @Sendable (@escaping Sender) async -> Void) {
    self.unreadLimit = unreadLimit
    self.work = work
  }

  /// Starts the work.
  public func makeAsyncIterator() -> Iterator {
    let mailbox = StreamMailbox<Element>(unreadLimit: unreadLimit)
    let task = Task { [work] in
      await work { mailbox.send($0) }
      mailbox.close()
    }
    return Iterator(mailbox: mailbox, owner: TaskOwner(task))
  }

  /// Reads what the work sends.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: StreamMailbox<Element>
    fileprivate let owner: TaskOwner

    /// The next element, nil at the end; throws the failure once.
    public mutating func next() async throws(NetError) -> Element? {
      try await next(isolation: nil)
    }

    /// The next element, nil at the end; throws the failure once.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetError) -> Element? {
      let owner = owner
      let mailbox = mailbox
      return try await withTaskCancellationHandler {
        await mailbox.next()
      } onCancel: {
        owner.cancel()
      }?.get()
    }
  }
}

/// Cancels its task when nobody holds it any more.
final class TaskOwner: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit { task.cancel() }

  func cancel() { task.cancel() }
}

/// What was sent and not read yet; one reader.
private final class StreamMailbox<Element: Sendable>: Sendable {
  private typealias Item = Result<Element, NetError>

  private struct State {
    var waiting: [Item] = []
    var isClosed = false
    var reader: CheckedContinuation<Item?, Never>?
  }

  private let state = Lock(State())
  private let unreadLimit: Int

  init(unreadLimit: Int) {
    self.unreadLimit = unreadLimit
  }

  func send(_ item: Result<Element, NetError>) {
    let reader = state.withLock { state -> CheckedContinuation<Item?, Never>? in
      // Nothing follows a failure: a part of a sequence may still report while it is cancelled.
      if state.isClosed { return nil }
      if case .failure = item { state.isClosed = true }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      if state.waiting.count >= unreadLimit { state.waiting.removeLast() }
      state.waiting.append(item)
      return nil
    }
    reader?.resume(returning: item)
  }

  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  func next() async -> Result<Element, NetError>? {
    await withCheckedContinuation { reader in
      let answer = state.withLock { state -> Item?? in
        if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
        if state.isClosed { return .some(nil) }
        state.reader = reader
        return nil
      }
      if let answer { reader.resume(returning: answer) }
    }
  }
}
