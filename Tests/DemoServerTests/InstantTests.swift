import DemoServer
import Testing

@Suite("A wait of the server")
struct InstantTests {
  @Test("never ends early, wherever in a millisecond it begins and is looked at again")
  func reach() {
    for begin in stride(from: 7_000_000, through: 8_000_000, by: 62_500) {
      let end = Instant(nanoseconds: begin).advanced(byMilliseconds: 100)
      for later in stride(from: begin, through: begin + 101_000_000, by: 312_500) {
        let left = end.milliseconds(after: Instant(nanoseconds: later))
        #expect(later + left * 1_000_000 >= begin + 100_000_000, "\(begin) \(later)")
        #expect(left == 0 || later + (left - 1) * 1_000_000 < begin + 100_000_000)
      }
    }
  }
}
