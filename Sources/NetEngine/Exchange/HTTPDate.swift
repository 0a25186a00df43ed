/// A date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable, Hashable {
  package var secondsSince1970: Int

  package init(secondsSince1970: Int) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Reads the form that is still allowed to be written; the two old ones are nil.
  package init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 6, words[0].last == UInt8(ascii: ","),
      let day = Int(digits: words[1]), 1...31 ~= day,
      let month = Self.months.firstIndex(of: String(Substring(words[2]))),
      let year = Int(digits: words[3]), 1_600...9_999 ~= year,
      Substring(words[5]) == "GMT"
    else { return nil }
    let clock = words[4].split(separator: UInt8(ascii: ":")).map { Int(digits: $0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.days(year: year, month: month + 1, day: day)
    secondsSince1970 = days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days since 1970-01-01 in the Gregorian calendar, counting years from March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
