/// String tokens and what they mean.
package enum JSONText {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The content of a string between its quotes, as UTF-8; half a surrogate pair in its three-byte form.
  ///
  /// That form is no UTF-8, but it keeps two keys apart that differ only there.
  static func content(_ raw: Slice<Bytes>) -> [UInt8] {
    unescaped(raw) { $0 }
  }

  /// The content of a string between its quotes; half a surrogate pair becomes U+FFFD.
  static func string(_ raw: Slice<Bytes>) -> String {
    let whole = Bytes(rebasing: raw)
    guard hasEscapes(raw) else { return String(decoding: whole, as: UTF8.self) }
    return String(decoding: unescaped(raw) { _ in 0xfffd }, as: UTF8.self)
  }

  /// The content of a string as a body, which goes to a file while it is made when it is large.
  ///
  /// Nil when no disk has room for it. Half a surrogate pair becomes U+FFFD.
  static func body(_ raw: Slice<Bytes>) -> Body? {
    var rest = Bytes(rebasing: raw)[...]
    var builder = BodyBuilder(expected: raw.count)
    while !rest.isEmpty {
      let window = rest.prefix(windowLength(rest))
      rest = rest.dropFirst(window.count)
      let isAdded =
        hasEscapes(window)
        ? unescaped(window, { _ in 0xfffd }).withUnsafeBytes { (try? builder.append($0)) != nil }
        : (try? builder.append(UnsafeRawBufferPointer(Bytes(rebasing: window)))) != nil
      guard isAdded else { return nil }
    }
    return builder.finish()
  }

  /// The length of the next window: about a MiB, and no escape is cut at its end.
  private static func windowLength(_ text: Slice<Bytes>) -> Int {
    let most = text.prefix(1 << 20)
    // Two escapes that belong together are twelve bytes long.
    guard most.count < text.count, hasEscapes(most.suffix(12)) else { return most.count }
    let plain = most.suffix(64 << 10).lastIndex { byte in
      // A blank, a comma, a colon or a closing bracket is part of no escape.
      byte < 0x22 || byte == 0x2c || byte == 0x3a || byte & 0xdf == 0x5d
    }
    return plain.map { $0 - text.startIndex } ?? text.count
  }

  static func hasEscapes(_ raw: Slice<Bytes>) -> Bool { raw.contains(0x5c) }

  /// Whether an escape stands for half a surrogate pair.
  static func hasLoneSurrogate(_ raw: Slice<Bytes>) -> Bool {
    guard hasEscapes(raw) else { return false }
    var found = false
    _ = unescaped(raw) { value in
      found = true
      return value
    }
    return found
  }

  /// The text without its escapes; `lone` says what stands for half a surrogate pair.
  ///
  /// Nothing is longer than its escape, so what comes out has room where what goes in had, and what
  /// needs no change is moved eight bytes at a time.
  private static func unescaped(_ raw: Slice<Bytes>, _ lone: (UInt32) -> UInt32) -> [UInt8] {
    let bytes = Bytes(rebasing: raw)
    // An array made with no room is the one that all empty arrays share, and its count would be written.
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: bytes.count) { room, count in
      guard let start = room.baseAddress else { return }
      var (from, to) = (base, start)
      let end = base + bytes.count
      while from < end {
        copyUntilEscape(&from, end, &to)
        guard end - from >= 2 else { break }
        guard from[1] == 0x75 else {
          to.pointee = shortEscape(from[1])
          (from, to) = (from + 2, to + 1)
          continue
        }
        guard end - from >= 6 else { break }
        let first = hexValue(from + 2)
        from += 6
        if first & 0xfc00 == 0xd800, let second = lowSurrogate(from, end) {
          put(0x1_0000 + (first & 0x3ff) << 10 + (second & 0x3ff), &to)
          from += 6
        } else {
          put(first & 0xf800 == 0xd800 ? lone(first) : first, &to)
        }
      }
      count = to - start
    }
  }

  /// Copies to the next backslash, or to the end.
  @inline(__always)
  private static func copyUntilEscape(
    _ from: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    _ to: inout UnsafeMutablePointer<UInt8>
  ) {
    while end - from >= 8 {
      let word = UnsafeRawPointer(from).loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(to).storeBytes(of: word, as: UInt64.self)
      let other = word.littleEndian ^ 0x5c5c_5c5c_5c5c_5c5c
      // The lowest flag is a true one: borrows only run upwards.
      let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      let length = found == 0 ? 8 : found.trailingZeroBitCount / 8
      (from, to) = (from + length, to + length)
      if found != 0 { return }
    }
    while from < end, from.pointee != 0x5c {
      to.pointee = from.pointee
      (from, to) = (from + 1, to + 1)
    }
  }

  private static func shortEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x62: 0x08
    case 0x66: 0x0c
    case 0x6e: 0x0a
    case 0x72: 0x0d
    case 0x74: 0x09
    default: letter
    }
  }

  private static func lowSurrogate(
    _ place: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UInt32? {
    guard end - place >= 6, place[0] == 0x5c, place[1] == 0x75 else { return nil }
    let value = hexValue(place + 2)
    return value & 0xfc00 == 0xdc00 ? value : nil
  }

  private static func hexValue(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for place in 0..<4 {
      let digit = digits[place]
      value = value << 4 | UInt32(digit <= 0x39 ? digit &- 0x30 : (digit | 0x20) &- 0x57)
    }
    return value
  }

  /// As UTF-8, half a surrogate pair in the form of three bytes too.
  private static func put(_ value: UInt32, _ to: inout UnsafeMutablePointer<UInt8>) {
    func put(_ byte: UInt32) {
      to.pointee = UInt8(truncatingIfNeeded: byte)
      to += 1
    }
    switch value {
    case 0..<0x80: put(value)
    case 0x80..<0x800:
      put(0xc0 | value >> 6)
      put(0x80 | value & 0x3f)
    case 0x800..<0x1_0000:
      put(0xe0 | value >> 12)
      put(0x80 | value >> 6 & 0x3f)
      put(0x80 | value & 0x3f)
    default:
      put(0xf0 | value >> 18)
      put(0x80 | value >> 12 & 0x3f)
      put(0x80 | value >> 6 & 0x3f)
      put(0x80 | value & 0x3f)
    }
  }

  /// Whether a key token, between its quotes, means the wanted bytes.
  static func isEqual(_ raw: Slice<Bytes>, _ wanted: Bytes) -> Bool {
    guard hasEscapes(raw) else { return raw.count == wanted.count && raw.elementsEqual(wanted) }
    return content(raw).elementsEqual(wanted)
  }

  /// A text for a message: what could act on a terminal is spelled, what is long is cut.
  static func visible(_ text: String, limit: Int = 60) -> String {
    var result = ""
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard position < limit else { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A string as a token: quotes, and escapes only where JSON demands them.
  package static func token(_ text: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case 0x22, 0x5c: bytes += [0x5c, byte]
      case 0x0a: bytes += [0x5c, 0x6e]
      case 0x0d: bytes += [0x5c, 0x72]
      case 0x09: bytes += [0x5c, 0x74]
      case 0..<0x20:
        bytes += [0x5c, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
    return bytes
  }
}
