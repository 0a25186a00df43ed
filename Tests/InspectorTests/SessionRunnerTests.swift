import Inspector
import InspectorCore
import NetEngine
import Sessions
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
        rows = found
      }
    }
    #expect(ids.last == 40 && rows == [39])
    #expect(ids == ids.sorted() && ids.allSatisfy { 1...40 ~= $0 })
  }
}
