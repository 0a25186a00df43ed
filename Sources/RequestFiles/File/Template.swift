import BytesAndJSON
import ExchangesAndOutcomes

/// Text with variables in it: `{{host}}/users/{{id}}`.
///
/// Braces around something that can be no name, such as `{{#if}}`, are text.
public struct Template: Sendable, Hashable {
  /// Text and variables in order.
  public let pieces: [Piece]

  /// A part of a template.
  public enum Piece: Sendable, Hashable {
    /// Text that stands for itself.
    case text(String)
    /// A variable.
    case use(Use)
  }

  /// A variable where it is used.
  public struct Use: Sendable, Hashable {
    /// What is asked for.
    public var expression: TemplateExpression
    /// What stands between the braces, blanks included.
    public var written: String
    /// Where the braces start.
    public var place: FilePlace
  }

  init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The empty text.
  public static let empty = Template(pieces: [])

  /// Whether it is the empty text.
  public var isEmpty: Bool { pieces.isEmpty }

  /// The text as it is written.
  public var source: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .use(let use): "{{\(use.written)}}"
      }
    }.joined()
  }

  /// Whether it starts with a slash as it is written: a path, which stands on a base.
  var isPath: Bool {
    if case .text(let text) = pieces.first { text.utf8.first == UInt8(ascii: "/") } else { false }
  }

  /// The variables in order.
  public var uses: [Use] {
    pieces.compactMap { if case .use(let use) = $0 { use } else { nil } }
  }

  /// One after the other.
  static func + (left: Template, right: Template) -> Template {
    Template(pieces: left.pieces + right.pieces)
  }
}

extension Template {
  /// Reads a range of a file.
  init(_ source: SourceText, _ range: Range<Int>) {
    self.init(bytes: source.bytes, range) { source.place(at: $0) }
  }

  /// Reads a text of which only the beginning has a place.
  init(_ text: String, at place: FilePlace) {
    let bytes = Array(text.utf8)
    self.init(bytes: bytes, 0..<bytes.count) { _ in place }
  }

  private init(bytes: [UInt8], _ range: Range<Int>, place: (Int) -> FilePlace) {
    var pieces: [Piece] = []
    var start = range.lowerBound
    var at = start
    func flush(to end: Int) {
      guard end > start else { return }
      pieces.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
    }
    while at + 4 <= range.upperBound {
      guard bytes[at] == UInt8(ascii: "{"), bytes[at + 1] == UInt8(ascii: "{"),
        let end = Self.end(bytes, from: at + 2, to: range.upperBound)
      else {
        at += 1
        continue
      }
      let written = String(decoding: bytes[at + 2..<end], as: UTF8.self)
      guard let expression = TemplateExpression(written) else {
        at += 1
        continue
      }
      flush(to: at)
      pieces.append(.use(Use(expression: expression, written: written, place: place(at))))
      at = end + 2
      start = at
    }
    flush(to: range.upperBound)
    self.pieces = pieces
  }

  /// Where `}}` stands in the same line.
  static func end(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var at = start
    while at + 1 < end, bytes[at] != 0x0a {
      if bytes[at] == UInt8(ascii: "}"), bytes[at + 1] == UInt8(ascii: "}") { return at }
      at += 1
    }
    return nil
  }
}
