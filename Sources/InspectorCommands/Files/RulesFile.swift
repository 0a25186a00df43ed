import NetEngine
import NetRecordings

/// The file that says what a replay or a comparison forgives.
package nonisolated enum RulesFile {
  /// A file of rules that a person named, or the one beside a session, which the project names.
  package struct Place: Sendable {
    package let path: String
    let isNamed: Bool

    package init(_ named: String?, beside session: String) {
      (path, isNamed) = (named ?? RulesFile.own(of: session), named != nil)
    }

    /// The bytes of it; nil when the project has no such file.
    func read() throws(TextFile.Problem) -> [UInt8]? {
      try isNamed ? TextFile.read(path) : ProjectFile(path).read()
    }

    /// The same; no bytes when the file does not exist yet.
    func readOrEmpty() throws(TextFile.Problem) -> [UInt8] {
      isNamed && !SavedFile.exists(path) ? [] : try read() ?? []
    }
  }

  /// The rules a person has named, or those that lie beside the session; none when there are none.
  package static func read(
    _ named: String?, beside session: String
  ) throws(TextFile.Problem) -> (rules: Rules, path: String?) {
    let place = Place(named, beside: session)
    guard let bytes = try place.read() else { return (Rules(), nil) }
    do throws(RulesMistake) {
      return (try Rules(bytes: bytes), place.path)
    } catch {
      throw TextFile.Problem(path: place.path, what: error.message)
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
    _ line: String, to place: Place
  ) throws(TextFile.Problem) -> (rules: Rules, path: String, line: Int) {
    let path = place.path
    var bytes = try place.readOrEmpty()
    if let last = bytes.last, last != 0x0a { bytes.append(0x0a) }
    let rules: Rules
    let end: Int
    do throws(RulesMistake) {
      let before = try Rules(line).all.first.flatMap { new throws(RulesMistake) in
        try Rules(bytes: bytes).line(before: new)
      }
      end = before.map { start(ofLine: $0, in: bytes) } ?? bytes.endIndex
      bytes.insert(contentsOf: line.utf8 + [0x0a], at: end)
      rules = try Rules(bytes: bytes)
    } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
    if let code = SavedFile.write(bytes, to: path) {
      throw TextFile.Problem(path: path, what: "it cannot be written: \(Output.reason(code))")
    }
    return (rules, path, bytes[..<end].count { $0 == 0x0a } + 1)
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
        "rules, line \(rule.line): '\(rule.shown.shortened(to: 80))' matched nothing"
      }
  }
}
