/// Which status codes pass: none are looked at, or ranges of them.
public struct StatusFilter: Sendable, Hashable {
  /// The ranges that pass; empty lets everything pass.
  public var ranges: [ClosedRange<Int>]

  /// Takes ranges; none at all lets everything pass.
  public init(_ ranges: [ClosedRange<Int>]) {
    self.ranges = ranges
  }

  /// 200–299.
  public static let successful = StatusFilter([200...299])
  /// 200–399.
  public static let successfulAndRedirect = StatusFilter([200...399])
  /// Everything.
  public static let none = StatusFilter([])

  /// Whether the code passes.
  public func accepts(_ code: Int) -> Bool {
    ranges.isEmpty || ranges.contains { $0.contains(code) }
  }

  /// Reads `none`, `2xx`, `2xx+3xx`, `200-299,304`.
  public init?(_ text: String) {
    if text == "none" {
      self = .none
      return
    }
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "," || $0 == "+" })
    {
      guard let range = Self.range(part) else { return nil }
      ranges.append(range)
    }
    self.init(ranges)
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    if text.utf8.count == 3, text.lowercased().hasSuffix("xx"),
      let hundred = Int(digits: text.utf8.prefix(1))
    {
      return hundred * 100...hundred * 100 + 99
    }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = ends.first, let low = Int(digits: first.utf8), low <= 999 else { return nil }
    guard ends.count > 1 else { return low...low }
    guard ends.count == 2, let high = Int(digits: ends[1].utf8), low <= high, high <= 999 else {
      return nil
    }
    return low...high
  }

  /// The shortest spelling that reads back as this filter.
  public var text: String {
    guard !ranges.isEmpty else { return "none" }
    var words: [String] = []
    for range in ranges {
      if range.lowerBound % 100 == 0, range.count % 100 == 0, range.upperBound < 1_000 {
        for digit in range.lowerBound / 100...range.upperBound / 100 {
          words.append("\(digit)xx")
        }
      } else if range.count == 1 {
        words.append("\(range.lowerBound)")
      } else {
        words.append("\(range.lowerBound)-\(range.upperBound)")
      }
    }
    return words.joined(separator: words.allSatisfy { $0.hasSuffix("xx") } ? "+" : ",")
  }
}
