import CurlTransport
import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Targets made of a recording: what they are called, and that they compile and ask the same again.
@Suite("Targets made of a recording") struct ExportedTargetsTests {
  static let session: Session = {
    func exchange(
      _ method: HTTPMethod, _ path: String, _ answer: Body, sent: RequestBody = .none,
      headers: Headers = [:], name: String = ""
    ) -> Exchange {
      let request = HTTPRequest(
        method: method, url: "https://shop.test" + path, headers: headers, body: sent)
      return Exchange(
        sequence: 0, name: name, startedAt: 0, request: request,
        result: .success(
          Response(
            statusCode: 200, headers: ["Content-Type": "application/json"], body: answer,
            request: request)))
    }
    let all = [
      exchange(.get, "/users/1", #"{"id":1}"#), exchange(.get, "/users/2", #"{"id":2}"#),
      exchange(.get, "/users/1", #"{"id":1,"again":true}"#),
      exchange(.get, "/users?page=1&sort=name", "[1]", name: "users"),
      exchange(.get, "/users?page=2&sort=name&q=a%20b", "[2]", name: "users"),
      exchange(.get, "/find?in=a&all&page=1&body=x", "1"),
      exchange(.get, "/find?all&page=2&body=z&x=y", "2"),
      exchange(.get, "/echo?n=1", "{}"), exchange(.get, "/echo", #"{"n":null}"#),
      exchange(
        .get, "/users/7/orders/018f2c4e-9c1a-7e3b-8a55-0d2f6b7c8d9e", "{}",
        headers: ["Authorization": "Bearer abcdefgh12345678"]),
      exchange(.post, "/login", "{}", sent: .bytes(#"{"name":"ada"}"#)),
      exchange(.post, "/login", "{}", sent: .bytes(#"{"name":"bob"}"#)),
      exchange(.delete, "/orders/007", ""), exchange(.get, "/", "<html>"),
    ]
    let numbered = all.enumerated().map { number, exchange in
      var exchange = exchange
      exchange.sequence = number + 1
      return exchange
    }
    return Session(numbered, name: "recorded-shop")
  }()

  private static let first = "// swift-format-ignore-file\n"
  private static let golden =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/RecordedShop.swift"

  @Test("the source is what stands beside this file and compiles with it; RECORD=1 writes it")
  func golden() throws {
    let export = try SessionExport(Self.session, as: .swift)
    let text = Self.first + String(decoding: export.bytes, as: UTF8.self)
    if getenv("RECORD") != nil {
      let file = fopen(Self.golden, "w")
      fputs(text, file)
      fclose(file)
    }
    let kept = try #require(fopen(Self.golden, "r"))
    defer { fclose(kept) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&buffer, 1, buffer.count, kept)
    #expect(String(decoding: buffer[..<count], as: UTF8.self) == text)
    #expect(export.variables == ["AUTHORIZATION"], "\(export.variables)")
  }

  @Test("each case asks what was recorded, and is answered by its sample")
  func compiled() async throws {
    let recorded = try (0..<Self.session.count).map { try Self.session.exchange(at: $0) }
    let provider = Provider()
    var asked: [String] = []
    for target in RecordedShop.recorded {
      let response = try await provider.request(target, stub: .immediate).value
      asked.append("\(response.request.method.rawValue) \(response.request.url)")
      let exchange = recorded.first { $0.request.url == response.request.url }
      #expect(exchange?.response?.body == response.body, "\(response.request.url)")
    }
    // In the order of the cases; what was asked twice is there twice.
    let wanted = recorded.map { "\($0.request.method.rawValue) \($0.request.url)" }
    #expect(asked.sorted() == wanted.sorted())
    #expect(RecordedShop.getUser(id: 42).baseURL == "https://shop.test/users/42")
    #expect(
      RecordedShop.getUsers(page: "3", q: nil).baseURL == "https://shop.test/users?page=3&sort=name"
    )
    #expect(
      RecordedShop.getUser(id: 9).name == "GET /users/{id}"
        && RecordedShop.getUsers(page: "", q: nil).name == "users")
  }

  @Test(
    "values are told from words",
    arguments: [
      ("7", true), ("007", true), ("018f2c4e-9c1a-7e3b-8a55-0d2f6b7c8d9e", true),
      ("2026-11-24", true), ("ada@shop.test", true), ("deadbeef01", true),
      ("01HZX3V7Q2K8M4N6P9R1S5T7W0", true), ("users", false), ("v2", false), ("facade", false),
      ("oauth2-callback", false), ("", false), ("sha256", false), ("internationalization", false),
      ("iphone-15-pro", false),
    ])
  func values(_ segment: String, isValue: Bool) {
    #expect(PathTemplate.looksLikeValue(segment) == isValue)
  }

  @Test("rules say what the looks of a path do not, and name its values")
  func corrected() throws {
    let rules = try Rules(
      "GET /users/{name} template\n/status/404 template\nGET /in/{class}/{class} template")
    let requests = [
      "/users/ada", "/users/bob", "/status/404", "/status/500", "/in/a/b", "/users/7",
    ]
    .map { HTTPRequest(method: .get, url: "https://shop.test" + $0) }
    let templates = PathTemplate.all(of: requests, rules)
    #expect(
      templates.map(\.words) == [
        "GET /users/{name}", "GET /status/404", "GET /status/{id}",
        "GET /in/{classValue}/{classValue2}",
      ])
    #expect(templates[0].members == [0, 1, 5])
    #expect(PathTemplate.places(of: requests, rules) == [0, 0, 1, 2, 3, 0])
    let exchanges = requests.enumerated().map { number, request in
      Exchange(sequence: number + 1, name: "", startedAt: 0, request: request, result: nil)
    }
    let export = try SessionExport(Session(exchanges, name: "a"), as: .swift, rules: rules)
    let text = String(decoding: export.bytes, as: UTF8.self)
    #expect(text.contains("case getUser(name: String)\n"), "\(text)")
    #expect(text.contains("case getInA") == false && text.contains(".getUser(name: \"bob\")"))
  }

  @Test(
    "templates are named by what stands in front of their values",
    arguments: [
      ("/users/1", "GET /users/{id}"),
      ("/users/1/orders/2", "GET /users/{userId}/orders/{orderId}"),
      ("/categories/1/2", "GET /categories/{categoryId}/{categoryId2}"),
      ("/1/2", "GET /{id}/{id2}"), ("/status/1/2", "GET /status/{statusId}/{statusId2}"),
      ("", "GET /"), ("/a//1/", "GET /a//{id}/"),
    ])
  func names(_ path: String, _ words: String) {
    let request = HTTPRequest(method: .get, url: "https://shop.test" + path)
    #expect(PathTemplate.all(of: [request]).map(\.words) == [words])
  }
}
