import NetEngine
import TestSupport
import Testing

/// Guesses, each from one body alone, and from several of one API.
@Suite struct EnvelopeDetectorTests {
  static let rows = DetectorRow.all + DetectorRow.more + DetectorRow.unseen
  static let plain = PlainBodies.all + PlainBodies.more + PlainBodies.unseen

  private func detect(_ status: Int, _ body: String) -> DetectedEnvelope? {
    EnvelopeDetector.detect(.answer(body, status: status))
  }

  private func detect(_ bodies: [(status: Int, body: String)]) throws -> DetectedEnvelope? {
    EnvelopeDetector.detect(
      try bodies.map { EnvelopeSample(try JSON(parsing: $0.body), statusCode: $0.status) })
  }

  /// What is wrong with the guess for a row; nil when nothing is.
  private func mistake(_ row: DetectorRow) -> String? {
    guard let found = detect(row.status, row.body) else { return "nothing found" }
    let profile = found.profile
    let keys = [profile.statusCodeKey, profile.tipStrKey, profile.modelKey]
    let isSuccess = (try? JSON(parsing: row.body)).map {
      Envelope($0, profile: profile, statusCode: row.status).verdict == .success
    }
    guard profile.rule == row.rule else { return "rule \(profile.rule): \(found.reason)" }
    guard keys == [row.code, row.message, row.data] else { return "\(keys): \(found.reason)" }
    guard isSuccess == row.isSuccess else { return "verdict: \(profile.successValues)" }
    guard 0.5...0.99 ~= found.confidence else { return "confidence \(found.confidence)" }
    return nil
  }

  @Test("at least 19 of 20 enveloped bodies are understood from one look")
  func score() {
    #expect(Self.rows.count >= 60)
    #expect(Set(Self.rows.map(\.shape)).count >= 20)
    let mistakes = Self.rows.compactMap { row in
      mistake(row).map { "\(row.testDescription) → \($0)" }
    }
    #expect(Double(mistakes.count) <= Double(Self.rows.count) * 0.05, "\(mistakes)")
  }

  @Test("bodies without an envelope have none")
  func noEnvelope() {
    #expect(Self.plain.count >= 20)
    for (id, status, body) in Self.plain {
      let found = detect(status, body)
      #expect(found == nil, "\(id): \(found?.profile.name ?? "") \(found?.reason ?? "")")
    }
  }

  struct Sample: CustomTestStringConvertible, Sendable {
    let id: String
    let bodies: [(status: Int, body: String)]
    let profile: EnvelopeProfile
    let reason: String
    var testDescription: String { id }
  }

  static let samples: [Sample] = [
    Sample(
      id: "good and bad responses of one API",
      bodies: [
        (200, #"{"status":"ok","msg":"","data":[{"id":1}]}"#),
        (200, #"{"status":"invalid_session","msg":"Log in."}"#),
        (200, #"{"status":"user_error","msg":"There is no user 7."}"#),
      ],
      profile: EnvelopeProfile(
        name: "status/msg/data", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
        successValues: ["ok"], invalidSessionValues: ["invalid_session"]),
      reason:
        "code 'status' and message 'msg' beside 'data', seen in 3 of 3 responses; success by the 2xx samples: ok"
    ),
    Sample(
      id: "two codes for success",
      bodies: [
        (200, #"{"code":0,"msg":"","data":{"id":1}}"#),
        (200, #"{"code":200,"msg":"ok","data":[1]}"#),
        (200, #"{"code":401,"msg":"again","data":null}"#),
      ],
      profile: EnvelopeProfile(
        name: "code/msg/data", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
        successValues: ["0", "200"], invalidSessionValues: ["401"]),
      reason:
        "code 'code' and message 'msg' beside 'data', seen in 3 of 3 responses; success by the 2xx samples: 0, 200"
    ),
    Sample(
      id: "only failures seen",
      bodies: [
        (200, #"{"errno":4004,"errmsg":"a","data":null}"#), (200, #"{"errno":4005,"errmsg":"b"}"#),
      ],
      profile: EnvelopeProfile(
        name: "errno/errmsg/data", statusCodeKey: "errno", tipStrKey: "errmsg", modelKey: "data",
        successValues: ["0", "200"]),
      reason:
        "code 'errno' and message 'errmsg' beside 'data', seen in 2 of 2 responses; no success seen, the usual ones are 0, 200"
    ),
    Sample(
      id: "a code only where something went wrong",
      bodies: [
        (200, #"{"errcode":40013,"errmsg":"invalid appid"}"#),
        (200, #"{"access_token":"e30","expires_in":7200}"#),
        (200, #"{"errcode":0,"errmsg":"ok"}"#),
      ],
      profile: EnvelopeProfile(
        name: "errcode/errmsg", statusCodeKey: "errcode", tipStrKey: "errmsg",
        successValues: ["0"], missingCode: .success),
      reason:
        "code 'errcode' and message 'errmsg', seen in 2 of 3 responses; success by the 2xx samples: 0; a response without a code is a good one"
    ),
    Sample(
      id: "nested keys",
      bodies: [
        (200, #"{"meta":{"error":false,"errMsg":"fine"},"body":{"id":5}}"#),
        (200, #"{"meta":{"error":true,"errMsg":"Deeper trouble."},"body":null}"#),
      ],
      profile: EnvelopeProfile(
        name: "meta.error/meta.errMsg/body", statusCodeKey: "meta.error", tipStrKey: "meta.errMsg",
        modelKey: "body", successValues: ["false"]),
      reason:
        "code 'meta.error' and message 'meta.errMsg' beside 'body', seen in 2 of 2 responses; success by the 2xx samples: false"
    ),
    Sample(
      id: "keys with a dot in them",
      bodies: [(200, #"{"code":0,"m.s":1,"msg":"","data.v1":2,"data":{"a":1}}"#)],
      profile: EnvelopeProfile(
        name: "code/msg/data", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
        successValues: ["0"]),
      reason:
        "code 'code' and message 'msg' beside 'data', seen in 1 of 1 responses; success by the 2xx samples: 0"
    ),
    Sample(
      id: "GraphQL with and without errors",
      bodies: [
        (200, #"{"data":{"a":1}}"#),
        (200, #"{"data":null,"errors":[{"message":"x","path":["a"]}]}"#),
      ], profile: .graphQL,
      reason: "GraphQL: 'errors' with messages and places in 1 of 2 responses"),
    Sample(
      id: "plain responses and error objects",
      bodies: [
        (200, #"{"id":"u1","email":"a@b.c"}"#),
        (404, #"{"error":{"code":404,"message":"Not found."}}"#),
      ],
      profile: EnvelopeProfile(
        name: "error", statusCodeKey: "error", tipStrKey: "error.message", rule: .absence,
        detailCodeKey: "error.code"),
      reason: "an error at 'error' with its message at 'error.message' in 1 of 2 responses"),
    Sample(
      id: "by the status",
      bodies: [
        (200, #"{"id":1,"name":"inspector"}"#), (404, #"{"error":"Repository not found"}"#),
        (403, #"{"error":"Too many requests"}"#),
      ], profile: .httpStatus, reason: "a text at 'error' in 2 of 3 responses, all of them 4xx"),
  ]

  @Test("several answers make one profile, and say what speaks for it", arguments: samples)
  func several(_ sample: Sample) throws {
    let found = try #require(try detect(sample.bodies))
    #expect(found.profile == sample.profile)
    #expect(found.reason == sample.reason)
  }

  @Test("the profile of several answers judges every one of them")
  func shapes() throws {
    for (shape, rows) in Dictionary(grouping: DetectorRow.all, by: \.shape) {
      let profiles = Set(rows.map { [$0.code, $0.rule.rawValue] })
      guard rows.count > 1, profiles.count == 1 else { continue }
      let found = try detect(rows.map { ($0.status, $0.body) })
      for row in rows {
        let verdict = Envelope(
          try JSON(parsing: row.body), profile: found?.profile, statusCode: row.status
        ).verdict
        #expect((verdict == .success) == row.isSuccess, "\(shape): \(row.body)")
      }
    }
  }

  @Test("more answers make it surer, and answers that do not fit less sure")
  func confidence() throws {
    let good = (200, #"{"status":"success","data":{"a":1}}"#)
    let bad = (200, #"{"status":"error","message":"no"}"#)
    let plain = (200, #"{"id":1,"name":"x"}"#)
    let one = try #require(try detect([good])).confidence
    let two = try #require(try detect([good, bad])).confidence
    let mixed = try detect([good, bad, plain, plain, plain, plain])?.confidence ?? 0
    #expect(one < two)
    #expect(mixed < two)
    #expect(try detect([plain, plain]) == nil)
    #expect(EnvelopeDetector.detect([]) == nil)
  }

  @Test("all of a body is read: a part of it cannot tell")
  func window() {
    let head = #"{"code":0,"msg":"","data":["#
    let filler = String(repeating: "{\"id\":1},", count: 20_000)
    #expect(detect(200, head + filler + "0]}")?.profile.modelKey == "data")
    #expect(detect(200, head + filler + "and then it breaks") == nil)
    let late = detect(200, "{\"data\":[\(filler)0],\"code\":0,\"msg\":\"\"}")
    #expect(late?.profile.statusCodeKey == "code" && late?.profile.tipStrKey == "msg")
    var part = Response.answer(head + filler, type: "application/json")
    part.keptPartOf = 1 << 30
    #expect(EnvelopeDetector.detect(part) == nil)
    part.outline = #"{"code":0,"msg":"","data":[]}"#
    #expect(EnvelopeDetector.detect(part)?.profile.modelKey == "data")
    #expect(detect(200, head + "oops") == nil, "a body that is broken at once is no document")
    #expect(detect(200, "") == nil)
    #expect(detect(200, "<html>") == nil)
  }

  @Test("a guess is never applied: without a profile the answer stays bare")
  func neverApplied() {
    let response = Response.answer(#"{"code":1001,"msg":"Gone.","data":null}"#)
    #expect(EnvelopeDetector.detect(response) != nil)
    #expect(Classifier.classify(.success(response), Pipeline()).kind == .ok)
  }

  @Test("hostile codes are spelled in the reason")
  func hostile() throws {
    let body = #"{"code":0,"msg":"","\u001b]0;x\u0007":1,"data":{}}"#
    let found = try #require(detect(200, body))
    #expect(!found.reason.unicodeScalars.contains { $0.value < 0x20 })
    #expect(detect(200, #"{"code":"\u001b[2J","msg":"x"}"#) == nil, "that is no code")
  }
}
