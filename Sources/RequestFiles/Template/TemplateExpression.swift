import LosslessJSON
import NetEngine

/// What stands between `{{` and `}}`.
public enum TemplateExpression: Sendable, Hashable {
  /// A variable by its name.
  case variable(String)
  /// A variable by its name, its value percent-encoded: `%name`.
  case encoded(String)
  /// A value made when it is asked for: `$randomInt 1 6`.
  case dynamic(String, arguments: [String])
  /// A value of an earlier exchange: `login.response.body.$.data.token`.
  case reference(ExchangeReference)
  /// Something that looks like a reference and is none; what was expected.
  case broken(expected: String)

  /// Reads it; nil when it can be no variable and the braces are text.
  init?(_ written: String) {
    let text = Substring(Substring(written).utf8.trimmingBlanks)
    guard let first = text.utf8.first else { return nil }
    if first == UInt8(ascii: "$") {
      self = Self.dynamic(text)
      return
    }
    if first == UInt8(ascii: "%") {
      let name = text.utf8.dropFirst()
      guard !name.isEmpty, name.allSatisfy(\.isVariableByte) else { return nil }
      self = .encoded(String(Substring(name)))
      return
    }
    if let reference = Self.reference(text) {
      self = reference
      return
    }
    if let asked = Self.asked(text) {
      self = .variable(asked.name)
      return
    }
    guard
      text.utf8.allSatisfy({ $0.isVariableByte || $0 == 0x20 })
        || !ExchangeReference.implied(text).isEmpty
    else { return nil }
    self = .variable(String(text))
  }

  /// `:name`, `:name!secret`: a value that is asked for each time.
  static func asked(_ written: some StringProtocol) -> (name: String, isSecret: Bool)? {
    // Nearly every variable is none: that is asked of each of them again and again.
    guard written.utf8.first(where: { !$0.isBlank }) == UInt8(ascii: ":") else { return nil }
    let text = Substring(written).utf8.trimmingBlanks
    let name = text.dropFirst().prefix { $0 != UInt8(ascii: "!") }
    let rest = text[name.endIndex...]
    guard !name.isEmpty, name.allSatisfy(\.isVariableByte),
      rest.isEmpty || rest.elementsEqual("!secret".utf8)
    else { return nil }
    return (String(Substring(name)), !rest.isEmpty)
  }

  /// Whether it takes a value from an answer, or could.
  var mayRefer: Bool {
    switch self {
    case .reference: true
    case .variable(let name), .encoded(let name): name.utf8.contains(where: \.beginsPart)
    // `$processEnv %name` takes the name from a variable.
    case .dynamic: variableNames.contains { $0.utf8.contains(where: \.beginsPart) }
    case .broken: false
    }
  }

  /// `$name a b` or `$name(a, b)`.
  private static func dynamic(_ text: Substring) -> TemplateExpression {
    let bytes = text.utf8
    let name = bytes.prefix { !$0.isBlank && $0 != UInt8(ascii: "(") }
    var rest = bytes[name.endIndex...].trimmingBlanks
    if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") {
      rest = rest.dropFirst().dropLast()
    }
    return .dynamic(String(Substring(name)), arguments: arguments(rest))
  }

  /// Words between blanks and commas; one in quotes may hold both.
  private static func arguments(_ bytes: Substring.UTF8View) -> [String] {
    var words: [String] = []
    var rest = bytes
    while let first = rest.first {
      if first.isBlank || first == UInt8(ascii: ",") {
        rest = rest.dropFirst()
      } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
        let end = rest.dropFirst().firstIndex(of: first)
      {
        words.append(String(Substring(rest[..<end].dropFirst())))
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: ",") }
        words.append(String(Substring(word)))
        rest = rest[word.endIndex...]
      }
    }
    return words
  }

  /// Splits at the first `.response` or `.request` that is a whole part.
  private static func reference(_ text: Substring) -> TemplateExpression? {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, !parts[0].isEmpty, let side = ExchangeReference.Side(parts[1]),
      parts[0].allSatisfy({ $0.isVariableByte || $0 == 0x20 })
    else { return nil }
    let rest = parts.count > 2 ? Substring(parts[2]) : ""
    guard let part = ExchangeReference.Part(rest) else {
      let isSearch =
        rest.utf8.starts(with: "body.".utf8)
        && (rest.contains("..") || rest.contains("*") || rest.contains("[?") || rest.contains(":"))
      return .broken(
        expected: isSearch
          ? "a path to one value, such as $.items[0].id; '..', '*', filters and slices are not read"
          : "body, body.$.path, headers.Name or cookies.name behind \(side.rawValue)")
    }
    return .reference(
      ExchangeReference(name: String(Substring(parts[0])), side: side, part: part))
  }
}

/// A value of a named exchange that was made before.
public struct ExchangeReference: Sendable, Hashable {
  /// The request's name.
  public var name: String
  /// Which half of the exchange.
  public var side: Side
  /// What of it.
  public var part: Part

  /// The halves of an exchange.
  public enum Side: String, Sendable, Hashable {
    case request
    case response

    init?(_ bytes: Substring.UTF8View) {
      self.init(rawValue: String(Substring(bytes)))
    }
  }

  /// What `login.body.token` and `login.token` can mean where `login` is a request and nothing has
  /// that name: other editors leave `response` out, or the body as well.
  static func implied(_ written: some StringProtocol) -> [ExchangeReference] {
    let bytes = Substring(written).utf8
    guard let end = bytes.firstIndex(where: \.beginsPart), end > bytes.startIndex
    else { return [] }
    let name = String(Substring(bytes[..<end]))
    let rest = String(Substring(bytes[end...]))
    guard name.utf8.allSatisfy({ $0.isVariableByte || $0 == 0x20 }) else { return [] }
    guard rest.utf8.count > 1 else { return [] }
    var found: [(String, Part?)] = []
    if [".body", ".headers", ".cookies"].contains(where: rest.hasPrefix) {
      found.append((name, Part(rest.dropFirst())))
    }
    found.append((name, Part("body" + rest)))
    if name.hasSuffix("Response"), rest.hasPrefix(".") {
      let part = rest.hasPrefix(".parsedBody") ? "body" + rest.dropFirst(11) : rest.dropFirst()
      found.append((String(name.dropLast(8)), Part(part)))
    }
    return found.compactMap { name, part in
      part.map { ExchangeReference(name: name, side: .response, part: $0) }
    }
  }

  /// What can be taken of a half.
  public enum Part: Sendable, Hashable {
    /// The whole body as text.
    case body
    /// The status.
    case status
    /// A value of the body's JSON.
    case json(JSONPath)
    /// A header.
    case header(String)
    /// The value of a cookie that was set, on whichever hop, or sent.
    case cookie(String)

    init?(_ text: some StringProtocol) {
      let bytes = Array(text.utf8)
      if ["status", "statusCode", "code"].contains(text) {
        self = .status
        return
      }
      if let header = Self.header(bytes) {
        self = .header(header)
        return
      }
      if bytes.starts(with: "cookies.".utf8), bytes.count > 8 {
        // Names may hold dots, as `connect.sid` does: only the last word can be ours.
        let name = text.dropFirst(8)
        self = .cookie(String(name.hasSuffix(".value") ? name.dropLast(6) : name))
        return
      }
      guard bytes.starts(with: "body".utf8) else { return nil }
      let rest = bytes.dropFirst(4)
      // The `$` in front of a path may be left out, and so may the dot in front of a bracket.
      if rest.isEmpty || rest.elementsEqual(".*".utf8) || rest.elementsEqual(".$".utf8) {
        self = rest.last == UInt8(ascii: "$") ? .json(JSONPath([])) : .body
      } else if let path = Self.path(Array(rest.starts(with: ".$".utf8) ? rest.dropFirst(2) : rest))
      {
        self = .json(path)
      } else {
        return nil
      }
    }

    /// `headers.Name`, `headers['Name']`.
    private static func header(_ bytes: [UInt8]) -> String? {
      guard bytes.starts(with: "headers".utf8) else { return nil }
      var rest = bytes.dropFirst(7)
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
      guard let path = path(Array(rest)), path.steps.count == 1, case .key(let name) = path.steps[0]
      else { return nil }
      return name
    }

    /// `.data.items[0]['a b']`; nothing that could mean several values.
    static func path(_ bytes: [UInt8]) -> JSONPath? {
      var steps: [JSONPath.Step] = []
      var at = 0
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: ".") {
          if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "[") {
            at += 1
            continue
          }
          let end = bytes[(at + 1)...].firstIndex(where: \.beginsPart) ?? bytes.count
          guard end > at + 1, bytes[at + 1] != UInt8(ascii: "*") else { return nil }
          steps.append(.key(String(decoding: bytes[at + 1..<end], as: UTF8.self)))
          at = end
          continue
        }
        guard bytes[at] == UInt8(ascii: "["), at + 1 < bytes.count else { return nil }
        let quote = bytes[at + 1]
        let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
        let start = isQuoted ? at + 2 : at + 1
        let mark = isQuoted ? quote : UInt8(ascii: "]")
        guard start <= bytes.count, let end = bytes[start...].firstIndex(of: mark) else {
          return nil
        }
        if isQuoted {
          guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "]") else { return nil }
          steps.append(.key(String(decoding: bytes[start..<end], as: UTF8.self)))
          at = end + 2
        } else {
          guard let index = Int(digits: bytes[start..<end]) else { return nil }
          steps.append(.index(index))
          at = end + 1
        }
      }
      return JSONPath(steps)
    }
  }
}

extension UInt8 {
  /// A byte of a variable's name; letters beyond ASCII are letters.
  var isVariableByte: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self >= 0x80 || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  /// Where the next part of a path begins.
  var beginsPart: Bool { self == UInt8(ascii: ".") || self == UInt8(ascii: "[") }
}
