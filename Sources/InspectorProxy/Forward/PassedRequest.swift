import CurlTransport
import LosslessJSON
import NetEngine
import NetRecordings

/// One request on its way through this server, from its head to the end of both sides.
///
///     body ─► RequestPipe ─────► libcurl ─► server behind
///     client ◄─ AnswerPipe ◄──── begins, takes, ends
///
/// Both sides are served on its lane's thread; it may begin on any.
package final class PassedRequest: AnswerListener {
  let ticket: ClientRequest.Ticket
  let client: ClientHead
  /// Where its body goes; nil where it has none.
  let upload: RequestPipe?
  let answer = AnswerPipe()
  private let head: PassedHead
  let request: HTTPRequest
  private let startedAt: Int
  private let transport: LibcurlTransport
  /// Called on any thread when the lane that serves it can go on.
  private let onMove: @Sendable () -> Void
  private let report: @Sendable (PassedExchange) -> Void
  private let state = Lock(State())

  private struct State {
    var exchange: PassingExchange?
    var hasLeft = false
    var received: ReceivedExchange?
    var end: ClientEnd?
    /// What was answered in place of the server behind.
    var instead: SentAnswer?
    /// What the server behind says goes no further: something else was answered.
    var isWithheld = false
    var rewriter: LinkRewriter?
    var isReported = false
    /// The client that waits for a word before it sends its body has heard it.
    var hasContinued = false
  }

  /// `kept` is how much of its body is kept for the recording.
  init(
    _ head: PassedHead, _ ticket: ClientRequest.Ticket, over transport: LibcurlTransport,
    startedAt: Int, limits: Limits, kept: Int, onMove: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (PassedExchange) -> Void
  ) {
    (client, self.head, self.ticket, self.transport) = (head.client, head, ticket, transport)
    (self.startedAt, self.onMove, self.report) = (startedAt, onMove, report)
    request = head.request(within: limits)
    upload =
      switch client.framing {
      case .none: nil
      case .length(let length): RequestPipe(length: length, kept: kept)
      case .chunked: RequestPipe(length: nil, kept: kept)
      }
  }

  /// Sends the head on; the body follows as it comes.
  func begin(kept: Int) {
    if state.withLock({ $0.hasLeft }) {
      return ends(ReceivedExchange(request: request, failure: TransportError(.cancelled)))
    }
    upload?.onRoom { [weak self] in self?.onMove() }
    if client.expectsContinue { upload?.onWanted { [weak self] in self?.sayContinue() } }
    do throws(TransportError) {
      let exchange = try transport.pass(
        request, Passage(upload: upload, listener: self, kept: kept))
      let hasLeft = state.withLock { state in
        if state.received == nil { state.exchange = exchange }
        return state.hasLeft
      }
      if hasLeft { exchange.cancel() }
    } catch {
      ends(ReceivedExchange(request: request, failure: error))
    }
  }

  // MARK: The server's side

  /// The client has gone, or its body cannot be read on: the server behind is left as well.
  func leave() {
    let exchange = state.withLock { state in
      state.hasLeft = true
      return state.exchange
    }
    upload?.breaks()
    exchange?.cancel()
  }

  /// All of its body has come.
  func endBody(_ trailers: [HeaderField]) { upload?.end(trailers: head.passedTrailers(trailers)) }

  /// All that could be sent was sent.
  func clientEnded(_ end: ClientEnd) {
    state.withLock { $0.end = $0.end ?? end }
    reportIfOver()
  }

  // MARK: The transport's side

  package func hears(_ interim: HeadScanner.Interim) {
    if interim.statusCode == 100, !mayContinue() { return }
    if let bytes = head.interim(interim) { answer.put(interim: bytes) }
  }

  /// The transport asks for the body though the server behind has not said that it wants it.
  ///
  /// It has waited for a second, or knows that nobody says so, as over HTTP/2. A client may wait for ever.
  private func sayContinue() {
    guard !answer.hasBegun, mayContinue() else { return }
    answer.put(interim: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    onMove()
  }

  /// Whether it is the first word of this kind.
  private func mayContinue() -> Bool {
    state.withLock { state in
      defer { state.hasContinued = true }
      return !state.hasContinued
    }
  }

  package func begins(_ hop: Hop, _ framing: HeadScanner.Framing) {
    if hop.statusCode == 407 {
      state.withLock { $0.isWithheld = true }
      return refuse(.proxyAuthentication)
    }
    var framing = head.framing(framing)
    let rewriter = head.rewriter(hop, framing)
    if rewriter != nil {
      // How long it becomes nobody knows.
      framing = client.isOldVersion ? .untilClose : .chunked
      state.withLock { $0.rewriter = rewriter }
    }
    // What the client still sends nobody reads to its end then.
    let isRead = upload?.isEnded ?? true
    let closes = !client.keepsAlive || framing == .untilClose || !isRead
    answer.begin(
      head.answer(hop, framing, closes: closes, hasOtherBody: rewriter != nil), framing,
      closes: closes)
  }

  package func takes(
    _ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void
  ) -> Bool {
    let (isWithheld, rewriter) = state.withLock { ($0.isWithheld, $0.rewriter) }
    if isWithheld { return true }
    guard var rewriter else { return answer.put(bytes, onRoom: onRoom) }
    // The same bytes come again where there is no room: only what is taken counts.
    let isTaken = rewriter.take(bytes).withUnsafeBytes { answer.put($0, onRoom: onRoom) }
    if isTaken { state.withLock { $0.rewriter = rewriter } }
    return isTaken
  }

  package func pauses() { onMove() }

  package func ends(_ received: ReceivedExchange) {
    let hasLeft = state.withLock { state in
      state.exchange = nil
      state.received = received
      return state.hasLeft
    }
    if let failure = received.failure {
      if !answer.hasBegun, !hasLeft { refuse(failure) }
      answer.finish(answer.hasBegun && state.withLock({ $0.instead }) == nil ? .cut : .whole)
    } else {
      let rest = state.withLock { $0.rewriter?.finish() } ?? []
      let trailers = received.hops.last.map(head.returnedTrailers) ?? []
      answer.finish(.whole, rest: rest, trailers: trailers)
    }
    onMove()
    reportIfOver()
  }

  /// Says in our own words that the server behind has not answered.
  private func refuse(_ failure: TransportError) {
    let status = failure.kind == .timeout ? 504 : 502
    let json = JSON(members: [
      ("error", JSON(failure.message)), ("kind", JSON(NetError.transport(failure).kind.rawValue)),
      ("phase", JSON(failure.phase.rawValue)), ("upstream", JSON(request.url)),
    ])
    let words = OwnWords.answer(status, "upstream", json)
    let closes = !client.keepsAlive || !(upload?.isEnded ?? true)
    let end = closes ? "Connection: close\r\n\r\n" : "\r\n"
    state.withLock { $0.instead = SentAnswer(words, to: client) }
    answer.begin(
      words.head + Array(end.utf8), .length, closes: closes,
      body: client.method == "HEAD" ? [] : words.body.bytes)
  }

  /// Once both sides are through.
  private func reportIfOver() {
    let links = state.withLock { $0.rewriter?.count ?? 0 }
    let over = state.withLock { state -> PassedExchange? in
      guard !state.isReported, let received = state.received, let end = state.end else {
        return nil
      }
      state.isReported = true
      return PassedExchange(
        number: ticket.number, startedAt: startedAt, client: client, request: request,
        received: received, sent: state.instead, end: end)
    }
    guard var over else { return }
    if links > 0 { over.altered = ["--rewrite-links: \(links) in its body lead here"] }
    if let (body, count) = upload?.recorded(), count > 0 {
      over.request.body = .bytes(body)
      over.uploaded = count
      if body.count < count { over.request.keptPartOf = count }
    }
    report(over)
  }
}

extension TransportError {
  /// A proxy in front of the server behind asks who we are: that is nothing between the client and us.
  static let proxyAuthentication = TransportError(
    .connect, phase: .receiving,
    detail: "407: a proxy before the server behind asks for credentials; say them in the"
      + " environment's proxy, as in http://user:password@proxy:3128")
}
