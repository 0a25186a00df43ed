import Glibc
import NetEngine
import TestSupport
import Testing

/// The work of every reader and writer grows with its input, and no faster.
@Suite("Growth", .serialized) struct ScalingTests {
  /// Nothing is measured here: with work that grew with the square of the input some rows would take
  /// hours, and the limit ends them.
  @Test(
    "the worst input that is known is done with", .timeLimit(.minutes(5)),
    arguments: ScalingRow.all)
  func ends(row: ScalingRow) throws {
    _ = try row.make(row.size)()
  }

  @Test(
    "twice the input is at most twice the work and a bit",
    .enabled(if: ProcessTable.isDeep, "set INSPECTOR_DEEP=1: it measures"),
    arguments: ScalingRow.all)
  func slope(row: ScalingRow) throws {
    // What else runs can only add: of several looks the best is the nearest to the truth.
    var best = Double.infinity
    var seen: [Double] = []
    for _ in 0..<10 where best > Self.most {
      let times = try [1, 2, 4].map { try Self.processorTime(row, row.size * $0) }
      // Where the work hardly grows at all, what is measured of its growth is noise.
      let first = max(times[1] - times[0], times[0] / 20)
      let slope = (times[2] - times[1]) / first / 2
      if slope < best { (best, seen) = (slope, times) }
    }
    #expect(best <= Self.most, "\(row.name): \(best) × linear, \(seen) s at n, 2n, 4n")
  }

  /// Four times as much no longer lies in the nearest cache; with the square of the input it were 2.
  private static let most = 1.3

  /// The least of three, in seconds of this thread.
  private static func processorTime(_ row: ScalingRow, _ size: Int) throws -> Double {
    let run = try row.make(size)
    var best = Double.infinity
    for _ in 0..<3 {
      let start = now
      _ = try run()
      best = min(best, now - start)
    }
    return best
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
