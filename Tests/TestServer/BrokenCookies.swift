import DemoServer

extension TestRoute {
  /// Cookies that are too many, too large, or not the server's to set.
  static let brokenCookies: [TestRoute] = [
    cookies("fifty", "50 cookies", "As many as are allowed.", [], (0..<50).map { "c\($0)=\($0)" }),
    cookies(
      "large", "cookie of 10,000 bytes", "Larger than anyone keeps.", [.cookieTooLarge],
      count: 2, ["large=" + String(repeating: "x", count: 10_000), "small=1"]),
    cookies(
      "largest", "cookie of 4,096 bytes", "As large as is allowed.", [],
      count: 1, ["largest=" + String(repeating: "x", count: 4_088)]),
    cookies(
      "foreign", "foreign domain", "A cookie for somebody else.", [.foreignCookieDomain],
      ["stolen=1; Domain=example.com", "own=1"]),
    cookies(
      "top-level", "top-level domain", "A cookie for all of .com.", [.foreignCookieDomain],
      ["super=1; Domain=.com"]),
    cookies(
      "no-name", "cookie without a name", "A value without a name.", [.oddCookie], ["=value"]),
    cookies(
      "no-equals", "no equals sign", "A word that is neither name nor value.", [.oddCookie],
      ["copper"]),
    cookies("empty", "empty field", "A Set-Cookie that says nothing.", [.oddCookie], [""]),
    cookies(
      "expired", "expired", "A cookie that is over before it begins.", [],
      ["gone=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "gone2=1; Max-Age=-1"]),
    cookies(
      "bad-date", "bad date", "An expiry date that is none.", [],
      ["date=1; Expires=next Tuesday"]),
    cookies(
      "secure", "Secure without TLS", "A Secure cookie over plain HTTP.", [.oddCookie],
      ["locked=1; Secure", "__Host-locked=1; Path=/; Secure"]),
    cookies(
      "same-name", "same name, three times", "The last one wins.", [],
      ["same=1", "same=2", "same=3"]),
    cookies(
      "path", "foreign path", "A cookie that is not sent back to this path.", [],
      ["path=1; Path=/elsewhere"]),
    cookies("utf-8", "UTF-8 in a cookie", "A value beyond ASCII.", [], ["city=São Paulo"]),
    cookies(
      "comma", "joined by commas", "Two cookies in one field cannot be told from one.", [],
      ["a=1, b=2; Path=/"]),
  ]

  /// Many or large ones come with their count, so that they are made only when they are asked for.
  private static func cookies(
    _ path: String, _ name: String, _ shows: String, _ warnings: Set<Warning>, count: Int? = nil,
    _ values: @autoclosure @escaping @Sendable () -> [String]
  ) -> TestRoute {
    broken(
      .brokenCookies, "cookies/\(path)", name, shows,
      Expected(.ok, 200, warnings: warnings, keeps: .fields(count ?? values().count)),
      staysOpen: true,
      Reply.json("{}", fields: values().map { Field("Set-Cookie", $0) }).steps)
  }
}
