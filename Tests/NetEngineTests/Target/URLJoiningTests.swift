import NetEngine
import TestSupport
import Testing

@Suite struct URLJoiningTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var base: String
    var path: String
    var url: String

    init(_ id: String, _ base: String, _ path: String, _ url: String) {
      (self.id, self.base, self.path, self.url) = (id, base, path, url)
    }

    var testDescription: String { id }
  }

  static let rows = [
    Row("one slash added", "https://a.test", "x", "https://a.test/x"),
    Row("slash of the base", "https://a.test/", "x", "https://a.test/x"),
    Row("slash of the path", "https://a.test", "/x", "https://a.test/x"),
    Row("slashes of both", "https://a.test/", "/x", "https://a.test/x"),
    Row("many slashes between", "https://a.test//", "//x", "https://a.test/x"),
    Row("slashes inside stay", "https://a.test/v1", "a//b/", "https://a.test/v1/a//b/"),
    Row("path of the base", "https://a.test/v1", "users", "https://a.test/v1/users"),
    Row("path is one slash", "https://a.test/v1", "/", "https://a.test/v1/"),
    Row("empty path", "https://a.test/v1", "", "https://a.test/v1"),
    Row("empty path, base query", "https://a.test/v1?k=1", "", "https://a.test/v1?k=1"),
    Row("empty path, bare host", "https://a.test", "", "https://a.test/"),
    Row("empty path, bare host, query", "https://a.test?k=1", "", "https://a.test/?k=1"),
    Row("query in the path", "https://a.test", "/x?q=1", "https://a.test/x?q=1"),
    Row("query of the base first", "https://a.test?b=1", "/x?a=2", "https://a.test/x?b=1&a=2"),
    Row("query of the base alone", "https://a.test/v1?b=1", "x", "https://a.test/v1/x?b=1"),
    Row("path is only a query", "https://a.test/v1", "?q=1", "https://a.test/v1?q=1"),
    Row("second ? is data", "https://a.test", "/x?q=a?b", "https://a.test/x?q=a?b"),
    Row("empty queries vanish", "https://a.test?", "/x?", "https://a.test/x"),
    Row("encoded stays", "https://a.test", "/a%2Fb%20c?q=%26", "https://a.test/a%2Fb%20c?q=%26"),
    Row(
      "encoded in small letters stays", "https://a.test", "/%e2%82%ac", "https://a.test/%e2%82%ac"),
    Row("lone percent signs", "https://a.test", "/100%/%zz/%2", "https://a.test/100%25/%25zz/%252"),
    Row("space", "https://a.test", "/a b?q=c d", "https://a.test/a%20b?q=c%20d"),
    Row("not ASCII", "https://a.test", "/é/日?q=Ω", "https://a.test/%C3%A9/%E6%97%A5?q=%CE%A9"),
    Row("decomposed stays so", "https://a.test", "/e\u{301}", "https://a.test/e%CC%81"),
    Row("path begins with a mark", "https://a.test/", "\u{301}x", "https://a.test/%CC%81x"),
    Row(
      "quotes and brackets", "https://a.test", "/\"<>`{}|^",
      "https://a.test/%22%3C%3E%60%7B%7D%7C%5E"),
    Row("backslash in the path", "https://a.test", "/a\\b", "https://a.test/a%5Cb"),
    Row("backslash in front", "https://a.test", "\\x", "https://a.test/%5Cx"),
    Row("plus, semicolon, comma", "https://a.test", "/a+b;c,d", "https://a.test/a+b;c,d"),
    Row(
      "brackets in the query", "https://a.test", "/x?a[]=1&b{}=2", "https://a.test/x?a[]=1&b{}=2"),
    Row("hash in the path is data", "https://a.test", "/c#/x?q=#1", "https://a.test/c%23/x?q=%231"),
    Row("fragment of the base", "https://a.test/v1#top", "x", "https://a.test/v1/x"),
    Row("fragment, empty path", "https://a.test/v1#top", "", "https://a.test/v1"),
    Row("fragment with a query in it", "https://a.test/v1#top?x=1", "y", "https://a.test/v1/y"),
    Row("port", "http://a.test:8080", "x", "http://a.test:8080/x"),
    Row("empty port", "http://a.test:/v1", "x", "http://a.test/v1/x"),
    Row("default port stays as said", "http://a.test:80", "x", "http://a.test:80/x"),
    Row("IPv6", "http://[::1]/v1", "x", "http://[::1]/v1/x"),
    Row("IPv6 and port", "http://[fe80::1]:8080", "x?q=1", "http://[fe80::1]:8080/x?q=1"),
    Row("IPv4 inside IPv6", "http://[::ffff:127.0.0.1]", "x", "http://[::ffff:127.0.0.1]/x"),
    Row("scheme in capitals", "HTTPS://a.test", "x", "https://a.test/x"),
    Row("host keeps its case", "https://A.Test", "x", "https://A.Test/x"),
    Row("host not ASCII stays as written", "https://e\u{301}.test", "x", "https://e\u{301}.test/x"),
    Row("user and password go", "https://u:p@a.test/v1", "x", "https://a.test/v1/x"),
    Row("an at sign in the path", "https://a.test", "/@me?x=@", "https://a.test/@me?x=@"),
    Row("dot segments stay", "https://a.test/v1", "../x/./y", "https://a.test/v1/../x/./y"),
    Row(
      "URL in the path", "https://a.test", "/go?to=http://b.test/?x",
      "https://a.test/go?to=http://b.test/?x"),
  ]

  @Test("base and path are joined to the URL that is sent", arguments: rows)
  func joining(row: Row) throws {
    let request = try Endpoint(TestTarget(baseURL: row.base, path: row.path)).build()
    #expect(request.url == row.url)
    #expect(Array(request.url.utf8) == Array(row.url.utf8))
  }

  @Test("parameters follow the query that is there already")
  func parametersComeLast() throws {
    let rows: [(base: String, path: String, url: String)] = [
      ("https://a.test", "/x", "https://a.test/x?p=1"),
      ("https://a.test?b=1", "/x?a=2", "https://a.test/x?b=1&a=2&p=1"),
      ("https://a.test", "/x?", "https://a.test/x?p=1"),
      ("https://a.test", "/x?a=1&", "https://a.test/x?a=1&p=1"),
      ("https://a.test", "", "https://a.test/?p=1"),
      ("https://a.test/x#top", "", "https://a.test/x?p=1"),
      ("https://a.test/x?b=1#top?", "", "https://a.test/x?b=1&p=1"),
    ]
    for row in rows {
      let target = TestTarget(
        baseURL: row.base, path: row.path, task: .requestParameters(["p": 1]))
      #expect(try Endpoint(target).build().url == row.url, "\(row.base) + \(row.path)")
    }
  }

  @Test("user and password of the URL become a header, unless one is there")
  func userInfo() throws {
    let rows: [(base: String, authorization: String?)] = [
      ("https://ada:secret@a.test", "Basic YWRhOnNlY3JldA=="),
      ("https://ada@a.test", "Basic YWRhOg=="),
      ("https://:secret@a.test", "Basic OnNlY3JldA=="),
      ("https://a%40b:p%3Aq%2F@a.test", "Basic YUBiOnA6cS8="),
      ("https://ada:100%@a.test", "Basic YWRhOjEwMCU="),
      ("https://a@b:c@a.test", "Basic YUBiOmM="),
      ("https://@a.test", nil),
      ("https://a.test", nil),
    ]
    for row in rows {
      let request = try Endpoint(TestTarget(baseURL: row.base)).build()
      #expect(request.headers["Authorization"] == row.authorization, "\(row.base)")
      #expect(request.headers.first?.source == (row.authorization.map { _ in .url }), "\(row.base)")
      #expect(request.url == "https://a.test/")
    }
    let said = TestTarget(
      baseURL: "https://ada:secret@a.test", headers: ["authorization": "Bearer t"])
    #expect(try Endpoint(said).build().headers.map(\.value) == ["Bearer t"])
  }
}
