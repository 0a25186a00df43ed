import InspectorCommands
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What is said of a recording that is not on the disk") struct ShortfallNotesTests {
  private let full = SessionProblem(.unwritable("No space left on device"), path: "x.jsonl")

  @Test("at once, at each tenfold, and when it is over")
  func tenfold() {
    let notes = ShortfallNotes()
    var said: [String] = []
    for count in 0...120 { said += notes.lines(for: Shortfall(problem: full, inMemory: count)) }
    #expect(said.map { $0.prefix { $0 != " " } } == ["1", "10", "100"])
    #expect(said.allSatisfy { $0.contains("No space left on device — choose another place") })
    #expect(notes.lines(for: Shortfall()) == ["the recording is on the disk again"])
    #expect(notes.lines(for: Shortfall()) == [])
    #expect(notes.lines(for: Shortfall(problem: full, inMemory: 1)).count == 1)
  }

  @Test("exchanges that are lost, cut or gone are counted")
  func given() {
    var now = Shortfall()
    (now.lost, now.cut, now.dropped) = (1, 12, 3)
    let notes = ShortfallNotes()
    let lines = notes.lines(for: now)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("1 exchange lost") && lines[1].contains("12 older exchanges"))
    #expect(lines[2].hasPrefix("3 older exchanges made room"))
    for count in 1...12 {
      now.capped = count
      let due = notes.lines(for: now)
      #expect(due.count == (count > 10 ? 0 : 1))
      #expect(due.allSatisfy { $0.hasPrefix("\(count) response") && $0.contains("32 MiB") })
    }
  }
}
