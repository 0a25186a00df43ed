import Glibc

/// Dates as HTTP writes them.
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A moment near now, like `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(secondsFromNow seconds: Int) -> String {
    text(secondsSince1970: time(nil) + seconds)
  }

  package static func text(secondsSince1970 seconds: Int) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { pad($0) }
      .joined(separator: ":")
    let day = days[Int(parts.tm_wday)]
    let month = months[Int(parts.tm_mon)]
    return "\(day), \(pad(parts.tm_mday)) \(month) \(parts.tm_year + 1_900) \(clock) GMT"
  }

  private static func pad(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
