/// The body of an answer in pieces, as they come; iterating it sends the request.
public struct ByteStream: AsyncSequence, Sendable {
  /// The only error it throws.
  public typealias Failure = NetError
  /// A piece of the body.
  public typealias Element = [UInt8]

  private let run: @Sendable (ByteChannel) async -> Result<Response, NetError>

  init(run: @escaping @Sendable (ByteChannel) async -> Result<Response, NetError>) {
    self.run = run
  }

  /// Sends the request.
  public func makeAsyncIterator() -> Iterator {
    let channel = ByteChannel()
    let task = Task { [run] in
      let result = await run(channel)
      // A stub or a test's transport does not know of channels: it answers in one piece.
      if case .success(let response) = result, !channel.hasDelivered {
        response.body.withUnsafeBytes { bytes in
          if !bytes.isEmpty { _ = channel.offer(bytes, onRoom: {}) }
        }
      }
      channel.close(result.failure)
    }
    return Iterator(channel: channel, owner: TaskOwner(task))
  }

  /// Reads the pieces.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let channel: ByteChannel
    fileprivate let owner: TaskOwner

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next() async throws(NetError) -> [UInt8]? {
      try await next(isolation: nil)
    }

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetError) -> [UInt8]? {
      let (channel, owner) = (channel, owner)
      let piece = await withTaskCancellationHandler {
        await channel.next()
      } onCancel: {
        owner.cancel()
      }
      switch piece {
      case .bytes(let bytes): return bytes
      case .end(let error):
        if let error { throw error }
        return nil
      }
    }
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
