import CurlTransport
import NetEngine
import TestSupport
import Testing

/// What the whole pipeline makes of an answer, step by step.
@Suite struct ClassifierTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let response: Response
    var pipeline = Pipeline()
    let kind: Kind
    /// The steps as `name: note`, with the mark of how they went.
    let steps: [String]
    var testDescription: String { id }
  }

  static func pipeline(
    _ filter: StatusFilter = .successful, _ mapping: Pipeline.Mapping = .auto,
    _ profile: EnvelopeProfile? = nil
  ) -> Pipeline {
    Pipeline(filter: filter, mapping: mapping, profile: profile)
  }

  static let png =
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 2, 0, 0, 0, 3] as [UInt8]

  static let defaults: [Row] = [
    Row(
      id: "nothing", response: .answer(""), kind: .ok,
      steps: ["✓ filter 2xx: 200", "– map: no body", "– envelope: no profile"]),
    Row(
      id: "JSON by its type", response: .answer(#"{"a":1}"#, type: "application/json"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapJSON: object, 1 key", "– envelope: no profile"]),
    Row(
      id: "a scalar by its type", response: .answer("42", type: "application/json"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapJSON: number 42", "– envelope: no profile"]),
    Row(
      id: "JSON by its first byte", response: .answer(" \n[1,2]", type: "text/plain"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapJSON: array, 2 elements", "– envelope: no profile"]),
    Row(
      id: "broken JSON that says it is JSON",
      response: .answer("{oops}", type: "application/json"), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200",
        "✗ mapJSON: the body is not valid JSON: line 1, column 2 (byte 1): found 'o', expected a key in double quotes or '}'",
        "· envelope: not reached",
      ]),
    Row(
      id: "text that starts like JSON", response: .answer("[info] all is well"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapString: 18 bytes of text", "– envelope: no profile"]),
    Row(
      id: "an image", response: .answer(png, type: "application/octet-stream"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapImage: PNG, 2 × 3", "– envelope: no profile"]),
    Row(
      id: "text", response: .answer("Grüße", type: "text/plain"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapString: 7 bytes of text", "– envelope: no profile"]),
    Row(
      id: "bytes", response: .answer([0xff, 0xc0, 0]), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ map: 3 bytes that are no text", "– envelope: no profile"]),
    Row(
      id: "an image that is none", response: .answer("oops", type: "image/png"), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapString: 4 bytes of text", "– envelope: no profile"]),
    Row(
      id: "404", response: .answer("{}", status: 404, type: "application/json"), kind: .client,
      steps: [
        "✗ filter 2xx: the server answered 404", "· mapJSON: not reached",
        "· envelope: not reached",
      ]),
    Row(
      id: "503", response: .answer("", status: 503), kind: .server,
      steps: [
        "✗ filter 2xx: the server answered 503", "· map: not reached", "· envelope: not reached",
      ]),
  ]

  static let explicit: [Row] = [
    Row(
      id: "404 with the filter off", response: .answer("{}", status: 404),
      pipeline: pipeline(.none, .json), kind: .ok,
      steps: ["✓ filter off: 404", "✓ mapJSON: object, 0 keys", "– envelope: no profile"]),
    Row(
      id: "JSON wanted, text there", response: .answer("oops"),
      pipeline: pipeline(.successful, .json),
      kind: .mapping,
      steps: [
        "✓ filter 2xx: 200",
        "✗ mapJSON: the body is not valid JSON: line 1, column 1 (byte 0): found 'o', expected a value",
        "· envelope: not reached",
      ]),
    Row(
      id: "JSON wanted, nothing there", response: .answer(""),
      pipeline: pipeline(.successful, .json),
      kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✗ mapJSON: the body is empty, expected JSON",
        "· envelope: not reached",
      ]),
    Row(
      id: "JSON wanted, 204", response: .answer("", status: 204),
      pipeline: pipeline(.successful, .json), kind: .ok,
      steps: ["✓ filter 2xx: 204", "✓ mapJSON: null", "– envelope: no profile"]),
    Row(
      id: "an image wanted, text there", response: .answer("oops"),
      pipeline: pipeline(.successful, .image), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200",
        "✗ mapImage: the body is not a PNG, JPEG, GIF, WebP or BMP image",
        "· envelope: not reached",
      ]),
    Row(
      id: "text wanted, bytes there", response: .answer([0x41, 0xff]),
      pipeline: pipeline(.successful, .string), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✗ mapString: the body is not utf-8 text: byte 1 does not fit",
        "· envelope: not reached",
      ]),
    Row(
      id: "text wanted, JSON there", response: .answer("{}", type: "application/json"),
      pipeline: pipeline(.successful, .string), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapString: 2 bytes of text", "– envelope: no profile"]),
    Row(
      id: "text at a path", response: .answer(#"{"a":"b"}"#),
      pipeline: pipeline(.successful, .stringAt("a")), kind: .ok,
      steps: ["✓ filter 2xx: 200", "✓ mapString(a): 'b'", "– envelope: no profile"]),
    Row(
      id: "a number at the path", response: .answer(#"{"a":1}"#),
      pipeline: pipeline(.successful, .stringAt("a")), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✗ mapString(a): expected a string at 'a', found a number",
        "· envelope: not reached",
      ]),
    Row(
      id: "an object at a path", response: .answer(#"{"data":{"items":[1,2,3]}}"#),
      pipeline: pipeline(.successful, .object("data.items")), kind: .ok,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 1 key", "– envelope: no profile",
        "✓ mapObject(data.items): array, 3 elements",
      ]),
    Row(
      id: "nothing at the path", response: .answer(#"{"data":{"list":[]}}"#),
      pipeline: pipeline(.successful, .object("data.items")), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 1 key", "– envelope: no profile",
        "✗ mapObject(data.items): no key 'items' at 'data': the object has list",
      ]),
    Row(
      id: "nothing is read", response: .answer("{oops", type: "application/json"),
      pipeline: pipeline(.successful, .none), kind: .ok,
      steps: ["✓ filter 2xx: 200", "– map off: the body is not read", "– envelope: no profile"]),
  ]

  static let enveloped: [Row] = [
    Row(
      id: "success", response: .answer(#"{"code":0,"data":{"id":1}}"#),
      pipeline: pipeline(.successful, .object("data"), .codeMsgData), kind: .ok,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 2 keys", "✓ envelope: success, code '0'",
        "✓ mapObject(data): object, 1 key",
      ]),
    Row(
      id: "a session that has ended, without data",
      response: .answer(#"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆"}"#),
      pipeline: pipeline(.successful, .object("data"), .statusMsgData), kind: .invalidSession,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 2 keys",
        "✗ envelope: the session is not valid, code 'invalid_session': 您的一台手机从其他地方登陆",
        "· mapObject(data): not reached",
      ]),
    Row(
      id: "a no without data", response: .answer(#"{"code":1001,"msg":"Gone."}"#),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .business,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 2 keys",
        "✗ envelope: the server says no, code '1001': Gone.",
      ]),
    Row(
      id: "not such an envelope", response: .answer(#"{"id":1}"#),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 1 key",
        "✗ envelope: the body is not such an envelope: the code at 'code' is not there",
      ]),
    Row(
      id: "text where an envelope should be", response: .answer("oops"),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "✓ mapString: 4 bytes of text",
        "✗ envelope: the body is not such an envelope: the body is not JSON",
      ]),
    Row(
      id: "nothing where an envelope should be", response: .answer(""),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .mapping,
      steps: [
        "✓ filter 2xx: 200", "– map: no body",
        "✗ envelope: the body is not such an envelope: the body is empty",
      ]),
    Row(
      id: "204", response: .answer("", status: 204),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .ok,
      steps: [
        "✓ filter 2xx: 204", "– map: no body", "– envelope: this response has no body by nature",
      ]),
    Row(
      id: "304 where redirects pass", response: .answer("", status: 304),
      pipeline: pipeline(.successfulAndRedirect, .auto, .codeMsgData), kind: .ok,
      steps: [
        "✓ filter 2xx+3xx: 304", "– map: no body",
        "– envelope: this response has no body by nature",
      ]),
    Row(
      id: "HEAD", response: .answer("", method: .head),
      pipeline: pipeline(.successful, .auto, .codeMsgData), kind: .ok,
      steps: [
        "✓ filter 2xx: 200", "– map: no body", "– envelope: this response has no body by nature",
      ]),
    Row(
      id: "404 with the filter off and a good envelope",
      response: .answer(#"{"code":0}"#, status: 404),
      pipeline: pipeline(.none, .auto, .codeMsgData), kind: .ok,
      steps: [
        "✓ filter off: 404", "✓ mapJSON: object, 1 key", "✓ envelope: success, code '0'",
      ]),
  ]

  static let byStatus: [Row] = [
    Row(
      id: "404 by its status", response: .answer(#"{"error":"Not found"}"#, status: 404),
      pipeline: pipeline(.successful, .auto, .httpStatus), kind: .business,
      steps: [
        "✓ filter by profile: 404", "✓ mapJSON: object, 1 key",
        "✗ envelope: the server says no, code '404': Not found",
      ]),
    Row(
      id: "404 by its status, no JSON", response: .answer("gone", status: 404),
      pipeline: pipeline(.successful, .auto, .httpStatus), kind: .business,
      steps: [
        "✓ filter by profile: 404", "✓ mapString: 4 bytes of text",
        "✗ envelope: the server says no, code '404'",
      ]),
    Row(
      id: "HEAD 404 by its status", response: .answer("", status: 404, method: .head),
      pipeline: pipeline(.successful, .auto, .httpStatus), kind: .business,
      steps: [
        "✓ filter by profile: 404", "– map: no body", "✗ envelope: the server says no, code '404'",
      ]),
    Row(
      id: "204 by its status", response: .answer("", status: 204),
      pipeline: pipeline(.none, .auto, .httpStatus), kind: .ok,
      steps: [
        "✓ filter by profile: 204", "– map: no body", "✓ envelope: success, code '204'",
      ]),
    Row(
      id: "500 by its status, filter off or not", response: .answer("{}", status: 500),
      pipeline: pipeline(.none, .auto, .httpStatus), kind: .server,
      steps: [
        "✗ filter by profile: the server answered 500", "· mapJSON: not reached",
        "· envelope: not reached",
      ]),
  ]

  @Test(
    "every step says how it went and what it saw",
    arguments: defaults + explicit + enveloped + byStatus)
  func row(_ row: Row) {
    let outcome = Classifier.classify(.success(row.response), row.pipeline)
    #expect(outcome.kind == row.kind)
    #expect(outcome.steps.map(\.line) == row.steps)
    #expect((outcome.error == nil) == (row.kind == .ok))
    #expect(outcome.error.map { $0.kind == row.kind } ?? true)
    #expect(outcome.response == row.response)
  }

  @Test("HTTP 500 with an envelope that looks fine is the server's failure and shows it")
  func fineEnvelopeUnder500() {
    let response = Response.answer(#"{"status":"ok","msg":"","data":{"id":1}}"#, status: 500)
    let outcome = Classifier.classify(
      .success(response), Self.pipeline(.successful, .object("data"), .statusMsgData))
    #expect(outcome.kind == .server)
    #expect(outcome.error?.label == "statusCode(500)")
    #expect(outcome.envelope?.verdict == .success)
    #expect(outcome.envelope?.data?["id"].int == 1)
    #expect(outcome.document?.json["status"].string == "ok")
    #expect(outcome.steps.map(\.hasPassed) == [false, nil, nil, nil])
  }

  @Test("a connection that has become a tunnel is no refused answer, whatever is read from it")
  func tunnel() {
    let response = Response(
      statusCode: 101, headers: ["Upgrade": "websocket"], body: "",
      request: HTTPRequest(url: "http://h.test/chat"))
    for mapping in [Pipeline.Mapping.auto, .json, .string] {
      let pipeline = Pipeline(
        filter: .successful, mapping: mapping, profile: .statusMsgData)
      let outcome = Classifier.classify(.success(response), pipeline)
      #expect(outcome.kind == .ok && outcome.error == nil)
      for step in outcome.steps {
        guard case .notApplied("a tunnel, no response") = step.state else {
          Issue.record("\(step)")
          continue
        }
      }
    }
  }

  @Test("without a profile a fine answer is ok, and its envelope no success")
  func noProfile() {
    let outcome = Classifier.classify(
      .success(.answer(#"{"code":0,"success":true}"#)), Pipeline())
    #expect(outcome.kind == .ok)
    #expect(outcome.envelope == nil)
    guard case .notApplied("no profile") = outcome.steps[2].state else {
      Issue.record("the envelope's step must say that it was not applied")
      return
    }
  }

  @Test("JSON that is too deep is a limit, and what came before it is kept")
  func depth() {
    var limits = Limits()
    limits.jsonDepth = 3
    for type in ["application/json", "text/plain"] {
      let response = Response.answer(#"{"a":1,"b":[[[[0]]]]}"#, type: type, limits: limits)
      let outcome = Classifier.classify(.success(response), Pipeline(profile: .codeMsgData))
      #expect(outcome.kind == .limit)
      #expect(outcome.error?.label == "limit(jsonDepth)")
      #expect(outcome.document?.json["a"].int == 1)
      #expect(outcome.document?.json["b"].kind == .array)
      #expect(outcome.envelope == nil)
    }
  }

  @Test("a broken document is kept up to the break")
  func brokenDocument() {
    let response = Response.answer(#"{"a":1,"b":oops}"#, type: "application/json")
    let outcome = Classifier.classify(.success(response), Pipeline())
    #expect(outcome.document?.json["a"].int == 1)
    #expect(outcome.document?.error?.byteOffset == 11)
    let text = Classifier.classify(.success(.answer("[info] fine")), Pipeline())
    #expect(text.document == nil, "text is no broken document")
  }

  @Test("a validation that refused the answer shows its envelope all the same")
  func validation() async {
    var target = TestTarget()
    target.sampleData = #"{"code":0,"data":1}"#
    target.validationType = .customCodes([201])
    let outcome = await Provider().request(target, stub: .immediate)
      .outcome(Pipeline(profile: .codeMsgData))
    #expect(outcome.kind == .status)
    #expect(outcome.envelope?.verdict == .success)
    #expect(
      outcome.steps.map(\.line) == [
        "✗ validation: the server answered 200", "· mapJSON: not reached",
        "· envelope: not reached",
      ])
  }

  @Test("a plugin that refuses an answer is named, and the answer is shown")
  func pluginRefusal() async {
    let plugin = TestPlugin(
      name: "P",
      onProcess: { result, _ in
        .failure(.underlying(BusinessFailure(code: "1"), result.response))
      })
    var target = TestTarget()
    target.sampleData = #"{"code":0}"#
    let outcome = await Provider { $0.plugins = [plugin] }
      .request(target, stub: .immediate).outcome(Pipeline(profile: .codeMsgData))
    #expect(outcome.kind == .plugin)
    #expect(outcome.steps.first?.name == "plugin")
    #expect(outcome.envelope?.verdict == .success)
  }

  @Test("a call's outcome reads with the profile the answer brings, unless a pipeline is given")
  func ownProfile() async {
    var target = TestTarget()
    target.sampleData = #"{"code":7,"msg":"no"}"#
    let call = Provider { $0.profile = .codeMsgData }.request(target, stub: .immediate)
    #expect(await call.outcome().kind == .business)
    #expect(await call.outcome(Pipeline()).kind == .ok)
    #expect(await call.outcome(Pipeline(profile: .errno)).kind == .mapping)
    target.validationType = .customCodes([500])
    let refused = await Provider { $0.profile = .codeMsgData }
      .request(target, stub: .immediate).outcome()
    #expect(refused.envelope?.code == "7")
  }

  @Test("a transfer that failed reaches no step")
  func noAnswer() {
    let pipeline = Self.pipeline(.successful, .object("data"), .codeMsgData)
    let outcome = Classifier.classify(.failure(.transport(TransportError(.dns))), pipeline)
    #expect(outcome.kind == .dns)
    #expect(
      outcome.steps.map(\.line) == [
        "· filter 2xx: not reached", "· mapJSON: not reached", "· envelope: not reached",
        "· mapObject(data): not reached",
      ])
    #expect(outcome.envelope == nil && outcome.document == nil && outcome.response == nil)
  }
}

extension Outcome.StepResult {
  /// `✓ name: note`.
  var line: String {
    let mark =
      switch state {
      case .passed: "✓"
      case .failed: "✗"
      case .notReached: "·"
      case .notApplied: "–"
      }
    return "\(mark) \(name): \(note)"
  }
}
