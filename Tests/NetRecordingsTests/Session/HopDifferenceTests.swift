import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Redirects are compared")
struct HopDifferenceTests {
  /// An answer behind redirects, each a status and where it points.
  private func answer(
    _ redirects: [(Int, String?)], host: String = "http://a.test", final: Int = 200
  ) -> Response {
    let request = HTTPRequest(url: host + "/start")
    var hops = redirects.map { status, location in
      var hop = Hop(url: host + "/start", method: .get)
      hop.statusCode = status
      if let location { hop.headers["Location"] = location }
      return hop
    }
    var last = Hop(url: host + "/end", method: .get)
    last.statusCode = final
    hops.append(last)
    return Response(request: request, hops: hops, body: "{}")
  }

  private func change(
    _ from: Response, _ to: Response, rules: String = ""
  ) throws -> (kind: String, places: [String]) {
    let comparison = Comparison(rules: try Rules(rules), redactor: Redactor())
    let change = comparison.change(of: from.request, from: .success(from), to: .success(to))
    return (
      change.kind.text,
      change.differences.map {
        let text = "\($0.place.text) \($0.from ?? "–") → \($0.to ?? "–")"
        return $0.isNoise ? "(\(text))" : $0.isRedacted ? "[\(text)]" : text
      }
    )
  }

  @Test("another status of a redirect and another target are told, the status weighs more")
  func statusAndTarget() throws {
    let (kind, places) = try change(answer([(302, "/a")]), answer([(307, "/b")]))
    #expect(kind == "status")
    #expect(places == ["/hops/0/status 302 → 307", "/hops/0/location /a → /b"])
  }

  @Test("another target alone, none any more, one that is new")
  func target() throws {
    let one = try change(answer([(302, "/a"), (302, "/b")]), answer([(302, "/a"), (302, "/c")]))
    #expect(one.kind == "headers" && one.places == ["/hops/1/location /b → /c"])
    let gone = try change(answer([(302, "/a")]), answer([(302, nil)]))
    #expect(gone.kind == "headers" && gone.places == ["/hops/0/location /a → –"])
    let new = try change(answer([(302, nil)]), answer([(302, "/a")]))
    #expect(new.places == ["/hops/0/location – → /a"])
  }

  @Test("another number of redirects is a change of status, whatever they say")
  func count() throws {
    let (kind, places) = try change(answer([(302, "/a")]), answer([(302, "/a"), (302, "/b")]))
    #expect(kind == "status" && places == ["/hops 1 redirect → 2 redirects"])
    let none = try change(answer([(301, "/a")]), answer([]))
    #expect(none.kind == "status" && none.places == ["/hops 1 redirect → 0 redirects"])
  }

  @Test("equal redirects are the same, those of another server that point to itself too")
  func same() throws {
    let plain = answer([(302, "/a?x=1")])
    #expect(try change(plain, plain).kind == "same")
    let (kind, places) = try change(
      answer([(302, "http://a.test/login?x=1")]),
      answer([(302, "http://b.test/login?x=1")], host: "http://b.test"))
    #expect(kind == "same" && places == [])
    let away = try change(
      answer([(302, "http://a.test/login")]), answer([(302, "http://evil.test/login")]))
    #expect(away.kind == "headers")
    #expect(away.places == ["/hops/0/location /login → http://evil.test/login"])
  }

  @Test("a rule about the header forgives a target, and no token is shown or taken for a change")
  func forgiven() throws {
    let rule = "GET /start header location ignore"
    let (kind, places) = try change(answer([(302, "/a")]), answer([(302, "/b")]), rules: rule)
    #expect(kind == "noise" && places == ["(/hops/0/location /a → /b)"])
    let token = try change(
      answer([(302, "/a?access_token=FIRSTTOKENVALUE1")]),
      answer([(302, "/a?access_token=OTHERTOKENVALUE2")]))
    #expect(token.kind == "redacted" && token.places.count == 1)
    #expect(!token.places.joined().contains("TOKENVALUE"))
  }
}
