import NetEngine
import NetRecordings

/// Two answers side by side in time: what differs, and where the cursor stands in that.
struct DiffScreen: Sendable {
  /// One of the two, as its head says it.
  struct Side: Sendable, Hashable {
    /// Which one it is: `answer 3`, `recorded`.
    var name: String
    /// When and how it ended.
    var facts: String
    /// Where the response was taken from: `recorded in login`; empty for the network.
    var source = ""
    /// Why no answer came, or not a whole one; nil where one did.
    var failure: String?

    var words: String { name.isEmpty ? facts : "\(name) \(facts)" }
  }

  private(set) var subject: CompareSubject
  /// What was asked: `GET /users/1`.
  private(set) var title: String
  private(set) var from: Side
  private(set) var to: Side
  /// nil while it is being found out.
  private(set) var change: Change?
  var pane: TextPane?
  private(set) var stops: [TextPosition] = []
  private var end = TextPosition(offset: 0)
  var wraps = true

  init(_ subject: CompareSubject, title: String, from: Side, to: Side) {
    self.subject = subject
    self.title = title
    self.from = from
    self.to = to
  }

  /// Takes what has become of it.
  mutating func show(_ change: Change, rule: DisplayRule) {
    let document = DiffDocument(change, failure: to.failure)
    self.change = change
    (stops, end) = (document.stops, document.end)
    pane = TextPane(
      document.text, width: pane?.width ?? 80, height: pane?.height ?? 20, wraps: wraps,
      rule: rule, hasCursor: true)
    if let first = stops.first { pane?.reveal(first) }
  }

  mutating func settle(_ house: House) {
    let region = Self.region(house.size)
    pane?.shape(width: region.width, height: region.height, wraps: wraps)
  }

  /// Where the differences stand on a screen of this size.
  static func region(_ size: Size) -> Region {
    Region(column: 1, row: 2, width: max(1, size.width - 2), height: max(1, size.height - 3))
  }

  /// Whether older and newer answers could take the place of the first.
  var isOfHistory: Bool { if case .answers = subject { true } else { false } }

  /// The row of the exchange that was fired again; nil where answers of the history are compared.
  var replayedRow: Int? { if case .replayed(let row) = subject { row } else { nil } }

  /// The difference the cursor is in; nil before the first, and in what is forgiven.
  var currentDifference: Difference? {
    guard let current, let cursor = pane?.cursor, cursor < end else { return nil }
    return change?.differences.filter { !$0.isNoise }[current - 1]
  }

  /// How many places differ that count.
  var changeCount: Int { stops.count }

  /// Which of them the cursor is in, counted from 1; nil before the first.
  var current: Int? {
    guard let cursor = pane?.cursor else { return nil }
    return stops.lastIndex { $0 <= cursor }.map { $0 + 1 }
  }

  mutating func take(_ mouse: Mouse, _ house: inout House) { pane?.scroll(by: mouse.notches) }
}
