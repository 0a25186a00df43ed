import NetEngine
import TestSupport
import Testing

/// Profiles named by the keys of an envelope.
@Suite("A profile named by its keys")
struct KeyedProfileTests {
  private static let answers: [String] = [
    #"{"code":0,"message":"ok","data":{"id":1}}"#,
    #"{"code":200,"message":"success","data":[1]}"#,
    #"{"error_code":"0","error_msg":"","result":{"a":1}}"#,
    #"{"errcode":0,"errmsg":"ok","data":{"a":1}}"#,
    #"{"resultCode":"000000","resultMsg":"成功","payload":{"a":1}}"#,
    #"{"ok":true,"description":"done","result":{"a":1}}"#,
    #"{"status":"success","message":"","data":{"a":1}}"#,
    #"{"meta":{"code":200,"message":"OK"},"data":{"a":1}}"#,
    #"{"error":null,"data":{"a":1}}"#, #"{"errors":[],"data":{"a":1}}"#,
  ]

  private func response(_ body: String) -> Response {
    Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: Body(body),
      request: HTTPRequest(url: "http://h.test/"))
  }

  @Test("a detected name is a profile that reads the same", arguments: answers)
  func detected(body: String) throws {
    let response = response(body)
    let detected = try #require(EnvelopeDetector.detect(response)).profile
    let named = try #require(EnvelopeProfile.readyMade.named(detected.name), "\(detected.name)")
    #expect(named.statusCodeKey == detected.statusCodeKey, "\(detected.name)")
    #expect(named.modelKey == detected.modelKey, "\(detected.name)")
    let outcome = Classifier.classify(.success(response), Pipeline(profile: named))
    #expect(outcome.kind == .ok, "\(detected.name): \(outcome.steps)")
  }

  @Test("any three keys are one; a code that is no success is a failure")
  func any() throws {
    let profile = try #require(EnvelopeProfile.readyMade.named("a/b.c/d"))
    #expect(profile.statusCodeKey == "a" && profile.tipStrKey == "b.c" && profile.modelKey == "d")
    let body = #"{"a":17,"b":{"c":"no stock"},"d":null}"#
    let outcome = Classifier.classify(.success(response(body)), Pipeline(profile: profile))
    #expect(outcome.kind == .business && outcome.envelope?.message == "no stock")
  }

  @Test(
    "a name that says no keys is none",
    arguments: ["", "nobody", "a/", "/a/b", "a//b", "a/b", "a/b/c/d", " / / ", "status"])
  func none(name: String) {
    #expect(EnvelopeProfile.readyMade.named(name) == nil)
  }

  @Test("a profile of that name goes before its keys")
  func own() {
    #expect(EnvelopeProfile.readyMade.named("code/msg/data") == .codeMsgData)
  }
}
