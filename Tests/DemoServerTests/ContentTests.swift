import DemoServer
import FoundationEssentials
import TestServer
import TestSupport
import Testing

/// What single routes promise beyond their first bytes.
@Suite struct ContentTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.withBroken()
    client = try #require(RawClient(port: server.port))
  }

  // MARK: JSON

  /// Any JSON document, read by somebody else's parser.
  private enum Document: Decodable {
    case other
    case array([Document])
    case object([String: Document])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let object = try? container.decode([String: Document].self) {
        self = .object(object)
      } else if let array = try? container.decode([Document].self) {
        self = .array(array)
      } else {
        self = .other
      }
    }
  }

  private struct User: Decodable {
    let id: Int
    let email: String
  }

  @Test func everyOrdinaryJSONBodyIsJSON() throws {
    var count = 0
    for route in TestRoute.everything where !route.path.hasPrefix("/broken/") {
      if route.takesLong || route.path == "/json/{megabytes}" || route.expected.kind == .timeout {
        continue
      }
      let client = try #require(RawClient(port: server.port))
      let answer = try client.ask(
        route.sampleMethod, route.sample, body: route.sampleBody?.bytes)
      let type = answer.field("Content-Type") ?? ""
      guard type.hasSuffix("json"), type != "application/x-ndjson", !answer.body.isEmpty,
        answer.field("Content-Encoding") == nil
      else { continue }
      count += 1
      #expect(throws: Never.self, "\(route.path)") {
        _ = try JSONDecoder().decode(Document.self, from: Data(answer.body))
      }
    }
    #expect(count > 50)
  }

  @Test func usersFillExactlyTheSizeAskedFor() throws {
    let body = try client.ask("GET", "/json/1").body
    #expect(body.count == 1_000_000)
    let users = try JSONDecoder().decode([User].self, from: Data(body))
    #expect(users.count > 2_000)
    #expect(Set(users.map(\.id)).count == users.count)
    #expect(users.allSatisfy { $0.email == "user\($0.id)@example.com" })
  }

  /// Around the place where a whole block of users ends, no comma may be left before the bracket.
  @Test func usersEndCleanlyAtEverySize() throws {
    let body = try client.ask("GET", "/json/1").body
    let mark = Array(#"{"id":100001000,"#.utf8)
    let block = try #require(
      body.indices.first { body[$0] == mark[0] && body[$0...].starts(with: mark) })
    let sizes = Array(stride(from: 2, to: 1_000, by: 61))
    for size in sizes + sizes.map({ $0 + block - 10 }) {
      let body = try client.ask("GET", "/json/bytes/\(size)").body
      #expect(body.count == size)
      let end = body.dropLast().last { $0 != 0x20 }
      #expect(body.last == UInt8(ascii: "]"))
      #expect(end == UInt8(ascii: "}") || end == UInt8(ascii: "["), "\(size)")
    }
  }

  @Test func noUsersAreStillAnArray() throws {
    #expect(try client.ask("GET", "/json/0").text == "[]")
  }

  @Test func theSessionThatHasEndedIsToldInChinese() throws {
    let text = #"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆","data":null}"#
    #expect(try client.ask("GET", "/users/42").text == text)
  }

  @Test func aFailureCanComeWithoutData() throws {
    let answer = try client.ask("GET", "/users/7")
    #expect(answer.status == 200)
    #expect(!answer.text.contains("data"))
  }

  // MARK: Login

  @Test func theTokenOpensListAndDetailUntilItExpires() throws {
    let token = try EveryRouteTests.token(from: server)
    let bearer = [Field("Authorization", "Bearer \(token)")]
    #expect(try client.ask("GET", "/orders").status == 401)
    #expect(try client.ask("GET", "/orders", fields: bearer).text.contains("\"id\":11"))
    #expect(try client.ask("GET", "/orders/11", fields: bearer).text.contains("19.90"))
    #expect(try client.ask("GET", "/orders/99", fields: bearer).text.contains("order_not_found"))
    _ = try client.ask("POST", "/login/expire", body: [])
    #expect(try client.ask("GET", "/orders", fields: bearer).status == 401)
    let fresh = [Field("Authorization", "Bearer \(try EveryRouteTests.token(from: server))")]
    #expect(try client.ask("GET", "/orders", fields: fresh).status == 200)
  }

  @Test(arguments: [
    #"{"name":"ada","password":"wrong"}"#, #"{"name":"ada"}"#, "name=ada&password=wrong", "",
  ])
  func aWrongPasswordIsABusinessFailure(body: String) throws {
    let answer = try client.ask("POST", "/login", body: Array(body.utf8))
    #expect(answer.text.contains("wrong_password"))
  }

  @Test func aFormLogsInToo() throws {
    let answer = try client.ask("POST", "/login", body: Array("name=a+b&password=secret".utf8))
    #expect(answer.text.contains("\"name\":\"a b\""))
  }

  @Test(arguments: ["demo.0.00000000.ada", "demo.9999999999999999999.x.ada", "demo", "", "a.b.c.d"])
  func aForgedTokenOpensNothing(token: String) throws {
    let bearer = [Field("Authorization", "Bearer \(token)")]
    #expect(try client.ask("GET", "/orders", fields: bearer).status == 401)
  }

  // MARK: Memory

  @Test func flakyRoutesFailByTurns() throws {
    let statuses = try (0..<4).map { _ in try client.ask("GET", "/flaky").status }
    #expect(statuses == [503, 200, 503, 200])
    let thirds = try (0..<6).map { _ in try client.ask("GET", "/flaky/third?key=a").status }
    #expect(thirds == [503, 503, 200, 503, 503, 200])
    #expect(try client.ask("GET", "/flaky/third?key=b").status == 503)
  }

  @Test func everySecondConnectionIsReset() throws {
    let first = try #require(RawClient(port: server.port))
    first.send("GET", "/broken/connection/every-second-reset")
    #expect(first.receive() == .reset)
    #expect(try client.ask("GET", "/broken/connection/every-second-reset").status == 200)
  }

  // MARK: Fields

  @Test func cookiesAreSetAndReadBack() throws {
    let set = try client.ask("GET", "/cookies/set?a=1&b=two%20words")
    let values = set.fields.filter { $0.name == "Set-Cookie" }.map(\.value)
    #expect(values == ["a=1; Path=/", "b=two words; Path=/"])
    let cookie = [Field("Cookie", "a=1; b=2")]
    #expect(try client.ask("GET", "/cookies", fields: cookie).text == #"{"cookies":["a=1; b=2"]}"#)
    let cleared = try client.ask("GET", "/cookies/clear", fields: cookie)
    #expect(cleared.fields.count { $0.name == "Set-Cookie" && $0.value.contains("Max-Age=0") } == 2)
  }

  @Test func validatorsSaveTheBody() throws {
    let tag = [Field("If-None-Match", "\"v0\", \"v1\"")]
    #expect(try client.ask("GET", "/etag", fields: tag).status == 304)
    #expect(try client.ask("GET", "/etag", fields: [Field("If-None-Match", "\"x\"")]).status == 200)
  }

  // MARK: Redirects

  @Test func redirectsCountDown() throws {
    #expect(
      try client.ask("GET", "/redirect/2?status=307").field("Location") == "/redirect/1?status=307")
    #expect(try client.ask("GET", "/redirect/0").text == "Arrived.\n")
    #expect(
      try client.ask("GET", "/redirect/to?to=gopher%3A%2F%2Fx").field("Location") == "gopher://x")
  }

  @Test func crossingRedirectsLeadToTheOtherPortAndBack() throws {
    let away = try client.ask("GET", "/broken/origin/there-and-back")
    #expect(away.field("Location") == "\(server.otherOriginURL)/broken/origin/back")
    let other = try #require(RawClient(port: server.otherPort))
    let back = try other.ask("GET", "/broken/origin/back")
    #expect(back.field("Location") == "\(server.baseURL)/echo")
  }

  // MARK: Forms

  @Test func formsAndPartsAreToldBack() throws {
    let form = try client.ask("POST", "/form", body: Array("a=1+2&b=%2B&c&a=".utf8))
    #expect(form.text == #"{"pairs":[["a","1 2"],["b","+"],["c",""],["a",""]]}"#)
    let route = try #require(Route.all.first { $0.path == "/multipart" })
    let sample = try #require(route.sampleBody)
    let parts = try client.ask(
      "POST", "/multipart", fields: [Field("Content-Type", sample.type)], body: sample.bytes)
    #expect(parts.text.contains(#"{"name":"title","filename":null,"bytes":6"#))
    #expect(parts.text.contains(#"{"name":"file","filename":"a.txt","bytes":5"#))
    let broken = try client.ask(
      "POST", "/multipart", fields: [Field("Content-Type", sample.type)],
      body: Array("--demo\r\nno end".utf8))
    #expect(broken.status == 400)
  }
}
