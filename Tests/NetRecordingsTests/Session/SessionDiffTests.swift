import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("The difference of two sessions")
struct SessionDiffTests {
  private func exchange(_ number: Int, _ url: String, _ body: String) -> Exchange {
    let request = HTTPRequest(url: url)
    return Exchange(
      sequence: number, name: "", startedAt: 0, request: request,
      result: .success(Response(statusCode: 200, body: Body(body), request: request)))
  }

  private func lines(_ diff: SessionDiff) -> [String] {
    diff.rows.map { row in
      let from = row.from.map { "\($0.sequence)" } ?? "–"
      let to = row.to.map { "\($0.sequence)" } ?? "–"
      return "\(from) \(to) \(row.change.kind.text)"
    }
  }

  @Test("pairs the n-th with the n-th, across origins; the rest has no counterpart")
  func pairs() {
    let diff = SessionDiff(
      from: [
        exchange(1, "http://a.test/x", "1"), exchange(2, "http://a.test/x", "2"),
        exchange(3, "http://a.test/gone", "3"),
      ],
      to: [
        exchange(1, "http://b.test/new", "0"), exchange(2, "http://b.test/x", "1"),
        exchange(3, "http://b.test/x", "9"),
      ])
    #expect(lines(diff) == ["1 2 same", "2 3 body (value)", "3 – unmatched", "– 1 unmatched"])
  }

  @Test("an exchange that is missing in one session shifts none of the same request")
  func missing() {
    let all = (1...5).map { exchange($0, "http://a.test/x", "\($0)") }
    let diff = SessionDiff(from: all, to: [all[0], all[2], all[3], all[4]])
    #expect(lines(diff) == ["1 1 same", "2 – unmatched", "3 3 same", "4 4 same", "5 5 same"])
    let back = SessionDiff(from: [all[0], all[2], all[3], all[4]], to: all)
    #expect(lines(back) == ["1 1 same", "3 3 same", "4 4 same", "5 5 same", "– 2 unmatched"])
  }

  @Test("of the same requests, those of one name are a pair")
  func names() {
    func named(_ names: [String]) -> [Exchange] {
      names.enumerated().map { number, name in
        var exchange = exchange(number + 1, "http://a.test/x", name)
        exchange.name = name
        return exchange
      }
    }
    let diff = SessionDiff(
      from: named(["first", "second", "third"]), to: named(["second", "third"]))
    #expect(lines(diff) == ["1 – unmatched", "2 1 same", "3 2 same"])
  }

  @Test("a rule leaves a parameter out of the pairing, and counts as used")
  func ignoredParameter() throws {
    let rules = try Rules("/x query cursor ignore\n/x query other ignore")
    let diff = SessionDiff(
      from: [exchange(1, "http://a.test/x?cursor=1&a=1", "1")],
      to: [exchange(1, "http://a.test/x?a=1&cursor=2", "1")],
      comparison: Comparison(rules: rules))
    #expect(lines(diff) == ["1 1 same"])
    #expect(rules.unused(by: diff.rows.map(\.change)).map(\.line) == [2])
  }
}
