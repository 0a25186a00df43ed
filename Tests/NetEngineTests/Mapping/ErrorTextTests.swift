import Foundation
import NetEngine
import TestSupport
import Testing

/// What a person reads who prints a request, an answer or an error, and what a test compares.
@Suite("Errors and answers as text and as values") struct ErrorTextTests {
  private struct Own: Error, CustomStringConvertible {
    var description: String
  }

  private static let answer = Response(
    statusCode: 200, body: Body("{}".utf8),
    request: HTTPRequest(url: "https://a.test/x?token=abc123")
  )

  static let errors: [NetError] = [
    .cancelled, .statusCode(answer), .business(code: "1", message: "no", answer),
    .business(code: "2", message: "no", answer), .business(code: "1", message: "why", answer),
    .invalidSession(code: "1", message: "no", answer),
    .sequence(brokenAt: 0, cause: .cancelled), .sequence(brokenAt: 1, cause: .cancelled),
    .sequence(brokenAt: 1, cause: .statusCode(answer)),
    .plugin(name: "A", cause: Own(description: "x")),
    .plugin(name: "B", cause: Own(description: "x")),
    .underlying(Own(description: "x"), nil), .underlying(Own(description: "y"), nil),
    .underlying(Own(description: "x"), answer), .underlying(CancellationError(), nil),
    .mapping(MappingError(.json, .empty), answer), .mapping(MappingError(.string, .empty), answer),
    .transport(TransportError(.dns, phase: .connecting)),
    .transport(TransportError(.timeout, phase: .connecting)),
  ]

  @Test("an error equals itself and no other", arguments: errors.indices)
  func equal(index: Int) {
    for other in Self.errors.indices {
      #expect((Self.errors[index] == Self.errors[other]) == (index == other), "\(other)")
    }
  }

  @Test("an alert shows the message, and what to do", arguments: errors)
  func localized(error: NetError) {
    #expect((error as any Error).localizedDescription == error.message)
    #expect(error.recoverySuggestion ?? "" == error.hint)
    #expect(error.failureReason != error.message)
  }

  @Test("a request and an answer are one line, without secrets")
  func lines() {
    #expect(
      "\(Self.answer)" == "200, no type, 2 bytes, GET https://a.test/x?token=***"
        && "\(Self.answer.request)" == "GET https://a.test/x?token=***, 0 headers, no body")
    let hostile = HTTPRequest(method: .post, url: "https://a.test/\u{1B}[2J", body: .bytes("abc"))
    #expect(!"\(hostile)".utf8.contains(0x1B) && "\(hostile)".hasSuffix("3 bytes"))
  }
}
