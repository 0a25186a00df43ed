/// A second reader of RFC 8259, as plain as it can be: by recursion, a byte at a time, no resuming.
///
/// It shares no code with the parser, so where the two agree neither is likely to be wrong.
struct JSONReference {
  private let bytes: [UInt8]
  private var at = 0
  private var output: [UInt8] = []

  /// The document without its white space, or nil when it is not JSON in UTF-8.
  static func compact(_ bytes: [UInt8]) -> [UInt8]? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReference(bytes: bytes)
    reader.space()
    guard reader.value() else { return nil }
    reader.space()
    return reader.at == bytes.count ? reader.output : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    output.append(byte)
    at += 1
    return true
  }

  private mutating func space() {
    while let byte = current, [0x20, 0x0a, 0x0d, 0x09].contains(byte) { at += 1 }
  }

  private mutating func value() -> Bool {
    switch current {
    case UInt8(ascii: "{"): object()
    case UInt8(ascii: "["): array()
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    case UInt8(ascii: "n"): word("null")
    default: number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    for byte in word.utf8 { guard take(byte) else { return false } }
    return true
  }

  private mutating func array() -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    space()
    if take(UInt8(ascii: "]")) { return true }
    while true {
      space()
      guard value() else { return false }
      space()
      if take(UInt8(ascii: "]")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func object() -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    space()
    if take(UInt8(ascii: "}")) { return true }
    while true {
      space()
      guard string() else { return false }
      space()
      guard take(UInt8(ascii: ":")) else { return false }
      space()
      guard value() else { return false }
      space()
      if take(UInt8(ascii: "}")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = current {
      if byte < 0x20 { return false }
      _ = take(byte)
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let escape = current, "\"\\/bfnrtu".utf8.contains(escape) else { return false }
      _ = take(escape)
      guard escape == UInt8(ascii: "u") else { continue }
      for _ in 0..<4 {
        guard let digit = current, "0123456789abcdefABCDEF".utf8.contains(digit) else {
          return false
        }
        _ = take(digit)
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { guard digits() else { return false } }
    if take(UInt8(ascii: ".")) { guard digits() else { return false } }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte = current, byte >= 0x30, byte <= 0x39 { _ = take(byte) }
    return at > start
  }
}
