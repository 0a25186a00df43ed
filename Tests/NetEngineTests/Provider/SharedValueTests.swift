import NetEngine
import TestSupport
import Testing

/// Copies of requests and answers share their parts, and nobody can tell.
@Suite struct SharedValueTests {
  static let request = HTTPRequest(url: "http://a.test/", headers: ["A": "1"])
  static let response = Response(statusCode: 200, body: "abc", request: request)

  static let requestChanges: [(id: String, change: @Sendable (inout HTTPRequest) -> Void)] = [
    ("method", { $0.method = .put }),
    ("url", { $0.url += "x" }),
    ("headers", { $0.headers.append(HeaderField("B", "2")) }),
    ("body", { $0.body = .bytes("x") }),
    ("destination", { $0.destination = DownloadDestination(path: "/d") }),
    ("options", { $0.options.followsRedirects = false }),
    ("timeout", { $0.timeout = .seconds(1) }),
    ("limits", { $0.limits.redirects = 1 }),
  ]

  static let responseChanges: [(id: String, change: @Sendable (inout Response) -> Void)] = [
    ("request", { $0.request.url += "x" }),
    ("hops", { $0.hops[0].statusCode = 201 }),
    ("body", { $0.body = "x" }),
    ("wire", { $0.wire = "x" }),
    ("warnings", { $0.warnings.append(Warning(.bareLF)) }),
    ("profile", { $0.profile = EnvelopeProfile(name: "p", statusCodeKey: "code") }),
    ("readsNoEnvelope", { $0.readsNoEnvelope = true }),
    ("isComplete", { $0.isComplete = false }),
  ]

  @Test(arguments: requestChanges.indices) func aChangedRequestLeavesItsCopyAlone(row: Int) {
    let original = Self.request
    var changed = original
    Self.requestChanges[row].change(&changed)
    var again = changed
    Self.requestChanges[row].change(&again)
    #expect(changed != original, "\(Self.requestChanges[row].id)")
    #expect(original == HTTPRequest(url: "http://a.test/", headers: ["A": "1"]))
  }

  @Test(arguments: responseChanges.indices) func aChangedResponseLeavesItsCopyAlone(row: Int) {
    let original = Self.response
    var changed = original
    Self.responseChanges[row].change(&changed)
    #expect(changed != original, "\(Self.responseChanges[row].id)")
    #expect(original == Response(statusCode: 200, body: "abc", request: Self.request))
  }

  @Test func equalOnesAreEqualWhetherSharedOrNot() {
    var one = Self.response
    one.request.headers["A"] = "2"
    one.request.headers["A"] = "1"
    #expect(one == Self.response)
    #expect(one.hashValue == Self.response.hashValue)
    #expect(Set([one, Self.response]).count == 1)
  }
}
