/// A moment as a date of the calendar, in UTC.
package struct CivilTime {
  private var year: Int
  private var month: Int
  private var day: Int
  private var weekday: Int
  private var clock: [Int]
  private var milliseconds: Int
  /// Seconds east of Greenwich.
  private var zone: Int

  package init(milliseconds total: Int, zone: Int = 0) {
    self.zone = zone
    let days = total.flooredQuotient(by: 86_400_000)
    let rest = total - days * 86_400_000
    milliseconds = rest % 1_000
    clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60]
    weekday = ((days + 4) % 7 + 7) % 7
    (year, month, day) = Gregorian.date(days)
  }

  private static func digits(_ value: Int, _ count: Int = 2) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private var time: String { clock.map { Self.digits($0) }.joined(separator: ":") }

  /// As in `2024-05-01T12:00:00.000Z`.
  package var iso8601: String {
    "\(Self.digits(year, 4))-\(Self.digits(month))-\(Self.digits(day))T\(time)"
      + ".\(Self.digits(milliseconds, 3))Z"
  }

  /// As in `Wed, 01 May 2024 12:00:00 GMT`.
  package var rfc1123: String {
    let name = Self.days[weekday].prefix(3)
    let monthName = Self.months[month - 1].prefix(3)
    return "\(name), \(Self.digits(day)) \(monthName) \(Self.digits(year, 4)) \(time) GMT"
  }

  private static let days = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// In the letters of a form, as in `YYYY-MM-DD`; what stands in brackets is text.
  package func text(_ form: String) -> String {
    var text = ""
    var rest = Substring(form).utf8
    while let first = rest.first {
      if first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
        text += Substring(rest[..<end].dropFirst())
        rest = rest[rest.index(after: end)...]
        continue
      }
      let isLetter = (first | 0x20) &- 0x61 < 26
      let run =
        isLetter
        ? rest.prefix { $0 == first } : rest.prefix { ($0 | 0x20) &- 0x61 >= 26 && $0 != 0x5b }
      let word = run.isEmpty ? rest.prefix(1) : run
      text += isLetter ? piece(String(Substring(word))) : String(Substring(word))
      rest = rest[word.endIndex...]
    }
    return text
  }

  private func piece(_ word: String) -> String {
    let hour = clock[0] % 12 == 0 ? 12 : clock[0] % 12
    let (hours, minutes) = (Int(zone.magnitude / 3_600), Int(zone.magnitude / 60 % 60))
    let shift = (zone < 0 ? "-" : "+") + Self.digits(hours)
    return switch word {
    case "YYYY": Self.digits(year, 4)
    case "YY": Self.digits(year % 100)
    case "MMMM": Self.months[month - 1]
    case "MMM": String(Self.months[month - 1].prefix(3))
    case "MM": Self.digits(month)
    case "M": "\(month)"
    case "DD": Self.digits(day)
    case "D": "\(day)"
    case "dddd": Self.days[weekday]
    case "ddd": String(Self.days[weekday].prefix(3))
    case "dd": String(Self.days[weekday].prefix(2))
    case "d": "\(weekday)"
    case "HH": Self.digits(clock[0])
    case "H": "\(clock[0])"
    case "hh": Self.digits(hour)
    case "h": "\(hour)"
    case "mm": Self.digits(clock[1])
    case "m": "\(clock[1])"
    case "ss": Self.digits(clock[2])
    case "s": "\(clock[2])"
    case "SSS": Self.digits(milliseconds, 3)
    case "A": clock[0] < 12 ? "AM" : "PM"
    case "a": clock[0] < 12 ? "am" : "pm"
    case "Z": "\(shift):\(Self.digits(minutes))"
    case "ZZ": "\(shift)\(Self.digits(minutes))"
    default: word
    }
  }
}
