import LosslessJSON
import NetEngine

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

    /// The same without blanks around it.
    var name: String {
      let isTrimmed = written.utf8.first?.isPlain ?? true && written.utf8.last?.isPlain ?? true
      return isTrimmed ? written : String(Substring(Substring(written).utf8.trimmingBlanks))
    }
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
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    return pieces.map { piece in
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

  /// The first byte as it is written.
  var firstByte: UInt8? {
    switch pieces.first {
    case .text(let text): text.utf8.first
    case .use: UInt8(ascii: "{")
    case nil: nil
    }
  }

  /// Whether it is a variable and nothing else.
  var isOneVariable: Bool {
    if pieces.count == 1, case .use = pieces[0] { true } else { false }
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

extension String {
  /// With `{{name}}` in place of `\{\{name\}\}`, which is the text and no variable.
  var withBraces: String {
    guard utf8.contains(UInt8(ascii: "\\")) else { return self }
    let (open, close) = (Array(#"\{\{"#.utf8), Array(#"\}\}"#.utf8))
    var made: [UInt8] = []
    var rest = Array(utf8)[...]
    var next: Range<Int>?
    while let start = rest.firstPlace(of: open) {
      if next.map({ $0.lowerBound < start.upperBound }) ?? true {
        next = rest[start.upperBound...].firstPlace(of: close)
      }
      guard let end = next else { break }
      guard end.lowerBound > start.upperBound,
        !rest[start.upperBound..<end.lowerBound].contains(where: { "{}\n".utf8.contains($0) }),
        start.lowerBound == rest.startIndex || rest[start.lowerBound - 1] != UInt8(ascii: "\\")
      else {
        made += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      made += rest[..<start.lowerBound] + "{{".utf8
      made += rest[start.upperBound..<end.lowerBound] + "}}".utf8
      rest = rest[end.upperBound...]
    }
    return String(decoding: made + rest, as: UTF8.self)
  }
}

extension Template {
  /// Reads a range of a file.
  init(_ source: SourceText, _ range: Range<Int>) {
    var places = PlaceCursor(source)
    self.init(bytes: source.bytes, range, source.colonNames) { places.place(at: $0) }
  }

  /// Reads a text of which only the beginning has a place.
  init(_ text: String, at place: FilePlace) {
    let bytes = Array(text.utf8)
    self.init(bytes: bytes, 0..<bytes.count, SourceText.ColonNames([])) { _ in place }
  }

  private init(
    bytes: [UInt8], _ range: Range<Int>, _ colonNames: SourceText.ColonNames,
    place: (Int) -> FilePlace
  ) {
    guard colonNames.isEmpty else {
      pieces = Self.pieces(of: bytes, range, colonNames, place)
      return
    }
    var pieces: [Piece] = []
    var start = range.lowerBound
    func flush(to end: Int) {
      guard end > start else { return }
      pieces.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
    }
    var scan = BraceScan(bytes, range)
    while let braces = scan.next() {
      guard let use = braces.use else { continue }
      flush(to: braces.start)
      pieces.append(
        .use(
          Use(expression: use.expression, written: use.written, place: place(braces.start))))
      start = use.end
    }
    flush(to: range.upperBound)
    self.pieces = pieces
  }

  /// Text in which `:name` is a variable wherever it stands, as restclient.el has it.
  private static func pieces(
    of bytes: [UInt8], _ range: Range<Int>, _ names: SourceText.ColonNames,
    _ place: (Int) -> FilePlace
  ) -> [Piece] {
    var pieces: [Piece] = []
    var (start, at) = (range.lowerBound, range.lowerBound)
    func flush() {
      guard at > start else { return }
      pieces.append(.text(String(decoding: bytes[start..<at], as: UTF8.self)))
    }
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: ":"),
        let name = names.first(of: bytes[at + 1..<range.upperBound])
      else {
        at += 1
        continue
      }
      flush()
      let text = String(decoding: name, as: UTF8.self)
      pieces.append(.use(Use(expression: .variable(text), written: text, place: place(at))))
      at += 1 + name.count
      start = at
    }
    flush()
    return pieces
  }
}

extension UInt8 {
  /// Whether trimming leaves it.
  fileprivate var isPlain: Bool { !isBlank && !endsLine }
}
