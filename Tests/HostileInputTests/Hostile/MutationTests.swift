import Glibc
import NetEngine
import TestSupport
import Testing

/// A million inputs that nobody meant, through every reader of bytes from outside.
///
/// Seeded: what fails once fails again. `INSPECTOR_MUTATIONS` says how many there are.
@Suite("Mutated inputs", .enabled(if: ProcessTable.isDeep, "set INSPECTOR_DEEP=1: it takes long"))
struct MutationTests {
  private static let parts = 64
  private static let count =
    getenv("INSPECTOR_MUTATIONS").flatMap { Int(String(cString: $0)) } ?? 1_000_000

  /// What is not optimised takes fifteen times as long.
  #if DEBUG
    private static let seconds = 20.0
  #else
    private static let seconds = 2.0
  #endif

  @Test("trap nowhere, take no 2 s and no 300 MB", arguments: 0..<parts)
  func mutations(part: Int) throws {
    var dice = SplitMix(seed: UInt64(part) &* 0x9e37_79b9 &+ 17)
    for round in 0..<max(1, Self.count / Self.parts) {
      let reader = HostileReader.all[(round + part) % HostileReader.all.count]
      let input = reader.input(&dice)
      #expect(input.count <= 1 << 20)
      let (start, memory) = (Self.processorTime, Self.peakMemory)
      reader.read(input)
      let took = Self.processorTime - start
      let grown = Self.peakMemory - memory
      #expect(took < Self.seconds, "\(reader.name), part \(part), round \(round): \(took) s")
      #expect(grown < 300 << 10, "\(reader.name), part \(part), round \(round): \(grown) KiB")
    }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// In KiB; what the process has held at most.
  private static var peakMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
