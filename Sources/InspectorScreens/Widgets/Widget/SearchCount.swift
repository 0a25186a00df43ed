import LosslessJSON

/// Where all matches of a search are, as far as they are known.
package struct SearchCount: Sendable {
  /// The first byte of each match, counted over all sections; at most `limit`.
  package private(set) var places: [Int] = []
  package private(set) var marks = SearchMarks()
  /// How far they are known.
  package private(set) var scan = SearchScan()

  /// More matches are not counted.
  static let limit = 1_000_000
  package static let parts = 512

  /// Nothing is known yet.
  package init() {}

  /// There is nothing more to count.
  package var isWhole: Bool { scan.isWhole }

  /// Every match there is is known.
  private var isComplete: Bool {
    isWhole && scan.trouble == nil && places.count < SearchCount.limit
  }

  /// Looks through so many bytes more.
  package mutating func step(_ needle: Needle, in document: TextDocument, budget: Int) {
    var scan = scan
    take(scan.step(needle, in: document, budget: budget))
  }

  /// Takes the next piece of the way.
  package mutating func take(_ piece: SearchScan.Piece) {
    places += piece.places
    marks.formUnion(piece.marks)
    scan = piece.end
  }

  /// The text goes on from a byte in another way: what was known behind it is known no more.
  package mutating func rewind(to place: Int, in document: TextDocument) {
    let place = min(place, scan.place)
    places.removeLast(places.count - places.insertionIndex(ofSorted: place))
    scan.rewind(to: place, found: places.count, in: document)
    marks = SearchMarks()
    let total = max(1, document.count)
    for place in places { marks.insert(part: place * SearchCount.parts / total) }
  }

  // MARK: Looking up

  /// What is known of the next match from a byte on, or of the last one before it.
  package enum Neighbour: Hashable {
    case place(Int, hasWrapped: Bool)
    case missing
    /// It has to be looked for.
    case unknown
  }

  package func neighbour(of place: Int, forward: Bool) -> Neighbour {
    let index = places.insertionIndex(ofSorted: place)
    if forward, index < places.count { return .place(places[index], hasWrapped: false) }
    if !forward, index > 0, isComplete || scan.place >= place {
      return .place(places[index - 1], hasWrapped: false)
    }
    guard isComplete else { return .unknown }
    guard let other = forward ? places.first : places.last else { return .missing }
    return .place(other, hasWrapped: true)
  }

  /// `3 of 120`, with a plus while there may be more; the first number once it is known.
  package func words(at match: TextPosition?, in document: TextDocument) -> String {
    let total = Units.grouped(places.count) + (isComplete ? "" : "+")
    guard let match else { return total }
    let place = document.place(of: match)
    let index = places.insertionIndex(ofSorted: place)
    guard index < places.count, places[index] == place else { return total }
    return "\(Units.grouped(index + 1)) of \(total)"
  }
}

extension TextDocument {
  /// A byte, counted over all sections.
  package func place(of position: TextPosition) -> Int {
    sections.prefix(position.section).reduce(position.offset) { $0 + $1.source.count }
  }

  /// The byte at such a place.
  package func position(of place: Int) -> TextPosition {
    var rest = place
    for (section, part) in sections.enumerated() {
      if rest < part.source.count { return TextPosition(section: section, offset: rest) }
      rest -= part.source.count
    }
    return TextPosition(section: sections.count)
  }
}
