extension Call where Value == Response {
  /// Runs it when iterated: the events of a `text/event-stream` as they come, until the server ends.
  ///
  /// A reader that is slow slows the server down. Any status but 200 is ``NetError/statusCode(_:)``,
  /// 204 is an end without events, and an answer of another type is ``NetError/mapping(_:_:)``.
  public var serverEvents: some AsyncSequence<ServerEvent, NetError> & Sendable {
    ServerEventStream(call: self, tries: 0, clock: ContinuousClock())
  }

  /// The same, connecting again when the stream ends or breaks: at most `tries` times in a row.
  ///
  /// The request then says in `Last-Event-ID` where to go on. Before it comes the pause that the server
  /// has asked for, or 3 seconds, twice as long after each connection that brought nothing. An answer
  /// that is no stream of events is final, and so is 204: the server says no more.
  public func serverEvents(
    reconnecting tries: Int, clock: any Clock<Duration> = ContinuousClock()
  ) -> some AsyncSequence<ServerEvent, NetError> & Sendable {
    ServerEventStream(call: self, tries: tries, clock: clock)
  }
}

/// Events of one connection after the other.
struct ServerEventStream: AsyncSequence, Sendable {
  typealias Failure = NetError
  typealias Element = ServerEvent

  let call: Call<Response>
  let tries: Int
  let clock: any Clock<Duration>

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let stream: ServerEventStream
    private var connection: EventConnection
    private var parser = ServerEventParser()
    private var events: ArraySlice<ServerEvent> = []
    private var isOver = false
    /// Connections in a row that brought no event.
    private var vain = 0

    init(_ stream: ServerEventStream) {
      self.stream = stream
      connection = EventConnection(stream.call, lastEventID: "")
    }

    mutating func next() async throws(NetError) -> ServerEvent? {
      try await next(isolation: nil)
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(NetError) -> ServerEvent? {
      while true {
        if let event = events.popFirst() { return event }
        if isOver { return nil }
        let end: NetError?
        do throws(NetError) {
          if let piece = try await connection.next(isolation: actor) {
            try take(piece)
            continue
          }
          end = nil
        } catch {
          end = error
        }
        try await goOn(after: end, isolation: actor)
      }
    }

    private mutating func take(_ piece: [UInt8]) throws(NetError) {
      events = parser.take(piece)[...]
      if !events.isEmpty { vain = 0 }
      try connection.checkHeld(parser.held)
    }

    /// Connects again where that is asked for and may help; else this is the end.
    private mutating func goOn(
      after end: NetError?, isolation actor: isolated (any Actor)?
    ) async throws(NetError) {
      guard vain < stream.tries, !connection.isFinal(end) else {
        isOver = true
        guard let end else { return }
        // They hear of the end, not of each connection that was lost on the way.
        let listeners = connection.listeners
        await listeners.withLock(\.self).hear(end)
        throw end
      }
      let pause = (parser.retry ?? .seconds(3)) * (1 << Swift.min(vain, 6))
      vain += 1
      let clock = stream.clock
      guard (try? await clock.sleep(for: pause)) != nil, !Task.isCancelled else {
        isOver = true
        throw .cancelled
      }
      parser.startOver()
      connection = EventConnection(stream.call, lastEventID: parser.lastEventID)
    }
  }
}

/// One answer of a call that should be a stream of events.
private struct EventConnection {
  private var pieces: ByteStream.Iterator
  /// Who listens to the call; known once its run is over.
  let listeners = Lock(FailureListeners())
  private var isChecked = false

  init(_ call: Call<Response>, lastEventID: String) {
    pieces =
      ByteStream(takesRefusals: false) { [listeners] channel in
        var observer = CallObserver(chunks: channel)
        observer.accept = "text/event-stream"
        observer.lastEventID = lastEventID.isEmpty ? nil : lastEventID
        let end = await call.run(observer)
        listeners.withLock { $0 = end.listeners }
        return end.result
      }.makeAsyncIterator()
  }

  /// The next bytes of the stream, nil at its end.
  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(NetError) -> [UInt8]? {
    let piece = try await pieces.next(isolation: actor)
    if !isChecked, let head = pieces.head {
      isChecked = true
      try check(head)
    }
    return piece
  }

  private func check(_ head: Response) throws(NetError) {
    guard head.statusCode != 204 else { return }
    guard head.statusCode == 200 else { throw .statusCode(head) }
    guard head.mediaType?.essence != "text/event-stream" else { return }
    throw .mapping(MappingError(.string, .notAnEventStream(type: head.typeSaid)), head)
  }

  /// What is kept for the end of an event is as bounded as a body is.
  func checkHeld(_ count: Int) throws(NetError) {
    guard let head = pieces.head, count > head.request.limits.decodedBody else { return }
    throw .limit(
      LimitExceeded(.decodedBody, allowed: head.request.limits.decodedBody, found: count), head)
  }

  /// Whether nothing better is to be had by connecting again.
  func isFinal(_ end: NetError?) -> Bool {
    switch end {
    case nil: pieces.head?.statusCode == 204
    case .transport(let error): !error.kind.mayPass
    default: true
    }
  }
}
