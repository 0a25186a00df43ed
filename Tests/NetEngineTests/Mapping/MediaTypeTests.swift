import NetEngine
import TestSupport
import Testing

@Suite struct MediaTypeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let essence: String?
    var parameters: [String: String] = [:]
    var isJSON = false
    var testDescription: String { text }
  }

  static let rows = [
    Row(text: "application/json", essence: "application/json", isJSON: true),
    Row(
      text: " Application/JSON ; Charset=\"UTF-8\" ", essence: "application/json",
      parameters: ["charset": "UTF-8"], isJSON: true),
    Row(text: "application/problem+json", essence: "application/problem+json", isJSON: true),
    Row(text: "text/json", essence: "text/json", isJSON: true),
    Row(text: "application/x-ndjson", essence: "application/x-ndjson"),
    Row(text: "application/jsonp", essence: "application/jsonp"),
    Row(
      text: "text/html;charset=a;charset=b;odd;x=", essence: "text/html",
      parameters: ["charset": "a", "x": ""]),
    Row(text: "json", essence: nil),
    Row(text: "", essence: nil),
    Row(text: ";charset=utf-8", essence: nil),
  ]

  @Test("a Content-Type is read by its parts", arguments: rows)
  func parts(_ row: Row) {
    let type = MediaType(row.text)
    #expect(type?.essence == row.essence)
    #expect(type?.parameters ?? [:] == row.parameters)
    #expect((type?.isJSON ?? false) == row.isJSON)
  }
}
