import NetEngine
import RequestFiles
import TestSupport
import Testing

/// Variables in place of the values they stand for.
@Suite("Values that are put back")
struct PutBackTests {
  private func collection(
    _ text: String, environment: String = "{}"
  ) throws -> (TestFolder, RequestCollection) {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", text)
    try sandbox.write("http-client.env.json", environment)
    return (sandbox, try sandbox.collection())
  }

  private static func answering(_ bodies: [String: String]) -> RequestContext {
    var context = RequestContext()
    context.environment = "dev"
    context.earlier = { entry in
      bodies[entry.request.listName].map { EarlierExchange(responseBody: Body($0)) }
    }
    return context
  }

  @Test("base URL and a value of one earlier response, each as whole words; no other variable")
  func all() throws {
    let (_, collection) = try collection(
      "@user = ada-lovelace\n### login\nPOST /login\n### other\nGET /other\n",
      environment: #"{"dev": {"baseUrl": "http://h.test", "tenant": "acme-123", "page": "1"}}"#)
    let context = Self.answering(["login": #"{"data": {"token": "abcdefghijkl"}, "n": "short"}"#])
    let values = collection.knownValues(inFile: "a.http", in: context)
    var request = WrittenRequest(
      method: "POST", target: "http://h.test/x?tenant=acme-123&page=1&n=short",
      headers: [
        HeaderField("Authorization", "Bearer abcdefghijkl"), HeaderField("X", "abcdefghijklm"),
      ], body: .text(#"{"who": "ada-lovelace", "kept": "{{ada-lovelace}}"}"#))
    let used = request.putBack(values)
    #expect(request.target == "{{baseUrl}}/x?tenant=acme-123&page=1&n=short")
    #expect(request.headers[0].value == "Bearer {{login.response.body.$.data.token}}")
    #expect(request.headers[1].value == "abcdefghijklm", "a part of a longer word is another value")
    #expect(request.body == .text(#"{"who": "ada-lovelace", "kept": "{{ada-lovelace}}"}"#))
    #expect(
      Set(used.map(\.origin)) == ["dev in http-client.env.json:1", "the response to login"])
  }

  static let answers: [(name: String, bodies: [String: String], written: String?)] = [
    ("in one answer", ["one": #"{"id": "abcdefghijkl"}"#], "{{one.response.body.$.id}}"),
    ("in two responses", ["one": #"{"id":"abcdefghijkl"}"#, "two": #"["abcdefghijkl"]"#], nil),
    (
      "twice in one", ["two": #"[{"odd key": "abcdefghijkl"}, "abcdefghijkl"]"#],
      "{{two.response.body.$[0]['odd key']}}"
    ),
    ("eleven bytes", ["one": #"{"id": "abcdefghijk"}"#], nil),
    ("no JSON", ["one": "abcdefghijkl"], nil),
  ]

  @Test("a value of an answer counts where it stands in exactly one", arguments: answers)
  func answer(name: String, bodies: [String: String], written: String?) throws {
    let (_, collection) = try collection(
      "### one\nGET http://h/1\n### two\nGET http://h/2\n")
    var context = Self.answering(bodies)
    context.environment = nil
    let values = collection.knownValues(inFile: "a.http", in: context)
    #expect(values.map(\.written) == (written.map { [$0] } ?? []))
  }

  static let echoes: [(name: String, exchange: EarlierExchange)] = [
    ("the path", EarlierExchange(requestURL: "http://h/abcdefghijkl?x=1", responseBody: answer)),
    ("a header", EarlierExchange(requestHeaders: ["A": "B abcdefghijkl"], responseBody: answer)),
    ("the body", EarlierExchange(requestBody: #"[{"a": "abcdefghijkl"}]"#, responseBody: answer)),
    ("a form", EarlierExchange(requestBody: "a=abcdefghijkl&b=1", responseBody: answer)),
    (
      "a whole body of JSON",
      EarlierExchange(
        requestBody: #"{"size": 1000000}"#, responseBody: #"{"got": "{\"size\": 1000000}"}"#)
    ),
  ]
  private static let answer: Body = #"{"id": "abcdefghijkl"}"#

  @Test("what an answer only repeats does not come from it", arguments: echoes)
  func echo(name: String, exchange: EarlierExchange) throws {
    let (_, collection) = try collection("### one\nPOST http://h/1\n")
    var context = RequestContext()
    context.earlier = { _ in exchange }
    #expect(collection.knownValues(inFile: "a.http", in: context).isEmpty)
  }
}
