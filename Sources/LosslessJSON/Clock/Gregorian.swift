/// The Gregorian calendar, counted in years that begin in March, so that leap days come last.
package enum Gregorian {
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days since 1970-01-01.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.flooredQuotient(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The number of days of a month.
  package static func length(ofMonth month: Int, in year: Int) -> Int {
    days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
      - days(year: year, month: month, day: 1)
  }

  /// The date so many days after 1970-01-01.
  static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int {
  /// Rounded towards minus infinity.
  func flooredQuotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
