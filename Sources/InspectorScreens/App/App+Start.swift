import NetEngine
import RequestFiles

/// What the screens begin with.
package enum AppStart: Sendable {
  /// The list, nothing fired.
  case list
  /// All of it fired, for what is only looked at.
  case everything
  /// A session, opened over the list, at the exchange with a number where one is said.
  case session(String, at: Int? = nil)
  /// The form of a new request to a URL, over the list.
  case form(url: String)
}

extension App {
  /// Takes the first steps of the screens.
  package mutating func start(_ start: AppStart) -> [Effect] {
    switch start {
    case .list: return []
    case .everything: return fireEverything()
    case .session(let path, let number):
      opening = Opening(number: number)
      return openSession(path)
    case .form(let url):
      decideNothing()
      openForm(Draft(WrittenRequest(method: "GET", target: url)))
      return []
    }
  }

  /// A single one takes the keys as well.
  private mutating func fireEverything() -> [Effect] {
    if main.list.order.count == 1 { main.focus = .answer }
    let effects = main.list.order.map { target in
      house.firing.ordered[target, default: 0] += 1
      return Effect.send(target: target)
    }
    settle()
    return effects
  }
}

/// A session the program was started with, which is still being opened.
struct Opening: Sendable {
  /// Keys and pastes that came before it was there, in their order.
  fileprivate(set) var held: [Event] = []
  /// The exchange that is to be selected.
  let number: Int?
  /// What is more was no typing ahead.
  fileprivate static let limit = 10_000
}

extension App {
  /// Keeps what is typed ahead for the session that is being opened: on the screen below it a key
  /// would fire a request.
  ///
  /// False for what is to be done at once; leaving is.
  mutating func hold(_ event: Event) -> Bool {
    guard let opening else { return false }
    switch event {
    case .key(let key, _):
      let command = house.keymap.action(for: key, in: scopes)?.command
      if command == .quit || command == .interrupt { return false }
      if command == .back, opening.held.isEmpty { return false }
    case .paste: break
    // It means what is drawn, and that will be another screen.
    case .mouse: return true
    default: return false
    }
    if opening.held.count < Opening.limit { self.opening?.held.append(event) }
    return true
  }

  /// Does what was typed ahead, once the session is there; without a session it was meant for
  /// nothing.
  mutating func release(after event: Event) -> [Effect] {
    guard let opening, case .session(let event) = event else { return [] }
    if case .opened = event {
      self.opening = nil
      return opening.held.flatMap { update($0) }
    }
    if case .failed = event { self.opening = nil }
    return []
  }
}
