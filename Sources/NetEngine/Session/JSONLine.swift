/// JSON written in one line, member by member, in the order in which it is said.
///
/// Commas come by themselves. Text is escaped only where JSON demands it, so that a body stands in
/// the file as it is.
struct JSONLine {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// A comma, unless something was just opened.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// The name of the next member.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(0x22)
    bytes.append(UInt8(ascii: ":"))
  }

  /// An object as a member.
  mutating func object(_ name: StaticString, _ body: (inout JSONLine) -> Void) {
    key(name)
    object(body)
  }

  /// An object as an element, or as the whole.
  mutating func object(_ body: (inout JSONLine) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// An array as a member.
  mutating func array(_ name: StaticString, _ body: (inout JSONLine) -> Void) {
    key(name)
    array(body)
  }

  /// An array as an element.
  mutating func array(_ body: (inout JSONLine) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    body(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// A text as a member.
  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  /// A number as a member.
  mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    self.number(number)
  }

  /// A bool as a member.
  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    raw(flag ? "true" : "false")
  }

  /// Several texts as a member.
  mutating func member(_ name: StaticString, _ texts: [String]) {
    array(name) { line in for text in texts { line.string(text) } }
  }

  /// A text as an element or a value.
  mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// UTF-8 as a value.
  mutating func string(_ text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(0x22)
    text.withMemoryRebound(to: UInt8.self) { escape($0) }
    bytes.append(0x22)
  }

  /// A whole number as an element or a value.
  mutating func number(_ number: Int) {
    separate()
    digits(number)
  }

  /// Microseconds as milliseconds, exactly: 3149 is 3.149.
  mutating func milliseconds(_ microseconds: Int) {
    separate()
    digits(microseconds / 1_000)
    let rest = microseconds % 1_000
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(0x30 + rest / 100))
    if rest % 100 > 0 { bytes.append(UInt8(0x30 + rest / 10 % 10)) }
    if rest % 10 > 0 { bytes.append(UInt8(0x30 + rest % 10)) }
  }

  /// A moment as a member.
  mutating func date(_ name: StaticString, _ microseconds: Int) {
    key(name)
    bytes.append(0x22)
    HARDate.append(microseconds, to: &bytes)
    bytes.append(0x22)
  }

  /// What is JSON already.
  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Bytes that are JSON already.
  mutating func raw(_ text: some Collection<UInt8>) {
    bytes.append(contentsOf: text)
  }

  /// Bytes as base64 text.
  mutating func base64(_ name: StaticString, _ body: UnsafeRawBufferPointer) {
    key(name)
    bytes.append(0x22)
    Base64Text.encode(body, into: &bytes)
    bytes.append(0x22)
  }

  private mutating func digits(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var (rest, start) = (number.magnitude, bytes.count)
    repeat {
      bytes.append(UInt8(0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    var end = bytes.count - 1
    while start < end {
      bytes.swapAt(start, end)
      start += 1
      end -= 1
    }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    guard var p = text.baseAddress else { return }
    let end = p + text.count
    while p < end {
      let stop = JSONLine.nextSpecial(p, end)
      bytes.append(contentsOf: UnsafeBufferPointer(start: p, count: stop - p))
      guard stop < end else { return }
      special(stop.pointee)
      p = stop + 1
    }
  }

  /// The next quote, backslash or control character; `end` when there is none.
  private static func nextSpecial(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var p = start
    while end - p >= 8 {
      let stops = JSONScan.stops(JSONScan.load8(p), orHigh: false)
      if stops != 0 { return p + JSONScan.distance(stops) }
      p += 8
    }
    while p < end, p.pointee >= 0x20, p.pointee != 0x22, p.pointee != 0x5c { p += 1 }
    return p
  }

  private mutating func special(_ byte: UInt8) {
    bytes.append(0x5c)
    switch byte {
    case 0x22, 0x5c: bytes.append(byte)
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      raw("u00")
      bytes.append(byte >> 4 + 0x30)
      bytes.append(byte & 15 < 10 ? byte & 15 + 0x30 : byte & 15 + 0x57)
    }
  }
}
