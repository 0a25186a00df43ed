import Glibc
import NetEngine

/// What a person's terminal gets: colours, and JSON laid out. A pipe and a file get exact bytes.
nonisolated extension Output {
  /// A colour that every terminal has, as a parameter of its sequence.
  enum Ink: String {
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case rejected = "33"
    case warning = "1;33"
    case unreachable = "35"
    case name = "36"
  }

  /// Larger bodies are written as they came.
  private static let largestLayout = 4 << 20

  private static let isColoured: Bool = {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isTerminal && value("NO_COLOR").isEmpty && !["", "dumb"].contains(value("TERM"))
  }()

  /// Writes text to stdout; on a terminal in a colour, and nothing in the text acts.
  static func text(_ text: String, _ ink: Ink?) throws(Failure) {
    guard isColoured else { return try self.text(text) }
    try bytes(painted(Array(text.utf8)[...], ink))
  }

  /// Writes JSON laid out to a terminal; returns false where the exact bytes are to be written.
  static func laidOut(_ body: Body) throws(Failure) -> Bool {
    guard isTerminal, body.count <= largestLayout else { return false }
    let came = JSONDocument(body)
    guard body.count > 0, came.error == nil else { return false }
    let text = JSONPrinter.pretty.bytes(came.json)
    guard isColoured else {
      try content(Body(text + [0x0A]))
      return true
    }
    var out: [UInt8] = []
    var place = 0
    for token in JSONDocument(text).tokens(in: 0..<text.count) {
      out += painted(text[place..<token.range.lowerBound], nil)
      out += painted(text[token.range], token.kind.ink)
      place = token.range.upperBound
    }
    try bytes(out + painted(text[place...], nil) + [0x0A])
    return true
  }

  /// Writes the lines of a head to a terminal, each behind the other.
  static func headLines(_ lines: [UInt8]) throws(Failure) {
    guard isColoured else { return try content(Body(lines)) }
    var out: [UInt8] = []
    for (index, line) in lines.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { out.append(0x0A) }
      let name = index == 0 ? line : line.prefix { $0 != UInt8(ascii: ":") }
      out += painted(name, index == 0 ? .strong : .name)
      out += painted(line.dropFirst(name.count), nil)
    }
    try bytes(out)
  }

  private static func painted(_ text: ArraySlice<UInt8>, _ ink: Ink?) -> [UInt8] {
    let plain = text.withUnsafeBufferPointer { DisplayRule().plainText(of: $0) }
    guard let ink, !plain.isEmpty else { return plain }
    return Array("\u{1b}[\(ink.rawValue)m".utf8) + plain + Array("\u{1b}[0m".utf8)
  }
}

nonisolated extension JSONToken.Kind {
  fileprivate var ink: Output.Ink {
    switch self {
    case .key: .name
    case .string: .good
    case .number: .rejected
    case .word: .unreachable
    }
  }
}

nonisolated extension Kind {
  /// The colour of its verdict in a report.
  var ink: Output.Ink {
    switch self {
    case .ok: .good
    case .business, .invalidSession: .rejected
    case .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .miss,
      .limit:
      .unreachable
    case .cancelled: .faint
    default: .bad
    }
  }
}
