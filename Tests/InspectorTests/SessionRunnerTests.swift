import Inspector
import InspectorScreens
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// What the app orders of recordings is carried out, and nothing is left on its way.
@MainActor
@Suite("The session runner", .timeLimit(.minutes(10)))
struct SessionRunnerTests {
  @Test("filters that follow one another: the last one answers, no other number comes, all is idle")
  func sifting() async throws {
    let exchanges = (1...600).map { number in
      Exchange(
        sequence: number, name: "n\(number)", startedAt: 1_700_000_000_000_000,
        request: HTTPRequest(url: "http://h.test/\(number)"), result: .failure(.cancelled))
    }
    let session = Session(exchanges)
    let mailbox = Mailbox()
    let runner = SessionRunner(mailbox: mailbox, state: nil, folder: "sessions", captured: nil)
    #expect(runner.isIdle)
    for id in 1...40 {
      let filter = try Filter("~u /\(id)$")
      runner.perform(
        .sift(
          SessionSift(
            id: id, session: session, filter: filter, sort: .recorded, lens: Lens(), remarks: [:],
            rules: nil, path: "a.har")))
    }
    #expect(!runner.isIdle)
    var ids: [Int] = []
    var rows: [Int] = []
    while !runner.isIdle {
      await mailbox.arrival()
      for case .session(let event) in mailbox.take() {
        runner.note(event)
        guard case .sifted(let id, let found) = event else { continue }
        ids.append(id)
        // One that was given up may be through already, and come behind the last: nobody takes it.
        if id == 40 { rows = found }
      }
    }
    #expect(rows == [39])
    #expect(ids.allSatisfy { 1...40 ~= $0 } && ids.count { $0 == 40 } == 1)
  }

  @Test(
    "a short exchange is there at once, so that a key makes one frame; a long one is read beside")
  func loading() throws {
    let folder = try TestFolder()
    let entries = [
      #""text": "aaaaaaaaaa""#, #""text": "\#(String(repeating: "a", count: 100_000))""#,
      #""_file": "b.bin""#,
    ].map { content in
      #"""
      {"startedDateTime": "2026-01-02T03:04:05.000Z", "time": 1,
       "request": {"method": "GET", "url": "http://h.test/", "headers": []},
       "response": {"status": 200, "headers": [], "content": {\#(content)}}, "timings": {}}
      """#
    }
    let log = entries.joined(separator: ",")
    let path = try folder.write("a.har", #"{"log": {"version": "1.2", "entries": [\#(log)]}}"#)
    let session = try Session.open(path)
    let loads = [0, 1, 2].map { SessionLoad(row: $0, session: session, lens: Lens()) }
    #expect(loads.map(\.isLight) == [true, false, false])
    let mailbox = Mailbox()
    let runner = SessionRunner(mailbox: mailbox, state: nil, folder: "sessions", captured: nil)
    runner.perform(.load(loads[0]))
    #expect(!runner.isIdle)
    let events = mailbox.take()
    guard case .session(let event) = events.first, case .loaded(row: 0, let exchange, _, _) = event
    else { return #expect(Bool(false), "\(events)") }
    #expect(exchange.response?.body.count == 10)
    runner.note(event)
    #expect(runner.isIdle)
  }
}
