import LosslessJSON

/// Puts a text of our own together, piece by piece, each with its style.
package struct TextBuilder {
  package private(set) var bytes: [UInt8] = []
  private(set) var spans: [StyleSpan] = []

  package init() {}

  /// Adds a piece of one line: a line feed or a tab inside it is data and spelled.
  package mutating func add(_ text: String, _ style: Style = .plain) {
    text.withUTF8Buffer { add($0, style) }
  }

  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ style: Style = .plain) {
    let start = bytes.count
    var pieceStart = start
    for byte in text {
      guard byte == 0x0A || byte == 0x09 else {
        bytes.append(byte)
        continue
      }
      mark(pieceStart..<bytes.count, style)
      let spelled = bytes.count
      bytes += [UInt8(ascii: "\\"), byte == 0x0A ? UInt8(ascii: "n") : UInt8(ascii: "t")]
      mark(spelled..<bytes.count, style.spelled)
      pieceStart = bytes.count
    }
    mark(pieceStart..<bytes.count, style)
  }

  package mutating func endLine() { bytes.append(0x0A) }

  package mutating func addLine(_ text: String, _ style: Style = .plain) {
    add(text, style)
    endLine()
  }

  private mutating func mark(_ range: Range<Int>, _ style: Style) {
    guard !range.isEmpty, style != .plain else { return }
    spans.append(StyleSpan(range: range, style: style))
  }

  package var section: TextSection { TextSection(source: .bytes(bytes), spans: spans) }

  /// The same, for sentences: long lines break at spaces.
  package var prose: TextSection { TextSection(source: .bytes(bytes), spans: spans, form: .prose) }
}

extension String {
  static func blanks(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }
}
