import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Load made of a recording: what stands in the file, and that nothing secret does.
@Suite("Locustfiles made of a recording")
struct LocustFileTests {
  private static let token = "tok-4711-aaaa-bbbb-cccc"

  private static let session: Session = {
    func exchange(
      _ method: HTTPMethod, _ url: String, _ answer: Body, sent: RequestBody = .none,
      headers: Headers = [:]
    ) -> Exchange {
      let request = HTTPRequest(method: method, url: url, headers: headers, body: sent)
      return Exchange(
        sequence: 0, name: "", startedAt: 0, request: request,
        result: .success(
          Response(
            statusCode: 200, headers: ["Content-Type": "application/json"], body: answer,
            request: request)))
    }
    let shop = "https://shop.test"
    let signed: Headers = ["Authorization": "Bearer \(token)", "Accept": "text/é\"\\"]
    let all = [
      exchange(
        .post, shop + "/login", Body("{\"data\": {\"token\": \"\(token)\"}}"),
        sent: .bytes(#"{"name":"ada","password":"hunter2-hunter2"}"#),
        headers: ["Content-Type": "application/json", "Cookie": "sid=abcdefgh1234"]),
      exchange(.get, shop + "/users/1", "{}", headers: signed),
      exchange(.get, shop + "/users/1", "{}", headers: signed),
      exchange(.get, shop + "/users/2?full=1", #"{"ref":"order-2024-000017"}"#, headers: signed),
      exchange(.get, shop + "/orders/by/order-2024-000017", "{}"),
      exchange(.put, shop + "/raw", "", sent: .bytes(Body([0, 255, 34] as [UInt8]))),
      exchange(.get, "http://other.test/x", "{}"),
    ]
    let numbered = all.enumerated().map { number, exchange in
      var exchange = exchange
      exchange.sequence = number + 1
      return exchange
    }
    return Session(numbered, name: "shop")
  }()

  private static let golden =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/locustfile.txt"

  private static func export() throws -> SessionExport {
    let profile = EnvelopeProfile(
      name: "own", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
      successValues: ["ok", "0"], invalidSessionValues: ["gone"])
    return try SessionExport(session, as: .locust) { exchange in
      var pipeline = Pipeline(profile: profile)
      if exchange.request.method == .put { pipeline = Pipeline(filter: .none, mapping: .string) }
      return pipeline
    }
  }

  @Test("the file is what stands beside this one; RECORD=1 writes it")
  func golden() throws {
    let export = try Self.export()
    let text = String(decoding: export.bytes, as: UTF8.self)
    if getenv("RECORD") != nil {
      let file = fopen(Self.golden, "w")
      fputs(text, file)
      fclose(file)
      Issue.record("recorded locustfile.txt")
    }
    let kept = try #require(TestFolder.bytes(at: Self.golden))
    #expect(text == String(decoding: kept, as: UTF8.self))
  }

  @Test("what an answer gives is taken from the fresh one, other secrets from the environment")
  func chained() throws {
    let export = try Self.export()
    let text = String(decoding: export.bytes, as: UTF8.self)
    #expect(export.variables == ["PASSWORD"], "\(export.variables)")
    #expect(!text.contains("hunter2") && !text.contains(Self.token))
    #expect(text.contains(#""Bearer " + self.value("token")"#))
    #expect(text.contains(#"gives={"token": ["data", "token"]}"#))
    #expect(text.contains(#""/orders/by/" + self.value("ref")"#))
    // Who gives is asked when a user starts, and is a task too.
    #expect(text.ranges(of: "self.ask(\"POST\", \"/login\"").count == 2, "\(text)")
    #expect(text.contains("        self.values = {}\n        self.ask(\"POST\", \"/login\""))
    // Locust keeps cookies itself.
    #expect(!text.contains("Cookie"))
  }

  @Test("marks of a sealed session are secrets, and are given as others are")
  func sealed() throws {
    let redactor = Redactor(salt: [1, 2, 3])
    var known = KnownSecrets()
    for index in 0..<Self.session.count {
      redactor.learn(from: try Self.session.exchange(at: index), into: &known)
    }
    let sealed = try (0..<Self.session.count).map { index in
      redactor.redact(try Self.session.exchange(at: index), knowing: known)
    }
    let export = try SessionExport(Session(sealed, name: "shop"), as: .locust)
    let text = String(decoding: export.bytes, as: UTF8.self)
    #expect(!text.contains("redacted"), "\(text)")
    #expect(text.contains(#""Bearer " + self.value("token")"#), "\(text)")
    #expect(export.variables == ["PASSWORD"], "\(export.variables)")
  }

  @Test("tasks are as heavy as they were often recorded, and so is each of their requests")
  func weights() throws {
    let text = String(decoding: try Self.export().bytes, as: UTF8.self)
    #expect(text.contains("    @task(3)\n    def get_users_id(self):"))
    #expect(text.contains("        ], [2, 1])[0]()"))
    #expect(text.contains("    @task(1)\n    def post_login(self):"))
  }
}
