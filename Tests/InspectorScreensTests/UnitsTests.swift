import InspectorScreens
import LosslessJSON
import Testing

struct UnitsTests {
  static let bytes: [(Int, String)] = [
    (0, "0 B"), (91, "91 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_234, "1.2 kB"),
    (14_950, "14.9 kB"), (999_999, "999.9 kB"), (1_000_000, "1.0 MB"), (104_857_600, "104.8 MB"),
    (3_400_000_000, "3.4 GB"), (5_000_000_000_000_000, "5000.0 TB"),
  ]

  @Test("bytes with their unit, never rounded up", arguments: bytes)
  func bytesText(count: Int, text: String) {
    #expect(Units.bytes(count) == text)
  }

  static let times: [(Int, String)] = [
    (0, "0 µs"), (312, "312 µs"), (999, "999 µs"), (1_000, "1.0 ms"), (3_149, "3.1 ms"),
    (99_999, "99.9 ms"), (100_000, "100 ms"), (999_999, "999 ms"), (1_000_000, "1.00 s"),
    (1_249_999, "1.24 s"), (59_999_999, "59.99 s"), (60_000_000, "1 m 00 s"),
    (125_000_000, "2 m 05 s"),
  ]

  @Test("time with its unit", arguments: times)
  func timeText(microseconds: Int, text: String) {
    #expect(Units.time(microseconds: microseconds) == text)
  }

  static let running: [(Int64, String)] = [
    (-5, "0.0 s"), (1_234_000, "1.2 s"), (59_999_999, "59.9 s"), (61_000_000, "1 m 01 s"),
  ]

  @Test("time that is passing", arguments: running)
  func runningText(microseconds: Int64, text: String) {
    #expect(Units.running(microseconds: microseconds) == text)
  }

  static let grouped: [(Int, String)] = [
    (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_234, "-1,234"),
    (-123, "-123"),
  ]

  @Test("thousands", arguments: grouped)
  func groupedText(number: Int, text: String) {
    #expect(Units.grouped(number) == text)
  }
}
