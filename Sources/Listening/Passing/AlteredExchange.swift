import BytesAndJSON
import ExchangesAndOutcomes
import NetEngine
import Sessions

/// A request whose answer is altered: it is asked for whole, changed, and sent then.
///
///     client ─► whole request ─► transport ─► whole answer ─► changed ─► client
final class AlteredExchange: AnswerListener {
  private let client: ClientRequest
  private let head: PassedHead
  private let request: HTTPRequest
  private let chosen: [Alterations.Chosen]
  private let profile: @Sendable (Response) -> EnvelopeProfile?
  private let server: ListeningServer
  private let startedAt: Int
  private let report: @Sendable (PassedExchange) -> Void
  private let state = Lock(State())

  private struct State {
    var exchange: PassingExchange?
    var hasLeft = false
    var received: ReceivedExchange?
    var isTold = false
  }

  /// What is altered is held whole.
  private static let most = 32 << 20

  init(
    _ client: ClientRequest, _ head: PassedHead, _ chosen: [Alterations.Chosen],
    on server: ListeningServer, limits: Limits,
    profile: @escaping @Sendable (Response) -> EnvelopeProfile?,
    report: @escaping @Sendable (PassedExchange) -> Void
  ) {
    (self.client, self.head, self.chosen, self.server) = (client, head, chosen, server)
    (self.profile, self.report) = (profile, report)
    var request = head.request()
    request.limits = limits
    if !client.body.isEmpty {
      request.body = .bytes(Body(client.body))
      request.headers = Headers(
        request.headers.filter { !$0.name.isSameHeaderName(as: "Transfer-Encoding") })
    }
    self.request = request
    startedAt = Recorder.realTime
  }

  /// The status a rule answers with; nil where the server behind is asked.
  private var instead: Int? {
    for (_, alteration) in chosen { if case .status(let status) = alteration { return status } }
    return nil
  }

  /// Answers at once, or asks the server behind; then the answer follows.
  func begin(_ transport: CurlTransport) -> ClientAnswer? {
    if let instead {
      let words = OwnWords.sentence(instead, "rule", "A rule has answered.")
      var hop = Hop(url: request.url, method: request.method)
      hop.statusCode = instead
      hop.headers = ["Content-Type": "application/json"]
      let received = ReceivedExchange(request: request, hops: [hop], wire: words.body)
      state.withLock { $0.received = received }
      return finished(received, from: hop)
    }
    let upload = client.body.isEmpty ? nil : RequestPipe(length: client.body.count, kept: 0)
    client.body.withUnsafeBytes { bytes in if !bytes.isEmpty { _ = upload?.put(bytes) } }
    upload?.end(trailers: client.trailers)
    do throws(TransportError) {
      let exchange = try transport.pass(
        request, Passage(upload: upload, listener: self, kept: Self.most))
      let hasLeft = state.withLock { state in
        if state.received == nil { state.exchange = exchange }
        return state.hasLeft
      }
      if hasLeft { exchange.cancel() }
    } catch {
      ends(ReceivedExchange(request: request, failure: error))
    }
    return nil
  }

  /// The client has gone: the server behind is left as well.
  func leave() {
    let (exchange, received) = state.withLock { state in
      state.hasLeft = true
      return (state.exchange, state.received)
    }
    exchange?.cancel()
    if let received { tell(received, instead: nil, Self.nothing, []) }
  }

  private static let nothing = ClientEnd(sent: 0, isWhole: false, time: 0)

  // MARK: The transport's side

  func hears(interim head: ArraySlice<UInt8>) {}

  func begins(_ hop: Hop, _ framing: HeadScanner.Framing) {}

  func takes(_ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void) -> Bool {
    true
  }

  func pauses() {}

  func ends(_ received: ReceivedExchange) {
    let hasLeft = state.withLock { state in
      (state.exchange, state.received) = (nil, received)
      return state.hasLeft
    }
    if hasLeft { return tell(received, instead: nil, Self.nothing, []) }
    server.answer(answer(to: received), to: client.ticket)
  }

  private func answer(to received: ReceivedExchange) -> ClientAnswer {
    var failure = received.failure
    if received.passedCount != nil {
      failure = TransportError(
        .limit(LimitExceeded(.wireBody, allowed: Self.most)), phase: .receiving)
    }
    if failure == nil, let hop = received.hops.last { return finished(received, from: hop) }
    let error = failure ?? TransportError(.cancelled)
    var answer = OwnWords.sentence(
      error.kind == .timeout ? 504 : 502, "upstream", error.message)
    let status = answer.status
    answer.report = { [self] end in tell(received, instead: status, end, []) }
    return answer
  }

  // MARK: Changing

  private func finished(_ received: ReceivedExchange, from hop: Hop) -> ClientAnswer {
    var (status, body, notes) = (hop.statusCode, received.wire, [String]())
    var fields = head.returned(hop).filter { !$0.name.isSameHeaderName(as: "Content-Length") }
    for (rule, alteration) in chosen {
      switch alteration {
      case .means(let meaning):
        do throws(AlteredEnvelope.Impossible) {
          let altered = try means(meaning, received, status)
          (status, body) = (altered.status, Body(altered.bytes))
          fields.removeAll { Self.isOfOldBody($0.name) }
        } catch {
          notes.append("rule \(rule.line) is not applied: \(error.why)")
          continue
        }
      case .header(let header): Self.apply(header, to: &fields)
      case .status, .late, .slow, .ends: break
      }
      notes.append("rule \(rule.line): \(rule.words.shortened(to: 120))")
    }
    let lines = chosen.map { "\($0.rule.line)" }.joined(separator: ", ")
    fields.append(HeaderField("Inspector-Altered", "rule \(lines)"))
    let isHead = client.head.method == "HEAD"
    if isHead, let length = hop.headers["Content-Length"] {
      fields.append(HeaderField("Content-Length", length))
    }
    var answer = ClientAnswer(
      status: status, reason: status == hop.statusCode ? hop.reason : "", fields: fields,
      body: body, saysLength: !isHead)
    for (_, alteration) in chosen { Self.apply(alteration, to: &answer) }
    let (instead, told) = (status == hop.statusCode ? nil : status, notes)
    answer.report = { [self] end in tell(received, instead: instead, end, told) }
    return answer
  }

  private func means(
    _ meaning: AlteredEnvelope.Meaning, _ received: ReceivedExchange, _ status: Int
  ) throws(AlteredEnvelope.Impossible) -> AlteredEnvelope {
    let response: Response
    do throws(TransportError) { response = try received.response() } catch {
      throw AlteredEnvelope.Impossible(why: error.message)
    }
    return try AlteredEnvelope(
      response.body, status: status, profile: profile(response), as: meaning)
  }

  /// What belongs to bytes that are others now.
  private static func isOfOldBody(_ name: String) -> Bool {
    ["Content-Encoding", "ETag", "Digest", "Content-Digest", "Content-MD5", "Accept-Ranges"]
      .contains { name.isSameHeaderName(as: $0) }
  }

  private static func apply(_ header: Alteration.Header, to fields: inout [HeaderField]) {
    switch header {
    case .drop(let name): fields.removeAll { $0.name.isSameHeaderName(as: name) }
    case .set(let name, let value):
      fields.removeAll { $0.name.isSameHeaderName(as: name) }
      fields.append(HeaderField(name, value))
    case .add(let name, let value): fields.append(HeaderField(name, value))
    }
  }

  private static func apply(_ alteration: Alteration, to answer: inout ClientAnswer) {
    switch alteration {
    case .late(let times): answer.delay = UInt64(Int.random(in: times))
    case .slow(let pace): answer.bytesPerSecond = pace
    case .ends(.cut(let place)): answer.ending = .cut(after: place.count(of: answer.body.count))
    case .ends(.reset(let place)):
      answer.ending = .reset(after: place.map { $0.count(of: answer.body.count) })
    case .ends(.hang): answer.ending = .hang
    case .ends(.empty): answer.ending = .cut(after: 0)
    case .means, .status, .header: break
    }
  }

  private func tell(
    _ received: ReceivedExchange, instead: Int?, _ end: ClientEnd, _ notes: [String]
  ) {
    let isFirst = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    guard isFirst else { return }
    var exchange = PassedExchange(
      number: client.ticket.number, startedAt: startedAt, client: client.head, request: request,
      received: received, instead: instead, end: end)
    exchange.uploaded = client.body.count
    exchange.altered = notes
    report(exchange)
  }
}
