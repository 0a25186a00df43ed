import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("The difference of two JSON values")
struct JSONDiffTests {
  private func lines(_ from: String, _ to: String, _ options: JSONDiff.Options = .init()) throws
    -> [String]
  {
    let diff = JSONDiff(
      from: try JSON(parsing: from), to: try JSON(parsing: to), options: options)
    return diff.map { entry in
      let from = entry.from?.rawText.map { " \($0)" } ?? ""
      let to = entry.to?.rawText.map { " \($0)" } ?? ""
      let order =
        entry.order.isEmpty ? "" : " (\(entry.order.map { "\($0)" }.joined(separator: " ")))"
      return "\(entry.kind) \(entry.path.pointer)\(from) →\(to)\(order)"
    }
  }

  @Test("is found place by place", arguments: JSONDiffRow.all.map(\.description))
  func table(name: String) throws {
    let row = try #require(JSONDiffRow.all.row(name))
    #expect(try lines(row.from, row.to) == row.lines)
  }

  @Test("turned around, it has as many places", arguments: JSONDiffRow.all.map(\.description))
  func turned(name: String) throws {
    let row = try #require(JSONDiffRow.all.row(name))
    #expect(try lines(row.to, row.from).count == row.lines.count)
  }

  @Test("ignored places count for nothing, wherever their element stands")
  func ignored() throws {
    var options = JSONDiff.Options()
    options.ignored = [try #require(JSONPathPattern("/items/*/at"))]
    let from = #"{"items":[{"n":1,"at":"x"},{"n":2,"at":"y"}]}"#
    let to = #"{"items":[{"n":0},{"n":1,"at":"z"},{"n":2,"at":"w"}]}"#
    #expect(try lines(from, to, options) == [#"added /items/0 → {"n":0}"#])
  }

  @Test("a key that is said matches elements")
  func saidKey() throws {
    var options = JSONDiff.Options()
    options.keys = [(try #require(JSONPathPattern("/**/rows")), "no")]
    let from = #"{"rows":[{"no":1,"v":1},{"no":2,"v":2}]}"#
    let to = #"{"rows":[{"no":2,"v":2},{"no":1,"v":3}]}"#
    let found = try lines(from, to, options)
    #expect(found.map { $0.prefix { $0 != "[" } } == ["reordered /rows ", "value /rows/0/v 1 → 3"])
  }

  @Test("a value that is not there was added or removed whole")
  func nothing() throws {
    let json = try JSON(parsing: "{\"a\":1}")
    #expect(JSONDiff(from: json["x"], to: json["y"]).isEmpty)
    #expect(JSONDiff(from: json["x"], to: json["a"]).map(\.kind) == [.added])
    #expect(JSONDiff(from: json["a"], to: json["x"]).map(\.kind) == [.removed])
  }

  @Test("depth costs no stack")
  func depth() throws {
    let limits = JSONLimits(depth: 200_000)
    func nested(_ leaf: String) throws -> JSON {
      let text =
        String(repeating: "[", count: 150_000) + leaf + String(repeating: "]", count: 150_000)
      return try JSON(parsing: Array(text.utf8), limits: limits)
    }
    let diff = JSONDiff(from: try nested("1"), to: try nested("2"))
    #expect(diff.map(\.kind) == [.value])
    #expect(diff.first?.path.steps.count == 150_000)
  }

  @Test("no entry exactly when the values are equal")
  func agreesWithEquality() throws {
    var dice = SessionDice(seed: 7)
    for _ in 0..<2_000 {
      let first = dice.json(depth: 3)
      let second = dice.below(3) == 0 ? first : dice.json(depth: 3)
      let (left, right) = (try JSON(parsing: first), try JSON(parsing: second))
      #expect(JSONDiff(from: left, to: right).isEmpty == (left == right), "\(first) \(second)")
    }
  }

  @Test("large arrays with nothing in common end, and say so")
  func nothingInCommon() throws {
    func numbers(from start: Int) throws -> JSON {
      let text = (start..<start + 20_000).map { "\($0)" }.joined(separator: ",")
      return try JSON(parsing: "[\(text)]")
    }
    let diff = JSONDiff(from: try numbers(from: 0), to: try numbers(from: 1_000_000))
    #expect(diff.count == 20_000)
    #expect(diff.allSatisfy { $0.kind == .value })
  }
}

@Suite("What two sequences have in common")
struct CommonLinesTests {
  @Test("is as long as can be, and in order")
  func longest() throws {
    var dice = SessionDice(seed: 3)
    for _ in 0..<400 {
      let left = (0..<dice.below(30)).map { _ in "line \(dice.below(6))" }
      let right = (0..<dice.below(30)).map { _ in "line \(dice.below(6))" }
      let diff = TextDiff(
        from: Body(left.joined(separator: "\n")), to: Body(right.joined(separator: "\n")))
      let kept = diff.lines.filter { $0.kind == .same }
      #expect(kept.count >= Self.length(left, right))
      #expect(diff.lines.compactMap(\.from) == Array(0..<max(left.count, 1)))
      #expect(diff.lines.compactMap(\.to) == Array(0..<max(right.count, 1)))
    }
  }

  /// By the table everybody knows.
  private static func length(_ left: [String], _ right: [String]) -> Int {
    var row = Array(repeating: 0, count: right.count + 1)
    for a in left {
      var before = 0
      for (place, b) in right.enumerated() {
        let above = row[place + 1]
        row[place + 1] = a == b ? before + 1 : max(above, row[place])
        before = above
      }
    }
    return row.last ?? 0
  }
}
