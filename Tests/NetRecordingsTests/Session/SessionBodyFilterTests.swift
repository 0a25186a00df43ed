import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Words looked for in a session's bodies") struct SessionBodyFilterTests {
  /// Entries that say `needle` in a body, each in another way, then some that do not.
  private static let entries: [(String, holds: Bool)] = [
    (entry("\"text\":\"a needle here\""), true),
    (entry("\"text\":\"a NeEdLe here\""), true),
    (entry("\"text\":\"n\\u0065edle\""), true),
    (entry("\"text\":\"bmVlZGxl\",\"encoding\":\"base64\""), true),
    (entry("\"text\":{\"x\":[\"needle\"]}"), true),
    (
      entry("", request: "\"postData\":{\"mimeType\":\"x\",\"params\":[{\"name\":\"needle\"}]},"),
      true
    ),
    (entry("\"text\":\"need\\nle\""), false),
    (entry("\"text\":\"nothing\""), false),
    (entry("\"text\":\"nothing\"", url: "http://h.test/needle"), false),
    (entry("\"text\":7"), false),
    ("{\"request\":7}", false),
  ]

  private static func entry(
    _ content: String, url: String = "http://h.test/", request: String = ""
  ) -> String {
    "{\"request\":{\"method\":\"GET\",\(request)\"url\":\"\(url)\"},"
      + "\"response\":{\"status\":200,\"headers\":[{\"name\":\"X\",\"value\":\"y\"}],"
      + "\"content\":{\(content)}}}"
  }

  private var session: Session {
    get throws {
      let entries = Self.entries.map(\.0).joined(separator: ",")
      return try Session.read(Array("{\"log\":{\"entries\":[\(entries)]}}".utf8))
    }
  }

  private func found(_ text: String) throws -> [Int] {
    let (session, filter) = (try session, try Filter(text))
    return try (0..<session.count).filter { try session.passes(filter, at: $0, now: 0) }
  }

  @Test("are found however an entry writes them, and nowhere else")
  func words() throws {
    let wanted = Self.entries.indices.filter { Self.entries[$0].holds }
    #expect(try found("~b needle") == wanted)
    #expect(try found("! ~b needle") == Self.entries.indices.filter { !wanted.contains($0) })
    #expect(try found("~bq needle") == [5])
    #expect(try found("~b needle & ~c 404").isEmpty)
    #expect(try found("~b needle | ~u needle") == wanted + [8])
    #expect(try found("~b ne+dle") == wanted)
  }

  @Test("agree with what the parsed exchanges say, whatever was recorded")
  func agrees() throws {
    let folder = try TestFolder()
    var dice = HARDice(seed: 5)
    let exchanges = (1...60).map { dice.exchange($0) }
    var options = SealOptions()
    options.redactor = nil
    try Session(exchanges).seal(to: folder.path + "/s.har", options)
    let stored = try Session.open(folder.path + "/s.har")
    let memory = Session(Array(stored.exchanges))
    for word in ["a", "e", "12", "true", "name", "zzz", "_"] {
      let filter = try Filter("~b \(word)")
      for index in 0..<stored.count {
        let (first, second) = (
          try stored.passes(filter, at: index, now: 0), try memory.passes(filter, at: index, now: 0)
        )
        #expect(first == second, "\(word), entry \(index)")
      }
    }
  }
}
