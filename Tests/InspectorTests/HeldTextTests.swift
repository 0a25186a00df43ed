import Inspector
import InspectorProxy
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What is held, as a text for an editor")
struct HeldTextTests {
  private var request: HoldDesk.Held {
    var request = HTTPRequest(method: .post, url: "http://h.test/a?b=1", headers: ["A": "b c"])
    request.body = .bytes("{}\n")
    return HoldDesk.Held(number: 3, side: .request, request: request, answer: nil)
  }

  private var answer: HoldDesk.Held {
    HoldDesk.Held(
      number: 3, side: .answer, request: HTTPRequest(url: "http://h.test/"),
      answer: HoldDesk.HeldAnswer(status: 200, headers: ["B": "c"], body: "x"))
  }

  private func words(_ text: String, _ held: HoldDesk.Held) -> String {
    do throws(HeldText.Mistake) {
      switch try HeldText.decision(Array(text.utf8), of: held) {
      case .request(let request):
        var body = ""
        if case .bytes(let bytes) = request.body { body = bytes.text ?? "" }
        let fields = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        return "\(request.method.rawValue) \(request.url) \(fields) [\(body)]"
      case .answer(let answer):
        let fields = answer.headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        return "\(answer.status) \(fields) [\(answer.body.text ?? "")]"
      default: return "?"
      }
    } catch {
      return error.words
    }
  }

  @Test("it is written as it stands, and read as it was written")
  func both() {
    #expect(
      String(decoding: HeldText.bytes(of: request), as: UTF8.self)
        == "POST http://h.test/a?b=1\nA: b c\n\n{}\n")
    #expect(
      String(decoding: HeldText.bytes(of: answer), as: UTF8.self) == "HTTP/1.1 200\nB: c\n\nx")
    let rows: [(text: String, held: HoldDesk.Held, said: String)] = [
      ("PUT http://h.test/c\r\nA:  d \r\n\r\nnew", request, "PUT http://h.test/c A=d [new]"),
      ("GET http://h.test/c", request, "GET http://h.test/c  []"),
      ("HTTP/1.1 401 No\nC: d\n\n{}", request, "401 C=d [{}]"),
      ("HTTP/2 500", answer, "500  []"),
      ("GET http://h.test/", answer, "the first line of a response says HTTP/1.1 STATUS"),
      ("", request, "the first line is empty; it says METHOD URL, or HTTP/1.1 STATUS"),
      ("POST nowhere", request, "'POST nowhere' is no line such as POST URL"),
      ("HTTP/1.1 1", answer, "'HTTP/1.1 1' is no line such as HTTP/1.1 401"),
      ("POST http://h.test/\nA b", request, "'A b' is no field: there is no colon in it"),
      ("POST http://h.test/\nA b: c", request, "'A b' is no name of a field"),
      (
        "GET http://h.test/\nA: b\rContent-Length: 9", request,
        "the value of 'A' has a control character in it; take it out"
      ),
      (
        "HTTP/1.1 200\nA: b\u{0}", answer,
        "the value of 'A' has a control character in it; take it out"
      ),
    ]
    for row in rows { #expect(words(row.text, row.held) == row.said) }
  }
}
