extension App {
  /// Fires everything there is, for what is only looked at; a single one takes the keys as well.
  package mutating func openAll() -> [Effect] {
    if list.order.count == 1 { focus = .answer }
    let effects = list.order.map { target in
      ordered[target, default: 0] += 1
      return Effect.send(target: target)
    }
    settle()
    return effects
  }
}
