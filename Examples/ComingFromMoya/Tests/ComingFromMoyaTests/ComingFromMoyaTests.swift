import DemoServer
import Foundation
import MoyaSpelling
import Testing

/// A target file in Moya's spelling, fired at a real server, with Moya's own words around it.
@Suite("Coming from Moya") struct ComingFromMoyaTests {
  private let server: DemoServer
  private let queue = DispatchQueue(label: "answers")

  init() throws { server = try DemoServer() }

  private struct User: Decodable {
    let id: Int
    let name: String
  }

  /// As people point a provider at another server with Moya: by the endpoint.
  private func provider(
    plugins: [any PluginType] = [],
    stub: @escaping MoyaProvider<Shop>.StubClosure = MoyaProvider.neverStub
  ) -> MoyaProvider<Shop> {
    let base = server.baseURL
    return MoyaProvider(
      endpointClosure: { target in
        Endpoint(
          url: base + target.path,
          sampleResponseClosure: { .networkResponse(200, target.sampleData) },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: stub, callbackQueue: queue, plugins: plugins)
  }

  /// The call with a closure, waited for.
  private func answer(
    _ target: Shop, _ provider: MoyaProvider<Shop>
  ) async -> Result<Response, MoyaError> {
    await withCheckedContinuation { waiter in
      provider.request(target) { waiter.resume(returning: $0) }
    }
  }

  /// What the server says that it was sent.
  private func echoed(_ target: Shop) async throws -> String {
    try await answer(target, provider()).get().filterSuccessfulStatusCodes().mapString()
  }

  @Test("models at a key path, JSON, strings")
  func mappings() async throws {
    let response = try await answer(.user(1), provider()).get()
    let user = try response.filterSuccessfulStatusCodes().map(User.self, atKeyPath: "data")
    #expect(user.id == 1 && !user.name.isEmpty)
    let json = try response.mapJSON() as? [String: Any]
    #expect(json?["status"] as? String == "ok")
    #expect(try response.mapString(atKeyPath: "status") == "ok")
    #expect(response.request?.url?.path == "/users/1" && response.response?.statusCode == 200)
    let users = try await answer(.users(count: 5, sort: nil), provider()).get()
    #expect(try users.map([User].self, atKeyPath: "data").count == 5)
  }

  @Test("queries, JSON, forms, encodables and parts are sent as Moya sends them")
  func tasks() async throws {
    let created = try await echoed(.create(name: "Ada", tags: ["a", "b"]))
    #expect(created.contains(#"{\"name\":\"Ada\",\"tags\":[\"a\",\"b\"]}"#), "\(created)")
    let renamed = try await echoed(.rename(id: 1, NewName(name: "Grace")))
    #expect(renamed.contains("Grace"), "\(renamed)")
    let form = try await echoed(.form(["b": true, "a": [1, 2], "c": ["d": "e f"]]))
    #expect(
      form == #"{"pairs":[["a[]","1"],["a[]","2"],["b","1"],["c[d]","e f"]]}"#, "\(form)")
    let parts = try await echoed(.avatar(Data([1, 2, 3]), caption: "me"))
    #expect(parts.contains("a.png") && parts.contains("image/png"), "\(parts)")
    let zen = try await echoed(.zen)
    #expect(zen.contains("X-Shop"), "\(zen)")
  }

  @Test("numbers of every type are sent exactly, and Foundation's are what they were made of")
  func numbers() async throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(#"{"h":1,"i":5,"j":true,"k":1.5,"l":18446744073709551615}"#.utf8))
    var values: [String: Any] = [
      "a": UInt64.max, "b": Int8.min, "c": Float(0.1), "d": true,
      "e": Decimal(string: "12345678901234567890.5") ?? 0, "f": NSNumber(value: 7), "g": 1.0,
    ]
    values.merge(json as? [String: Any] ?? [:]) { $1 }
    #expect(
      try await echoed(.form(values))
        == #"{"pairs":[["a","18446744073709551615"],["b","-128"],["c","0.1"],["d","1"],"#
        + #"["e","12345678901234567890.5"],["f","7"],["g","1.0"],["h","1"],["i","5"],["j","1"],"#
        + #"["k","1.5"],["l","18446744073709551615"]]}"#)
  }

  @Test("a failed validation, a filter, a mapping: each is the error that Moya's users catch")
  func errors() async throws {
    let refused = await answer(.orders, provider())
    guard case .failure(.statusCode(let response)) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(response.statusCode == 401)
    let user = try await answer(.user(1), provider()).get()
    #expect(throws: MoyaError.self) { try user.filter(statusCodes: 300...399) }
    do {
      _ = try user.map(User.self)
      Issue.record("it is no user")
    } catch MoyaError.objectMapping(let error, let response) {
      #expect(response.statusCode == 200 && "\(error)".contains("id"))
    }
    let unsendable = await answer(.form(["a": Date()]), provider())
    guard case .failure(.parameterEncoding(let error)) = unsendable else {
      Issue.record("\(unsendable)")
      return
    }
    #expect("\(error)" == "a value of type Date has no form as a parameter")
  }

  @Test("plugins change requests, hear of them, and give tokens to who asks for one")
  func plugins() async throws {
    let counting = CountingPlugin()
    let token = AccessTokenPlugin { _ in "abc" }
    let all = provider(plugins: [counting, token])
    let zen = try await answer(.zen, all).get().mapString()
    #expect(zen.contains("counted") && !zen.contains("abc"))
    #expect(counting.lines == ["willSend GET /echo", "didReceive 200"])
    let orders = await answer(.orders, all)
    guard case .failure(let error) = orders else {
      Issue.record("\(orders)")
      return
    }
    // The token is none of this server's, but it was sent.
    #expect(
      error.response?.request?.value(forHTTPHeaderField: "Authorization") == "Bearer abc")
  }

  @Test("samples answer, and a request can be cancelled")
  func stubs() async throws {
    let stubbed = provider(stub: MoyaProvider.immediatelyStub)
    let user = try await answer(.user(9), stubbed).get().map(User.self, atKeyPath: "data")
    #expect(user.id == 9 && user.name == "Sample")
    let slow = provider(stub: MoyaProvider.delayedStub(3_600))
    let result = await withCheckedContinuation { waiter in
      let call = slow.request(.user(9)) { waiter.resume(returning: $0) }
      call.cancel()
      #expect(call.isCancelled)
    }
    #expect(throws: MoyaError.self) { try result.get() }
  }
}
