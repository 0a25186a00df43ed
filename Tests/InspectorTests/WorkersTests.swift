import Glibc
import Inspector
import InspectorCommands
import NetEngine
import TestSupport
import Testing

/// The threads behind the screens and the command line.
@Suite("Workers")
struct WorkersTests {
  /// Of its own: nothing else takes its threads.
  private static let four = Workers(limit: 4)

  @Test(
    "four pieces of work that wait for each other all run, also where their threads sleep",
    .timeLimit(.minutes(1)))
  func fourAtOnce() async {
    for _ in 0..<200 {
      let begun = Lock(0)
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask(executorPreference: Self.four) {
            begun.withLock { $0 += 1 }
            while begun.withLock({ $0 < 4 }) { sched_yield() }
          }
        }
      }
    }
  }

  @Test("work that is ordered from several threads at once is all done", .timeLimit(.minutes(1)))
  func crowd() async {
    let done = Lock(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          await withTaskGroup { inner in
            for _ in 0..<2_000 {
              inner.addTask(executorPreference: Self.four) { done.withLock { $0 += 1 } }
            }
          }
        }
      }
    }
    #expect(done.withLock { $0 } == 16_000)
  }
}
