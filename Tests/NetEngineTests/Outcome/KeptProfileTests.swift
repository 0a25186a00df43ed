import NetEngine
import TestSupport
import Testing

/// A profile that is kept for a whole backend judges what is JSON, or was asked for as JSON.
@Suite("A kept profile") struct KeptProfileTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let asked: String?
    /// The `Content-Type` of what the request sends.
    var sent: String?
    let type: String?
    let body: [UInt8]
    let kind: Kind
    /// What the step `envelope` says.
    let note: String

    init(
      asked: String? = nil, sent: String? = nil, type: String?, body: [UInt8], kind: Kind = .ok,
      _ note: String
    ) {
      (self.asked, self.sent, self.type, self.body) = (asked, sent, type, body)
      (self.kind, self.note) = (kind, note)
    }

    var testDescription: String {
      "\(asked ?? "–") · \(sent ?? "–") · \(type ?? "–") · \(body.count) bytes"
    }
  }

  static let page = Array("<html><Title>\n 502  Bad Gateway </title></html>".utf8)
  static let gateways = "the body is not such an envelope: the body is a page"
  static let rows: [Row] = [
    // What was not asked to be JSON has no envelope.
    Row(
      asked: "image/avif,image/*", type: "image/png", body: ClassifierTests.png,
      "no envelope: the body is image/png"),
    Row(type: "image/png", body: ClassifierTests.png, "no envelope: the body is image/png"),
    Row(
      sent: "application/json", type: "image/png", body: ClassifierTests.png,
      "no envelope: the body is image/png"),
    Row(
      asked: "text/html,application/xhtml+xml,*/*;q=0.8", type: "text/html; charset=utf-8",
      body: page, "no envelope: the body is text/html"),
    Row(asked: "*/*", type: "text/html", body: page, "no envelope: the body is text/html"),
    Row(
      type: "text/plain", body: Array("User-agent: *".utf8), "no envelope: the body is text/plain"),
    Row(
      asked: "text/event-stream", sent: "application/json", type: "text/event-stream",
      body: Array("data: 1\n\n".utf8), "no envelope: the body is text/event-stream"),
    Row(
      asked: "application/json, text/event-stream", type: "text/event-stream",
      body: Array("data: 1\n\n".utf8), "no envelope: the body is text/event-stream"),
    Row(
      asked: "*/*", type: "application/javascript", body: Array("[0].map(x)".utf8),
      "no envelope: the body is application/javascript"),
    Row(
      asked: "application/json;q=0, text/css", type: "text/css", body: Array("{}a".utf8),
      "no envelope: the body is text/css"),
    Row(type: nil, body: [0xff, 0xd8, 0x01], "no envelope: the body is not JSON"),
    Row(type: "text/plain", body: [], "no envelope: the body is empty"),
    // Where JSON was asked for, whatever else comes is a failure with words of its own.
    Row(
      asked: "application/json", type: "text/html", body: page, kind: .mapping,
      "\(gateways), '502 Bad Gateway', and not JSON"),
    Row(
      asked: "application/vnd.api+json", type: "text/html", body: Array("<p>no title".utf8),
      kind: .mapping, "\(gateways) and not JSON"),
    Row(
      asked: "application/json, text/plain, */*", type: "text/html", body: page, kind: .mapping,
      "\(gateways), '502 Bad Gateway', and not JSON"),
    Row(
      asked: "*/*", sent: "application/json; charset=utf-8", type: "text/html", body: page,
      kind: .mapping, "\(gateways), '502 Bad Gateway', and not JSON"),
    Row(
      asked: "application/json", type: "image/png", body: ClassifierTests.png, kind: .mapping,
      "the body is not such an envelope: the body is not JSON"),
    Row(
      type: "application/json", body: [], kind: .mapping,
      "the body is not such an envelope: the body is empty"),
    Row(
      type: nil, body: [], kind: .mapping, "the body is not such an envelope: the body is empty"),
    Row(
      type: "text/plain", body: Array(#"{"code": 0, "#.utf8), kind: .mapping,
      "the body is not such an envelope: the body is not JSON"),
    // What is JSON is judged, whatever it is called.
    Row(
      type: "text/html", body: Array(#"{"code":7,"msg":"No."}"#.utf8), kind: .business,
      "the server says no, code '7': No."),
  ]

  private static func response(_ row: Row) -> Response {
    var response = Response.answer(row.body, type: row.type)
    if let asked = row.asked { response.request.headers["Accept"] = asked }
    if let sent = row.sent { response.request.headers["Content-Type"] = sent }
    return response
  }

  @Test("judges what was asked to be JSON", arguments: rows)
  func judges(row: Row) {
    var pipeline = Pipeline(profile: .codeMsgData)
    pipeline.profileIsKept = true
    let outcome = Classifier.classify(.success(Self.response(row)), pipeline)
    #expect(outcome.kind == row.kind)
    #expect(outcome.steps.last?.name == "envelope" && outcome.steps.last?.note == row.note)
  }

  @Test("a profile that a request names itself expects an envelope of every answer")
  func named() {
    let kinds = Self.rows.map {
      Classifier.classify(.success(Self.response($0)), Pipeline(profile: .codeMsgData)).kind
    }
    #expect(kinds.allSatisfy { $0 != .ok })
  }

  @Test("a mapping that wants JSON asks for it", arguments: [Pipeline.Mapping.json, .object("a")])
  func mapped(mapping: Pipeline.Mapping) {
    var pipeline = Pipeline(mapping: mapping, profile: .codeMsgData)
    pipeline.profileIsKept = true
    let image = Response.answer(ClassifierTests.png, type: "image/png")
    #expect(Classifier.classify(.success(image), pipeline).kind == .mapping)
  }
}
