import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// A body made to mean something else: what it is then, or why it cannot be.
@Suite("Envelopes made to mean something else") struct AlteredEnvelopeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var profile: EnvelopeProfile
    var body: String
    var meaning: AlteredEnvelope.Meaning
    var made: String
    var status = 200

    var testDescription: String { "\(profile.name) \(meaning.word): \(body)" }
  }

  private static let text = EnvelopeProfile(
    name: "text", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
    successValues: ["ok"], invalidSessionValues: ["invalid_session"])
  private static let number = EnvelopeProfile(
    name: "number", statusCodeKey: "meta.code", tipStrKey: "meta.message", modelKey: "data>list",
    successValues: ["0"], invalidSessionValues: ["401"], missingCode: .success)
  private static let absence = EnvelopeProfile(
    name: "absence", statusCodeKey: "error", tipStrKey: "error.text", modelKey: "result",
    rule: .absence, invalidSessionValues: ["expired"], detailCodeKey: "error.code")
  private static let status = EnvelopeProfile(
    name: "status", statusCodeKey: "", modelKey: "data", rule: .httpStatus,
    invalidSessionValues: ["401"])
  private static let bare = EnvelopeProfile(
    name: "bare", statusCodeKey: "ok", successValues: ["true"], invalidSessionValues: [])

  private static func row(
    _ profile: EnvelopeProfile, _ body: String, _ meaning: AlteredEnvelope.Meaning, _ made: String,
    _ status: Int = 200
  ) -> Row {
    Row(profile: profile, body: body, meaning: meaning, made: made, status: status)
  }

  static let rows: [Row] = [
    row(
      text, #"{"status" : "ok", "msg":"", "data":{"id":12345678901234567890, "id":1.0}}"#,
      .invalidSession,
      #"{"status" : "invalid_session", "msg":"altered: invalidSession", "data":{"id":12345678901234567890, "id":1.0}}"#
    ),
    row(
      text, #"{"status":"ok","msg":null,"data":1}"#, .business,
      #"{"status":"altered","msg":"altered: business","data":1}"#),
    row(
      text, #"{"status":"invalid_session","msg":"go"}"#, .success, #"{"status":"ok","msg":"go"}"#),
    row(text, #"{"status":"ok","msg":7}"#, .malformed, #"{"status":{},"msg":7}"#),
    row(
      text, #"{"data":[1]}"#, .invalidSession,
      #"{"status":"invalid_session","msg":"altered: invalidSession","data":[1]}"#),
    row(text, "{}", .business, #"{"status":"altered","msg":"altered: business"}"#),
    row(text, #"{"status":"ok","data":[1,2]}"#, .emptyData, #"{"status":"ok","data":[]}"#),
    row(text, #"{"status":"ok","data":{"a":1}}"#, .emptyData, #"{"status":"ok","data":{}}"#),
    row(text, #"{"status":"ok","data":"x"}"#, .emptyData, #"{"status":"ok","data":null}"#),
    row(text, #"{"status":"ok", "data":[1] }"#, .noData, #"{"status":"ok" }"#),
    row(text, #"{ "data":[1], "status":"ok"}"#, .noData, #"{  "status":"ok"}"#),
    row(text, #"{"data":1}"#, .noData, "{}"),
    row(
      text, #"{"status":"ok"}"#, .code("a\"b"),
      #"{"msg":"altered: code a\"b","status":"a\"b"}"#),
    row(
      number, #"{"meta":{"code":0,"message":"fine"},"data":{"list":[1]}}"#, .invalidSession,
      #"{"meta":{"code":401,"message":"altered: invalidSession"},"data":{"list":[1]}}"#),
    row(
      number, #"{"meta":{"code":"0"}}"#, .invalidSession,
      #"{"meta":{"message":"altered: invalidSession","code":"401"}}"#),
    row(
      number, #"{"meta":{"code":0},"data":{"list":[1]}}"#, .business,
      #"{"meta":{"message":"altered: business","code":-1},"data":{"list":[1]}}"#),
    row(
      number, #"{"meta":{"code":0},"data":{"list":[1]}}"#, .emptyData,
      #"{"meta":{"code":0},"data":{"list":[]}}"#),
    row(number, #"{"meta":{"code":0}}"#, .malformed, "it would read as success"),
    row(number, #"{"data":1}"#, .invalidSession, "there is no place for 'meta.code'"),
    row(
      absence, #"{"result":[1]}"#, .invalidSession,
      #"{"error":{"text":"altered: invalidSession","code":"expired"},"result":[1]}"#),
    row(
      absence, #"{"error":{"code":7,"text":"no"}}"#, .business,
      #"{"error":{"code":"altered","text":"altered: business"}}"#),
    row(absence, #"{"error":{"code":7}}"#, .success, #"{"error":null}"#),
    row(absence, #"{"result":1}"#, .success, #"{"result":1}"#),
    row(absence, #"{"result":1}"#, .malformed, "every JSON is an envelope"),
    row(status, #"{"data":1}"#, .invalidSession, #"{"data":1}"#, 401),
    row(status, #"{"data":1}"#, .business, #"{"data":1}"#, 422),
    row(status, #"{"data":1}"#, .malformed, #"{"data":1}"#, 500),
    row(status, #"{"data":1}"#, .code("418"), #"{"data":1}"#, 418),
    row(status, #"{"data":1}"#, .code("x"), "'x' is none"),
    row(bare, #"{"ok":true}"#, .business, #"{"ok":"altered"}"#),
    row(bare, #"{"ok":true}"#, .code("false"), #"{"ok":false}"#),
    row(bare, #"{"ok":true}"#, .invalidSession, "names no code for an invalid session"),
    row(bare, #"{"ok":true}"#, .noData, "the data is the whole body"),
    row(text, "<html>", .business, "its body is no JSON"),
    row(text, "[1]", .business, "there is no place for 'status'"),
    row(text, #"{"status":"ok"}"#, .emptyData, "it has no data"),
  ]

  @Test("only what has to be is another, or the reason is said", arguments: rows)
  func altered(_ row: Row) {
    do throws(AlteredEnvelope.Impossible) {
      let made = try AlteredEnvelope(
        Body(row.body), status: 200, profile: row.profile, as: row.meaning)
      #expect(String(decoding: made.bytes, as: UTF8.self) == row.made)
      #expect(made.status == row.status)
    } catch {
      #expect(error.why.contains(row.made), "\(error.why)")
    }
  }

  @Test("every word of the rules has a meaning, and says itself")
  func words() {
    for (word, meaning) in AlteredEnvelope.Meaning.words { #expect(meaning.word == word) }
    #expect(AlteredEnvelope.Meaning.code("7").word == "code 7")
    #expect(throws: AlteredEnvelope.Impossible.self) {
      try AlteredEnvelope("{}", status: 200, profile: nil, as: .success)
    }
  }
}
