import LosslessJSON
import NetEngine

extension EarlierExchange {
  /// What was set, redirects on the way included; the last one of a name counts.
  var setCookies: [(name: String, value: String)] {
    (earlierCookies + responseHeaders.values("Set-Cookie")).map { field in
      let cookie = SetCookie(field)
      return (String(lenient: cookie.name), String(lenient: cookie.value))
    }
  }

  /// What went out with the first request.
  var sentCookies: [(name: String, value: String)] {
    requestHeaders.values("Cookie").flatMap { field in
      field.utf8.split(separator: UInt8(ascii: ";")).map { pair in
        let (name, value) = pair.trimmingBlanks.split(at: UInt8(ascii: "="))
        return (String(Substring(name)), value.map { String(Substring($0)) } ?? "")
      }
    }
  }
}
