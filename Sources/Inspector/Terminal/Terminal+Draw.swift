import CNcurses
import InspectorCore

extension Terminal {
  /// Shows a frame; ncurses sends only what differs from what stands there.
  ///
  /// Rows that are as they were are not even told to it: comparing characters is most of its work.
  func draw(_ frame: Frame) {
    let (width, height) = size
    let before = drawn
    drawn = frame
    for row in 0..<min(frame.height, height) {
      if let before, frame.hasSameRow(row, as: before) { continue }
      frame.forEachRun(inRow: row) { column, text, style in
        guard column < width else { return }
        // Each run starts where the frame says, so that no width the terminal thinks of can shift
        // what follows.
        wmove(window, Int32(row), Int32(column))
        set(style)
        add(text)
      }
      clear(row: row, from: frame.width, width: width)
    }
    if before?.height != frame.height {
      for row in min(frame.height, height)..<height { clear(row: row, from: 0, width: width) }
    }
    paint(cursor: frame.cursor)
  }

  private func set(_ style: Style) {
    let ink = inks.ink(of: style)
    nc_set_style(window, ink.attributes, ink.pair)
  }

  private func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return }
        waddnstr(window, start, Int32(characters.count))
      }
    }
  }

  /// A frame that was made for another size leaves cells over.
  private func clear(row: Int, from column: Int, width: Int) {
    guard column < width else { return }
    wmove(window, Int32(row), Int32(column))
    set(.plain)
    wclrtoeol(window)
  }
}
