import NetEngine
import TestSupport
import Testing

/// The server's words that reports quote for a refused status.
@Suite("Words of a refused request")
struct RefusalWordsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let body: String
    let suffix: String?
    var status = 422
    var profile: EnvelopeProfile?
    var testDescription: String { String(body.prefix(60)) }
  }

  static let rows = [
    Row(body: #"{"error":"no such thing"}"#, suffix: ": no such thing", status: 404),
    Row(
      body: #"{"code":"E42","msg":"the name is missing","data":null}"#,
      suffix: ", code 'E42': the name is missing", profile: .codeMsgData),
    Row(
      body: #"{"error":{"code":"bad_name","message":"the name is missing"}}"#,
      suffix: ", code 'bad_name': the name is missing"),
    Row(
      body: #"{"errors":[{"code":"E1","detail":"the name is missing"}]}"#,
      suffix: ", code 'E1': the name is missing"),
    Row(
      body: #"{"error":"invalid_grant","error_description":"the code is used up"}"#,
      suffix: ", code 'invalid_grant': the code is used up", status: 400),
    Row(
      body: #"{"type":"about:blank","title":"Bad name","status":422,"detail":"it is empty"}"#,
      suffix: ": it is empty"),
    Row(body: #"{"message":"Not Found"}"#, suffix: ": Not Found", status: 404),
    Row(body: #"{"detail":"Not found."}"#, suffix: ": Not found.", status: 404),
    Row(body: #"{"title":"Gone"}"#, suffix: ": Gone", status: 410),
    Row(
      body: #"{"detail":[{"loc":["body","name"]}]}"#,
      suffix: #": {"detail":[{"loc":["body","name"]}]}"#),
    Row(body: #""no""#, suffix: #": "no""#),
    Row(body: "<h1>Bad\n\t  gateway</h1>\r\n", suffix: ": <h1>Bad gateway</h1>", status: 502),
    Row(body: "a\u{1b}[2Jb", suffix: ": a\\u{1B}[2Jb"),
    Row(
      body: String(repeating: "é", count: 5_000),
      suffix: ": \(String(repeating: "é", count: 300))…"),
    Row(body: "", suffix: nil),
    Row(body: " \n ", suffix: nil),
    Row(body: "\u{89}PNG\0\0", suffix: nil),
  ]

  @Test("the code and the message, or else the beginning of the body", arguments: rows)
  func words(_ row: Row) {
    let words = RefusalWords(.answer(row.body, status: row.status), profile: row.profile)
    #expect(words?.suffix == row.suffix)
  }
}
