import Glibc

/// A date in one of the three forms HTTP knows (RFC 9110 §5.6.7).
///
///     Sun, 06 Nov 1994 08:49:37 GMT     the one that is written today
///     Sunday, 06-Nov-94 08:49:37 GMT    RFC 850: the year nearest to today that ends so
///     Sun Nov  6 08:49:37 1994          asctime
package struct HTTPDate: Sendable, Hashable {
  package var secondsSince1970: Int

  package init(secondsSince1970: Int) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Reads any of them; `now` says which century a year of two digits is in.
  package init?(_ text: String, now: Int = time(nil)) {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    let isComma = words.first?.last == UInt8(ascii: ",")
    switch words.count {
    case 6 where isComma && words[5].elementsEqual("GMT".utf8) && words[3].count == 4:
      self.init(day: words[1], month: words[2], year: Int(digits: words[3]), clock: words[4])
    case 4 where isComma && words[3].elementsEqual("GMT".utf8):
      let parts = words[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].count == 2, let short = Int(digits: parts[2]) else {
        return nil
      }
      let year = Self.year(endingIn: short, now: now)
      self.init(day: parts[0], month: parts[1], year: year, clock: words[2])
    case 5 where !isComma && words[4].count == 4:
      self.init(day: words[2], month: words[1], year: Int(digits: words[4]), clock: words[3])
    default: return nil
    }
  }

  private init?(
    day: Substring.UTF8View, month: Substring.UTF8View, year: Int?, clock: Substring.UTF8View
  ) {
    guard let month = Gregorian.months.firstIndex(of: String(Substring(month))),
      let year, 1_600...9_999 ~= year, let day = Int(digits: day), day > 0
    else { return nil }
    let parts = clock.split(separator: UInt8(ascii: ":")).map { Int(digits: $0) }
    guard day <= Gregorian.length(ofMonth: month + 1, in: year), parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let days = Gregorian.days(year: year, month: month + 1, day: day)
    secondsSince1970 = days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The year with these last digits that is at most fifty ahead: beyond that it has been.
  private static func year(endingIn digits: Int, now: Int) -> Int {
    let latest = 1970 + now / 31_556_952 + 50
    return latest - (latest - digits) % 100
  }
}
