import LosslessJSON
import NetEngine
import NetRecordings

/// Answers real clients from a recording: the n-th request of a kind gets the n-th answer to it.
///
///     request ─► preflight? ─► recording ─► whole or part ─► its time ─► client
///                                  └─ miss ─► the server behind, where one is named, else 501
package final class RecordingServer: RequestHandler {
  /// How a recording answers.
  package struct Options: Sendable {
    /// How requests are matched, and when an answer comes.
    package var replay = ReplayTransport.Options()
    /// Whose pages may ask; `*` is every one.
    package var corsOrigins: [String] = []
    /// Reads an exchange again by its place, with its bodies; nil where the exchanges have them.
    package var load: (@Sendable (Int) -> Exchange?)?
    /// What is done to answers, by the lines of rules.
    package var alterations = Alterations(Rules())
    /// What was altered says so by a header.
    package var marks = true
    /// How an answer's envelope is read, for what alters it.
    package var profile: @Sendable (Response) -> EnvelopeProfile? = { _ in nil }
    /// Asks the server behind what is not recorded, at this base URL.
    package var behind: (base: String, ask: Ask)?
    /// Ends rings of servers that forward.
    package var ring = RingGuard()
    /// Hears of each exchange on the server's thread when it has ended.
    package var onEnd: (@Sendable (ServedExchange) -> Void)?

    package init() {}
  }

  /// Carries a request to the server behind.
  package typealias Ask = @Sendable (HTTPRequest) async -> Result<Response, NetError>

  private let options: Options
  private let answers: RecordedAnswers
  /// What cannot answer, and would have.
  private let flawed: RecordedAnswers
  private let flaws: [String]
  private let origins: [String]
  /// For each recording that answers, the exchange that it is a hop of.
  private let places: [(exchange: Int, hop: Int)]
  private let state = Lock(State())

  /// A recording as it goes out, and the exchange as it was read.
  private typealias Served = (recording: ServedRecording, exchange: Exchange)

  private struct State {
    var served: [Int: Served] = [:]
    /// Bytes of bodies in `served` that can be read again.
    var servedBytes = 0
    /// What a request without a body was found by: clients ask the same again and again.
    var found: [String: RecordedAnswers.Candidates] = [:]
    var asked: [ClientRequest.Ticket: Task<Void, Never>] = [:]
  }

  /// Origins do not count; some server has to be named.
  private static let base = "http://localhost"

  /// How many different requests are remembered.
  private static let mostFound = 4_096
  /// How many bytes of bodies that can be read again are kept.
  private static let mostServedBytes = 32 << 20

  /// Takes the exchanges of a session.
  package init(_ exchanges: [Exchange], _ options: Options) {
    var options = options
    options.replay.ignoresOrigin = true
    let hops = exchanges.enumerated().flatMap { number, exchange in
      exchange.perHop.enumerated().map { (place: (exchange: number, hop: $0), exchange: $1) }
    }
    let sound = hops.filter { ServedRecording.flaw(of: $0.exchange) == nil }
    let broken = hops.map(\.exchange).filter { ServedRecording.flaw(of: $0) != nil }
    answers = RecordedAnswers(sound.map(\.exchange), options.replay)
    places = sound.map(\.place)
    flawed = RecordedAnswers(broken, options.replay)
    flaws = broken.compactMap(ServedRecording.flaw)
    let urls = hops.map(\.exchange.request.url) + (options.behind.map { [$0.base] } ?? [])
    origins = Set(urls.compactMap(Self.origin)).sorted()
    self.options = options
  }

  /// Listens; until it is stopped it answers.
  package func listen(
    on addresses: [String], port: UInt16, hosts: HostGuard,
    limits: ListeningLimits = ListeningLimits()
  ) throws(ListeningSocket.Problem) -> ListeningServer {
    try ListeningServer(on: addresses, port: port, handler: self, hosts: hosts, limits: limits)
  }

  /// What was used so far, what was not, and what was missed.
  package var report: ReplayReport { answers.report }

  /// What of the recording answers nothing, a sentence each.
  package var unserved: [String] { flaws }

  /// As recordings write it, without a port that goes without saying.
  private static func origin(_ url: String) -> String? {
    guard let url = try? URLText(url) else { return nil }
    return "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "")
  }

  // MARK: Answering

  package func answer(_ client: ClientRequest, on lane: ClientLane) -> ClientAnswer? {
    let chosen =
      options.alterations.isEmpty
      ? [] : options.alterations.choose(for: client.request(at: Self.base))
    if let answer = answer(by: chosen, client) { return answer }
    let candidates = candidates(client)
    let preflight = preflight(client)
    let choice = answers.choose(
      candidates, uses: client.head.method != "HEAD" || candidates.method == "HEAD",
      notesMiss: options.behind == nil && preflight == nil, notesUsedUp: preflight == nil
    ) { PartialAnswer.fits($0, client.head) }
    // Said here and not by a recording: whose pages may ask is this server's to say.
    if let preflight { return tell(preflight, client, .preflight) }
    switch choice {
    case .recording(let found, let place):
      guard let (recording, exchange) = served(found, place) else {
        let why = "recording #\(found.sequence) cannot be read any more: its file has changed"
        return answer(RecordedAnswers.Miss(why), client)
      }
      if !chosen.isEmpty {
        return altered(recording, exchange, chosen, client, .recording(recording.sequence))
      }
      var answer = PartialAnswer.of(recording, for: client.head)
      answer.delay = delay(of: recording)
      return tell(answer, client, .recording(recording.sequence), exchange.result)
    case .miss(let miss):
      // What is used up was to be an error, and not what somebody else says now.
      if let behind = options.behind, !miss.isUsedUp {
        do throws(Refusal) { try forward(client, to: behind.base, behind.ask, lane) } catch {
          return tell(
            OwnWords.sentence(error.status, "refused", error.why), client, .refused(error.why))
        }
        return nil
      }
      return answer(miss, client)
    }
  }

  package func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer {
    var answer = OwnWords.sentence(refusal.status, "refused", refusal.why)
    if let head { allow(head, &answer) }
    answer.closes = true
    answer.report = { [options] end in
      options.onEnd?(
        ServedExchange(
          number: 0, request: head.map { ClientRequest(refused: $0).request(at: Self.base) },
          source: .refused(refusal.why), status: refusal.status, end: end))
    }
    return answer
  }

  package func clientLeft(_ ticket: ClientRequest.Ticket) {
    state.withLock { $0.asked.removeValue(forKey: ticket) }?.cancel()
  }

  /// A GET also answers what is asked with HEAD.
  private func candidates(_ client: ClientRequest) -> RecordedAnswers.Candidates {
    let isPlain = client.body.isEmpty && !answers.readsHeaders
    let name = isPlain ? client.head.method + " " + client.head.path : ""
    if isPlain, let found = state.withLock({ $0.found[name] }) { return found }
    let request = client.request(at: Self.base)
    var found = answers.candidates(for: request)
    if found.isEmpty, client.head.method == "HEAD" {
      var other = request
      other.method = .get
      let whole = answers.candidates(for: other)
      if !whole.isEmpty { found = whole }
    }
    if isPlain, !found.isEmpty {
      state.withLock { state in
        if state.found.count >= Self.mostFound { state.found = [:] }
        state.found[name] = found
      }
    }
    return found
  }

  /// Makes a recording ready to be sent; nil where its bodies cannot be read again.
  private func served(_ found: Exchange, _ place: Int) -> Served? {
    if let made = state.withLock({ $0.served[place] }) { return made }
    var exchange = found
    if let load = options.load {
      guard let hops = load(places[place].exchange)?.perHop, places[place].hop < hops.count else {
        return nil
      }
      exchange = hops[places[place].hop]
    }
    let made = (
      recording: ServedRecording(
        exchange, origins: origins, keepsCORS: options.corsOrigins.isEmpty), exchange: exchange
    )
    state.withLock { state in
      if options.load != nil {
        state.servedBytes += made.recording.body.count
        if state.servedBytes > Self.mostServedBytes {
          (state.served, state.servedBytes) = ([:], made.recording.body.count)
        }
      }
      state.served[place] = made
    }
    return made
  }

  private func delay(of recording: ServedRecording) -> UInt64 {
    switch options.replay.latency {
    case .none: 0
    case .fixed(let time): time.microseconds
    case .recorded(let times): (Duration.microseconds(recording.time) * times).microseconds
    }
  }

  // MARK: Lines of rules

  /// What a line answers without a recording; nil where none does.
  private func answer(by chosen: [Alterations.Chosen], _ client: ClientRequest) -> ClientAnswer? {
    var status: Int?
    for (_, alteration) in chosen {
      switch alteration {
      case .from(let source):
        guard let exchange = options.alterations.answer(source) else { break }
        let recording = ServedRecording(
          exchange, origins: origins, keepsCORS: options.corsOrigins.isEmpty)
        return altered(recording, exchange, chosen, client, .rule)
      case .status(let said): status = said
      default: break
      }
    }
    guard let status else { return nil }
    let words = OwnWords.sentence(status, "rule", "A rule has answered.")
    return altered(
      ChangedAnswer(
        status: status, reason: "", fields: [HeaderField("Content-Type", "application/json")],
        body: words.body, isOpen: true, isHead: client.head.method == "HEAD"
      ) { .failure(AlteredEnvelope.Impossible(why: "a rule has answered")) }, chosen, client, .rule)
  }

  private func altered(
    _ recording: ServedRecording, _ exchange: Exchange, _ chosen: [Alterations.Chosen],
    _ client: ClientRequest, _ source: ServedExchange.Source
  ) -> ClientAnswer {
    let changed = ChangedAnswer(
      status: recording.status, reason: recording.reason, fields: recording.fields,
      body: recording.body, isOpen: true, ending: recording.ending,
      isHead: client.head.method == "HEAD"
    ) {
      exchange.response.map { .success($0) }
        ?? .failure(AlteredEnvelope.Impossible(why: "the recording holds no response"))
    }
    return altered(changed, chosen, client, source, delay(of: recording), exchange.result)
  }

  private func altered(
    _ changed: ChangedAnswer, _ chosen: [Alterations.Chosen], _ client: ClientRequest,
    _ source: ServedExchange.Source, _ delay: UInt64 = 0,
    _ result: Result<Response, NetError>? = nil
  ) -> ClientAnswer {
    var changed = changed
    changed.apply(chosen, profile: options.profile)
    var answer = changed.answer(isMarked: options.marks)
    answer.delay += delay
    return tell(answer, client, source, result, altered: changed.notes)
  }

  /// Puts what an answer needs beside the recording on it.
  private func tell(
    _ answer: ClientAnswer, _ client: ClientRequest, _ source: ServedExchange.Source,
    _ result: Result<Response, NetError>? = nil, altered: [String] = []
  ) -> ClientAnswer {
    var answer = answer
    allow(client.head, &answer)
    guard let onEnd = options.onEnd else { return answer }
    let status = answer.status
    answer.report = { end in
      var served = ServedExchange(
        number: client.ticket.number, request: client.request(at: Self.base), source: source,
        status: status, result: result, end: end)
      served.altered = altered
      onEnd(served)
    }
    return answer
  }

  // MARK: Misses

  private func answer(
    _ miss: RecordedAnswers.Miss, _ client: ClientRequest
  ) -> ClientAnswer {
    let request = client.request(at: Self.base)
    var miss = miss
    // What is recorded and cannot be served is another thing than what is not.
    if case .recording(_, let place) = flawed.choose(flawed.candidates(for: request)) {
      miss = RecordedAnswers.Miss(flaws[place])
    }
    let members: [(key: String, value: JSON)] = [
      ("error", "no recording answers this"), ("why", JSON(miss.why)),
      (
        "nearest",
        JSON(
          miss.nearest.map { near in
            JSON(members: [
              ("recording", JSON(near.sequence)), ("request", JSON(near.request)),
              ("differs", JSON(near.difference)),
            ])
          })
      ),
    ]
    let answer = OwnWords.answer(501, "miss", JSON(members: members))
    return tell(answer, client, .miss(miss))
  }

  private func forward(
    _ client: ClientRequest, to base: String, _ ask: @escaping Ask, _ lane: ClientLane
  ) throws(Refusal) {
    try options.ring.check(client.head)
    guard !client.head.leavesItsFolder else {
      throw .malformed("The path leads out of itself by '..'.")
    }
    let request = BehindRequest.request(client, to: base, marked: options.ring.mark(for: base))
    state.withLock { state in
      state.asked[client.ticket] = Task { [self] in
        let result = await ask(request)
        self.state.withLock { $0.asked[client.ticket] = nil }
        guard !Task.isCancelled else { return }
        lane.answer(
          tell(answer(result, to: request), client, .forwarded, result), to: client.ticket)
      }
    }
  }

  private func answer(
    _ result: Result<Response, NetError>, to request: HTTPRequest
  ) -> ClientAnswer {
    if case .failure(let error) = result, error.response == nil {
      let isLate =
        if case .transport(let failure) = error { failure.kind == .timeout } else { false }
      return OwnWords.sentence(isLate ? 504 : 502, "upstream", error.description)
    }
    var exchange = Exchange(
      sequence: 0, name: "", startedAt: 0, request: request, result: result)
    // A recorded timeout never ends; one that has just been waited for is over.
    if case .failure(.transport(var failure)) = result, failure.kind == .timeout {
      failure.kind = .truncated
      exchange.result = .failure(.transport(failure))
    }
    return ServedRecording(
      exchange, origins: origins, keepsCORS: options.corsOrigins.isEmpty
    ).answer
  }

  // MARK: Pages of other origins

  /// Lets a browser give the answer to the page that asked.
  private func allow(_ head: ClientHead, _ answer: inout ClientAnswer) {
    guard let origin = allowed(head) else { return }
    answer.head.append(HeaderField("Access-Control-Allow-Origin", origin))
    answer.head.append(HeaderField("Access-Control-Allow-Credentials", "true"))
    answer.head.append(HeaderField("Vary", "Origin"))
  }

  private func allowed(_ head: ClientHead) -> String? {
    guard !options.corsOrigins.isEmpty, let origin = head.headers["Origin"] else { return nil }
    let asking = (try? URLText(origin))?.origin
    let isNamed = options.corsOrigins.contains { named in
      named == "*" || named == origin || asking != nil && (try? URLText(named))?.origin == asking
    }
    return isNamed ? origin : nil
  }

  private func preflight(_ client: ClientRequest) -> ClientAnswer? {
    guard client.head.method == "OPTIONS", allowed(client.head) != nil,
      let method = client.head.headers["Access-Control-Request-Method"]
    else { return nil }
    var fields = [HeaderField("Access-Control-Allow-Methods", method)]
    if let names = client.head.headers["Access-Control-Request-Headers"] {
      fields.append(HeaderField("Access-Control-Allow-Headers", names))
    }
    fields.append(HeaderField("Access-Control-Max-Age", "60"))
    return ClientAnswer(status: 204, fields: fields, body: .empty)
  }
}
