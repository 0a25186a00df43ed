import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// Values whose types are Foundation's: URL, Date, and decoders of the caller's.
@Suite struct URLMappingTests {
  @Test("a URL at a path, and text that is none")
  func url() throws {
    let response = Response.answer(#"{"a":"https://example.test/x?y=1","b":"","c":7}"#)
    #expect(try response.map(URL.self, atKeyPath: "a").path() == "/x")
    for path in ["b", "c"] as [JSONPath] {
      let result = outcome { () throws(NetError) in try response.map(URL.self, atKeyPath: path) }
      #expect(result.label == "mapping(object)")
    }
  }

  struct Event: Decodable, Sendable {
    var title: String
    var at: Date
  }

  static func iso8601() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  @Test("a good date decodes by the caller's decoder")
  func goodDate() throws {
    let response = Response.answer(#"{"title":"a","at":"2001-01-01T00:00:10Z"}"#)
    let event = try response.map(Event.self, using: Self.iso8601())
    #expect(event.at.timeIntervalSinceReferenceDate == 10)
  }

  @Test("a bad date carries its decoding error with the coding path")
  func badDate() {
    let response = Response.answer(#"{"data":[{"title":"a","at":"yesterday"}]}"#)
    let thrown = outcome { () throws(NetError) in
      try response.map([Event].self, atKeyPath: "data", using: Self.iso8601())
    }.thrown
    guard case .dataCorrupted(let context)? = thrown?.underlying as? DecodingError else {
      Issue.record("expected a DecodingError, got \(String(describing: thrown?.underlying))")
      return
    }
    // The standard decoder leaves the date's own key out of the path.
    #expect(context.codingPath.first?.intValue == 0)
    #expect(context.debugDescription.contains("date"))
    #expect(thrown?.mapping?.path == "data")
    #expect(thrown?.message.contains("the value at 'data' does not fit") == true)
    #expect(thrown?.message.contains(" at '0'") == true)
    #expect(thrown?.response?.body == response.body)
  }

  @Test("a decoder of the caller's is asked on calls too, anew for each run")
  func callWithDecoder() async throws {
    var target = TestTarget()
    target.sampleData = #"{"title":"a","at":"2001-01-01T00:00:10Z"}"#
    let call = Provider().request(target, stub: .immediate)
      .map(Event.self, using: { Self.iso8601() })
    for _ in 0..<2 { #expect(try await call.value.title == "a") }
  }
}
