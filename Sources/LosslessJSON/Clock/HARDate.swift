/// A moment as HAR writes it: `2026-11-20T17:17:32.123456Z`, to the microsecond.
package enum HARDate {
  /// The text of a moment in microseconds since 1970 (UTC).
  package static func text(_ microseconds: Int) -> String {
    String(unsafeUninitializedCapacity: length) { bytes in
      if let place = bytes.baseAddress { write(microseconds, to: place) }
      return length
    }
  }

  /// How long every such text is.
  package static let length = 27

  /// Writes the text to a place with room for it; every recorded exchange has one.
  package static func write(_ microseconds: Int, to start: UnsafeMutablePointer<UInt8>) {
    let day = 86_400_000_000
    let days = microseconds.flooredQuotient(by: day)
    let rest = microseconds - days * day
    let (year, month, date) = Gregorian.date(days)
    let seconds = rest / 1_000_000
    var place = start
    func pad(_ number: Int, _ width: Int, then mark: UInt8) {
      var number = number
      for index in stride(from: width - 1, through: 0, by: -1) {
        place[index] = UInt8(0x30 + number % 10)
        number /= 10
      }
      place[width] = mark
      place += width + 1
    }
    pad(year, 4, then: UInt8(ascii: "-"))
    pad(month, 2, then: UInt8(ascii: "-"))
    pad(date, 2, then: UInt8(ascii: "T"))
    pad(seconds / 3_600, 2, then: UInt8(ascii: ":"))
    pad(seconds / 60 % 60, 2, then: UInt8(ascii: ":"))
    pad(seconds % 60, 2, then: UInt8(ascii: "."))
    pad(rest % 1_000_000, 6, then: UInt8(ascii: "Z"))
  }

  /// Reads what tools write: any number of fraction digits, with a zone, with `Z`, or with neither.
  package static func microseconds(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { microseconds($0) }
  }

  /// The same of bytes: each of a hundred thousand rows has one, and none is copied.
  package static func microseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var cursor = DateCursor(bytes: text)
    guard let year = cursor.number(4), cursor.skip("-"), let month = cursor.number(2),
      cursor.skip("-"), let day = cursor.number(2), 1...12 ~= month, 1...31 ~= day
    else { return nil }
    var micros = Gregorian.days(year: year, month: month, day: day) * 86_400
    guard cursor.skip("T") || cursor.skip("t") || cursor.skip(" ") else {
      return cursor.isAtEnd ? micros * 1_000_000 : nil
    }
    guard let hour = cursor.number(2), cursor.skip(":"), let minute = cursor.number(2),
      hour < 25, minute < 60
    else { return nil }
    var second = 0
    if cursor.skip(":") {
      guard let read = cursor.number(2), read < 61 else { return nil }
      second = read
    }
    micros = (micros + hour * 3_600 + minute * 60 + second) * 1_000_000
    if cursor.skip(".") || cursor.skip(",") { micros += cursor.fraction() }
    guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
    return micros - offset * 60_000_000
  }
}

/// Reads a date from its first byte to its last.
private struct DateCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { index == bytes.count }

  mutating func number(_ width: Int) -> Int? {
    guard index + width <= bytes.count,
      let number = Int(digits: bytes[index..<index + width])
    else { return nil }
    index += width
    return number
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Digits behind the point as microseconds; those beyond the sixth are dropped.
  mutating func fraction() -> Int {
    var (value, scale) = (0, 100_000)
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      value += Int(bytes[index] &- 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  /// Minutes east of Greenwich; 0 when nothing is said.
  mutating func zone() -> Int? {
    if isAtEnd || skip("Z") || skip("z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2) else { return nil }
    _ = skip(":")
    let minutes = isAtEnd ? 0 : number(2)
    guard let minutes else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
