import LosslessJSON

/// Reads the simple tests of Postman, line by line, as assertions and kept values.
enum PostmanTests {
  /// Comments for the request, and how many lines nobody could read.
  static func read(_ script: String) -> (lines: [String], left: Int) {
    var names: Set<String> = []
    var lines: [String] = []
    var left = 0
    for line in statements(script) {
      if let name = declared(line) {
        names.insert(name)
      } else if let read = comment(line, names) {
        lines.append(read)
      } else if !isFrame(line) {
        left += 1
      }
    }
    return (lines, left)
  }

  /// Lines without their comments; a test in one line is what stands in it.
  private static func statements(_ script: String) -> [String] {
    script.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
      var text = String(line).trimmedBlanks
      if text.hasPrefix("//") || text.isEmpty { return [] }
      if text.hasPrefix("pm.test("), let open = text.firstIndex(of: "{") {
        text = String(text[open...].dropFirst())
        for end in ["});", "})"] where text.hasSuffix(end) {
          text.removeLast(end.count)
          break
        }
        text = text.trimmedBlanks
        return text.isEmpty ? [] : [text]
      }
      if text.hasPrefix("pm.test("), let arrow = text.utf8.firstPlace(of: "=>".utf8),
        case let body = String(text[arrow.upperBound...]).withoutEnd, body.hasSuffix(")")
      {
        return [String(body.dropLast()).trimmedBlanks]
      }
      return [text]
    }
  }

  /// What only holds statements together.
  private static func isFrame(_ line: String) -> Bool {
    line.hasPrefix("pm.test(") && (line.hasSuffix(",") || line.hasSuffix("=>"))
      || line.allSatisfy { "{}()[];, ".contains($0) }
      || line.hasPrefix("console.log(")
  }

  /// The name in `var json = pm.response.json();`.
  private static func declared(_ line: String) -> String? {
    let parts = line.split(separator: "=", maxSplits: 1).map { String($0).trimmedBlanks }
    guard parts.count == 2, bodies.contains(parts[1].withoutEnd) else { return nil }
    let words = parts[0].split(separator: " ")
    return words.last.map(String.init)
  }

  private static func comment(_ line: String, _ names: Set<String>) -> String? {
    let text = line.withoutEnd
    for start in [
      "pm.response.to.have.status(", "pm.expect(pm.response.code).to.equal(",
      "pm.expect(pm.response.code).to.eql(", "pm.expect(pm.response.code).to.be.equal(",
    ] {
      if let value = text.inside(start), Int(value) != nil { return "# @assert status == \(value)" }
    }
    switch text {
    case "pm.response.to.be.ok", "pm.response.to.be.success": return "# @assert status == 200"
    case "pm.response.to.be.json", "pm.response.to.have.jsonBody()":
      return "# @assert header Content-Type contains json"
    default: break
    }
    for start in ["pm.response.to.have.header("] {
      if let name = text.inside(start)?.unquoted { return "# @assert header \(name) exists" }
    }
    if let value = text.inside("pm.expect(pm.response.responseTime).to.be.below("),
      Int(value) != nil
    {
      return "# @expect ~time <\(value)ms"
    }
    return expectation(text, names) ?? kept(text, names)
  }

  /// What `pm.expect(json.a.b).to.eql("x")` asserts.
  private static func expectation(_ text: String, _ names: Set<String>) -> String? {
    guard text.hasPrefix("pm.expect("), let close = text.utf8.firstPlace(of: ").to.".utf8)
    else { return nil }
    let subject = String(text[..<close.lowerBound].dropFirst(10))
    guard let path = path(subject, names) else { return nil }
    let test = String(text[close.upperBound...])
    for word in ["eql(", "equal(", "be.eql(", "be.equal(", "eq("] {
      if let value = test.inside(word), value.isWrittenValue {
        return "# @assert \(path) == \(value.inDoubleQuotes)"
      }
    }
    for word in ["include(", "contain("] {
      if let value = test.inside(word), value.isWrittenValue {
        return "# @assert \(path) contains \(value.inDoubleQuotes)"
      }
    }
    let words = [
      "be.a('string')": "isString", "be.a(\"string\")": "isString", "be.a('number')": "isNumber",
      "be.a(\"number\")": "isNumber", "be.an('array')": "isArray", "be.an(\"array\")": "isArray",
      "be.a('boolean')": "isBoolean", "exist": "exists", "be.null": "isNull", "be.true": "isTrue",
      "be.false": "isFalse", "not.be.undefined": "exists",
    ]
    if let word = words[test] { return "# @assert \(path) \(word)" }
    if let name = test.inside("have.property(")?.unquoted {
      return "# @assert \(path)['\(name)'] exists"
    }
    return nil
  }

  /// What `pm.environment.set("token", json.token)` keeps.
  private static func kept(_ text: String, _ names: Set<String>) -> String? {
    for owner in ["environment", "collectionVariables", "globals", "variables"] {
      guard let inside = text.inside("pm.\(owner).set(") else { continue }
      let parts = inside.split(separator: ",", maxSplits: 1).map { String($0).trimmedBlanks }
      guard parts.count == 2, let name = parts[0].unquoted, let path = path(parts[1], names) else {
        return nil
      }
      return "# @capture \(name) = \(path)"
    }
    return nil
  }

  /// `json.data.items[0].id` as a place of the body.
  private static func path(_ text: String, _ names: Set<String>) -> String? {
    let own = bodies.first { text.hasPrefix($0) }
    let name = own ?? String(text.prefix { $0 != "." && $0 != "[" })
    let rest = text.dropFirst(name.count)
    guard own != nil || names.contains(name), rest.isEmpty || ".[".contains(rest.prefix(1)) else {
      return nil
    }
    let path = "body" + rest
    return ExchangeReference.Part(path) == nil ? nil : path
  }

  private static let bodies = ["pm.response.json()", "JSON.parse(responseBody)"]
}

extension String {
  /// Without the semicolon at its end.
  fileprivate var withoutEnd: String {
    var text = trimmedBlanks
    while text.last == ";" { text.removeLast() }
    return text.trimmedBlanks
  }

  /// What stands between a beginning and the bracket at the end.
  fileprivate func inside(_ start: String) -> String? {
    guard hasPrefix(start), last == ")" else { return nil }
    return String(dropFirst(start.count).dropLast()).trimmedBlanks
  }

  fileprivate var unquoted: String? {
    guard count > 1, let first, first == last, "\"'`".contains(first) else { return nil }
    return String(dropFirst().dropLast())
  }

  /// A text in quotes, a number, a word such as true.
  fileprivate var isWrittenValue: Bool {
    unquoted != nil || JSONNumber(self) != nil || ["true", "false", "null"].contains(self)
  }

  fileprivate var inDoubleQuotes: String { unquoted.map { "\"\($0)\"" } ?? self }
}
