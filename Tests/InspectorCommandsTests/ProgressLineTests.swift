import InspectorCommands
import NetEngine
import NetRecordings
import Testing

/// The line of a terminal that shows how far long work is.
@Suite("Progress")
struct ProgressLineTests {
  @Test(
    "shows the amount, the rate, and the time that is left once a second has passed",
    arguments: [
      (WorkProgress.Step("writing", 200, of: 1_000), 500_000, "writing · 200 of 1000 · 400/s"),
      (
        WorkProgress.Step("writing", 200, of: 1_000), 2_000_000,
        "writing · 200 of 1000 · 100/s · 8.00 s left"
      ),
      (
        WorkProgress.Step("receiving", 3_000_000, of: 0, isBytes: true), 2_000_000,
        "receiving · 3.0 MB · 1.5 MB/s"
      ),
      (WorkProgress.Step("writing", 0, of: 10), 0, "writing · 0 of 10 · 0/s"),
    ])
  func text(step: WorkProgress.Step, elapsed: Int, shown: String) {
    #expect(ProgressLine.text(step, after: UInt64(elapsed)) == shown)
  }

  @Test("reading a recording for its secrets reports each batch")
  func batches() {
    let reported = Lock<[Int]>([])
    WorkProgress.observe { step in
      // Other tests work at the same time.
      if step.total == 417 { reported.withLock { $0.append(step.done) } }
    }
    defer { WorkProgress.observe(nil) }
    let session = Session(
      (1...417).map {
        Exchange(
          sequence: $0, name: "", startedAt: 0, request: HTTPRequest(url: "http://h.test/\($0)"))
      })
    var known = KnownSecrets()
    _ = Redactor().learn(from: session, into: &known)
    #expect(reported.withLock { $0 } == [200, 400, 417])
  }
}
