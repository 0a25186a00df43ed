import NetEngine
import TestSupport
import Testing

/// What cannot be sent is refused before anything is sent, with the part, the reason and the place.
@Suite struct BadURLTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var base: String
    var path: String
    var reason: SetupProblem.Reason

    init(_ id: String, _ base: String, path: String = "", _ reason: SetupProblem.Reason) {
      (self.id, self.base, self.path, self.reason) = (id, base, path, reason)
    }

    var testDescription: String { id }
  }

  static let rows = [
    Row("empty", "", .empty),
    Row("words", "some invalid URL", .noScheme),
    Row("no scheme", "a.test/x", .noScheme),
    Row("scheme without slashes", "http:a.test", .noSlashes(at: 5)),
    Row("one slash", "http:/a.test", .noSlashes(at: 5)),
    Row("relative to the scheme", "//a.test/x", .noScheme),
    Row("colon first", "://a.test", .noScheme),
    Row("file", "file:///etc/passwd", .unsupportedScheme("file")),
    Row("ftp", "ftp://a.test", .unsupportedScheme("ftp")),
    Row("gopher in capitals", "GOPHER://a.test", .unsupportedScheme("gopher")),
    Row("space in front", " http://a.test", .unsupportedScheme(" http")),
    Row("no host", "http://", .noHost(at: 7)),
    Row("no host, a path", "http:///x", .noHost(at: 7)),
    Row("no host, a port", "http://:80/x", .noHost(at: 7)),
    Row("no host, a user", "http://ada@/x", .noHost(at: 11)),
    Row("no host, a query", "http://?x=1", .noHost(at: 7)),
    Row("port in words", "http://a.test:http/", .badPort("http")),
    Row("port with a sign", "http://a.test:+80/", .badPort("+80")),
    Row("port too large", "http://a.test:65536/", .badPort("65536")),
    Row(
      "port much too large", "http://a.test:99999999999999999999/", .badPort("99999999999999999999")
    ),
    Row("space in the host", "http://a b.test/", .forbiddenInHost(0x20, at: 8)),
    Row("percent sign in the host", "http://a%41.test/", .forbiddenInHost(0x25, at: 8)),
    Row("angle bracket in the host", "http://<a>.test/", .forbiddenInHost(0x3c, at: 7)),
    Row("backslash in the host", "http://a\\b.test/", .forbiddenByte(0x5c, at: 8)),
    Row("backslash before the path", "http://a.test\\x/y", .forbiddenByte(0x5c, at: 13)),
    Row("backslash before an at sign", "http://evil.test\\@a.test/", .forbiddenByte(0x5c, at: 16)),
    Row("two colons", "http://a.test:80:90/", .forbiddenInHost(0x3a, at: 13)),
    Row("IPv6 without brackets", "http://::1/", .forbiddenInHost(0x3a, at: 7)),
    Row("bracket not closed", "http://[::1/", .forbiddenInHost(0x5b, at: 7)),
    Row("bracket not opened", "http://::1]/", .forbiddenInHost(0x3a, at: 7)),
    Row("nothing in brackets", "http://[]/", .noHost(at: 7)),
    Row("words in brackets", "http://[a.test]/", .forbiddenInHost(0x74, at: 10)),
    Row("words after brackets", "http://[::1]a.test/", .forbiddenInHost(0x61, at: 12)),
    Row("words before brackets", "http://a[::1]/", .forbiddenInHost(0x5b, at: 8)),
    Row("exclamation mark in the host", "http://foo!bar/", .forbiddenInHost(0x21, at: 10)),
    Row("comma in the host", "http://a,b.test/", .forbiddenInHost(0x2c, at: 8)),
    Row("slashes missing, a host", "http:h/x", .noSlashes(at: 5)),
    Row("one slash, capitals", "HTTPS:/h", .noSlashes(at: 6)),
    Row("mail", "mailto:ada@a.test", .noScheme),
    Row("too many colons in brackets", "http://[::1::2]/", .badAddress("[::1::2]")),
    Row("an address too short", "http://[1:2]/", .badAddress("[1:2]")),
    Row("a zone alone", "http://[%25eth0]/", .badAddress("[%25eth0]")),
    Row("a zone without a name", "http://[fe80::1%25]/", .badAddress("[fe80::1%25]")),
    Row(
      "a zone longer than names are", "http://[fe80::1%25abcdefghijklmnop]/",
      .badAddress("[fe80::1%25abcdefghijklmnop]")),
    Row("a blank in a zone", "http://[fe80::1%25e 0]/", .forbiddenInHost(0x20, at: 19)),
    Row("a slash in a zone", "http://[fe80::1%25e/0]/", .forbiddenInHost(0x5b, at: 7)),
    Row("NUL in the host", "http://a\0.test/", .forbiddenByte(0, at: 8)),
    Row("LF in the scheme", "ht\ntp://a.test/", .forbiddenByte(10, at: 2)),
    Row("CR LF in the base", "http://a.test/x\r\nHost: b", .forbiddenByte(13, at: 15)),
    Row("CR LF in the path", "http://a.test", path: "/x\r\ny", .forbiddenByte(13, at: 15)),
    Row("LF in the query", "http://a.test", path: "/x?q=\n", .forbiddenByte(10, at: 18)),
    Row("tab in the path", "http://a.test", path: "/\t", .forbiddenByte(9, at: 14)),
    Row("escape in the path", "http://a.test", path: "/\u{1b}[2J", .forbiddenByte(0x1b, at: 14)),
    Row("DEL in the path", "http://a.test", path: "/\u{7f}", .forbiddenByte(0x7f, at: 14)),
    Row("NUL in the fragment", "http://a.test/#\0", .forbiddenByte(0, at: 15)),
    Row("LF in the password", "http://u:p\n@a.test", .forbiddenByte(10, at: 10)),
  ]

  @Test("an unusable URL is a setup error with its place", arguments: rows)
  func refused(row: Row) async {
    let transport = ScriptedTransport()
    let target = TestTarget(baseURL: row.base, path: row.path)
    let error = await Provider(transport: transport).request(target).result.error
    guard case .requestMapping(let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.part == .url)
    #expect(problem.reason == row.reason)
    #expect(transport.requests.count == 0)
  }

  static let texts: [(url: String, text: String)] = [
    (
      "http://foo!bar/",
      "the URL 'http://foo!bar/' cannot be sent: '!' at byte 10, in the host — a host is letters, "
        + "digits, '-' and '.', or an address such as [::1]; nothing was sent"
    ),
    (
      "http://a b/",
      "the URL 'http://a b/' cannot be sent: a space at byte 8, in the host — a host is letters, "
        + "digits, '-' and '.', or an address such as [::1]; nothing was sent"
    ),
    (
      "http:/h",
      "the URL 'http:/h' cannot be sent: no '//' at byte 5, behind the scheme — write a whole URL "
        + "such as https://host/path"
    ),
    (
      "http:///path",
      "the URL 'http:///path' cannot be sent: no host at byte 7 — write a whole URL such as "
        + "https://host/path"
    ),
    (
      "http://[fe80::z]/",
      "the URL 'http://[fe80::z]/' cannot be sent: 'z' at byte 14, in the host — a host is "
        + "letters, digits, '-' and '.', or an address such as [::1]; nothing was sent"
    ),
    (
      "http://[1:2]/",
      "the URL 'http://[1:2]/' cannot be sent: '[1:2]' is not an IPv6 address — write an address "
        + "such as [2001:db8::1] or [fe80::1%25eth0]"
    ),
  ]

  @Test("the text names the place and what is expected", arguments: texts)
  func told(row: (url: String, text: String)) async {
    let target = TestTarget(baseURL: row.url)
    let error = await Provider(transport: ScriptedTransport()).request(target).result.error
    #expect(error?.description == row.text)
    #expect(error?.kind == .setup)
  }

  @Test("a URL longer than the limit is refused, one as long is not")
  func length() async {
    let base = "http://a.test/"
    let allowed = Limits().urlLength
    let fitting = TestTarget(
      baseURL: base, path: String(repeating: "x", count: allowed - base.utf8.count))
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport)
    #expect(await provider.request(fitting).result.response?.statusCode == 200)
    var longer = fitting
    longer.path += "x"
    guard case .requestMapping(let problem) = await provider.request(longer).result.error else {
      Issue.record("not refused")
      return
    }
    #expect(problem.reason == .tooLong(allowed: allowed))
    #expect(transport.requests.count == 1)
  }
}
