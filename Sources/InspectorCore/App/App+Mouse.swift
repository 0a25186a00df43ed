extension App {
  /// The screen that is on has the mouse.
  mutating func take(_ mouse: Mouse) -> [Effect] {
    if prompt == nil, mouse.action == .press { house.notice = nil }
    if let last = above.indices.last {
      above[last].take(mouse, house)
    } else {
      main.take(mouse, house, isTyping: prompt != nil)
    }
    return []
  }
}
