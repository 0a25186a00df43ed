import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A journal that is still being written") struct JournalFollowerTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recorder() -> Recorder {
    Recorder(Recorder.Settings(folder: folder.path, name: "r"))
  }

  private func rows(_ look: JournalFollower.Look) -> [String] {
    (0..<look.session.count).map { row in
      let shown = look.session.row(at: row)
      return "\(shown.sequence) \(shown.isPending ? "…" : "\(shown.status ?? 0)")"
    }
  }

  @Test("each look finds what has come since; an answer takes the place of its request")
  func grows() async throws {
    let recorder = recorder()
    await recorder.retry()
    let path = try #require(await recorder.path)
    let follower = try #require(JournalFollower(path))
    #expect(try follower.look().session.count == 0)
    let sample = Exchange.sample(body: "{}")
    let first = await recorder.begin(sample.request, name: "a")
    let second = await recorder.begin(sample.request, name: "b")
    let earlier = try follower.look()
    #expect(rows(earlier) == ["1 …", "2 …"] && !earlier.isOver)
    if let result = sample.result { await recorder.finish(second, result) }
    let later = try follower.look()
    #expect(rows(later) == ["1 …", "2 200"] && later.session.notices.isEmpty)
    #expect(try later.session.exchange(at: 1).response?.body.text == "{}")
    // What was looked at before stays what it was.
    #expect(rows(earlier) == ["1 …", "2 …"])
    if let result = sample.result { await recorder.finish(first, result) }
    await recorder.end()
    let last = try follower.look()
    #expect(rows(last) == ["1 200", "2 200"] && last.isOver)
    #expect(JournalFollower(path) == nil, "nobody writes it any more")
  }

  @Test("remarks go through whoever writes it, and are found by the next look")
  func remarks() async throws {
    let recorder = recorder()
    let sample = Exchange.sample(body: "{}")
    let open = await recorder.begin(sample.request, name: "a")
    if let result = sample.result { await recorder.finish(open, result) }
    let path = try #require(await recorder.path)
    let follower = try #require(JournalFollower(path))
    let session = try follower.look().session
    try await recorder.remark([0: Remark(note: "look", isMarked: true)], of: session)
    let exchange = try follower.look().session.exchange(at: 0)
    #expect(exchange.note == "look" && exchange.isMarked)
  }

  @Test("an exchange is written down as far as it is known, under its own number")
  func numbers() async throws {
    let recorder = recorder()
    var exchange = Exchange.sample(body: "{}")
    let result = exchange.result
    (exchange.sequence, exchange.result) = (7, nil)
    await recorder.record(exchange)
    let path = try #require(await recorder.path)
    let follower = try #require(JournalFollower(path))
    #expect(rows(try follower.look()) == ["7 …"])
    exchange.result = result
    await recorder.record(exchange)
    #expect(rows(try follower.look()) == ["7 200"])
  }

  @Test("a file that is no journal, or that is not there, is not followed")
  func others() throws {
    #expect(JournalFollower("\(folder.path)/none.jsonl") == nil)
    #expect(JournalFollower("\(folder.path)/s.har") == nil)
  }
}
