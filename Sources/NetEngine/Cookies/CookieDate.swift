import LosslessJSON

/// The date of a cookie's `Expires`, in the letter of RFC 6265bis §5.1.1: words in any order between
/// almost any bytes, as decades of servers have written them.
package enum CookieDate {
  /// Seconds since 1970; nil for what is no date.
  static func seconds(_ text: Substring.UTF8View) -> Int? {
    var found = Found()
    for word in text.split(whereSeparator: \.separatesDateWords) { found.take(word) }
    return found.seconds
  }

  /// What was found so far: the first word that can be each of them.
  private struct Found {
    var clock: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?

    typealias Word = Substring.UTF8View

    mutating func take(_ word: Word) {
      if clock == nil, let found = Self.clock(word) {
        clock = found
      } else if day == nil, let found = Self.number(word, digits: 1...2) {
        day = found
      } else if month == nil, let found = Self.month(word) {
        month = found
      } else if year == nil, let found = Self.number(word, digits: 2...4) {
        year = found
      }
    }

    /// Digits, as many as there may be, and anything behind them that is none.
    private static func number(_ word: Word, digits: ClosedRange<Int>) -> Int? {
      let found = word.prefix { $0 &- 0x30 < 10 }
      return digits.contains(found.count) ? Int(digits: found) : nil
    }

    private static func clock(_ word: Word) -> [Int]? {
      let parts = word.split(
        separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let isWhole = parts[..<2].allSatisfy { $0.allSatisfy { $0 &- 0x30 < 10 } }
      let numbers = parts.compactMap { number($0, digits: 1...2) }
      return isWhole && numbers.count == 3 ? numbers : nil
    }

    private static func month(_ word: Word) -> Int? {
      let start = word.prefix(3).map(\.lowercasedASCII)
      return Gregorian.months.firstIndex {
        $0.utf8.lazy.map(\.lowercasedASCII).elementsEqual(start)
      }.map { $0 + 1 }
    }

    var seconds: Int? {
      guard let clock, let day, let month, var year else { return nil }
      if 70...99 ~= year { year += 1_900 }
      if 0...69 ~= year { year += 2_000 }
      guard year >= 1_601, clock[0] < 24, clock[1] < 60, clock[2] < 60 else { return nil }
      guard day >= 1, day <= Gregorian.length(ofMonth: month, in: year) else { return nil }
      let days = Gregorian.days(year: year, month: month, day: day)
      return days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }
  }
}

extension UInt8 {
  /// Whatever stands between the words of a date; a colon does not.
  fileprivate var separatesDateWords: Bool {
    switch self {
    case 0x09, 0x20...0x2f, 0x3b...0x40, 0x5b...0x60, 0x7b...0x7e: true
    default: false
    }
  }
}
