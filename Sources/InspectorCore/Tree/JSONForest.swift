import NetEngine

/// What a tree shows: one document, or the documents of an NDJSON body, a line each.
package struct JSONForest: Sendable {
  private let source: Source
  /// Documents of lines that were looked at; each is small, and few are on a screen.
  private var parsed: [Int: JSONDocument] = [:]
  /// How far a document is read that is not complete yet, from 0 to 1.
  var fraction: Double?

  /// So many lines are kept parsed.
  private static let parsedLimit = 512

  private enum Source: Sendable {
    case whole(JSONDocument)
    case lines(JSONLines)
  }

  package init(_ document: JSONDocument) {
    source = .whole(document)
  }

  package init(_ lines: JSONLines) {
    source = .lines(lines)
  }

  var hasLines: Bool {
    if case .lines = source { true } else { false }
  }

  /// How many documents there are.
  var count: Int {
    switch source {
    case .whole: 1
    case .lines(let lines): lines.count
    }
  }

  mutating func document(_ part: Int) -> JSONDocument {
    switch source {
    case .whole(let document): return document
    case .lines(let lines):
      if let known = parsed[part] { return known }
      if parsed.count >= JSONForest.parsedLimit { parsed = [:] }
      let document = lines[part]
      parsed[part] = document
      return document
    }
  }

  /// How much of the text it covers.
  var size: Int {
    switch source {
    case .whole(let document): document.parsedBytes
    case .lines(let lines): lines.count
    }
  }

  /// The number of a part's line in the body; nil where there is one document.
  func lineNumber(_ part: Int) -> Int? {
    guard case .lines(let lines) = source, lines.lines.indices.contains(part) else { return nil }
    return lines.lines[part].number
  }

  /// What stands behind a part's values: where it broke, or that the rest is still to come.
  func note(_ document: JSONDocument) -> JSONNote? {
    if let error = document.error { return .broken(error) }
    return document.isComplete ? nil : .reading(fraction)
  }

  // MARK: Bytes

  /// The text to search through.
  var text: ByteSource {
    switch source {
    case .whole(let document): .document(document)
    case .lines(let lines): .lines(lines)
    }
  }

  /// The part and the byte in it for a byte of the text.
  func place(ofByte offset: Int) -> (part: Int, offset: Int)? {
    guard case .lines(let lines) = source else { return (0, offset) }
    var low = 0
    var high = lines.lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines.lines[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : (low - 1, offset - lines.lines[low - 1].range.lowerBound)
  }

  /// Where a part begins in the text.
  func start(of part: Int) -> Int {
    guard case .lines(let lines) = source, lines.lines.indices.contains(part) else { return 0 }
    return lines.lines[part].range.lowerBound
  }
}

/// What stands where a document goes no further.
enum JSONNote: Sendable {
  case broken(JSONError)
  /// From 0 to 1; nil where nobody knows how much there will be.
  case reading(Double?)
}

/// A row of a tree: a value of one of its documents, or what stands behind its last value.
struct JSONPlace: Hashable, Comparable, Sendable {
  var part = 0
  /// nil behind the last value.
  var node: JSONNode?

  static func < (left: JSONPlace, right: JSONPlace) -> Bool {
    (left.part, left.node?.index ?? .max) < (right.part, right.node?.index ?? .max)
  }
}
