/// What the screens begin with.
package enum AppStart: Sendable {
  /// The list, nothing fired.
  case list
  /// All of it fired, for what is only looked at.
  case everything
  /// A session, opened over the list.
  case session(String)
}

extension App {
  /// Takes the first steps of the screens.
  package mutating func start(_ start: AppStart) -> [Effect] {
    switch start {
    case .list: return []
    case .everything: return fireEverything()
    case .session(let path):
      return openSession(path)
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
