import InspectorProxy
import NetEngine
import NetRecordings

/// A line for each exchange a server has ended, without holding it up.
///
///     server's thread ─► waiting lines ─► main thread: judged, redacted, written
///
/// Where nobody reads as fast as clients ask, lines are left out and counted.
package final class ServedLines: Sendable {
  private nonisolated let waiting = Lock(Waiting())
  private let pipeline: (Exchange) -> Pipeline
  private let isJSON: Bool
  /// A command has stdout to itself.
  private let isAside: Bool
  /// Profiles whose names a hint says; nil where a profile was said, or none.
  private let profiles: [EnvelopeProfile]?
  private let redaction = ReportRedaction()
  private var baseURL = ""
  private var isOver = false
  /// Lines that are written together; nil where each is written by itself.
  private var gathered: String?
  /// What was made of a recording: clients ask the same again and again.
  private var known: [Key: String] = [:]
  /// Of those whose lines were left out too.
  nonisolated var missCount: Int { waiting.withLock { $0.missCount } }

  private struct Waiting {
    var exchanges: [ServedExchange] = []
    var isScheduled = false
    var leftOut = 0
    var missCount = 0
  }

  private struct Key: Hashable {
    var source: ServedExchange.Source
    var method: String
    var url: String
    var status: Int
  }

  private nonisolated static let most = 10_000

  package init(
    _ pipeline: @escaping (Exchange) -> Pipeline, isJSON: Bool, isAside: Bool,
    knowing session: Session?, profiles: [EnvelopeProfile]?
  ) {
    self.pipeline = pipeline
    self.profiles = profiles
    (self.isJSON, self.isAside) = (isJSON, isAside)
    if let session { redaction.learn(from: session) }
  }

  /// Says where it listens, alone on the first line.
  package func begin(at url: String) {
    baseURL = url
    write(isJSON ? MachineLine.text([("listening", JSON(url))]) : url)
  }

  /// Called on the server's thread.
  nonisolated func take(_ exchange: ServedExchange) {
    let schedules = waiting.withLock { waiting in
      if case .miss = exchange.source { waiting.missCount += 1 }
      guard waiting.exchanges.count < Self.most else {
        waiting.leftOut += 1
        return false
      }
      waiting.exchanges.append(exchange)
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    if schedules { Task { @MainActor in self.drain() } }
  }

  /// Writes what still waits.
  func finish() { drain() }

  /// Words about what was told, its secrets taken out.
  func redacted(_ words: String) -> String { redaction(words) }

  /// What is told meanwhile is written in one go.
  func together(_ tell: () -> Void) {
    gathered = ""
    tell()
    let text = gathered ?? ""
    gathered = nil
    if !text.isEmpty { put(text) }
    IdleMemory.giveBackSoon()
  }

  /// Writes one that was judged already.
  func tell(_ served: ServedExchange, _ outcome: Outcome?) {
    ProgramLog.note(.info, "served \(line(served, outcome).drop { $0 == " " })")
    if served.source.isUpstream, let result = served.result {
      ProgramLog.noteResult(result, of: served.number)
    }
    write(isJSON ? machineLine(served, outcome) : line(served, outcome))
  }

  private func drain() {
    let (exchanges, leftOut) = waiting.withLock { waiting in
      defer { (waiting.exchanges, waiting.isScheduled, waiting.leftOut) = ([], false, 0) }
      return (waiting.exchanges, waiting.leftOut)
    }
    together { for exchange in exchanges { tell(exchange, nil) } }
    if leftOut > 0 {
      let words = "\(Units.count(leftOut, "request")) came faster than lines are read here"
      write(isJSON ? MachineLine.text([("leftOut", JSON(leftOut))]) : "      … \(words)")
    }
  }

  /// A reader who has gone ends nobody's server.
  private func write(_ line: String) {
    guard !isOver else { return }
    guard !isAside else { return isJSON ? Output.aside(line) : Output.talk(line) }
    guard gathered == nil else { return gathered?.append(line + "\n") ?? () }
    put(line + "\n")
  }

  private func put(_ text: String) {
    do throws(Output.Failure) {
      try Output.text(text)
    } catch {
      isOver = true
      if !error.text.isEmpty { Output.talk(error.text) }
    }
  }

  // MARK: Words

  private func line(_ served: ServedExchange, _ outcome: Outcome?) -> String {
    let number = served.number == 0 ? "–" : "\(served.number)"
    let size = Units.bytes(served.size ?? served.end.sent).leftPadded(to: 8)
    let time = Units.time(microseconds: served.end.time).leftPadded(to: 8)
    let cut = served.end.isWhole || served.status == 0 ? "" : "  ended early"
    return
      "\(number.leftPadded(to: 5)) \(status(served, outcome)) \(size) \(time)  \(subject(served))\(cut)"
  }

  private func status(_ served: ServedExchange, _ outcome: Outcome?) -> String {
    let words = kept(served, isSubject: false) {
      guard let judged = outcome ?? self.outcome(served) else {
        return served.status >= 400 ? "–" : "ok"
      }
      guard judged.kind == .ok else { return judged.kind.word }
      return judged.uncheckedPart == nil ? judged.kind.word : Kind.ok.uncertainWord
    }
    return (served.status == 0 ? "–  " : "\(served.status)") + " "
      + words.padded(to: Kind.wordWidth)
  }

  /// What was asked, and what answered.
  private func subject(_ served: ServedExchange) -> String {
    kept(served, isSubject: true) {
      let method = served.request?.method.rawValue ?? "–"
      let path = served.request.flatMap { try? URLText($0.url) }.map { url in
        (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "")
      }
      let words: String
      switch served.source {
      case .recording(let number): words = "◂ #\(number)"
      case .miss(let miss):
        let near = miss.nearest.first.map { "nearest is \($0.text)" } ?? miss.why
        words = "✗ " + (miss.nearest.isEmpty ? near : "not recorded; \(near)")
      case .forwarded: words = "▸ asked the server behind"
      case .passed, .instead: words = ""
      case .rule: words = ""
      case .preflight: words = "a page may ask"
      case .refused(let why): words = "✗ \(why)"
      }
      let altered = served.altered.isEmpty ? "" : "  " + Exchange.marked(served.altered)
      return self.redaction(
        "\(method.padded(to: 7)) \(path ?? "–")  \(words)\(altered)"
      ).escapedForMessage
    }
  }

  private func kept(_ served: ServedExchange, isSubject: Bool, _ make: () -> String) -> String {
    // What the server behind says is another thing each time, and so is what rules make of it; what
    // was asked is not.
    let url = served.request?.url ?? ""
    guard served.altered.isEmpty, url.isWorthKeeping else { return make() }
    switch served.source {
    case .forwarded, .passed, .instead, .rule: if !isSubject { return make() }
    case .recording, .miss, .preflight, .refused: break
    }
    let key = Key(
      source: served.source,
      method: (served.request?.method.rawValue ?? "") + (isSubject ? "" : " "),
      url: url, status: served.status)
    if let words = known[key] { return words }
    if known.count >= 4_096 { known = [:] }
    let words = make()
    known[key] = words
    return words
  }

  private func outcome(_ served: ServedExchange) -> Outcome? {
    let exchange = exchange(served)
    return exchange.outcome(pipeline(of: served, exchange))
  }

  /// A profile is kept for where an answer comes from, not for where it is served.
  private func pipeline(of served: ServedExchange, _ exchange: Exchange) -> Pipeline {
    var exchange = exchange
    if !served.source.isUpstream, let asked = exchange.response?.request {
      exchange.request = asked
    }
    return pipeline(exchange)
  }

  private func exchange(_ served: ServedExchange) -> Exchange {
    var request = served.request ?? HTTPRequest(url: baseURL)
    if !served.source.isUpstream, let url = try? URLText(request.url) {
      request.url = baseURL + url.path + (url.query.map { "?" + $0 } ?? "")
    }
    var result = served.result
    if case .miss(let miss) = served.source {
      result = .failure(.transport(TransportError(.miss, detail: miss.detail)))
    }
    return Exchange(
      sequence: served.number, name: "", startedAt: 0, request: request, result: result)
  }

  private func machineLine(_ served: ServedExchange, _ outcome: Outcome?) -> String {
    var source: [(key: String, value: JSON)] = [("answered", JSON(served.status))]
    var instead: String?
    switch served.source {
    case .recording(let number): source += [("by", "recording"), ("recording", JSON(number))]
    case .miss(let miss):
      source += [("by", "miss"), ("nearest", JSON(miss.nearest.map { JSON($0.sequence) }))]
    case .forwarded: source.append(("by", "forwarded"))
    case .passed: source.append(("by", "upstream"))
    case .instead: source.append(("by", "rule"))
    case .rule:
      source.append(("by", "rule"))
      if served.result == nil { instead = "a rule has answered" }
    case .preflight:
      source.append(("by", "preflight"))
      instead = "a browser asked whether a page may ask"
    case .refused(let why):
      source.append(("by", "refusal"))
      instead = why
    }
    if !served.altered.isEmpty {
      source.append(("altered", JSON(served.altered.joined(separator: "; "))))
    }
    source += [("sent", JSON(served.end.sent)), ("whole", JSON(served.end.isWhole))]
    let exchange = exchange(served)
    let used = pipeline(of: served, exchange)
    let judged = outcome ?? exchange.outcome(used)
    let report = ExchangeReport(
      served: exchange, judged, hint: EnvelopeHint(of: judged, used, profiles), by: source,
      instead: instead, isReplay: !served.source.isUpstream)
    return redaction(line: report.line)
  }
}

extension String {
  /// Short, and equal to no other text that has other bytes.
  fileprivate var isWorthKeeping: Bool {
    utf8.count <= 512 && utf8.allSatisfy { $0 < 0x80 }
  }
}

extension ServedExchange.Source {
  /// Whether the app's own request is told as it went to the server behind, or would have.
  fileprivate var isUpstream: Bool {
    switch self {
    case .passed, .instead: true
    case .recording, .miss, .forwarded, .preflight, .refused, .rule: false
    }
  }
}
