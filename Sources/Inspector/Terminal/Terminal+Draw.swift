internal import CNcurses
import FramesAndWidgets
import InspectorCore

extension Terminal {
  /// Shows a frame; ncurses sends only what differs from what stands there.
  ///
  /// Rows that are as they were are not even told to it: comparing characters is most of its work.
  func draw(_ frame: Frame) {
    let (width, height) = size
    let before = drawn
    drawn = frame
    var piece: [cchar_t] = []
    piece.reserveCapacity(frame.width)
    for row in 0..<min(frame.height, height) {
      if let before, frame.hasSameRow(row, as: before) { continue }
      draw(row, of: frame, width: width, with: &piece)
      clear(row: row, from: frame.width, width: width)
    }
    if before?.height != frame.height {
      for row in min(frame.height, height)..<height { clear(row: row, from: 0, width: width) }
    }
    paint(cursor: frame.cursor)
  }

  /// Puts the cells of a row where they belong, a piece of one style at a time.
  ///
  /// Each piece starts where the frame says, so that no width the terminal thinks of can shift what
  /// follows.
  private func draw(_ row: Int, of frame: Frame, width: Int, with piece: inout [cchar_t]) {
    var (style, start) = (Style.plain.packed, 0)
    var ink = inks.cell(of: .plain)
    // Where the blanks begin that the piece ends in up to now.
    var blank: Int?
    frame.forEachCell(inRow: row) { column, scalar, marks, itsStyle in
      if itsStyle != style {
        put(&piece, row: row, from: start, blank: blank ?? column, to: min(column, width), ink)
        (style, start, blank) = (itsStyle, column, nil)
        ink = inks.cell(of: Style(style))
      }
      if scalar == 0x20, marks == nil {
        blank = blank ?? column
        return
      }
      if let first = blank {
        piece.append(contentsOf: repeatElement(ink, count: column - first))
        blank = nil
      }
      var cell = ink
      nc_put(&cell, 0, scalar)
      var place: Int32 = 1
      marks?.visit { mark in
        nc_put(&cell, place, mark)
        place += 1
      }
      piece.append(cell)
    }
    let end = min(frame.width, width)
    put(&piece, row: row, from: start, blank: blank ?? end, to: end, ink)
  }

  /// Puts a piece down; ncurses is faster at the blanks behind it.
  private func put(
    _ piece: inout [cchar_t], row: Int, from start: Int, blank: Int, to end: Int, _ ink: cchar_t
  ) {
    var ink = ink
    if start < end, !piece.isEmpty {
      mvwadd_wchnstr(window, Int32(row), Int32(start), piece, Int32(piece.count))
    }
    if blank < end { mvwhline_set(window, Int32(row), Int32(blank), &ink, Int32(end - blank)) }
    piece.removeAll(keepingCapacity: true)
  }

  /// A frame that was made for another size leaves cells over.
  private func clear(row: Int, from column: Int, width: Int) {
    guard column < width else { return }
    wmove(window, Int32(row), Int32(column))
    wclrtoeol(window)
  }
}
