import DemoServer
import TestServer
import TestSupport
import Testing

/// Fires every row's sample and looks at the very bytes.
@Suite struct EveryRouteTests {
  static let server = try? DemoServer.withBroken()

  /// A row under the name a failure shows.
  struct Row: CustomTestStringConvertible, Sendable {
    let route: TestRoute

    var testDescription: String { "\(route.sampleMethod) \(route.sample)" }
  }

  @Test(arguments: TestRoute.everything.filter { !$0.takesLong }.map(Row.init))
  func sampleIsAnsweredAsTheRowSays(row: Row) throws {
    let route = row.route
    // Rows run side by side: one of these ends the tokens that the others have just been given.
    let server = try route.group == .login ? DemoServer() : #require(Self.server)
    let client = try #require(RawClient(port: server.port))
    let fields = try Self.fields(for: route, server: server)
    client.send(
      route.sampleMethod, route.sample, fields: fields, body: route.sampleBody?.bytes)
    try Self.check(client, against: route)
  }

  @Test func whatTakesLongIsAnsweredAsWellOnceItIsTold() throws {
    let server = try #require(Self.server)
    let rows = Route.all.filter(\.takesLong)
    #expect(rows.map(\.path) == ["/long/body"])
    for route in rows {
      let client = try #require(RawClient(port: server.port))
      let answer = try client.ask("GET", route.sample + "?ms=0")
      #expect(answer.status == 200)
      #expect(answer.body.count == answer.field("Content-Length").flatMap { Int($0) })
    }
  }

  private static func fields(for route: TestRoute, server: DemoServer) throws -> [Field] {
    var fields = route.sampleBody.map { [Field("Content-Type", $0.type)] } ?? []
    for need in route.needs {
      switch need {
      case .header(let field): fields.append(field)
      case .token: fields.append(Field("Authorization", "Bearer \(try token(from: server))"))
      default: break
      }
    }
    return fields
  }

  static func token(from server: DemoServer) throws -> String {
    let client = try #require(RawClient(port: server.port))
    let body = Array(#"{"name":"ada","password":"secret"}"#.utf8)
    let answer = try client.ask("POST", "/login", body: body)
    let parts = answer.text.split(separator: "\"")
    let index = try #require(parts.firstIndex(of: "token"))
    return String(parts[index + 2])
  }

  private static func check(_ client: RawClient, against route: TestRoute) throws {
    let expected = route.expected
    switch expected.kind {
    case .empty:
      #expect(client.receive() == .end)
    case .reset:
      #expect(client.receiveAll() == .reset)
      #expect(bytesAfterHead(client.buffer) >= expected.keeps.bodyBytes ?? 0)
    case .truncated:
      #expect(client.receiveAll() == .end)
      #expect(!client.buffer.isEmpty)
    case .timeout:
      checkTimeout(client, expected)
    case .limit:
      #expect(client.receive(atLeast: 100) == nil)
    case .protocol:
      #expect(client.receiveAll() != .silence)
      #expect(!client.buffer.isEmpty)
    case .redirect, .connect:
      #expect(try client.readAnswer().status == 302)
    default:
      try checkAnswer(client, route)
    }
  }

  /// What can be read is there, and then the connection is open and silent.
  private static func checkTimeout(_ client: RawClient, _ expected: Expected) {
    if let kept = expected.keeps.bodyBytes {
      while bytesAfterHead(client.buffer) < kept {
        guard case .bytes = client.receive() else { break }
      }
      #expect(bytesAfterHead(client.buffer) >= kept)
    }
    let now = client.peek()
    #expect(now != .end && now != .reset)
  }

  /// How many bytes follow the head's empty line, chunk sizes included.
  private static func bytesAfterHead(_ bytes: [UInt8]) -> Int {
    for index in bytes.indices.dropFirst(3) where bytes[index - 3...index] == [13, 10, 13, 10] {
      return bytes.count - index - 1
    }
    return 0
  }

  private static func checkAnswer(_ client: RawClient, _ route: TestRoute) throws {
    let isRedirecting = [.redirects, .brokenRedirects].contains(route.group)
    let expected = route.expected
    let isLarge = (expected.keeps.bodyBytes ?? 0) > 20_000_000
    let isOdd = !expected.warnings.isDisjoint(with: [
      .oddStatusLine, .oddVersion, .duplicateHeader,
    ])
    if isLarge || isOdd {
      #expect(client.receive(atLeast: 30) == nil)
      #expect(String(decoding: client.buffer.prefix(5), as: UTF8.self).lowercased() == "http/")
      return
    }
    if route.path == "/broken/redirect/cut" {
      #expect(throws: RawAnswer.Failure.cut(.end)) { try client.readAnswer() }
      return
    }
    let answer = try client.readAnswer(toHead: route.sampleMethod == "HEAD")
    let status = try #require(answer.status)
    if isRedirecting, (300..<400).contains(status) {
      #expect(expected.status == status || answer.field("Location") != nil)
      return
    }
    #expect(status == expected.status)
    guard answer.field("Content-Encoding") == nil, let kept = expected.keeps.bodyBytes else {
      return
    }
    #expect(answer.body.count == kept)
  }
}
