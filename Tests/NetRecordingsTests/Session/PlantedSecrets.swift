import NetEngine
import TestSupport

/// A small session with a secret in every place a secret likes to be.
enum PlantedSecrets {
  static let header = "hdr-Secret-4711-aaaa"
  static let cookie = "ck13f00dbabe"
  static let setCookie = "sc99c0ffee99"
  static let query = "qry/se+cret=1"
  static let form = "hunter2 & co"
  static let deep = "dp-\"quoted\"\\slash/ü"
  static let part = "multipart-secret-value"
  static let user = "us3r-p4ssw0rd"
  static let location = "loc-token-5150"
  static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU"
  static let percent = "pc t/ü%secret"
  static let key = "AKIAIOSFODNN7EXAMPLE"

  static let all = [
    header, cookie, setCookie, query, form, deep, part, user, location, jwt, percent, key,
  ]

  /// How each may be spelled: as it is, percent-encoded, escaped for JSON, as base64 of a pair.
  static var spellings: [(name: String, bytes: [UInt8])] {
    all.flatMap { secret -> [(String, [UInt8])] in
      [
        (secret, Array(secret.utf8)), (secret, Array(escaped(secret, small: false).utf8)),
        (secret, Array(escaped(secret, small: true).utf8)), (secret, JSON(secret).token),
        (secret, JSON(String(decoding: JSON(secret).token, as: UTF8.self)).token),
        (secret, Array(secret.utf8.base64ForTest.utf8)),
      ]
    }
  }

  static func escaped(_ text: String, small: Bool) -> String {
    text.utf8.map { byte -> String in
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte)
      if isPlain { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: !small)
      return "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }

  static var exchanges: [Exchange] { [login, upload, redirect, failure, echo] }

  /// Header, cookie and form go out; a set-cookie and a deep member come back.
  private static var login: Exchange {
    var request = HTTPRequest(
      method: .post, url: "https://h.test/login?lang=de&token=" + escaped(query, small: false))
    request.headers = [
      "X-Api-Key": header, "Cookie": "theme=dark7; sid=\(cookie)",
      "Content-Type": "application/x-www-form-urlencoded",
    ]
    request.body = .bytes(Body("user=me&password=" + escaped(form, small: false)))
    let body = "{\"data\":{\"auth\":{\"access_token\":\(JSON(deep).text)}},\"pin\":123456}"
    return exchange(1, request, ["Set-Cookie": "sid=\(setCookie); Path=/; HttpOnly"], body)
  }

  /// A part of a multipart body, and a key somewhere in text.
  private static var upload: Exchange {
    var request = HTTPRequest(method: .post, url: "https://h.test/up")
    request.headers = ["Content-Type": "multipart/form-data; boundary=BB"]
    let part = "--BB\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\n\(part)\r\n"
    request.body = .bytes(Body(part + "--BB--\r\n"))
    return exchange(2, request, [:], "the key \(key) was refused")
  }

  /// User and password in the URL, and a Location that carries a token on.
  private static var redirect: Exchange {
    let request = HTTPRequest(url: "https://admin:\(user)@h.test/go")
    var exchange = exchange(3, request, [:], "<a href=\"/in?token=\(location)\">here</a>")
    guard case .success(var response) = exchange.result else { return exchange }
    var first = Hop(url: request.url, method: .get)
    first.statusCode = 302
    first.headers = ["Location": "https://h.test/in?token=\(location)"]
    first.head = Array(
      "HTTP/1.1 302 Found\r\nlocation:https://h.test/in?token=\(location)\r\n\r\n".utf8)
    first.requestHead = Array("GET /go HTTP/1.1\r\nCookie: sid=\(cookie)\r\n\r\n".utf8)
    var last = Hop(url: "https://h.test/in?token=\(location)", method: .get)
    last.statusCode = 200
    response.hops = [first, last]
    exchange.result = .success(response)
    return exchange
  }

  /// Shapes and copies in error texts and notes.
  private static var failure: Exchange {
    let url = "https://h.test/x?password=" + escaped(percent, small: true)
    var exchange = Exchange(
      sequence: 4, name: "x", startedAt: 4, request: HTTPRequest(url: url),
      result: .failure(.transport(TransportError(.reset, detail: "after Bearer \(jwt)"))))
    exchange.note = "was sent with \(header) and " + escaped(percent, small: false)
    return exchange
  }

  /// What other exchanges have shown to be secret comes back in a place without a name.
  private static var echo: Exchange {
    let body =
      "{\"echo\":{\"path\":\(JSON("/p/\(percent)").text),\"b\":\(JSON(form).text),\"jwt_is\":\"\(jwt)\"}}"
    return exchange(5, HTTPRequest(url: "https://h.test/" + escaped(query, small: true)), [:], body)
  }

  private static func exchange(
    _ sequence: Int, _ request: HTTPRequest, _ headers: Headers, _ body: String
  ) -> Exchange {
    let response = Response(
      statusCode: 200, headers: headers, body: Body(body), request: request)
    return Exchange(
      sequence: sequence, name: "n\(sequence)", startedAt: sequence, request: request,
      result: .success(response))
  }
}

extension JSON {
  var text: String { JSONPrinter.compact.text(self) }

  fileprivate var token: [UInt8] { Array(text.utf8.dropFirst().dropLast()) }
}

extension String.UTF8View {
  fileprivate var base64ForTest: String { Array(self).base64 }
}

extension [UInt8] {
  func contains(bytes other: [UInt8]) -> Bool { firstRange(of: other) != nil }
}
