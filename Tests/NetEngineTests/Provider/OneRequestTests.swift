import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// A request without a type of its own is one like any other.
@Suite struct OneRequestTests {
  private struct Row: Sendable, CustomStringConvertible {
    var claim: String
    var sent: String
    var body = ""
    var call: @Sendable (Provider) -> Call<Response>
    var description: String { claim }
  }

  private struct Order: Encodable {
    var product: Int
  }

  private static let base = "https://shop.example.com/orders"
  private static let text = "{\"product\":7}"

  private static let rows = [
    Row(claim: "a URL as text", sent: "GET \(base)") { $0.get("https://shop.example.com/orders") },
    Row(claim: "text from a variable", sent: "GET \(base)") { $0.get(base) },
    Row(claim: "a URL of Foundation's", sent: "GET \(base)") { $0.get(URL(string: base)) },
    Row(claim: "a query", sent: "GET \(base)?page=2") { $0.get(base, query: ["page": 2]) },
    Row(claim: "a query behind the URL's", sent: "GET \(base)?a=1&page=2") {
      $0.get("\(base)?a=1", query: ["page": 2])
    },
    Row(claim: "no slash is added", sent: "GET \(base)/?a=1") { $0.get("\(base)/?a=1#part") },
    Row(claim: "head", sent: "HEAD \(base)") { $0.head(base) },
    Row(claim: "post", sent: "POST \(base)") { $0.post(base) },
    Row(claim: "post with a model", sent: "POST \(base)", body: text) {
      $0.post(base, .requestJSONEncodable(Order(product: 7)))
    },
    Row(claim: "a form and a query", sent: "POST \(base)?dry=1", body: "product=7") {
      $0.post(base, .requestParameters(["product": 7]), query: ["dry": true])
    },
    Row(claim: "a task's query comes behind", sent: "GET \(base)?b=3&a=1&b=2") {
      $0.request(
        base, method: .get, HTTPTask(query: .init(["a": 1, "b": 2])), query: ["b": 3])
    },
    Row(claim: "put", sent: "PUT \(base)", body: "x") { $0.put(base, .requestData("x")) },
    Row(claim: "patch", sent: "PATCH \(base)", body: "x") { $0.patch(base, .requestData("x")) },
    Row(claim: "delete", sent: "DELETE \(base)") { $0.delete(base) },
    Row(claim: "delete with a body", sent: "DELETE \(base)", body: "x") {
      $0.delete(base, .requestData("x"))
    },
    Row(claim: "any method", sent: "PURGE \(base)") { $0.request(base, method: "PURGE") },
  ]

  @Test("what is said is what is sent", arguments: rows.indices)
  func sent(index: Int) async throws {
    let row = Self.rows[index]
    let transport = ScriptedTransport()
    _ = try await row.call(Provider(transport: transport)).value
    let request = try #require(transport.requests.all.first)
    #expect("\(request.method.rawValue) \(request.url)" == row.sent, "\(row.claim)")
    #expect(request.bodyText == row.body, "\(row.claim)")
  }

  @Test("headers, envelope and the provider's plugins count")
  func whole() async throws {
    let transport = ScriptedTransport(
      .status(200, body: #"{"code": 0, "msg": "", "data": {"name": "Ada"}}"#))
    let provider = Provider(transport: transport) {
      $0.plugins = [AccessTokenPlugin { _ in "e30" }]
    }
    let call = provider.get(Self.base, headers: ["X-A": "1"], envelope: .codeMsgData)
    #expect(try await call.mapResponse(Guest.self).value == Guest(name: "Ada"))
    #expect(transport.requests.all.first?.headers["X-A"] == "1")
  }

  @Test("what is no URL fails before anything is sent", arguments: ["", "orders", "ftp://a.b/c"])
  func noURL(text: String) async {
    let transport = ScriptedTransport()
    #expect(await Provider(transport: transport).get(text).result.thrown?.kind == .setup)
    #expect(await Provider(transport: transport).get(URL?.none).result.thrown?.kind == .setup)
    #expect(transport.requests.count == 0)
  }

  @Test("its name holds neither a query nor a secret")
  func name() async throws {
    let names = Record<String>()
    let provider = Provider {
      $0.stub = .immediate
      $0.endpoint = { target in
        names.append(target.name)
        return Endpoint(target)
      }
    }
    _ = try await provider.get("https://ada:secret@shop.example.com/orders?token=1#x").value
    #expect(names.all == ["https://***@shop.example.com/orders"])
  }
}
