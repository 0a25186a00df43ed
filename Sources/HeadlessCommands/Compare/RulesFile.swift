import NetEngine
import Sessions

/// The file that says what a replay or a comparison forgives.
package nonisolated enum RulesFile {
  /// The rules a person has named, or those that lie beside the session; none when there are none.
  package static func read(
    _ named: String?, beside session: String
  ) throws(TextFile.Problem) -> (rules: Rules, path: String?) {
    let path = named ?? own(of: session)
    guard named != nil || SavedFile.exists(path) else { return (Rules(), nil) }
    let text = String(decoding: try TextFile.read(path), as: UTF8.self)
    do throws(RulesMistake) {
      return (try Rules(text), path)
    } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
  }

  /// The same for the screens, where rules that cannot be read say nothing.
  package static func all(_ named: String?, beside session: String) -> Rules {
    (try? read(named.map(SavedFile.fromHome), beside: session).rules) ?? Rules()
  }

  /// Adds a line to the rules a person has named, or to those beside the session: at the end, but
  /// before one that would be taken in its place.
  ///
  /// The file is made when it is not there; what stands in it stays byte for byte. Answers the number
  /// of the new line too.
  package static func add(
    _ line: String, to named: String?, beside session: String
  ) throws(TextFile.Problem) -> (rules: Rules, path: String, line: Int) {
    let path = named ?? own(of: session)
    var bytes = SavedFile.exists(path) ? Array(try TextFile.read(path)) : []
    if let last = bytes.last, last != 0x0a { bytes.append(0x0a) }
    let rules: Rules
    let place: Int
    do throws(RulesMistake) {
      let before = try Rules(line).all.first.flatMap { new throws(RulesMistake) in
        try Rules(String(decoding: bytes, as: UTF8.self)).line(before: new)
      }
      place = before.map { start(ofLine: $0, in: bytes) } ?? bytes.endIndex
      bytes.insert(contentsOf: line.utf8 + [0x0a], at: place)
      rules = try Rules(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
    if let code = SavedFile.write(bytes, to: path) {
      throw TextFile.Problem(path: path, what: "it cannot be written: \(Output.reason(code))")
    }
    return (rules, path, bytes[..<place].count { $0 == 0x0a } + 1)
  }

  /// Where a line begins, with the comment that stands over it.
  private static func start(ofLine number: Int, in bytes: [UInt8]) -> Int {
    var start = bytes.startIndex
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).prefix(number)
    for line in lines.dropLast() {
      let word = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }
      if word != UInt8(ascii: "#") { start = line.endIndex + 1 }
    }
    return start
  }

  /// `sessions/login.har.gz` has its rules in `sessions/login.rules`.
  package static func own(of session: String) -> String {
    var name = session
    for end in [".gz", ".zip", ".har", ".zhar", ".jsonl"] where name.hasSuffix(end) {
      name.removeLast(end.utf8.count)
    }
    return name + ".rules"
  }

  /// Which rules were given up or have found nothing, a line each: a misspelt one forgives nothing.
  ///
  /// Of a selection only the rules about its requests can have been of use.
  package static func unused(
    _ rules: Rules, by changes: [Change], of selection: [HTTPRequest]? = nil
  ) -> [String] {
    let stopped = rules.stopped(by: changes).map { rule, reason in
      "rules, line \(rule.line): \(reason); lines that it did not reach count as different"
    }
    return stopped
      + rules.unused(by: changes, of: selection).map { rule in
        "rules, line \(rule.line): '\(rule.text.shortened(to: 80))' matched nothing"
      }
  }
}
