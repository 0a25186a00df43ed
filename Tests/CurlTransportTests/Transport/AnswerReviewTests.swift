import CurlTransport
import NetEngine
import TestSupport
import Testing

/// What a person is told of heads that are valid HTTP.
@Suite struct AnswerReviewTests {
  private static func warnings(_ headers: Headers, url: String = "http://www.example.org/a")
    -> [Warning]
  {
    var hop = Hop(url: url, method: .get)
    hop.headers = headers
    return AnswerReview.warnings(of: [hop], limits: Limits())
  }

  @Test(
    "A cookie that a client would not keep is told",
    arguments: [
      ("a=1", nil), ("a=1; Path=/; HttpOnly; SameSite=Lax", nil), ("a=", nil), ("a=b=c", nil),
      ("a=1; Domain=www.example.org", nil), ("a=1; Domain=.example.org", nil),
      ("a=1; domain=EXAMPLE.org", nil), ("a=1; Domain=", nil),
      ("a=1; Domain=org", .foreignCookieDomain), ("a=1; Domain=.org", .foreignCookieDomain),
      ("a=1; Domain=example.com", .foreignCookieDomain),
      ("a=1; Domain=ample.org", .foreignCookieDomain),
      ("a=1; Domain=sub.www.example.org", .foreignCookieDomain),
      ("=value", .oddCookie), ("copper", .oddCookie), ("", .oddCookie), (" ; Path=/", .oddCookie),
      ("a=1; Secure", .oddCookie), ("a=1; SECURE=x", .oddCookie),
      ("__Host-a=1; Path=/", .oddCookie), ("__Secure-a=1", .oddCookie),
      ("a=1; SameSite=None", .oddCookie), ("a=\u{1b}[2J", .oddCookie),
      ("a=1; Expires=next Tuesday", nil), ("a=1; Max-Age=-1", nil),
    ] as [(String, Warning.Kind?)])
  func cookie(value: String, expected: Warning.Kind?) {
    #expect(Self.warnings(["Set-Cookie": value]).map(\.kind) == (expected.map { [$0] } ?? []))
  }

  @Test(
    "Over TLS a cookie may be Secure",
    arguments: [
      ("a=1; Secure", nil), ("__Host-a=1; Path=/; Secure", nil), ("__Secure-a=1; Secure", nil),
      ("a=1; SameSite=None; Secure", nil), ("__Host-a=1; Secure", .oddCookie),
      ("__Host-a=1; Path=/; Secure; Domain=www.example.org", .oddCookie),
      ("__HOST-a=1; Path=/x; Secure", .oddCookie),
    ] as [(String, Warning.Kind?)])
  func secureCookie(value: String, expected: Warning.Kind?) {
    let kinds = Self.warnings(["Set-Cookie": value], url: "https://www.example.org/").map(\.kind)
    #expect(kinds == (expected.map { [$0] } ?? []))
  }

  @Test func cookiesAreMeasured() {
    let fitting = "n=" + String(repeating: "x", count: 4_095)
    #expect(Self.warnings(["Set-Cookie": fitting + "; Path=/"]).isEmpty)
    #expect(
      Self.warnings(["Set-Cookie": fitting + "x"])
        == [Warning(.cookieTooLarge, "'n' has 4097 bytes")])
  }

  @Test func cookiesAreCounted() {
    let fifty = (0..<50).map { HeaderField("Set-Cookie", "c\($0)=1") }
    #expect(Self.warnings(Headers(fifty)).isEmpty)
    let more = Headers(fifty + [HeaderField("set-cookie", "one=more")])
    #expect(Self.warnings(more).map(\.kind) == [.tooManyCookies])
  }

  @Test func anAddressHasNoDomains() {
    let warnings = Self.warnings(["Set-Cookie": "a=1; Domain=0.0.1"], url: "http://127.0.0.1/")
    #expect(warnings.map(\.kind) == [.foreignCookieDomain])
    #expect(
      Self.warnings(["Set-Cookie": "a=1; Domain=127.0.0.1"], url: "http://127.0.0.1/").isEmpty)
  }

  @Test func aFieldThatMeansOneThingMayBeThereOnce() {
    let origin: Headers = [
      "Access-Control-Allow-Origin": "*", "access-control-allow-origin": "*", "Vary": "A",
      "vary": "B",
    ]
    #expect(
      Self.warnings(origin) == [Warning(.duplicateHeader, "Access-Control-Allow-Origin: 2 times")])
    #expect(Self.warnings(["Vary": "A", "vary": "B", "Link": "c", "link": "d"]).isEmpty)
  }

  @Test func everyHopIsLookedAtAndEveryOddityToldOnce() {
    var first = Hop(url: "http://a.test/", method: .get)
    first.headers = ["Set-Cookie": "=x"]
    var second = Hop(url: "http://b.test/", method: .get)
    second.headers = ["Set-Cookie": "=y", "ETag": "1", "etag": "2"]
    let kinds = AnswerReview.warnings(of: [first, second], limits: Limits()).map(\.kind)
    #expect(kinds == [.oddCookie, .duplicateHeader])
  }
}
