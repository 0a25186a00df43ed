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

  /// Reads the pieces and undoes their content codings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let channel: ByteChannel
    fileprivate let owner: TaskOwner
    private var decoder: ContentDecoder?
    private var isOver = false

    fileprivate init(channel: ByteChannel, owner: TaskOwner) {
      self.channel = channel
      self.owner = owner
    }

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next() async throws(NetError) -> [UInt8]? {
      try await next(isolation: nil)
    }

    /// The next piece, nil at the end; throws what broke the transfer.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetError) -> [UInt8]? {
      while !isOver {
        let (channel, owner) = (channel, owner)
        let piece = await withTaskCancellationHandler {
          await channel.next()
        } onCancel: {
          owner.cancel()
        }
        switch piece {
        case .bytes(let bytes):
          // A piece may decode to nothing yet: then the next one is waited for.
          if let decoded = try decode(bytes) { return decoded }
        case .end(let error):
          isOver = true
          let rest = try finish(error)
          if let error, rest == nil { throw error }
          return rest
        }
      }
      return nil
    }

    private mutating func decode(_ bytes: [UInt8]) throws(NetError) -> [UInt8]? {
      let codings = channel.codings
      guard !codings.isEmpty else { return bytes }
      let decoder = decoder ?? ContentDecoder(codings: codings, limits: .stream)
      self.decoder = decoder
      var decoded: [UInt8] = []
      let goesOn = bytes.withUnsafeBytes { piece in
        decoder.push(piece) { decoded.append(contentsOf: $0) }
      }
      if !goesOn, let problem = decoder.finish(into: { _ in }) { throw fail(problem) }
      return decoded.isEmpty ? nil : decoded
    }

    /// What the decoder still holds; a transfer that broke off says so itself.
    private mutating func finish(_ error: NetError?) throws(NetError) -> [UInt8]? {
      guard let decoder, error == nil else { return nil }
      var rest: [UInt8] = []
      if let problem = decoder.finish(into: { rest.append(contentsOf: $0) }) { throw fail(problem) }
      return rest.isEmpty ? nil : rest
    }

    private mutating func fail(_ problem: DecodeProblem) -> NetError {
      isOver = true
      owner.cancel()
      return NetError(problem.error(limits: Limits()))
    }
  }
}

extension DecodeLimits {
  /// A stream keeps nothing: only what decodes to far too much for its size is refused.
  fileprivate static let stream = DecodeLimits(decoded: .max)
}

extension Result {
  var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
