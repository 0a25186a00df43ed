import LosslessJSON

/// Pieces of one line, each with its style and with how easily it is left out.
struct Segments {
  private(set) var pieces: [Piece] = []

  struct Piece {
    var text: String
    var style: Style
    /// 0 never goes; the highest number goes first when the line is too short.
    var rank: Int
  }

  mutating func add(_ text: String, _ style: Style = .plain, rank: Int = 0) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text, style: style, rank: rank))
  }

  /// Draws the pieces with a dot between them; the first one is shortened before others go.
  ///
  /// A reversed piece is a label: the blanks at its sides are filled, too.
  ///
  /// Says in which column it stopped.
  @discardableResult
  func draw(in frame: inout Frame, row: Int, column: Int, fitting limit: Int, dot: Style) -> Int {
    guard limit > 0, let first = pieces.first else { return column }
    let rule = frame.rule
    var rest = Array(pieces.dropFirst())
    let firstWidth = rule.width(of: first.text)
    let least = min(firstWidth, 16)
    func width() -> Int { rest.reduce(0) { $0 + rule.width(of: $1.text) + 3 } }
    while width() + least > limit, let worst = rest.map(\.rank).max(), worst > 0,
      let place = rest.lastIndex(where: { $0.rank == worst })
    {
      rest.remove(at: place)
    }
    let room = max(min(8, limit), limit - width())
    var place = frame.draw(
      url: first.text, row: row, column: column, fitting: min(firstWidth, room), style: first.style)
    var before: Style?
    for piece in rest where place + 3 < column + limit {
      let gap = place
      place = frame.draw(" · ", row: row, column: place, end: column + limit, style: dot)
      if piece.style.isReversed {
        frame.draw(" ", row: row, column: place - 1, style: piece.style)
      } else if let before, before.isReversed {
        frame.draw(" ", row: row, column: gap, style: before)
      }
      before = piece.style
      place = frame.draw(
        piece.text, row: row, column: place, fitting: column + limit - place, style: piece.style)
    }
    return place
  }
}
