extension Call where Value == Response {
  /// Runs it when iterated: the lines of NDJSON as values, as they come.
  ///
  /// A line of white space is none. A line that is no JSON ends it with ``NetError/mapping(_:_:)``, the
  /// place counted from the start of the answer; a status outside of 200–299 is
  /// ``NetError/statusCode(_:)``. A reader that is slow slows the server down.
  public var jsonLines: some AsyncSequence<JSON, NetError> & Sendable {
    JSONLineStream(call: self)
  }
}

/// Values read from a body while it comes.
struct JSONLineStream: AsyncSequence, Sendable {
  typealias Failure = NetError
  typealias Element = JSON

  let call: Call<Response>

  func makeAsyncIterator() -> Iterator {
    let bytes = ByteStream(takesRefusals: false) { channel in
      await call.finish(CallObserver(chunks: channel))
    }
    return Iterator(pieces: bytes.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var pieces: ByteStream.Iterator?
    private var reader: JSONLineReader?
    private var values: ArraySlice<JSON> = []
    private var failure: NetError?

    fileprivate init(pieces: ByteStream.Iterator) {
      self.pieces = pieces
    }

    mutating func next() async throws(NetError) -> JSON? {
      try await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(NetError) -> JSON? {
      while true {
        if let value = values.popFirst() { return value }
        if let failure {
          self.failure = nil
          throw failure
        }
        if pieces == nil { return nil }
        do throws(NetError) {
          try take(try await pieces?.next(isolation: actor))
        } catch {
          end(error)
        }
      }
    }

    /// Takes the next bytes, nil at the end.
    ///
    /// What was read of them comes before what is wrong with them.
    private mutating func take(_ piece: [UInt8]?) throws(NetError) {
      guard let head = pieces?.head else { return end(nil) }
      guard 200..<300 ~= head.statusCode else { throw .statusCode(head) }
      var reader = self.reader ?? JSONLineReader(head)
      self.reader = nil
      values = (piece.map { reader.take($0) } ?? reader.finish())[...]
      if let problem = reader.problem { return end(head.netError(problem)) }
      let limit = head.request.limits.decodedBody
      if reader.held > limit {
        return end(.limit(LimitExceeded(.decodedBody, allowed: limit, found: reader.held), head))
      }
      self.reader = reader
      if piece == nil { end(nil) }
    }

    /// Lets go of the transfer; what was read is handed out first.
    private mutating func end(_ failure: NetError?) {
      self.failure = failure
      pieces = nil
    }
  }
}
