import LosslessJSON
import NetEngine

/// JSON written in one line, member by member, in the order in which it is said.
///
/// Commas come by themselves. Text is escaped only where JSON demands it, so that a body stands in
/// the file as it is. Every recorded exchange goes through here twice: the bytes stand in a buffer
/// of our own, for an array asks at every byte whether somebody else holds it.
struct JSONLine: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  /// How many bytes are written so far.
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 256) {
    self.capacity = max(64, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// What is written so far.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Runs over what is written so far, where it stands.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Takes back what was written from a place on; the room for it stays.
  mutating func drop(from place: Int) { count = min(count, max(0, place)) }

  /// Where so many more bytes may be written; the count is moved by the one who writes.
  @inline(__always)
  private mutating func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < more { grow(more) }
    return start + count
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    room(1).pointee = byte
    count += 1
  }

  @inline(__always)
  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    room(bytes.count).initialize(from: first, count: bytes.count)
    count += bytes.count
  }

  /// A comma, unless something was just opened.
  private mutating func separate() {
    guard count > 0 else { return }
    switch start[count - 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: put(UInt8(ascii: ","))
    }
  }

  /// The name of the next member.
  mutating func key(_ name: StaticString) {
    separate()
    put(0x22)
    name.withUTF8Buffer { put($0) }
    put(0x22)
    put(UInt8(ascii: ":"))
  }

  /// The name of the next member as it stands in some JSON, escapes and all.
  mutating func key(_ name: UnsafeBufferPointer<UInt8>) {
    separate()
    put(0x22)
    put(name)
    put(0x22)
    put(UInt8(ascii: ":"))
  }

  /// An object as a member.
  mutating func object(_ name: StaticString, _ body: (inout JSONLine) -> Void) {
    key(name)
    object(body)
  }

  /// An object as an element, or as the whole.
  mutating func object(_ body: (inout JSONLine) -> Void) {
    separate()
    put(UInt8(ascii: "{"))
    body(&self)
    put(UInt8(ascii: "}"))
  }

  /// An array as a member.
  mutating func array(_ name: StaticString, _ body: (inout JSONLine) -> Void) {
    key(name)
    array(body)
  }

  /// An array as an element.
  mutating func array(_ body: (inout JSONLine) -> Void) {
    separate()
    put(UInt8(ascii: "["))
    body(&self)
    put(UInt8(ascii: "]"))
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
    put(0x22)
    text.withMemoryRebound(to: UInt8.self) { escape($0) }
    put(0x22)
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
    put(UInt8(ascii: "."))
    put(UInt8(0x30 + rest / 100))
    if rest % 100 > 0 { put(UInt8(0x30 + rest / 10 % 10)) }
    if rest % 10 > 0 { put(UInt8(0x30 + rest % 10)) }
  }

  /// A moment as a member.
  mutating func date(_ name: StaticString, _ microseconds: Int) {
    key(name)
    put(0x22)
    HARDate.write(microseconds, to: room(HARDate.length))
    count += HARDate.length
    put(0x22)
  }

  /// What is JSON already.
  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { put($0) }
  }

  /// Bytes that are JSON already.
  mutating func raw(_ text: UnsafeRawBufferPointer) {
    text.withMemoryRebound(to: UInt8.self) { put($0) }
  }

  /// Bytes that are JSON already.
  mutating func raw(_ text: [UInt8]) {
    text.withUnsafeBytes { raw($0) }
  }

  /// Bytes as base64 text.
  mutating func base64(_ name: StaticString, _ body: UnsafeRawBufferPointer) {
    key(name)
    put(0x22)
    count += Base64Text.encode(body, to: room(Base64Text.length(of: body.count)))
    put(0x22)
  }

  private mutating func digits(_ number: Int) {
    // A sign and nineteen digits at the most.
    let place = room(20)
    if number < 0 { place.pointee = UInt8(ascii: "-") }
    let first = place + (number < 0 ? 1 : 0)
    var rest = number.magnitude
    var width = 1
    while rest >= 10 {
      rest /= 10
      width += 1
    }
    rest = number.magnitude
    for index in stride(from: width - 1, through: 0, by: -1) {
      first[index] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    }
    count += first - place + width
  }

  /// A byte becomes six at the most; long texts are taken in pieces, for the sake of the room.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    guard var p = text.baseAddress else { return }
    let end = p + text.count
    while p < end {
      let length = min(4_096, end - p)
      let place = room(length * 6)
      count += JSONLine.escape(p, length, to: place) - place
      p += length
    }
  }

  /// Writes a piece and tells where it ended; eight bytes are copied before they are judged.
  private static func escape(
    _ start: UnsafePointer<UInt8>, _ length: Int, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var (p, to) = (start, place)
    let end = start + length
    while p < end {
      if end - p >= 8 {
        let word = JSONScan.load8(p)
        UnsafeMutableRawPointer(to).storeBytes(of: word.littleEndian, as: UInt64.self)
        let stops = JSONScan.stops(word, orHigh: false)
        guard stops != 0 else {
          p += 8
          to += 8
          continue
        }
        p += JSONScan.distance(stops)
        to += JSONScan.distance(stops)
      }
      let byte = p.pointee
      p += 1
      if byte >= 0x20, byte != 0x22, byte != 0x5c {
        to.pointee = byte
        to += 1
      } else {
        to = special(byte, to: to)
      }
    }
    return to
  }

  @inline(__always)
  private static func special(
    _ byte: UInt8, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    place[0] = 0x5c
    switch byte {
    case 0x22, 0x5c: place[1] = byte
    case 0x0a: place[1] = UInt8(ascii: "n")
    case 0x0d: place[1] = UInt8(ascii: "r")
    case 0x09: place[1] = UInt8(ascii: "t")
    default:
      place[1] = UInt8(ascii: "u")
      place[2] = UInt8(ascii: "0")
      place[3] = UInt8(ascii: "0")
      place[4] = byte >> 4 + 0x30
      place[5] = byte & 15 < 10 ? byte & 15 + 0x30 : byte & 15 + 0x57
      return place + 6
    }
    return place + 2
  }
}
