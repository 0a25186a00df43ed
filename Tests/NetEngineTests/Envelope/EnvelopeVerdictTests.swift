import NetEngine
import TestSupport
import Testing

/// What an envelope says, by profile and body.
@Suite struct EnvelopeVerdictTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let profile: EnvelopeProfile?
    let body: String
    var status = 200
    /// The verdict with its code: `success 0`, `business 1001: message`, `malformed: why`.
    let verdict: String
    /// The data as text; nil when there is none.
    var data: String?
    var testDescription: String { id }

    init(
      _ id: String, _ profile: EnvelopeProfile?, _ body: String, _ verdict: String,
      data: String? = nil, status: Int = 200
    ) {
      (self.id, self.profile, self.body, self.verdict) = (id, profile, body, verdict)
      (self.data, self.status) = (data, status)
    }
  }

  static let lenient = EnvelopeProfile(
    name: "lenient", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
    successValues: ["0"], missingCode: .success)
  static let silent = EnvelopeProfile(
    name: "silent", statusCodeKey: "code", tipStrKey: "", modelKey: "", successValues: ["0"])
  static let nested = EnvelopeProfile(
    name: "nested", statusCodeKey: "meta>error", tipStrKey: "meta>errMsg",
    modelKey: "body>results", successValues: ["false"])
  static let absent = EnvelopeProfile(
    name: "absent", statusCodeKey: "error", tipStrKey: "error", rule: .absence)

  static let byValue = [
    Row(
      "success", .statusMsgData, #"{"status":"ok","msg":"","data":{"id":1}}"#, "success ok",
      data: #"{"id":1}"#),
    Row(
      "session over, no data", .statusMsgData, #"{"status":"invalid_session","msg":"Log in."}"#,
      "invalidSession invalid_session: Log in."),
    Row(
      "session over, null data", .statusMsgData,
      #"{"status":"invalid_session","msg":"您","data":null}"#, "invalidSession invalid_session: 您",
      data: "null"),
    Row(
      "error without data", .statusMsgData, #"{"status":"sold_out","msg":"Gone."}"#,
      "business sold_out: Gone."),
    Row("error without a message", .codeMsgData, #"{"code":7}"#, "business 7: "),
    Row("number", .codeMsgData, #"{"code":0,"msg":"","data":[1]}"#, "success 0", data: "[1]"),
    Row("number as text", .codeMsgData, #"{"code":"0"}"#, "success 0"),
    Row("number with .0", .codeMsgData200, #"{"code":200.0}"#, "success 200"),
    Row("number with an exponent", .codeMsgData200, #"{"code":2e2}"#, "success 200"),
    Row("minus zero", .codeMsgData, #"{"code":-0}"#, "success 0"),
    Row("a fraction stays one", .codeMsgData, #"{"code":0.5}"#, "business 0.5: "),
    Row(
      "a number beyond 64 bits", .codeMsgData, #"{"code":123456789012345678901234567890}"#,
      "business 123456789012345678901234567890: "),
    Row(
      "a number beyond Int", .codeMsgData, #"{"code":18446744073709551615.0}"#,
      "business 18446744073709551615: "),
    Row("text is not trimmed", .codeMsgData, #"{"code":" 0"}"#, "business  0: "),
    Row("text keeps its case", .statusMsgData, #"{"status":"OK"}"#, "business OK: "),
    Row(
      "false is false", .moyaMapper, #"{"error":false,"results":[]}"#, "success false", data: "[]"),
    Row("false as text", .moyaMapper, #"{"error":"false"}"#, "success false"),
    Row("true is a no here", .moyaMapper, #"{"error":true,"errMsg":"no"}"#, "business true: no"),
    Row("true is a yes here", .successFlag, #"{"success":true}"#, "success true"),
    Row("1 is a yes too", .successFlag, #"{"success":1}"#, "success 1"),
    Row("errno", .errno, #"{"errno":4004,"errmsg":"查无此人"}"#, "business 4004: 查无此人"),
    Row("ret", .ret, #"{"ret":0,"data":{}}"#, "success 0", data: "{}"),
    Row(
      "an invalid session by number", .codeMsgData, #"{"code":401,"msg":"again"}"#,
      "invalidSession 401: again"),
    Row(
      "nested keys", nested, #"{"meta":{"error":true,"errMsg":"deep"},"body":null}"#,
      "business true: deep"),
    Row(
      "nested data", nested, #"{"meta":{"error":false},"body":{"results":3}}"#, "success false",
      data: "3"),
    Row("a message that is a number", .codeMsgData, #"{"code":1,"msg":42}"#, "business 1: 42"),
    Row("a message that is an object", .codeMsgData, #"{"code":1,"msg":{"a":1}}"#, "business 1: "),
    Row(
      "no message wanted", silent, #"{"code":1,"msg":"ignored"}"#, "business 1: ",
      data: #"{"code":1,"msg":"ignored"}"#),
    Row("the last of two codes", .codeMsgData, #"{"code":1,"code":0}"#, "success 0"),
    Row(
      "missing code", .codeMsgData, #"{"msg":"hi","data":{}}"#,
      "malformed: the code at 'code' is not there", data: "{}"),
    Row("null code", .codeMsgData, #"{"code":null}"#, "malformed: the code at 'code' is null"),
    Row(
      "code that is an object", .codeMsgData, #"{"code":{}}"#,
      "malformed: the code at 'code' is an object"),
    Row(
      "code that is an array", .codeMsgData, #"{"code":[0]}"#,
      "malformed: the code at 'code' is an array"),
    Row("an array for a body", .codeMsgData, "[1]", "malformed: the code at 'code' is not there"),
    Row("a scalar for a body", .codeMsgData, "0", "malformed: the code at 'code' is not there"),
    Row("null for a body", .codeMsgData, "null", "malformed: the code at 'code' is not there"),
    Row("missing code is fine here", lenient, #"{"data":1}"#, "success", data: "1"),
    Row("null code is missing", lenient, #"{"code":null}"#, "success"),
    Row("a code that is there still counts", lenient, #"{"code":9,"msg":"no"}"#, "business 9: no"),
  ]

  static let byOtherRules = [
    Row("GraphQL data", .graphQL, #"{"data":{"a":1}}"#, "success", data: #"{"a":1}"#),
    Row(
      "GraphQL errors beside data", .graphQL,
      #"{"data":{"a":null},"errors":[{"message":"Unknown.","extensions":{"code":"BAD"}}]}"#,
      "business BAD: Unknown.", data: #"{"a":null}"#),
    Row(
      "GraphQL errors without a code", .graphQL, #"{"errors":[{"message":"Unknown."}]}"#,
      "business errors: Unknown."),
    Row("GraphQL with no errors", .graphQL, #"{"data":{},"errors":[]}"#, "success", data: "{}"),
    Row("GraphQL with null errors", .graphQL, #"{"data":{},"errors":null}"#, "success", data: "{}"),
    Row(
      "JSON:API data", .jsonAPI, #"{"data":[{"type":"a","id":"1"}]}"#, "success",
      data: #"[{"type":"a","id":"1"}]"#),
    Row(
      "JSON:API errors", .jsonAPI,
      #"{"errors":[{"status":"422","code":"EMPTY","detail":"No title."}]}"#,
      "business EMPTY: No title.", status: 422),
    Row(
      "problem details", .problem,
      #"{"type":"https://x/credit","status":403,"detail":"Too little."}"#,
      "business 403: Too little.",
      data: #"{"type":"https://x/credit","status":403,"detail":"Too little."}"#, status: 403),
    Row("no problem", .problem, #"{"id":1}"#, "success", data: #"{"id":1}"#),
    Row(
      "absence: empty text", absent, #"{"error":"","x":1}"#, "success", data: #"{"error":"","x":1}"#
    ),
    Row("absence: empty object", absent, #"{"error":{}}"#, "success", data: #"{"error":{}}"#),
    Row("absence: text", absent, #"{"error":"no"}"#, "business no: no", data: #"{"error":"no"}"#),
    Row(
      "absence: false stands there", absent, #"{"error":false}"#, "business false: false",
      data: #"{"error":false}"#),
    Row("HTTP status 200", .httpStatus, #"{"id":1}"#, "success 200", data: #"{"id":1}"#),
    Row(
      "HTTP status 404", .httpStatus, #"{"error":"Not found"}"#, "business 404: Not found",
      data: #"{"error":"Not found"}"#, status: 404),
    Row(
      "HTTP status 503", .httpStatus, #"{"error":"Later"}"#,
      "malformed: status 503 is neither a success nor the client's fault",
      data: #"{"error":"Later"}"#, status: 503),
    Row("no profile", nil, #"{"code":0,"data":1}"#, "bare", data: #"{"code":0,"data":1}"#),
  ]

  @Test("a verdict follows from the code alone, data or not", arguments: byValue + byOtherRules)
  func verdict(_ row: Row) throws {
    let json = try JSON(parsing: row.body)
    let envelope = Envelope(json, profile: row.profile, statusCode: row.status)
    #expect(envelope.label == row.verdict)
    #expect(envelope.data.map { JSONPrinter.compact.text($0) } == row.data)
    #expect(
      try Response.answer(row.body, status: row.status, profile: row.profile)
        .envelope().label == row.verdict)
  }

  @Test("an envelope tells where code, message and data were found")
  func places() throws {
    let json = try JSON(
      parsing: #"{"meta":{"error":true,"errMsg":"deep"},"body":{"results":[1]}}"#)
    let envelope = Envelope(json, profile: Self.nested, statusCode: 200)
    #expect(envelope.codeNode?.path == "meta.error")
    #expect(envelope.messageNode?.path == "meta.errMsg")
    #expect(envelope.data?.path == "body.results")
    let missing = Envelope(try JSON(parsing: "{}"), profile: Self.nested, statusCode: 200)
    #expect(missing.codeNode == nil && missing.messageNode == nil && missing.data == nil)
    let errors = Envelope(
      try JSON(parsing: #"{"errors":[{"message":"a","extensions":{"code":"B"}}]}"#),
      profile: .graphQL, statusCode: 200)
    #expect(errors.codeNode?.path == "errors.0.extensions.code")
  }

  static let sessions = EnvelopeProfile(
    name: "sessions", statusCodeKey: "errors", rule: .absence, invalidSessionValues: ["EXPIRED"],
    detailCodeKey: "errors.0.code")

  @Test("a session can end by absence and by status too")
  func invalidSessions() throws {
    let json = try JSON(parsing: #"{"errors":[{"code":"EXPIRED"}]}"#)
    #expect(
      Envelope(json, profile: Self.sessions, statusCode: 200).label == "invalidSession EXPIRED: ")
    var byStatus = EnvelopeProfile.httpStatus
    byStatus.invalidSessionValues = ["401"]
    #expect(
      Envelope(json, profile: byStatus, statusCode: 401).label == "invalidSession 401: ")
  }
}

extension Envelope {
  /// The verdict as one line.
  var label: String {
    switch verdict {
    case .bare: "bare"
    case .success: code.map { "success \($0)" } ?? "success"
    case .business(let code, let message): "business \(code): \(message)"
    case .invalidSession(let code, let message): "invalidSession \(code): \(message)"
    case .malformed(let why): "malformed: \(why)"
    }
  }
}
