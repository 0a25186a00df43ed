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

  /// Adds a line to the rules a person has named, or to those beside the session; `isFirst` in front
  /// of the others.
  ///
  /// The file is made when it is not there; what stands in it stays byte for byte.
  package static func add(
    _ line: String, to named: String?, beside session: String, isFirst: Bool = false
  ) throws(TextFile.Problem) -> (rules: Rules, path: String) {
    let path = named ?? own(of: session)
    var bytes = SavedFile.exists(path) ? Array(try TextFile.read(path)) : []
    if let last = bytes.last, last != 0x0a { bytes.append(0x0a) }
    bytes.insert(
      contentsOf: line.utf8 + [0x0a], at: isFirst ? start(of: bytes) : bytes.endIndex)
    let rules: Rules
    do throws(RulesMistake) {
      rules = try Rules(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
    if let code = SavedFile.write(bytes, to: path) {
      throw TextFile.Problem(path: path, what: "it cannot be written: \(Output.reason(code))")
    }
    return (rules, path)
  }

  /// Where the first rule begins, with the comment that stands over it.
  private static func start(of bytes: [UInt8]) -> Int {
    var (start, place) = (0, 0)
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      let word = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }
      if let word, word != UInt8(ascii: "#") { return start }
      place = min(line.endIndex + 1, bytes.count)
      // Another comment begins behind an empty line.
      if word == nil { start = place }
    }
    return place
  }

  /// `sessions/login.har.gz` has its rules in `sessions/login.rules`.
  package static func own(of session: String) -> String {
    var name = session
    for end in [".gz", ".zip", ".har", ".zhar", ".jsonl"] where name.hasSuffix(end) {
      name.removeLast(end.utf8.count)
    }
    return name + ".rules"
  }

  /// Which rules have found nothing, a line each: a misspelt one forgives nothing.
  ///
  /// Of a selection only the rules about its requests can have been of use.
  package static func unused(
    _ rules: Rules, by changes: [Change], of selection: [HTTPRequest]? = nil
  ) -> [String] {
    rules.unused(by: changes, of: selection).map { rule in
      "rules, line \(rule.line): '\(rule.text.shortened(to: 80))' matched nothing"
    }
  }
}
