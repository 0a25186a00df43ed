import NetEngine

/// Every screen as a value: events go in, effects and frames come out.
///
/// `update` never waits, reads no clock and makes no ids; `render` changes nothing.
package struct App: Sendable {
  let title: String
  let baseURL: String
  let targets: [TargetItem]
  let rule: DisplayRule
  var size = Size(width: 80, height: 24)

  /// Makes the app over its targets; `refused` are code points this terminal draws otherwise.
  package init(
    title: String, baseURL: String, targets: [TargetItem], refused: [ClosedRange<UInt32>] = []
  ) {
    self.title = title
    self.baseURL = baseURL
    self.targets = targets
    rule = DisplayRule(refused: refused)
  }

  /// Takes a fact in; says what the last inch is to do.
  package mutating func update(_ event: Event) -> [Effect] {
    switch event {
    case .resized(let width, let height): size = Size(width: width, height: height)
    case .key(.character("q"), _), .terminated: return [.quit]
    default: break
    }
    return []
  }

  /// Draws the screen at a size.
  package func render(_ size: Size) -> Frame {
    var frame = Frame(width: size.width, height: size.height, rule: rule)
    frame.draw(" \(title)  \(baseURL)", row: 0, column: 0, style: Style(.title))
    return frame
  }
}
