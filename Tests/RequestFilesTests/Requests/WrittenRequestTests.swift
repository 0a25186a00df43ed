import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A request as it is written, on its way from a file into a form and back.
@Suite("Written requests")
struct WrittenRequestTests {
  @Test("read back from their text they are the same", arguments: RequestRow.all)
  func roundTrip(_ row: RequestRow) throws {
    // Line ends of two bytes stand in bodies only, and a text has one kind of them.
    for request in RequestFile(row.text, name: "t.http").requests where request.flaw == nil {
      let written = WrittenRequest(request)
      let text = written.text(named: request.name ?? "")
      let read: (request: WrittenRequest, name: String)
      do throws(RequestFileProblem) { read = try WrittenRequest.read(text, file: "t.http") } catch {
        Issue.record("\(error)\n\(text)")
        continue
      }
      #expect(read.request == written, "\(text)")
    }
  }

  @Test("typed beside the one they were taken from they send the same", arguments: RequestRow.all)
  func sameBytes(_ row: RequestRow) throws {
    let fixture = try RequestFixture(row.text)
    let collection = try fixture.sandbox.collection("files")
    for entry in collection.entries where entry.request.flaw == nil {
      var context = fixture.context
      context.system = .fixed
      guard let target = try? collection.target(entry, in: context) else { continue }
      let typed = try #require(
        collection.entry(typed: WrittenRequest(entry.request), key: "typed", beside: entry))
      context.system = .fixed
      let second = try collection.target(typed, in: context)
      let (one, other) = (try? Endpoint(target).build(), try? Endpoint(second).build())
      #expect(one?.method == other?.method)
      #expect(one?.url == other?.url)
      #expect(one?.headers == other?.headers)
      #expect(one?.options == other?.options)
      #expect(one?.timeout == other?.timeout)
      let (sent, again) = (try one?.body.sentBytes(), try other?.body.sentBytes())
      #expect(sent == again)
    }
  }

  static let mistakes: [(text: String, line: Int, message: String)] = [
    ("", 1, "there is no request in it"),
    ("# only words\n", 1, "there is no request in it"),
    ("GET http://h/\nno header\n", 2, "expected 'Name: value' or an empty line, found 'no header'"),
    ("###\nGET http://h/\n\n###\nGET http://h/2\n", 5, "a second request starts here"),
    ("@host = h\nGET http://h/\n", 1, "'@host' belongs into a file"),
    ("# @timeout soon\nGET http://h/\n", 1, "@timeout needs a time such as 5s or 500ms"),
    (
      "POST http://h/\nContent-Type: multipart/form-data; boundary=b\n\n--b\nx: y\n\n1\n", 7,
      "expected '--b--'"
    ),
  ]

  @Test("a mistake in a text is said with its line", arguments: mistakes)
  func mistake(text: String, line: Int, message: String) throws {
    do throws(RequestFileProblem) {
      _ = try WrittenRequest.read(text, file: "draft")
      Issue.record("nothing was said of \(text)")
    } catch {
      #expect(error.place.line == line)
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test(
    "a body that a file would read as something else is not writable",
    arguments: [
      ("plain", true), ("{\n  \"a\": 1\n}", true), ("a\n\nb", true), ("a\n### b", false),
      ("< ./file", false), ("> {% a %}", false), ("\na", false), ("a\n", false), ("", true),
    ])
  func writable(body: String, isWritable: Bool) {
    let request = WrittenRequest(method: "POST", target: "http://h/", body: .text(body))
    #expect(request.isWritable == isWritable)
  }

  @Test("what was sent comes back as text, as parts, or is held as it was")
  func sent() throws {
    func payload(_ bytes: [UInt8], _ type: String) -> WrittenRequest.Payload {
      WrittenRequest(
        sent: HTTPRequest(
          method: .post, url: "http://h/", headers: ["Content-Type": type],
          body: .bytes(Body(bytes)))
      ).body
    }
    #expect(payload(Array(#"{"a":1}"#.utf8), "application/json") == .text(#"{"a":1}"#))
    guard case .held = payload([0, 1, 2], "image/png") else {
      Issue.record("bytes are no text")
      return
    }
    guard case .held = payload(Array("hi {{name}}".utf8), "text/plain") else {
      Issue.record("braces would become a variable")
      return
    }
    let parts = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
    guard case .lines(let lines) = payload(Array(parts.utf8), "multipart/form-data; boundary=b")
    else {
      Issue.record("parts can be written")
      return
    }
    #expect(lines == "--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b--")
  }
}
