import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Sessions: looked at without being parsed", .timeLimit(.minutes(10)))
struct SessionScanTests {
  /// Backslashes and quotes at every place of the words that are read at once.
  private static let texts: [String] = (0..<18).flatMap { before in
    (0..<6).flatMap { backslashes in
      ["", "\"", "x\"y", "\"\"", "\u{1}\n\t"].map { end in
        String(repeating: "a", count: before) + String(repeating: "\\", count: backslashes) + end
      }
    }
  }

  @Test("an escape may stand anywhere, ours or foreign")
  func escapes() throws {
    let exchanges = Self.texts.enumerated().map { index, text in
      Self.exchange(index + 1, body: text)
    }
    let ours = HARWriter().document(exchanges)
    // Without our head each entry is looked at from brace to brace.
    let foreign = Array("{\"log\":{\"entries\":[".utf8) + ours[HARWriter.head().count...]
    for bytes in [ours, foreign] {
      let session = try Session.read(bytes)
      #expect(session.count == exchanges.count && session.notices == [])
      for (index, text) in Self.texts.enumerated() {
        #expect(session.row(at: index).problem == nil, "\(text.debugDescription)")
        let body = try session.exchange(at: index).response?.body
        #expect(body?.bytes == Array(text.utf8), "\(text.debugDescription)")
      }
    }
  }

  @Test(
    "a text of many escapes grows in pieces and loses nothing", arguments: [4_095, 4_096, 9_001])
  func long(length: Int) throws {
    for unit in ["\u{1}", "\"", "ab\\", "é\n"] {
      let text = String(String(repeating: unit, count: length).unicodeScalars.prefix(length))
      let session = try Session.read(HARWriter().document([Self.exchange(1, body: text)]))
      #expect(try session.exchange(at: 0).response?.body.bytes == Array(text.utf8))
    }
  }

  @Test(
    "a filter says of an entry the same with and without looking at it",
    arguments: [
      "", "~c 404", "!~c 404", "~c !=404", "~s", "!~s", "~c 404 & ~m POST", "~c 404 | ~m POST",
      "!(~c 404 | ~m POST)", "~m POST ~s", "~c 2xx !~u 7", "(~c 200 | ~c 404) ~s",
    ])
  func verdicts(text: String) throws {
    var dice = HARDice(seed: 7)
    let session = try Session.read(HARWriter().document((1...80).map { dice.exchange($0) }))
    let filter = try Filter(text)
    for index in 0..<session.count {
      let looked = try filter.matches(StoredSubject(session, at: index, now: 0))
      #expect(try session.passes(filter, at: index, now: 0) == looked, "entry \(index)")
    }
  }

  private static func exchange(_ number: Int, body: String) -> Exchange {
    let request = HTTPRequest(method: .get, url: "http://a.test/\(number)")
    var hop = Hop(url: request.url, method: .get)
    hop.statusCode = 200
    hop.httpVersion = "1.1"
    hop.headers = ["Content-Type": "text/plain"]
    let response = Response(request: request, hops: [hop], body: Body(body))
    return Exchange(
      sequence: number, name: "", startedAt: 0, request: request, result: .success(response))
  }
}
