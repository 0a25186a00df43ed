import InspectorScreens
import NetEngine
import Testing

/// Plays the last inch: keys go in, effects are kept, exchanges are answered by hand.
struct Stage {
  var app: App
  private(set) var effects: [Effect] = []
  private(set) var now = Instant(microseconds: 0)
  private(set) var size: Size
  private var lastID = 0
  /// What is in flight: the id of each firing that began, oldest first.
  private(set) var inFlight: [(id: ExchangeID, target: Int)] = []

  init(
    _ width: Int = 120, _ height: Int = 36, targets: [TargetItem] = Sample.targets,
    refused: RefusedScalars? = nil
  ) {
    app = App(
      TargetListing(title: "demo", baseURL: Sample.base, items: targets), refused: refused)
    size = Size(width: width, height: height)
    send(.resized(width: width, height: height))
  }

  /// Starts again over another list.
  mutating func start(_ listing: TargetListing) {
    app = App(listing)
    send(.resized(width: size.width, height: size.height))
  }

  /// Gives an event in; its effects are kept and given back.
  @discardableResult
  mutating func send(_ event: Event) -> [Effect] {
    let new = app.update(event)
    effects += new
    return new
  }

  /// Presses keys by name: `press("j j Enter")`.
  @discardableResult
  mutating func press(_ names: String) -> [Effect] {
    var all: [Effect] = []
    for name in names.split(separator: " ") {
      guard let key = Key(name: String(name)) else {
        Issue.record("no key is called \(name)")
        continue
      }
      pass(milliseconds: 40)
      all += send(.key(key, at: now))
    }
    return all
  }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.unicodeScalars.flatMap { send(.key(.character($0), at: now)) }
  }

  @discardableResult
  mutating func command(_ text: String) -> [Effect] {
    press(":")
    type(text)
    return press("Enter")
  }

  /// Clicks.
  @discardableResult
  mutating func click(_ column: Int, _ row: Int) -> [Effect] {
    send(.mouse(Mouse(.press, column: column, row: row), at: now))
      + send(.mouse(Mouse(.release, column: column, row: row), at: now))
  }

  mutating func wheel(_ action: Mouse.Action, _ column: Int, _ row: Int) {
    send(.mouse(Mouse(action, column: column, row: row), at: now))
  }

  mutating func pass(milliseconds: Int64) {
    now.microseconds += milliseconds * 1_000
  }

  mutating func tick(milliseconds: Int64) {
    pass(milliseconds: milliseconds)
    send(.tick(at: now))
  }

  mutating func resize(_ width: Int, _ height: Int) {
    size = Size(width: width, height: height)
    send(.resized(width: width, height: height))
  }

  // MARK: Exchanges

  /// Says that an ordered firing has begun.
  @discardableResult
  mutating func begin(
    _ target: Int, from source: AnswerSource = .network, at time: Int = 0,
    recorded: (at: Int, moment: String)? = nil
  ) -> ExchangeID {
    lastID += 1
    let id = ExchangeID(lastID)
    inFlight.append((id, target))
    let second = lastID % 60
    let clock = "12:03:\(second < 10 ? "0" : "")\(second)"
    send(.exchange(id, .began(target: target, clock: clock, from: source, at: time), at: now))
    if let recorded {
      send(.exchange(id, .recorded(at: recorded.at, moment: recorded.moment), at: now))
    }
    return id
  }

  mutating func progress(
    _ id: ExchangeID, _ phase: Progress.Phase, _ done: Int = 0, of total: Int? = nil
  ) {
    send(.exchange(id, .progress(Progress(phase: phase, completed: done, total: total)), at: now))
  }

  /// Says what has come of an answer.
  mutating func arrive(
    _ id: ExchangeID, _ text: String, of total: Int? = nil, start: JSONForest? = nil
  ) {
    var response = Sample.response("/large", body: text)
    response.isComplete = false
    send(.exchange(id, .arrived(Arrival(response, total: total, start: start)), at: now))
  }

  mutating func finish(_ id: ExchangeID, _ result: Result<Response, NetError>) {
    inFlight.removeAll { $0.id == id }
    send(.exchange(id, .finished(result), at: now))
  }

  /// Fires a request from the list and answers it at once.
  mutating func fire(_ target: Int, _ result: Result<Response, NetError>) {
    finish(begin(target), result)
  }

  /// Moves the list's cursor onto a request, by its path.
  mutating func select(_ path: String, _ method: String = "GET") {
    let wanted = Sample.target(path, method)
    press("g")
    for _ in 0..<100 where app.selectedTarget != wanted { press("j") }
  }

  /// Does the long work that was ordered last, as a thread beside the loop would.
  mutating func sift() {
    for case .sift(let id) in effects.reversed() {
      if let result = app.siftJob(id)?.run() { send(.sifted(result)) }
      return
    }
  }

  /// What the search that was ordered last finds beside the loop, piece by piece.
  var findings: [SearchFinding] {
    var findings: [SearchFinding] = []
    for case .search(let id) in effects.reversed() {
      app.searchJob(id)?.run { findings.append($0) }
      break
    }
    return findings
  }

  /// Does the search that was ordered last.
  mutating func search() {
    for finding in findings { send(.searched(finding)) }
  }

  /// Reads what was ordered last, all at once.
  mutating func read() {
    for case .read(let orders) in effects.reversed() {
      for order in orders {
        let reading = Reading(order.result, order.pipeline)
        send(.read(order.number, .done(reading), at: now))
      }
      return
    }
  }

  /// Lays out what was ordered last.
  mutating func layOut() {
    for case .layOut(let id) in effects.reversed() {
      if let result = app.layoutJob(id)?.run() { send(.laidOut(result)) }
      return
    }
  }

  /// How many orders of a certain source were answered by hand.
  private(set) var asked = 0
  var askCount: Int { effects.count(where: \.isAsk) }
  mutating func answered() { asked += 1 }

  // MARK: Looking

  var frame: Frame { app.render(size) }
  var text: String { frame.text }
}

extension Stage: CustomTestStringConvertible, CustomReflectable {
  /// The screen is what says most about a stage.
  var testDescription: String { "\n" + text }

  /// A failed expectation walks through what it captured: a history of 10,000 lines takes minutes.
  var customMirror: Mirror { Mirror(self, children: []) }
}
