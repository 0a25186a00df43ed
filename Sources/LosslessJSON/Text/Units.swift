/// Numbers as people read them, with their unit.
package enum Units {
  /// `91 B`, `1.2 kB`, `3.4 MB`: thousands, one decimal above bytes.
  package static func bytes(_ count: Int) -> String {
    guard count >= 1_000 else { return "\(count) B" }
    var scale = 1_000
    var names = ["kB", "MB", "GB", "TB"]
    while names.count > 1, count / scale >= 1_000 {
      scale *= 1_000
      names.removeFirst()
    }
    // Cut and not rounded: 999,999 bytes are not a megabyte.
    return "\(oneDecimal(count, per: scale)) \(names[0])"
  }

  /// `312 µs`, `3.1 ms`, `482 ms`, `1.24 s`, `2 m 05 s`.
  package static func time(microseconds: Int) -> String {
    switch microseconds {
    case ..<1_000: return "\(microseconds) µs"
    case ..<100_000: return "\(oneDecimal(microseconds, per: 1_000)) ms"
    case ..<1_000_000: return "\(microseconds / 1_000) ms"
    case ..<60_000_000:
      let hundredths = microseconds / 10_000
      return "\(hundredths / 100).\(twoDigits(hundredths % 100)) s"
    default:
      let seconds = microseconds / 1_000_000
      return "\(seconds / 60) m \(twoDigits(seconds % 60)) s"
    }
  }

  /// Time that is passing: whole tenths of a second, so that it does not flicker.
  package static func running(microseconds: Int64) -> String {
    let tenths = Int(max(0, microseconds) / 100_000)
    guard tenths >= 600 else { return "\(tenths / 10).\(tenths % 10) s" }
    return "\(tenths / 600) m \(twoDigits(tenths / 10 % 60)) s"
  }

  /// `1,234,567`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number).utf8)
    var out: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if index > 0, digits[index - 1] != 0x2D, (digits.count - index) % 3 == 0 {
        out.append(UInt8(ascii: ","))
      }
      out.append(digit)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// `1 answer`, `3 answers`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func oneDecimal(_ value: Int, per scale: Int) -> String {
    "\(value / scale).\(value % scale / (scale / 10))"
  }

  private static func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
