import NetEngine

/// One row of a tree as text with styles; only what fits the row is looked at.
struct JSONRowText {
  private let row: JSONTree.Row
  private let width: Int
  /// Columns that are left of the screen.
  private let hidden: Int
  private let label: PartLabel?
  private var builder = TextBuilder()
  /// Where in the text the key begins, or the value of an element: what stands before is ours.
  private var contentStart = 0

  init(_ row: JSONTree.Row, width: Int, hidden: Int = 0, label: PartLabel?) {
    self.row = row
    self.width = max(8, width)
    self.hidden = hidden
    self.label = label
  }

  /// The row's text, and where in it what came from the document begins.
  func section() -> (section: TextSection, contentStart: Int) {
    var text = self
    if let value = row.value { text.add(value) } else if let note = row.note { text.add(note) }
    text.builder.endLine()
    return (text.builder.section, text.contentStart)
  }

  /// Bytes of a value that can matter for a row: escaped, a sign takes six.
  private var limit: Int { (width + hidden) * 6 + 16 }

  private mutating func indent(_ depth: Int) {
    // Far inside, the depth gives way to what stands there.
    let columns = min(depth * 2, width / 2)
    builder.add(.blanks(columns))
  }

  private mutating func add(_ note: JSONNote) {
    switch note {
    case .broken(let error):
      builder.add("✗ \(error.place): \(error.trouble)", Style(.warning, bold: true))
      if let hint = error.hint { builder.add(" — \(hint)", Style(.faint)) }
    case .kept(let words): builder.add("the recording ends here: \(words)", .incomplete)
    case .reading(let fraction):
      let part = fraction.map { ", \(Int(saturating: $0 * 100)) %" } ?? "; the rest is still coming"
      builder.add("reading\(part)", Style(.progress, bold: true))
    case .unfinished(let count):
      builder.add(
        "the start of one more event, \(Units.count(count, "byte")): no blank line ends it",
        Style(.warning))
    }
  }

  private mutating func add(_ value: JSONRow) {
    let document = row.document
    let kind = document.kind(of: value.node)
    label?.add(to: &builder, isFirst: value.depth == 0)
    indent(value.depth)
    let hasFold = row.isContainer
    builder.add(hasFold ? (row.isOpen ? "▾ " : "▸ ") : "  ", Style(.faint))
    addKey(value)
    switch kind {
    case .object, .array: addContainer(value.node, kind)
    case .string where row.event != nil && row.event?.document == nil: addText()
    case .string: addString(value.node)
    case .number: addNumber(value.node)
    case .bool, .null: builder.add(document.rawText(of: value.node), Style(.literal))
    }
    if value.depth == 0, document.hasMark {
      builder.add("  ! behind a byte order mark", Style(.warning))
    }
    if row.isDuplicate { builder.add("  ! this key comes again", Style(.warning)) }
  }

  private mutating func addKey(_ value: JSONRow) {
    guard let range = row.document.keyRange(of: value.node) else {
      if value.depth > 0 { builder.add("\(value.position): ", Style(.faint)) }
      contentStart = builder.bytes.count
      return
    }
    contentStart = builder.bytes.count
    let shown = range.lowerBound + 1..<min(range.upperBound - 1, range.lowerBound + 1 + limit)
    var bytes = row.document.withText { Array($0[shown]) }
    if shown.upperBound < range.upperBound - 1 { bytes = JSONRowText.whole(beginning: bytes) }
    builder.add(JSONRowText.readable(bytes), Style(.key))
    builder.add(": ")
  }

  private mutating func addContainer(_ node: JSONNode, _ kind: JSON.Kind) {
    let isObject = kind == .object
    guard row.isContainer else { return builder.add(isObject ? "{}" : "[]") }
    let count = row.document.count(of: node)
    let size = Units.grouped(count) + (row.document.isOpen(node) ? "+" : "")
    builder.add(isObject ? "{\(size)}" : "[\(size)]", Style(.faint))
    guard !row.isOpen else { return }
    builder.add(" ")
    let glance = row.document.withBytes(of: node) { JSONRowText.glance($0, limit: limit) }
    glance.withUnsafeBufferPointer { builder.add($0, Style(.faint)) }
  }

  private mutating func addString(_ node: JSONNode) {
    let bytes = row.document.withBytes(of: node) { Array($0.prefix(limit)) }
    let isWhole = bytes.count == row.document.range(of: node).count
    let inside =
      isWhole
      ? Array(bytes.dropFirst().dropLast()) : JSONRowText.whole(beginning: Array(bytes.dropFirst()))
    let isBroken = isWhole && row.document.hasLoneSurrogate(node)
    let text =
      isBroken ? String(decoding: inside, as: UTF8.self) : JSONRowText.readable(inside)
    builder.add("\"" + text + (isWhole ? "\"" : ""), Style(.string))
    if isBroken { builder.add("  ! half a surrogate pair", Style(.warning)) }
  }

  /// What is no JSON, as it came: without quotes.
  private mutating func addText() {
    let text = row.document.json.string ?? ""
    builder.add(String(decoding: text.utf8.prefix(limit), as: UTF8.self))
  }

  private mutating func addNumber(_ node: JSONNode) {
    let range = row.document.range(of: node)
    let bytes = row.document.withBytes(of: node) { Array($0.prefix(limit)) }
    let text = String(decoding: bytes, as: UTF8.self)
    builder.add(text, Style(.number))
    guard bytes.count == range.count else {
      return builder.add("  ! \(Units.grouped(range.count)) digits", Style(.warning))
    }
    if let trouble = JSONNumber(text)?.trouble { builder.add("  ! \(trouble)", Style(.warning)) }
  }

  /// The beginning of a string without an escape that the cut goes through.
  private static func whole(beginning bytes: [UInt8]) -> [UInt8] {
    var end = bytes.count
    bytes.withUnsafeBufferPointer { bytes in
      while end > 0, ByteSearch.isInsideEscape(end, in: bytes) { end -= 1 }
      // Half a surrogate pair is none without its other half.
      let isHalf =
        end >= 6 && bytes[end - 6] == UInt8(ascii: "\\") && bytes[end - 5] == UInt8(ascii: "u")
        && bytes[end - 4] | 0x20 == UInt8(ascii: "d")
        && "89abAB".utf8.contains(bytes[end - 3])
      if isHalf { end -= 6 }
    }
    return Array(bytes.prefix(end))
  }

  /// The text of a string with its escapes undone, where that leaves nothing open.
  private static func readable(_ bytes: [UInt8]) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    let quoted = [0x22] + bytes + [0x22]
    guard let text = JSONDocument(quoted).json.string else {
      return String(decoding: bytes, as: UTF8.self)
    }
    // A quote of the text must not look like its end, nor a backslash like an escape.
    var shown: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        shown.append(UInt8(ascii: "\\"))
      }
      shown.append(byte)
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// The beginning of a container without the white space between its values.
  private static func glance(_ bytes: UnsafeRawBufferPointer, limit: Int) -> [UInt8] {
    var out: [UInt8] = []
    var isText = false
    var isEscaped = false
    for byte in bytes.prefix(limit * 4) {
      guard out.count < limit else { break }
      if isText {
        out.append(byte)
        if byte == UInt8(ascii: "\""), !isEscaped { isText = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte > 0x20 {
        out.append(byte)
        if byte == UInt8(ascii: "\"") { isText = true }
      }
    }
    return out
  }
}

extension JSONNumber {
  /// What a program that reads it as a double would get wrong, in a few words; nil for nothing.
  var trouble: String? {
    let isNegativeZero = isZero && text.utf8.first == UInt8(ascii: "-")
    if isNegativeZero { return "minus zero" }
    if !double.isFinite { return "too large for a double" }
    if !isZero, double == 0 { return "too small for a double" }
    if isIntegral, let limit = JSONNumber("9007199254740992"),
      self > limit || self < JSONNumber("-9007199254740992") ?? limit
    {
      return survivesDouble ? "beyond 2^53" : "beyond 2^53: a double alters it"
    }
    if !survivesDouble { return "more digits than a double keeps" }
    if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) { return "with an exponent" }
    return nil
  }
}
