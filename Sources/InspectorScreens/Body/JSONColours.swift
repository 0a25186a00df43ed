import NetEngine

/// JSON as it stands in a body, in the colours of the tree; what is not read yet has none.
///
/// The index that was made for the tree says what a row begins in, so nothing before it is read.
final class JSONColours: TextTint {
  private let forest: Lock<JSONForest>

  /// nil where the text that was read is another one than the bytes of the body.
  init?(_ forest: JSONForest) {
    guard forest.standsInBody else { return nil }
    self.forest = Lock(forest)
  }

  func spans(in range: Range<Int>) -> [StyleSpan] {
    forest.withLock { forest in
      forest.tokens(in: range).map { StyleSpan(range: $0.range, style: $0.kind.style) }
    }
  }
}

extension JSONToken.Kind {
  fileprivate var style: Style {
    switch self {
    case .key: Style(.key)
    case .string: Style(.string)
    case .number: Style(.number)
    case .word: Style(.literal)
    }
  }
}

extension JSONForest {
  /// A longer one of many documents is not read between two keys: it has no colours.
  private static let partLimit = 128 << 10

  /// Whether places in its text are places in the body.
  var standsInBody: Bool {
    guard case .document(let document) = text else { return true }
    return document.encoding == .utf8
  }

  /// The pieces of documents in a window of the text, in order.
  mutating func tokens(in window: Range<Int>) -> [JSONToken] {
    guard hasParts else { return document(0).tokens(in: window) }
    var tokens: [JSONToken] = []
    var number = part(atByte: window.lowerBound) ?? 0
    while number < count, let range = range(of: number), range.lowerBound < window.upperBound {
      if range.count <= Self.partLimit { tokens += self.tokens(of: number, at: range, in: window) }
      number += 1
    }
    return tokens
  }

  private mutating func tokens(
    of number: Int, at range: Range<Int>, in window: Range<Int>
  ) -> [JSONToken] {
    guard noun == "event" else {
      return document(number).tokens(in: window, standingAt: range, from: 0)
    }
    guard let event = event(number), let document = event.document else { return [] }
    var tokens: [JSONToken] = []
    var before = 0
    for line in event.data {
      if line.overlaps(window) {
        tokens += document.tokens(in: window, standingAt: line, from: before)
      }
      before += line.count + 1
    }
    return tokens
  }
}

extension JSONDocument {
  /// The pieces in a window of a larger text in which some of the document stands at a range, its
  /// bytes from `start` on.
  fileprivate func tokens(
    in window: Range<Int>, standingAt place: Range<Int>, from start: Int
  ) -> [JSONToken] {
    let shared = window.clamped(to: place)
    let moved = place.lowerBound - start
    return tokens(in: shared.lowerBound - moved..<shared.upperBound - moved).map { token in
      let range = token.range
      return JSONToken(token.kind, range.lowerBound + moved..<range.upperBound + moved)
    }
  }
}
