import NetEngine

/// What every screen may look at and change, whichever of them is on.
///
/// A screen owns where a person stands in it; what is true without any screen stands here: what was
/// fired, how it is read, who answers, what was said.
struct House: Sendable {
  let rule: DisplayRule
  var keymap: Keymap
  /// At most 1000×500: a terminal that says more is not believed.
  var size = Size(width: 80, height: 24)
  /// How the screen is divided, and how answers show.
  var split = Split()
  /// The newest moment an event told of.
  var now = Instant(microseconds: 0)
  /// More keys came with the one that was typed into a prompt: nothing is drawn in between, so what
  /// typing leads to may wait for the last of them.
  var isTypedOn = false

  var title: String
  var baseURL: String
  /// Every request there is or was; a request keeps its place.
  var items: [TargetItem]
  /// Of request files; empty for other targets.
  var environments: [String] = []
  var environment: String? { didSet { history.environment = environment } }
  /// Names of variables that were given another value for this run.
  var set: [String] = []
  /// The requests that were typed, by their place among the items.
  var composed: [Int: TypedRequest] = [:]
  /// The file a request was kept in last.
  var keptFile: String?
  /// What was typed and not sent.
  var drafts = Drafts()

  var history = History()
  var firing = Firing()
  var replays = Replays()
  /// How answers are read.
  var lens = Lens()
  /// Profiles a person can choose from beside the library's.
  var profiles: [EnvelopeProfile]

  /// The command a body of a type was given to last.
  var pipes: [String: String] = [:]
  /// Who answers what is fired.
  var source = AnswerSource.network
  /// Who is to answer once it is there.
  var orderedSource: AnswerSource?
  /// What the recording that is being opened is filtered by; empty for nothing.
  var sessionFilter = ""
  /// The recording that was open last.
  var lastSession: String?
  /// What stands between an app and its server just now.
  var capture: Capture?
  /// Whether what is fired is kept; nil where nothing is recorded.
  var recording: RecordingState?
  /// How many of this run's exchanges are in a saved recording.
  var saved = SavedCount()

  var notice: Notice? {
    didSet { if let notice, notice != oldValue { messages.keep(notice, at: now) } }
  }
  var messages = MessageLog()
  /// Keys of which it was said that they do nothing.
  var idleKeys: Set<Key> = []
  var hasMouse = true
}

extension House {
  /// Shows a message until the next key; returns no effects, for commands that end with it.
  @discardableResult
  mutating func notify(_ text: String, _ role: Style.Role = .plain) -> [Effect] {
    notice = Notice(text: text, role: role)
    return []
  }

  @discardableResult
  mutating func warn(_ text: String) -> [Effect] { notify(text, .warning) }

  /// The requests whose answers these need, all the way down, each once.
  func needs(of targets: [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var left = targets.flatMap { items[$0].needs }
    while let need = left.popLast() {
      guard items.indices.contains(need), seen.insert(need).inserted else { continue }
      found.append(need)
      left += items[need].needs
    }
    return found
  }

  /// The pipeline an exchange is to be read with.
  func pipeline(of record: FiredExchange) -> Pipeline { pipeline(of: record, through: lens) }

  /// The response of an earlier run is judged as a recording's, whatever its request says by now.
  func pipeline(of record: FiredExchange, through lens: Lens) -> Pipeline {
    var pipeline = lens.pipeline(for: items[record.target], response: record.response)
    if record.isRecalled {
      let stored = lens.pipeline(forStored: record.response)
      (pipeline.profile, pipeline.profileIsKept) = (stored.profile, stored.profileIsKept)
    }
    return pipeline
  }

  /// How a target stands, as its row says it.
  func state(of target: Int) -> TargetState { history.state(of: target, items[target]) }

  /// The environment a firing was sent in, where another one is chosen now.
  func otherEnvironment(of record: FiredExchange) -> String? {
    let sentIn = record.asked.environment
    guard !environments.isEmpty, record.source == .network, sentIn != environment else {
      return nil
    }
    return sentIn ?? (record.isRecalled ? nil : "no environment")
  }

  /// What a firing asked for, and in which environment where another one is chosen now.
  func asked(_ record: FiredExchange) -> String {
    let words = askedURL(record)
    return otherEnvironment(of: record).map { "\(words) in \($0)" } ?? words
  }

  /// What a firing asked for, as short as a title wants it: the list may have moved on since.
  func askedURL(_ record: FiredExchange) -> String {
    let item = items[record.target]
    let (method, url) = (record.asked.method, record.asked.url)
    guard !method.isEmpty, method != item.method || url != item.url else { return item.title }
    let rest = url.utf8.dropFirst(baseURL.utf8.count)
    let isBelow =
      !baseURL.isEmpty && url.utf8.starts(with: baseURL.utf8)
      && rest.first.map("/?#".utf8.contains) == true
    let shown = isBelow ? String(decoding: rest, as: UTF8.self) : url
    return "\(method) \(shown.withMaskedSecrets)"
  }

  /// The profile under a name that is not taken by another one.
  func named(_ profile: EnvelopeProfile) -> EnvelopeProfile {
    var named = profile
    var number = 2
    while let known = profiles.first(where: { $0.name == named.name }), known != named {
      named.name = "\(profile.name) \(number)"
      number += 1
    }
    return named
  }

  /// Puts a profile among those that can be chosen, in place of one of its name.
  mutating func know(_ profile: EnvelopeProfile) {
    if let place = profiles.firstIndex(where: { $0.name == profile.name }) {
      profiles[place] = profile
    } else {
      profiles.append(profile)
    }
  }

  func isInFlight(_ target: Int) -> Bool {
    firing.ordered[target] != nil || history.newest(of: target)?.isRunning == true
  }
}

/// A line for the person, until the next key.
struct Notice: Sendable, Hashable {
  var text: String
  var role = Style.Role.plain
  /// It says where Esc leads: Esc goes there, and does not stop at taking the words away.
  var saysEsc = false
}

/// Firings on their way out: those that were ordered and have not begun, and what is said of them.
struct Firing: Sendable {
  /// How many were ordered and have not begun, by target.
  var ordered: [Int: Int] = [:]
  /// How many are to be cancelled as soon as they begin, by target.
  var unwanted: [Int: Int] = [:]
  /// Requests that got their yes: they are asked about once.
  var approved: Set<Int> = []

  /// Takes one order of a target away; answers whether it was to be cancelled.
  mutating func takeOrder(of target: Int) -> Bool {
    ordered[target] = ordered[target].flatMap { $0 > 1 ? $0 - 1 : nil }
    guard let count = unwanted[target] else { return false }
    unwanted[target] = count > 1 ? count - 1 : nil
    return true
  }
}
