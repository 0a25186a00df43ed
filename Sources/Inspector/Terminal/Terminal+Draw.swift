internal import CNcurses
import InspectorScreens
import LosslessJSON

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

  /// Puts the cells of a row where they belong, as many at a time as can be.
  ///
  /// What follows a wide character, or one with marks, starts where the frame says, so that no width
  /// the terminal thinks of can shift it.
  private func draw(_ row: Int, of frame: Frame, width: Int, with piece: inout [cchar_t]) {
    var (style, ink) = (Style.plain.packed, inks.cell(of: Style.plain.packed))
    // Where the piece starts, and the blanks of one style that it ends in; where it ends, if anywhere.
    var (start, blank, end) = (0, nil as Int?, 0)
    frame.forEachCell(inRow: row) { column, scalar, marks, itsStyle in
      if column != end {
        put(&piece, row: row, from: start)
        start = column
      }
      end = column + 1
      let isBlank = scalar == 0x20 && marks == nil
      if let first = blank, !isBlank || itsStyle.bits != style.bits {
        put(&piece, row: row, from: &start, blanks: first..<column, ink, width)
        blank = nil
      }
      if itsStyle.bits != style.bits { (style, ink) = (itsStyle, inks.cell(of: itsStyle)) }
      if isBlank {
        blank = blank ?? column
        return
      }
      var cell = ink
      nc_put(&cell, 0, scalar)
      if let marks {
        Terminal.put(marks, on: &cell)
        end = -1
      }
      piece.append(cell)
    }
    if let first = blank {
      put(&piece, row: row, from: &start, blanks: first..<frame.width, ink, width)
    }
    put(&piece, row: row, from: start)
  }

  private static func put(_ marks: Glyph.Marks, on cell: inout cchar_t) {
    var place: Int32 = 1
    marks.visit { mark in
      nc_put(&cell, place, mark)
      place += 1
    }
  }

  /// Blanks go into the piece; many of them are put behind it, at which ncurses is faster, and the next
  /// piece starts there.
  private func put(
    _ piece: inout [cchar_t], row: Int, from start: inout Int, blanks: Range<Int>, _ ink: cchar_t,
    _ width: Int
  ) {
    if blanks.count < 8 {
      piece.append(contentsOf: repeatElement(ink, count: blanks.count))
      return
    }
    put(&piece, row: row, from: start)
    let count = min(blanks.upperBound, width) - blanks.lowerBound
    var ink = ink
    if count > 0 {
      mvwhline_set(window, Int32(row), Int32(blanks.lowerBound), &ink, Int32(count))
    }
    start = blanks.upperBound
  }

  /// What does not fit the row is left out by ncurses.
  private func put(_ piece: inout [cchar_t], row: Int, from start: Int) {
    guard !piece.isEmpty else { return }
    mvwadd_wchnstr(window, Int32(row), Int32(start), piece, Int32(piece.count))
    piece.removeAll(keepingCapacity: true)
  }

  /// A frame that was made for another size leaves cells over.
  private func clear(row: Int, from column: Int, width: Int) {
    guard column < width else { return }
    wmove(window, Int32(row), Int32(column))
    wclrtoeol(window)
  }
}
