import LosslessJSON

/// One request with what came back for it, or with its failure: what a session is made of.
///
/// Retries are exchanges of their own; redirects are hops of one.
public struct Exchange: Sendable {
  /// Its number in the recording, counted from 1.
  public var sequence: Int
  /// What lists call it.
  public var name: String
  /// When it was sent, in microseconds since 1970 (UTC).
  public var startedAt: Int
  /// The request as it was prepared for sending.
  public var request: HTTPRequest { didSet { foreign = nil } }
  /// What came of it; nil when the recording ends before the answer.
  public var result: Result<Response, NetError>? { didSet { foreign = nil } }
  /// It was answered from a recording.
  package var isReplay = false
  /// A person marked it.
  public var isMarked = false
  /// What a person wrote about it.
  public var note = ""
  /// What was done to it on its way between an app and its server, a sentence each.
  package var altered: [String] = []
  /// What an app has got in place of the answer, where that is another: as a client like this one
  /// sees it.
  package var toApp: Result<Response, NetError>? {
    get { appsResult?.value }
    set { appsResult = newValue.map { SharedValue($0) } }
  }
  // Behind a reference: hardly an exchange has one.
  private var appsResult: SharedValue<Result<Response, NetError>>?
  /// The request as its app sent it, where a rule or a person changed it on its way to the server.
  package var fromApp: HTTPRequest?
  /// The request that the app sends again.
  package var appsRequest: HTTPRequest { fromApp ?? request }
  /// Whether any of that was really done.
  package var isAltered: Bool { altered.contains { !$0.hasPrefix(Self.notApplied) } }
  /// Whether a line of rules could not do what it says.
  package var hasIdleRule: Bool { altered.contains { $0.hasPrefix(Self.notApplied) } }
  /// Words a person sorts it by.
  public var tags: [String] = []
  /// A name no other exchange has, in whatever recording; empty when nobody gave one.
  package var id = ""
  /// Its place among the answers in the order in which they were complete, counted from 1.
  package var order: Int?
  /// Where a secret was taken out, such as `request.headers.Authorization`.
  package var redacted: [String] = []
  /// The size of the answer's decoded body when only its beginning was kept; nil when it is whole.
  package var truncatedFrom: Int?
  /// The SHA-256 of the whole decoded body in hexadecimal digits, where somebody has computed it.
  package var bodyHash: String?

  /// The entry and the run it was fired from; nil where the recording does not say.
  package var firing: Firing?

  /// The entry of a list that a request was fired from, and the run of the program.
  package struct Firing: Sendable, Hashable {
    /// A short name of the entry that stays the same in other runs; empty when there is none.
    package var entry: String
    /// The environment whose values the request has; nil without one.
    package var environment: String?
    /// A name that no other run has.
    package var run: String

    package init(entry: String = "", environment: String? = nil, run: String = "") {
      (self.entry, self.environment, self.run) = (entry, environment, run)
    }

    /// The same in a run.
    package func of(run: String) -> Firing {
      Firing(entry: entry, environment: environment, run: run)
    }

    /// Names a run that began at a moment, in microseconds since 1970.
    package static func run(startingAt moment: Int) -> String {
      "\(String(moment, radix: 36))-\(UInt32.random(in: 0...UInt32.max))"
    }

    /// When the run began, in microseconds since 1970.
    package var runStart: Int? { Int(run.prefix { $0 != "-" }, radix: 36) }
  }

  /// What another tool wrote about this request and this answer; a change of either leaves it behind.
  package internal(set) var foreign: ForeignEntry?

  /// Puts a request and what came of it together.
  public init(
    sequence: Int, name: String, startedAt: Int, request: HTTPRequest,
    result: Result<Response, NetError>? = nil
  ) {
    self.sequence = sequence
    self.name = name
    self.startedAt = startedAt
    self.request = request
    self.result = result
  }

  /// Whether somebody has named it: a URL is no name, with its method in front or not, nor is a path.
  package var isNamed: Bool { Self.isName(name, of: request.method.rawValue) }

  /// Whether such an entry of a list is a name, and does not say where its request goes.
  package static func isName(_ name: String, of method: String) -> Bool {
    var rest = name.utf8[...]
    if rest.starts(with: "\(method) ".utf8) { rest = rest.dropFirst(method.utf8.count + 1) }
    return !rest.isEmpty && !rest.starts(with: "/".utf8) && !rest.starts(with: "{{".utf8)
      && rest.firstPlace(of: "://".utf8) == nil
  }

  /// What came back, whole or in part.
  public var response: Response? { result?.response }

  /// The exchange as its app saw it; without a result while the app waits for a held response.
  package var asApp: Exchange {
    guard toApp != nil || altered.last == Self.responseIsHeld else { return self }
    var copy = self
    (copy.result, copy.toApp) = (toApp, nil)
    copy.truncatedFrom = toApp?.response?.keptPartOf
    copy.bodyHash = toApp?.response?.keptPartHash
    return copy
  }

  /// The last note of an exchange whose response has not gone on to the app yet.
  package static let responseIsHeld = "its response is held"

  /// The exchange with what another tool wrote about it.
  package mutating func keep(_ entry: ForeignEntry?) {
    foreign = entry
  }

  /// How long it took, in microseconds: as its recording says, or else as its hops do; nil when
  /// neither knows.
  package var recordedTime: Int? {
    if let time = foreign?.facts.time { return time }
    var hops = response?.hops ?? []
    if hops.isEmpty, case .failure(.transport(let error)) = result { hops = error.hops }
    let total = hops.reduce(0) { $0.saturatingSum($1.timings.total) }
    return total == 0 ? nil : total
  }
}

extension Exchange {
  /// What is said of a line of rules that could not do what it says.
  package static func notApplied(_ rule: String, _ why: String) -> String {
    "\(notApplied)\(why)): \(rule)"
  }

  /// Whether a note is about the answer; what was done to the request still stands in it.
  package static func isOfAnswer(_ note: String) -> Bool {
    ["answered by hand", "dropped by hand"].contains(note) || note.hasPrefix("its response ")
      || note.utf8.firstPlace(of: " answer ".utf8) != nil
  }

  private static let notApplied = "not applied ("

  /// Notes in one line, those that were not applied last, each kind behind its sign.
  package static func marked(_ notes: [String]) -> String {
    let idle = notes.filter { $0.hasPrefix(notApplied) }
    let done = notes.filter { !$0.hasPrefix(notApplied) }
    return [("⇄ ", done), ("⇄✗ ", idle)].compactMap { sign, notes in
      notes.isEmpty ? nil : sign + notes.joined(separator: "; ")
    }.joined(separator: "  ")
  }

  package static func marked(_ note: String) -> String {
    (note.hasPrefix(notApplied) ? "⇄✗ " : "⇄ ") + note
  }
}
