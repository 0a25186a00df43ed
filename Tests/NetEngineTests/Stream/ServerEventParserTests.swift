import NetEngine
import TestSupport
import Testing

/// A `text/event-stream` read to the letter of the HTML standard, wherever it is cut.
@Suite struct ServerEventParserTests {
  private static func event(
    _ data: String, _ event: String = "message", id: String = "", retry: Int? = nil
  ) -> ServerEvent {
    ServerEvent(event: event, data: data, id: id, retry: retry.map { .milliseconds($0) })
  }

  private static let rows: [(claim: String, text: String, events: [ServerEvent])] = [
    ("nothing", "", []),
    ("one line of data", "data: a\n\n", [event("a")]),
    ("two lines are joined by a line feed", "data: a\ndata: b\n\n", [event("a\nb")]),
    ("two events", "data: a\n\ndata: b\n\n", [event("a"), event("b")]),
    ("lines end with a carriage return", "data: a\rdata: b\r\r", [event("a\nb")]),
    ("lines end with both", "data: a\r\ndata: b\r\n\r\n", [event("a\nb")]),
    ("line ends are mixed", "data: a\r\ndata: b\rdata: c\n\r", [event("a\nb\nc")]),
    (
      "a line feed and a carriage return are two ends", "data: a\n\rdata: b\n\n",
      [event("a"), event("b")]
    ),
    ("a byte order mark is left out", "\u{feff}data: a\n\n", [event("a")]),
    ("a second one is part of a name", "\u{feff}\u{feff}data: a\n\ndata: b\n\n", [event("b")]),
    ("one further on is part of a name", "data: a\n\u{feff}data: b\n\n", [event("a")]),
    ("a mark and a blank line", "\u{feff}\ndata: a\n\n", [event("a")]),
    ("a comment is nothing", ": hello\n\n:\n:data: a\ndata: b\n: c\n\n", [event("b")]),
    ("one blank is taken off", "data:  a \n\n", [event(" a ")]),
    ("none need be there", "data:a\n\n", [event("a")]),
    ("a tab is none", "data:\ta\n\n", [event("\ta")]),
    ("colons in a value stay", "data: a:b: c\n\n", [event("a:b: c")]),
    ("a field without a colon is empty", "data\n\n", [event("")]),
    ("two of them are a line feed", "data\ndata\n\n", [event("\n")]),
    ("empty data is data", "data:\n\n", [event("")]),
    ("without data there is no event", "event: tick\nid: 1\n\ndata: a\n\n", [event("a", id: "1")]),
    ("its kind is forgotten with it", "event: tick\n\ndata: a\n\n", [event("a")]),
    ("a kind", "event: tick\ndata: a\n\ndata: b\n\n", [event("a", "tick"), event("b")]),
    ("the last kind counts", "event: x\nevent: y\ndata: a\n\n", [event("a", "y")]),
    ("an empty kind is none", "event: x\nevent\ndata: a\n\n", [event("a")]),
    ("names are case-sensitive", "Data: a\nEVENT: x\ndata: b\n\n", [event("b")]),
    ("names have no blanks around them", " data: a\ndata : b\ndata: c\n\n", [event("c")]),
    ("unknown names mean nothing", "date: a\ndata: b\nfoo\n\n", [event("b")]),
    ("an id lasts", "id: 7\ndata: a\n\ndata: b\n\n", [event("a", id: "7"), event("b", id: "7")]),
    (
      "an empty id takes it back", "id: 7\ndata: a\n\nid\ndata: b\n\n",
      [event("a", id: "7"), event("b")]
    ),
    ("an id with a NUL is none", "id: 7\nid: 8\0\ndata: a\n\n", [event("a", id: "7")]),
    ("an id is any text", "id: ä 1/2\ndata: a\n\n", [event("a", id: "ä 1/2")]),
    (
      "a pause", "retry: 1500\ndata: a\n\ndata: b\n\n",
      [event("a", retry: 1500), event("b", retry: 1500)]
    ),
    ("a pause alone counts too", "retry: 5\n\ndata: a\n\n", [event("a", retry: 5)]),
    (
      "a pause is digits only",
      "retry: 5\nretry: 6s\nretry: -7\nretry: 8.0\nretry: +9\ndata: a\n\n",
      [event("a", retry: 5)]
    ),
    ("nor other digits", "retry: ٣\nretry:\nretry\ndata: a\n\n", [event("a")]),
    ("a pause of a second blank is none", "retry:  5\ndata: a\n\n", [event("a")]),
    (
      "a pause beyond all numbers is none", "retry: 99999999999999999999\ndata: a\n\n", [event("a")]
    ),
    ("leading zeros are digits", "retry: 007\ndata: a\n\n", [event("a", retry: 7)]),
    ("an event that nothing ends is dropped", "data: a\n\ndata: b\n", [event("a")]),
    ("so is a line that nothing ends", "data: a\n\ndata: b", [event("a")]),
    ("many blank lines are nothing", "\n\n\r\r\r\n\r\ndata: a\n\n\n\n", [event("a")]),
    ("text in more than one byte", "data: ∀x – 🇩🇪 日本\n\n", [event("∀x – 🇩🇪 日本")]),
    ("a combining mark behind a field's colon", "data:\u{301}a\n\n", [event("\u{301}a")]),
    ("a NUL in data stays", "data: a\0b\n\n", [event("a\0b")]),
  ]

  @Test("each rule, whole and cut at every place", arguments: rows.indices)
  func rule(index: Int) {
    let row = Self.rows[index]
    let bytes = Array(row.text.utf8)
    for cut in 0...bytes.count {
      var parser = ServerEventParser()
      let events = parser.take(Array(bytes[..<cut])) + parser.take(Array(bytes[cut...]))
      #expect(events == row.events, "\(row.claim), cut at \(cut)")
    }
    var parser = ServerEventParser()
    let events = bytes.flatMap { parser.take([$0]) + parser.take([]) }
    #expect(events == row.events, "\(row.claim), a byte at a time")
  }

  @Test("events that are found where they stand are the same ones", arguments: rows.indices)
  func found(index: Int) {
    let row = Self.rows[index]
    let bytes = Array(row.text.utf8)
    let owner = JSONArrayBytes(bytes)
    for cut in 0...bytes.count {
      var list = ServerEventList(bytes: owner)
      list.scan(upTo: cut, isFinal: false)
      list.scan(upTo: bytes.count, isFinal: true)
      #expect(list.map(\.event) == row.events.map(\.event), "\(row.claim), cut at \(cut)")
      #expect(
        list.map { String(decoding: list.data(of: $0), as: UTF8.self) } == row.events.map(\.data),
        "\(row.claim), cut at \(cut)")
    }
  }

  @Test("data that is JSON is a document with the place it has in the stream; words are none")
  func documents() {
    let text = """
      data: {"a": 1}

      data: [DONE]

      data: {"b":
      data: 2}

      data: {"c": oops}

      data: left

      """
    let list = ServerEventList(Body(Array(text.utf8)))
    let documents = list.map(\.document)
    #expect(documents.map { $0?.json["a"].int } == [1, nil, nil, nil])
    #expect(documents.map { $0 == nil } == [false, true, false, false])
    #expect(documents[2]?.json["b"].int == 2)
    #expect(documents[3]?.error.map { "\($0.line):\($0.column)" } == "8:13")
    #expect(list.unfinished == text.utf8.count - 11..<text.utf8.count)
  }

  @Test("bytes that are no text are replaced, and harm nothing else")
  func notText() {
    var parser = ServerEventParser()
    let bytes = Array("data: a".utf8) + [0xff, 0xe2, 0x82] + Array("\ndata: b\n\n".utf8)
    #expect(parser.take(bytes) == [Self.event("a\u{fffd}\u{fffd}\nb")])
  }

  @Test("the id to go on from is that of the last event that was over, with data or without")
  func lastEventID() {
    var parser = ServerEventParser()
    _ = parser.take(Array("id: 1\ndata: a\n\nid: 2\n\nid: 3\ndata: b\n".utf8))
    #expect(parser.lastEventID == "2")
    #expect(parser.held == 2)
    parser.startOver()
    #expect(parser.held == 0)
    #expect(
      parser.take(Array("\u{feff}data: c\n\n".utf8)) == [Self.event("c", id: "2")],
      "it lasts over connections, what was not over does not")
  }

  @Test("a pause lasts over connections")
  func retry() {
    var parser = ServerEventParser()
    _ = parser.take(Array("retry: 20\n".utf8))
    parser.startOver()
    #expect(parser.retry == .milliseconds(20))
  }
}
