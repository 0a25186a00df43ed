/// The rules by which the xunit plugin of Jenkins takes or refuses a file, the strictest reader we know
/// of: which elements may stand in which, with which attributes.
package enum JUnitSchema {
  private struct Rule {
    var required: Set<String> = []
    var allowed: Set<String> = []
    var children: Set<String> = []
  }

  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      allowed: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
    "testsuite": Rule(
      required: ["name", "tests", "failures", "errors"],
      allowed: [
        "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
      ],
      children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
    "testcase": Rule(
      required: ["name"], allowed: ["time", "classname", "group"],
      children: ["skipped", "error", "failure", "system-out", "system-err"]),
    "failure": Rule(allowed: ["type", "message"]),
    "error": Rule(allowed: ["type", "message"]),
    "skipped": Rule(allowed: ["type", "message"]),
    "properties": Rule(children: ["property"]),
    "property": Rule(required: ["name", "value"]),
    "system-out": Rule(), "system-err": Rule(),
  ]

  /// What a reader would refuse, a line each; empty for a file that is taken.
  package static func mistakes(in root: XMLTree.Element) -> [String] {
    var found =
      ["testsuites", "testsuite"].contains(root.name) ? [] : ["<\(root.name)> is no root"]
    look(at: root, &found)
    return found
  }

  private static func look(at element: XMLTree.Element, _ found: inout [String]) {
    guard let rule = rules[element.name] else {
      return found.append("there is no <\(element.name)>")
    }
    let names = Set(element.attributes.keys)
    for name in rule.required.subtracting(names).sorted() {
      found.append("<\(element.name)> needs \(name)")
    }
    for name in names.subtracting(rule.required).subtracting(rule.allowed).sorted() {
      found.append("<\(element.name)> takes no \(name)")
    }
    if let time = element.attributes["time"], !isSeconds(time) {
      found.append("'\(time)' is no time")
    }
    if let moment = element.attributes["timestamp"], !isMoment(moment) {
      found.append("'\(moment)' is no timestamp")
    }
    for child in element.children {
      if !rule.children.contains(child.name) {
        found.append("<\(element.name)> takes no <\(child.name)>")
      }
      look(at: child, &found)
    }
  }

  /// Digits, a point, digits.
  private static func isSeconds(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
  }

  /// Date and time as in `2026-01-31T08:15:00`.
  private static func isMoment(_ text: String) -> Bool {
    let shape = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    return shape == "0000-00-00T00:00:00"
  }
}
