import NetEngine

/// The guided minute of the demo: one thing to try at a time, in a row of its own below the screens.
///
/// A step is done by doing it, whichever way; one that is done already is not asked for.
struct Guide: Sendable {
  enum Step: Int, CaseIterable {
    case fire, refusal, answer, resend, profile, save, open, replay, end
  }

  private(set) var step = Step.fire
  /// How answers are read before somebody changes it.
  private let lens: Lens

  init(_ lens: Lens) { self.lens = lens }

  /// Goes on as far as what has happened goes.
  mutating func follow(_ event: Event, _ app: App) {
    while let next = Step(rawValue: step.rawValue + 1), isDone(event, app) { step = next }
  }

  private func isDone(_ event: Event, _ app: App) -> Bool {
    let last = app.house.history.records.last
    let newest = last?.summary
    return switch step {
    case .fire: newest != nil
    case .refusal: newest?.status == 200 && newest?.failure != nil
    case .answer: app.main.focus == .answer
    case .resend: newest != nil && last.map { app.house.composed[$0.target] != nil } == true
    case .profile: app.house.lens != lens
    case .save: if case .recording(.saved) = event { true } else { false }
    // Not before its rows are there: the next step's key would find nothing.
    case .open: app.session?.exchange != nil
    // What has changed is what it was fired again for.
    case .replay: app.comparison?.replayedRow != nil
    case .end: false
    }
  }

  /// What to try, with the keys that do it.
  func words(_ keymap: Keymap) -> String {
    func key(_ command: Command) -> String { keymap.keys(of: command).first?.shortName ?? "" }
    return switch step {
    case .fire: "\(key(.fire)) sends the request you stand on"
    case .refusal: "\(key(.jump)) jumps: type session ⏎; \(key(.fire)) sends: 200, refused"
    case .answer: "\(key(.nextPane)) goes into the response: which step failed, why"
    case .resend: "\(key(.compose)) changes a request: 1 for the 42; \(key(.sendForm)) sends it"
    case .profile:
      "\(key(.chooseProfile)) reads by another profile; \(key(.resetPipeline)) goes back"
    case .save: "\(key(.save)) saves it all, secrets taken out: type a name, ⏎"
    case .open: "\(key(.openSession)) opens it again: the name, ⏎; nothing is sent"
    case .replay: "\(key(.replay)) sends one again; \(key(.openAnswer)) shows what has changed"
    case .end: "That was the minute. \(key(.help)) shows every key"
    }
  }

  func draw(in frame: inout Frame, row: Int, _ house: House) {
    let count = Step.allCases.count - 1
    let place = step == .end ? "" : "\(step.rawValue + 1) of \(count) · "
    let way = ":guide ends this"
    let room = house.size.width - 2
    let isRoomy = room >= 60
    frame.draw(
      place + words(house.keymap), row: row, column: 1,
      fitting: isRoomy ? room - way.utf8.count - 2 : room, style: Style(.accent))
    guard isRoomy else { return }
    frame.draw(
      way, row: row, column: house.size.width - 1 - way.utf8.count, end: house.size.width,
      style: Style(.faint))
  }
}

extension App {
  /// Begins the guided minute, or ends it for good.
  mutating func turnGuide() -> [Effect] {
    if guide == nil {
      beginGuide()
      return []
    }
    let isOver = guide?.step == .end
    guide = nil
    house.size.height += 1
    house.notify(isOver ? "goodbye, guide" : ":guide begins it again")
    return keepsPrompts ? [.keepGuideEnded] : []
  }

  /// The screens have a row less as long as it shows.
  package mutating func beginGuide() {
    guard guide == nil, house.size.height > 0 else { return }
    guide = Guide(house.lens)
    house.size.height -= 1
    settle()
  }

  /// The terminal has another size; the guide's row is not the screens'.
  mutating func take(whole size: Size) {
    house.size = size
    if guide != nil { house.size.height = max(0, size.height - 1) }
  }

  /// What the screens and the guide below them take.
  var wholeSize: Size {
    Size(width: house.size.width, height: house.size.height + (guide == nil ? 0 : 1))
  }
}
