import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Slowness as a change")
struct SlowerTests {
  private func exchange(took: Int?, body: String = "1") -> Exchange {
    var exchange = Exchange.sample(1, body: body)
    guard case .success(var response) = exchange.result else { return exchange }
    response.hops[0].timings.wait = took
    exchange.result = .success(response)
    return exchange
  }

  private func change(_ before: Int?, _ after: Int?, times: Double? = 2, to body: String = "1")
    throws -> Change
  {
    var comparison = Comparison()
    comparison.slower = times
    let answered = try #require(exchange(took: after, body: body).result)
    return comparison.change(from: exchange(took: before), to: answered)
  }

  @Test(
    "so many times the recorded time and 50 ms more are a change",
    arguments: [
      (120_000, 480_000, "slower"), (120_000, 240_000, "slower"), (120_000, 239_000, "same"),
      // A moment that became three.
      (2_000, 51_000, "same"), (2_000, 52_000, "slower"), (480_000, 120_000, "same"),
    ] as [(Int, Int, String)])
  func times(before: Int, after: Int, word: String) throws {
    #expect(try change(before, after).kind.word == word)
    #expect(try change(before, after, times: nil).kind == .same)
  }

  @Test("a time nobody has measured is none; what is worse keeps its word, and its time")
  func beside() throws {
    #expect(try change(nil, 900_000).kind == .same)
    #expect(try change(0, 900_000).kind == .same)
    let slow = try change(120_000, 480_000)
    #expect(slow.isChange && slow.differences.map(\.place.text) == ["/time"])
    #expect(slow.differences.map { [$0.from, $0.to] } == [["120 ms", "480 ms"]])
    let other = try change(120_000, 480_000, to: "2")
    #expect(other.kind == .body(.value))
    #expect(other.differences.map(\.place.text) == ["", "/time"])
  }

  @Test("two sessions are compared by their times as well")
  func sessions() {
    var comparison = Comparison()
    comparison.slower = 1.5
    let (fast, slow) = (exchange(took: 100_000), exchange(took: 200_000))
    #expect(
      SessionDiff(from: [fast], to: [slow], comparison: comparison).rows[0].change.kind == .slower)
    #expect(
      SessionDiff(from: [slow], to: [fast], comparison: comparison).rows[0].change.kind == .same)
  }
}
