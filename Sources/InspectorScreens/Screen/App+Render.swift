import NetEngine

extension App {
  /// Draws the screen at a size; `update` was told of that size before, or it is taken as told.
  package func render(_ size: Size) -> Frame {
    guard size == wholeSize else {
      var resized = self
      _ = resized.update(.resized(width: size.width, height: size.height))
      return resized.render(resized.wholeSize)
    }
    var frame = Frame(width: size.width, height: size.height, rule: house.rule)
    guide?.draw(in: &frame, row: house.size.height, house)
    if MainLayout.Form(of: house.size) == .tooSmall {
      drawTooSmall(in: &frame)
      return frame
    }
    top.draw(in: &frame, house)
    drawFooter(in: &frame)
    return frame
  }

  /// Brings what depends on size and state together after each event; drawing only reads.
  mutating func settle() {
    main.settle(house, isSeen: session == nil)
    // What is covered follows when it is seen again; a recording goes on below what is over it.
    for place in above.indices where place == above.count - 1 || place == above.sessionPlace {
      above[place].settle(house)
    }
  }

  private func drawTooSmall(in frame: inout Frame) {
    let text = house.size.width < 24 ? "too small" : "too small: 20×5 at least"
    frame.draw(text, row: 0, column: 0, fitting: house.size.width, style: Style(.warning))
  }
}
