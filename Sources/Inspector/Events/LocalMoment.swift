import Glibc

/// A moment as a person here calls it.
nonisolated struct LocalMoment {
  private let then: tm
  private let now: tm
  private let dayBefore: tm

  /// Of microseconds since 1970.
  init(_ microseconds: Int) {
    let seconds = Glibc.time(nil)
    then = Self.parts(microseconds / 1_000_000)
    (now, dayBefore) = (Self.parts(seconds), Self.parts(seconds - 86_400))
  }

  /// The parts of a moment in seconds since 1970, by the clock on the wall.
  static func parts(_ seconds: Int) -> tm {
    var moment = time_t(seconds)
    var parts = tm()
    localtime_r(&moment, &parts)
    return parts
  }

  /// The time of a moment of today, else the day: `17:20:11`, `Nov 23`.
  var short: String { isSameDay(now) ? then.time : then.day }

  /// `today 17:20`, `yesterday 17:20`, `Nov 23 17:20`.
  var long: String {
    let day = isSameDay(now) ? "today" : isSameDay(dayBefore) ? "yesterday" : then.day
    return "\(day) \(then.time.dropLast(3))"
  }

  /// `17:20:11` of today, else as `long`.
  var exact: String { isSameDay(now) ? then.time : long }

  /// `17:20` of today, else as `long`.
  var brief: String { isSameDay(now) ? String(then.time.dropLast(3)) : long }

  private func isSameDay(_ other: tm) -> Bool {
    then.tm_yday == other.tm_yday && then.tm_year == other.tm_year
  }
}

nonisolated extension tm {
  /// `HH:MM:SS`.
  var time: String {
    func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(tm_hour)):\(digits(tm_min)):\(digits(tm_sec))"
  }

  /// `Nov 23`.
  fileprivate var day: String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(months[Int(max(0, min(11, tm_mon)))]) \(tm_mday)"
  }
}
