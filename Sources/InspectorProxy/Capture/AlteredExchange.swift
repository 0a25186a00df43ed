import CurlTransport
import LosslessJSON
import NetEngine
import NetRecordings

/// A request that lines of rules are about: it is read whole, changed, perhaps held, asked for whole;
/// so is its answer.
///
///     client ─► request ─► changed ─► held? ─► transport, or a status, a sample, a recording
///     client ◄─ answer ◄── held? ◄── changed ◄──────────────────────────────────────┘
final class AlteredExchange: AnswerListener {
  /// What it is done with.
  struct Means: Sendable {
    let lane: ClientLane
    let transport: LibcurlTransport
    let limits: Limits
    let alterations: Alterations
    let desk: HoldDesk
    let marks: Bool
    let profile: @Sendable (Response) -> EnvelopeProfile?
    /// Gets an exchange whose response is held, as it is until it is let go.
    let onHold: (@Sendable (PassedExchange) -> Void)?
    let report: @Sendable (PassedExchange) -> Void
  }

  private let client: ClientRequest
  private let head: PassedHead
  private let chosen: [Alterations.Chosen]
  private let means: Means
  private let startedAt: Int
  /// The request as it would go on unchanged.
  private let original: HTTPRequest
  private let state: Lock<State>

  private struct State {
    var request: HTTPRequest
    var notes: [String]
    var exchange: PassingExchange?
    var hasLeft = false
    var received: ReceivedExchange?
    var isTold = false
    /// What is received was made here.
    var isAnsweredHere = false
  }

  /// What is altered is held whole.
  private static let most = 32 << 20

  init(
    _ client: ClientRequest, _ head: PassedHead, _ chosen: [Alterations.Chosen], startedAt: Int,
    _ means: Means
  ) {
    self.startedAt = startedAt
    (self.client, self.head, self.chosen, self.means) = (client, head, chosen, means)
    var altered = AlteredRequest(head, body: client.body, chosen)
    altered.limit(by: means.limits)
    original = altered.original
    state = Lock(State(request: altered.request, notes: altered.notes))
  }

  /// As it goes on.
  var request: HTTPRequest { state.withLock { $0.request } }

  /// Answers at once, or later by the lane.
  func begin() -> ClientAnswer? {
    guard let time = hold(.request) else { return ask() }
    let held = HoldDesk.Held(
      number: client.ticket.number, side: .request, request: request, answer: nil)
    means.desk.hold(held) { [self] decision in
      if let answer = goOn(decision) { means.lane.answer(answer, to: client.ticket) }
    }
    limit(to: time)
    return nil
  }

  /// What is held goes on after so many microseconds: the lane's thread says when.
  private func limit(to time: Int?) {
    means.lane.wake(client.ticket, in: UInt64(max(0, time ?? HoldDesk.usualTime)))
  }

  /// The time it may be held is over.
  func timeIsOver() { means.desk.decide(client.ticket.number, .late) }

  /// The time one waits on this side; nil where it does not.
  private func hold(_ side: Alteration.Side) -> Int?? {
    for (_, alteration) in chosen {
      if case .holds(side, let time) = alteration { return .some(time) }
    }
    return nil
  }

  /// The client has gone: the server behind is left as well.
  func leave() {
    let wasHeld = means.desk.forget(client.ticket.number)
    let (exchange, received) = state.withLock { state in
      state.hasLeft = true
      return (state.exchange, state.received)
    }
    if let exchange { return exchange.cancel() }
    if wasHeld {
      note((received == nil ? "" : "its response was ") + "held until the connection ended")
    }
    tellUnsent(received ?? cancelled)
  }

  /// The server's response, if any, stays; the app has got nothing.
  private func tellUnsent(_ received: ReceivedExchange) {
    tell(received, received.failure == nil ? unsent : nil, Self.nothing)
  }

  private var unsent: SentAnswer {
    SentAnswer(ClientAnswer(status: 0, head: []), to: client.head)
  }

  private static let nothing = ClientEnd(sent: 0, isWhole: false, time: 0)

  private var cancelled: ReceivedExchange {
    ReceivedExchange(request: request, failure: TransportError(.cancelled))
  }

  // MARK: Asking

  /// What was decided of a request that was held.
  private func goOn(_ decision: HoldDesk.Decision) -> ClientAnswer? {
    switch decision {
    case .goOn: note("held")
    case .late: note("held until its time was over")
    case .request(let other):
      note("held and changed by hand")
      state.withLock { $0.request = other.framedAnew }
    case .answer(let answer):
      note("answered by hand")
      return byHand(answer, from: nil)
    case .drop:
      note("dropped by hand")
      return dropped(cancelled, isOther: false)
    }
    return ask()
  }

  /// Answers by a line, or asks the server behind; then the answer follows.
  private func ask() -> ClientAnswer? {
    for (_, alteration) in chosen {
      if case .from(let source) = alteration, let exchange = means.alterations.answer(source) {
        return answered(by: exchange)
      }
    }
    for (_, alteration) in chosen {
      guard case .status(let status) = alteration else { continue }
      let words = OwnWords.sentence(status, "rule", "A rule has answered.")
      return answered(status, ["Content-Type": "application/json"], words.body)
    }
    let request = request
    var upload: RequestPipe?
    if case .bytes(let body) = request.body {
      let pipe = RequestPipe(length: body.count, kept: 0)
      body.withUnsafeBytes { bytes in _ = pipe.put(bytes) }
      // Its length was said: no trailers follow.
      pipe.end(trailers: [])
      upload = pipe
    }
    do throws(TransportError) {
      let exchange = try means.transport.pass(
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

  /// An answer that no server has given.
  private func answered(_ status: Int, _ headers: Headers, _ body: Body) -> ClientAnswer? {
    let request = request
    var hop = Hop(url: request.url, method: request.method)
    (hop.statusCode, hop.headers) = (status, headers)
    let received = ReceivedExchange(request: request, hops: [hop], wire: body)
    state.withLock { ($0.received, $0.isAnsweredHere) = (received, true) }
    return finished(received, from: hop)
  }

  private func answered(by exchange: Exchange) -> ClientAnswer? {
    let recording = ServedRecording(
      exchange, origins: [head.upstream.origin], keepsCORS: true)
    let headers = Headers(recording.fields)
    let own = recording.status == 0 ? 502 : recording.status
    return answered(own, headers, recording.body)
  }

  // MARK: The transport's side

  func hears(_ interim: HeadScanner.Interim) {}

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
    if hasLeft { return tellUnsent(received) }
    if let answer = answer(to: received) { means.lane.answer(answer, to: client.ticket) }
  }

  private func answer(to received: ReceivedExchange) -> ClientAnswer? {
    var failure = received.failure
    if received.passedCount != nil {
      failure = TransportError(
        .limit(LimitExceeded(.wireBody, allowed: Self.most)), phase: .receiving)
      let why = "the body has more than \(Units.bytes(Self.most)), which a rule needs whole"
      state.withLock { state in
        for (rule, alteration) in chosen where alteration.isOfAnswer {
          state.notes.add(rule, notAppliedFor: why)
        }
      }
    }
    if failure == nil, received.hops.last?.statusCode == 407 { failure = .proxyAuthentication }
    if failure == nil, let hop = received.hops.last { return finished(received, from: hop) }
    let error = failure ?? TransportError(.cancelled)
    let answer = OwnWords.sentence(
      error.kind == .timeout ? 504 : 502, "upstream", error.message)
    return reporting(answer, received, isOther: true)
  }

  // MARK: Changing

  /// The answer as it goes out; nil where it is held.
  private func finished(_ received: ReceivedExchange, from hop: Hop) -> ClientAnswer? {
    var changed = ChangedAnswer(
      status: hop.statusCode, reason: hop.reason, fields: head.returned(hop), body: received.wire,
      isOpen: false, isHead: client.head.method == "HEAD"
    ) {
      do throws(TransportError) { return .success(try received.response()) } catch {
        return .failure(AlteredEnvelope.Impossible(why: error.message))
      }
    }
    changed.apply(chosen, profile: means.profile)
    for words in changed.notes { note(words) }
    if let time = hold(.answer) {
      let side = changed
      var held = state.withLock { $0 }
      held.notes.append(Exchange.responseIsHeld)
      means.onHold?(exchange(held, received, nil, Self.nothing))
      means.desk.hold(
        HoldDesk.Held(
          number: client.ticket.number, side: .answer, request: request, answer: side.held)
      ) { [self] decision in
        means.lane.answer(goOn(decision, side, received), to: client.ticket)
      }
      limit(to: time)
      return nil
    }
    return reporting(
      changed.answer(isMarked: means.marks), received, isOther: changed.isOther)
  }

  /// What was decided of an answer that was held.
  private func goOn(
    _ decision: HoldDesk.Decision, _ changed: ChangedAnswer, _ received: ReceivedExchange
  ) -> ClientAnswer {
    switch decision {
    case .goOn, .request: note("its response was held")
    case .late: note("its response was held until its time was over")
    case .answer(let answer):
      note("its response was changed by hand")
      return byHand(answer, from: received)
    case .drop:
      note("its response was dropped by hand")
      return dropped(received, isOther: true)
    }
    return reporting(
      changed.answer(isMarked: means.marks), received, isOther: changed.isOther)
  }

  /// What a person has written in place of an answer.
  private func byHand(
    _ answer: HoldDesk.HeldAnswer, from received: ReceivedExchange?
  ) -> ClientAnswer {
    var fields = answer.headers.filter { field in
      let known = PassedField(field.name)
      return known != .ofOneHop && known?.isFraming != true
        && !field.name.isSameHeaderName(as: "Content-Encoding")
    }
    if means.marks { fields.append(HeaderField("Inspector-Altered", "by hand")) }
    let out = ClientAnswer(
      status: answer.status, fields: Array(fields), body: answer.body,
      saysLength: client.head.method != "HEAD")
    if let received { return reporting(out, received, isOther: true) }
    let request = request
    var hop = Hop(url: request.url, method: request.method)
    (hop.statusCode, hop.headers) = (answer.status, Headers(Array(fields)))
    let made = ReceivedExchange(request: request, hops: [hop], wire: answer.body)
    state.withLock { ($0.received, $0.isAnsweredHere) = (made, true) }
    return reporting(out, made, isOther: false)
  }

  private func dropped(_ received: ReceivedExchange, isOther: Bool) -> ClientAnswer {
    var answer = ClientAnswer(status: 0, head: [])
    answer.ending = .reset(after: nil)
    return reporting(answer, received, isOther: isOther)
  }

  // MARK: Telling

  private func note(_ words: String) { state.withLock { $0.notes.append(words) } }

  /// `isOther` tells that the response differs from the received one.
  ///
  /// A response that the app took only in part, or later than the server sent it, differs too.
  private func reporting(
    _ answer: ClientAnswer, _ received: ReceivedExchange, isOther: Bool
  ) -> ClientAnswer {
    let sent = SentAnswer(answer, to: client.head)
    let isOther = isOther || chosen.contains { $0.alteration.takesTime }
    var answer = answer
    answer.report = { [self] end in tell(received, isOther || !end.isWhole ? sent : nil, end) }
    return answer
  }

  private func tell(_ received: ReceivedExchange, _ sent: SentAnswer?, _ end: ClientEnd) {
    let told = state.withLock { state -> State? in
      defer { state.isTold = true }
      return state.isTold ? nil : state
    }
    if let told { means.report(exchange(told, received, sent, end)) }
  }

  private func exchange(
    _ told: State, _ received: ReceivedExchange, _ sent: SentAnswer?, _ end: ClientEnd
  ) -> PassedExchange {
    var exchange = PassedExchange(
      number: client.ticket.number, startedAt: startedAt, client: client.head,
      request: told.request, received: received, sent: sent, end: end)
    exchange.uploaded = client.body.count
    exchange.fromApp = original.differing(from: told.request)
    exchange.altered = told.notes
    exchange.isAnsweredHere = told.isAnsweredHere
    return exchange
  }
}

extension ChangedAnswer {
  /// As a person sees it who holds it.
  fileprivate var held: HoldDesk.HeldAnswer {
    HoldDesk.HeldAnswer(status: status, headers: Headers(fields), body: (try? opened()) ?? body)
  }
}
