import Glibc
import NetEngine
import RequestFiles

extension VariableSystem {
  /// The first of May 2024 at noon, UTC; chance counts up; a small environment.
  package static var fixed: VariableSystem {
    let count = Lock(0)
    return VariableSystem(
      now: { 1_714_564_800_123 },
      random: { range in
        count.withLock { count in
          count += 1
          return range.lowerBound + count % range.count
        }
      },
      environment: { name in
        ["TOKEN": "t-1", "LINES": "a\r\nB: c", "BRACES": "{{x}}"][name]
      },
      utcOffset: { _ in 7_200 })
  }
}

/// Gives a file a length without writing its bytes.
package func truncated(_ path: String, to length: Int) -> Bool {
  truncate(path, length) == 0
}
