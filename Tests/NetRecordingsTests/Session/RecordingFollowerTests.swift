import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recording that programs change while it is open") struct RecordingFollowerTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recorder() -> Recorder {
    Recorder(Recorder.Settings(folder: folder.path, name: "r"))
  }

  private func rows(_ look: RecordingFollower.Look) -> [String] {
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
    let follower = try #require(RecordingFollower(path, since: Session.open(path)))
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
    #expect(!follower.isGrowing && !follower.isDue)
  }

  @Test("remarks go through whoever writes it, and are found by the next look")
  func remarks() async throws {
    let recorder = recorder()
    let sample = Exchange.sample(body: "{}")
    let open = await recorder.begin(sample.request, name: "a")
    if let result = sample.result { await recorder.finish(open, result) }
    let path = try #require(await recorder.path)
    let follower = try #require(RecordingFollower(path, since: Session.open(path)))
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
    let follower = try #require(RecordingFollower(path, since: Session.open(path)))
    #expect(rows(try follower.look()) == ["7 …"])
    exchange.result = result
    await recorder.record(exchange)
    #expect(rows(try follower.look()) == ["7 200"])
  }

  @Test("remarks that another program writes into a file are found by the next look")
  func othersRemarks() throws {
    let path = folder.path + "/s.har"
    try Session([.sample(1), .sample(2)]).seal(to: path)
    let opened = try Session.open(path)
    let follower = try #require(RecordingFollower(path, since: opened))
    #expect(!follower.isDue)
    try Session.open(path).remark([1: Remark(note: "theirs", isMarked: true)], in: path)
    #expect(follower.isDue)
    let look = try follower.look()
    #expect(look.isOver && look.session.isMarked(at: 1) && !follower.isDue)
    #expect(try look.session.exchange(at: 1).note == "theirs")
    #expect((0..<2).map { look.session.isAmended(at: $0, since: opened) } == [false, true])
    try look.session.remark([1: Remark(note: "others")], in: path)
    let later = try follower.look().session
    #expect(later.isAmended(at: 1, since: look.session), "a note of the same length")
    var options = SealOptions()
    options.overwrites = true
    try Session([.sample(1, url: "http://h.test/other"), .sample(2)]).seal(to: path, options)
    #expect(throws: SessionProblem(.replaced, path: path)) { try follower.look() }
  }

  @Test("a session in memory and a packed one have no file to follow")
  func others() throws {
    #expect(RecordingFollower("\(folder.path)/s.har", since: Session([.sample(1)])) == nil)
  }
}
