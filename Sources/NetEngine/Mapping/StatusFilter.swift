import LosslessJSON

/// Which status codes pass: none are looked at, or ranges of them.
public struct StatusFilter: Sendable, Hashable {
  /// The ranges that pass, in order and apart from one another; empty lets everything pass.
  package let ranges: [ClosedRange<Int>]

  /// Takes ranges in any order; none at all lets everything pass.
  ///
  /// Ranges that overlap or touch become one, so that equal filters are equal values.
  public init(_ ranges: [ClosedRange<Int>]) {
    var apart: [ClosedRange<Int>] = []
    let known = ranges.map { $0.clamped(to: 0...99_999) }
    for range in known.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = apart.last, range.lowerBound <= last.upperBound + 1 {
        apart[apart.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        apart.append(range)
      }
    }
    self.ranges = apart
  }

  /// 200–299.
  public static let successful = StatusFilter([200...299])
  /// 200–399.
  public static let successfulAndRedirect = StatusFilter([200...399])
  /// Everything.
  public static let none = StatusFilter([])

  /// Whether the code passes.
  package func accepts(_ code: Int) -> Bool {
    ranges.isEmpty || ranges.contains { $0.contains(code) }
  }

  /// Reads `none`, `2xx`, `2xx+3xx`, `200-299,304`; nil for anything else.
  public init?(_ text: String) {
    if text == "none" {
      self = .none
      return
    }
    var ranges: [ClosedRange<Int>] = []
    let parts = text.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "+")
    }
    for part in parts {
      guard let range = Self.range(part.trimmingBlanks) else { return nil }
      ranges.append(range)
    }
    self.init(ranges)
  }

  private static func range(_ text: Substring.UTF8View) -> ClosedRange<Int>? {
    if text.count == 3, text.dropFirst().allSatisfy({ $0.lowercasedASCII == UInt8(ascii: "x") }) {
      return Int(digits: text.prefix(1)).map { $0 * 100...$0 * 100 + 99 }
    }
    let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let low = ends.first.flatMap({ code($0) }) else { return nil }
    guard ends.count > 1 else { return low...low }
    guard ends.count == 2, let high = code(ends[1]), low <= high else { return nil }
    return low...high
  }

  /// A status code has three digits; a filter takes what a server might make of that.
  private static func code(_ text: Substring.UTF8View) -> Int? {
    text.count <= 5 ? Int(digits: text) : nil
  }

  /// The shortest spelling that reads back as this filter.
  package var text: String {
    guard !ranges.isEmpty else { return "none" }
    if self == .successful { return "2xx" }
    let words = ranges.flatMap { range -> [String] in
      if range.lowerBound % 100 == 0, range.count % 100 == 0, range.upperBound < 1_000 {
        return (range.lowerBound / 100...range.upperBound / 100).map { "\($0)xx" }
      }
      return range.count == 1
        ? ["\(range.lowerBound)"] : ["\(range.lowerBound)-\(range.upperBound)"]
    }
    return words.joined(separator: words.allSatisfy { $0.hasSuffix("xx") } ? "+" : ",")
  }
}
