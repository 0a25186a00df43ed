/// The text a parser sees during one call, and the places in it.
struct JSONTextView {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// Whether the end of the text is the end of the document.
  let isFinal: Bool

  var end: UnsafePointer<UInt8> { base + count }

  init(_ text: UnsafeRawBufferPointer, count: Int, isFinal: Bool) {
    base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.nowhere
    self.count = count
    self.isFinal = isFinal
  }

  /// Never read: stands for the address an empty buffer does not have.
  private static var nowhere: UnsafePointer<UInt8> {
    UnsafePointer(bitPattern: 16).unsafelyUnwrapped
  }

  /// The error for a trouble at an offset: where that is for a person, and what stands there.
  func error(
    at offset: Int, _ trouble: JSONTrouble, _ expected: JSONError.Expected,
    encoding: JSONEncoding, markLength: Int, limits: JSONLimits
  ) -> JSONError {
    let found = found(at: offset)
    let reason = reason(trouble, found, limits)
    let start = encoding == .utf8 ? min(markLength, offset) : 0
    let place = place(of: offset, from: start)
    let source = JSONTranscoder.sourceOffset(
      of: offset, in: base, encoding: encoding, markLength: markLength)
    return JSONError(
      reason: reason, byteOffset: source, line: place.line, column: place.column, found: found,
      expected: reason == .invalidText ? .text(encoding) : expected)
  }

  /// What the parser calls one thing is another to a person when the document just ends there, or
  /// when what stands there is no text at all.
  private func reason(
    _ trouble: JSONTrouble, _ found: JSONError.Found, _ limits: JSONLimits
  ) -> JSONError.Reason {
    switch (trouble, found) {
    case (.limit(let name), _): .limit(name, allowed: limits[name])
    case (.empty, _): .empty
    case (_, .byte): .invalidText
    case (.unexpected, .end): .truncated
    case (.unexpected, _): .unexpected
    case (.trailing, _): .trailing
    case (.badEscape, _): .badEscape
    case (.controlCharacter, _): .controlCharacter
    case (.invalidText, _): .invalidText
    }
  }

  private func found(at offset: Int) -> JSONError.Found {
    guard offset < count else { return .end }
    let byte = base[offset]
    guard byte >= 0x80 else { return .character(Unicode.Scalar(byte)) }
    let bytes = UnsafeBufferPointer(start: base + offset, count: min(4, count - offset))
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return .byte(byte) }
    return .character(scalar)
  }

  /// Line and column, counted from 1; the column in scalars.
  private func place(of offset: Int, from start: Int) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = start
    for i in start..<offset where base[i] == 0x0a {
      line += 1
      lineStart = i + 1
    }
    var column = 1
    for i in lineStart..<offset where base[i] & 0xc0 != 0x80 { column += 1 }
    return (line, column)
  }
}

/// What the parser finds wrong, before anybody has looked at what stands there.
enum JSONTrouble {
  case empty
  case unexpected
  case trailing
  case badEscape
  case controlCharacter
  case invalidText
  case limit(JSONLimits.Name)
}
