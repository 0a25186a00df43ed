import NetEngine

/// The limits that every firing command takes: `--timeout 5s`, `--max-body 10M` and their like.
package enum LimitOptions {
  package static let rows = [
    Subcommand.Option(
      name: "--timeout", value: "TIME", summary: "limit for the whole exchange; 120s"),
    Subcommand.Option(
      name: "--connect-timeout", value: "TIME", summary: "limit for connecting; 10s"),
    Subcommand.Option(
      name: "--idle-timeout", value: "TIME", summary: "limit for a time without a byte; 30s"),
    Subcommand.Option(
      name: "--max-body", value: "SIZE", summary: "limit for the body as it is received; 100M"),
    Subcommand.Option(
      name: "--max-redirects", value: "N", summary: "how many redirects are followed; 10"),
  ]

  static func limits(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> Limits {
    var limits = settings.limits
    if let time = try duration(arguments, "--timeout") { limits.totalTimeout = time }
    if let time = try duration(arguments, "--connect-timeout") { limits.connectTimeout = time }
    if let time = try duration(arguments, "--idle-timeout") { limits.idleTimeout = time }
    if let size = try size(arguments, "--max-body") { limits.wireBody = size }
    if let count = try arguments.number("--max-redirects", in: 0...1_000) {
      limits.redirects = count
    }
    return limits
  }

  /// `5`, `5s`, `1.5s`, `200ms`; a bare number is seconds.
  static func duration(
    _ arguments: Arguments, _ option: String
  ) throws(UsageMistake) -> Duration? {
    guard let text = arguments[option] else { return nil }
    let (number, unit): (Substring, Double) =
      text.hasSuffix("ms")
      ? (text.dropLast(2), 0.001) : text.hasSuffix("s") ? (text.dropLast(), 1) : (text[...], 1)
    guard let value = plain(number), value > 0, value * unit <= 1_000_000 else {
      throw .badValue(option: option, value: text, expected: "a time such as 5s or 200ms")
    }
    return .seconds(value * unit)
  }

  /// `500`, `64k`, `10M`, `1G`: powers of 1024.
  static func size(_ arguments: Arguments, _ option: String) throws(UsageMistake) -> Int? {
    guard let text = arguments[option] else { return nil }
    let shifts: [Character: Int] = ["k": 10, "K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    guard let value = plain(shift == nil ? text[...] : text.dropLast()), value > 0,
      value < 1e9, value * Double(1 << (shift ?? 0)) < 1e15
    else {
      throw .badValue(option: option, value: text, expected: "a size such as 64k or 10M")
    }
    return Int(saturating: value * Double(1 << (shift ?? 0)))
  }

  /// Digits with at most one point: Swift's own parser takes `nan`, `0x10` and `1e5` too.
  private static func plain(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }
}
