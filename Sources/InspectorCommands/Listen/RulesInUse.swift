import InspectorProxy
import NetEngine
import NetRecordings

/// The lines that alter what passes, with the answers they name.
package nonisolated enum RulesInUse {
  package static let unmarked = Subcommand.Option(
    name: "--unmarked", summary: "no header says that a rule has altered a response")

  /// Lists the rules in force, and says what becomes of them when they are saved.
  package static func tell(_ rules: LiveRules) {
    let lines = rules.shownLines
    if !lines.isEmpty { Output.talk("\(inForce(lines.count, rules)):") }
    for line in lines.prefix(listed) { Output.talk("  \(line)") }
    if lines.count > listed { Output.talk("  and \(lines.count - listed) more") }
    rules.onChange { change in
      Task { @MainActor in
        switch change {
        case .inForce(let count, _): Output.talk(inForce(count, rules))
        case .mistake(let words): Output.talk("not taken, the lines before stay: \(words)")
        }
      }
    }
  }

  /// A longer list of rules is cut here.
  private static let listed = 100

  package static func inForce(_ count: Int, _ rules: LiveRules) -> String {
    "\(Units.count(count, "line")) of \(rules.path) in force"
  }

  /// Says which lines were given up, and which no request was about: a misspelt one alters nothing.
  @MainActor package static func tellUnused(_ alterations: Alterations) {
    for (rule, reason) in alterations.stopped {
      Output.talk("rules, line \(rule.line): \(reason); the line was not tried again")
    }
    for rule in alterations.unused {
      Output.talk("rules, line \(rule.line): '\(rule.shown.shortened(to: 80))' was about nothing")
    }
  }

  /// Reads the answers that lines name: files beside the rules, exchanges of sessions.
  static func answers(
    of rules: Rules, in path: String?
  ) throws(TextFile.Problem) -> Alterations.Answers {
    var answers: Alterations.Answers = [:]
    for (source, rule) in rules.sources {
      do {
        answers[source] = try exchange(source, beside: path)
      } catch {
        let why = (error as? TextFile.Problem)?.text ?? "\(error)"
        throw TextFile.Problem(path: path ?? "rules", what: "line \(rule.line): \(why)")
      }
    }
    return answers
  }

  private static func exchange(
    _ source: Alteration.Source, beside path: String?
  ) throws -> Exchange {
    switch source {
    case .sample(let name):
      let body = Body(try ProjectFile(path ?? "rules").readSibling(name))
      var hop = Hop(url: "http://localhost/", method: .get)
      hop.statusCode = 200
      hop.headers.setType(of: body)
      let request = HTTPRequest(url: "http://localhost/")
      return Exchange(
        sequence: 0, name: name, startedAt: 0, request: request,
        result: .success(Response(request: request, hops: [hop], body: body)))
    case .recording(let name, let number):
      let found = try SessionWord.path(of: name)
      try ProjectFile(found, in: ".").checkPlace()
      let session = try Session.open(found)
      guard let index = session.index(ofSequence: number) else {
        throw ServeProblem(what: "'\(name)' has no exchange #\(number)")
      }
      let exchange = try session.exchange(at: index)
      if let flaw = ServedRecording.flaw(of: exchange) { throw ServeProblem(what: flaw) }
      return exchange.perHop.last ?? exchange
    }
  }
}
