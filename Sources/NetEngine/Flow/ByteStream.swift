/// The body of an answer in pieces, as they come; iterating it sends the request.
public struct ByteStream: AsyncSequence, Sendable {
  private let takesRefusals: Bool
  private let run: @Sendable (ByteChannel) async -> Result<Response, NetError>

  init(
    takesRefusals: Bool = true,
    run: @escaping @Sendable (ByteChannel) async -> Result<Response, NetError>
  ) {
    self.takesRefusals = takesRefusals
    self.run = run
  }

  /// Sends the request.
  public func makeAsyncIterator() -> Iterator {
    let channel = ByteChannel(takesRefusals: takesRefusals)
    let task = Task { [run] in
      let result = await run(channel)
      // A stub or a test's transport does not know of channels: it answers in one piece. So does a
      // refusal that was kept back and stands.
      let refusal = result.failure?.response.flatMap { $0.statusCode >= 400 ? $0 : nil }
      if let response = (try? result.get()) ?? refusal, !channel.hasDelivered {
        channel.head = response
        response.body.withUnsafeBytes { bytes in
          if !bytes.isEmpty { _ = channel.offer(bytes, onRoom: {}) }
        }
      }
      channel.close(result.failure)
    }
    return Iterator(channel: channel, owner: TaskOwner(task))
  }

  /// Reads the pieces and undoes their content codings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let channel: ByteChannel
    fileprivate let owner: TaskOwner
    private var pieces: DecodedPieces?
    private var isOver = false

    fileprivate init(channel: ByteChannel, owner: TaskOwner) {
      self.channel = channel
      self.owner = owner
    }

    /// The answer as its head says it, once there is a piece or the end.
    var head: Response? { channel.head }

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next() async throws(NetError) -> [UInt8]? {
      try await next(isolation: nil)
    }

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetError) -> [UInt8]? {
      while !isOver {
        // A piece may decode to nothing yet: then the next one is waited for.
        if let decoded = try decoded() { return decoded }
        let (channel, owner) = (channel, owner)
        let piece = await withTaskCancellationHandler {
          await channel.next()
        } onCancel: {
          owner.cancel()
        }
        switch piece {
        case .bytes(let bytes):
          let codings = channel.codings
          if codings.isEmpty { return bytes }
          let pieces = pieces ?? DecodedPieces(codings: codings, limits: channel.limits)
          self.pieces = pieces
          pieces.feed(bytes)
        case .end(let error):
          isOver = true
          let rest = try finish(error)
          if let error, rest == nil { throw error }
          return rest
        }
      }
      return nil
    }

    /// What the piece in hand still gives.
    private mutating func decoded() throws(NetError) -> [UInt8]? {
      do { return try pieces?.next() } catch { throw fail(error) }
    }

    /// What the decoder still holds; a transfer that broke off says so itself.
    private mutating func finish(_ error: NetError?) throws(NetError) -> [UInt8]? {
      guard let pieces, error == nil else { return nil }
      do { return try pieces.finish() } catch { throw fail(error) }
    }

    private mutating func fail(_ error: TransportError) -> NetError {
      isOver = true
      owner.cancel()
      return NetError(error)
    }
  }
}
