import FramesAndWidgets
import Listening
import NetEngine
import Sessions

/// The lines that alter what passes, with the answers they name.
package nonisolated enum RulesInUse {
  package static let unmarked = Subcommand.Option(
    name: "--unmarked", summary: "no header says that a rule has altered an answer")

  /// Says what becomes of the rules when they are saved.
  package static func tell(_ rules: LiveRules) {
    rules.onChange { change in
      Task { @MainActor in
        switch change {
        case .inForce(let count, _):
          Output.talk("\(Units.count(count, "line")) of \(rules.path) in force")
        case .mistake(let words): Output.talk("not taken, the lines before stay: \(words)")
        }
      }
    }
  }

  /// Says which lines were given up, and which no request was about: a misspelt one alters nothing.
  @MainActor package static func tellUnused(_ alterations: Alterations) {
    for (rule, reason) in alterations.stopped {
      Output.talk("rules, line \(rule.line): \(reason); the line was not tried again")
    }
    for rule in alterations.unused {
      Output.talk("rules, line \(rule.line): '\(rule.words.shortened(to: 80))' was about nothing")
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
      let folder = path.flatMap { $0.lastIndex(of: "/").map { end in String(path?[...end] ?? "") } }
      let file = name.hasPrefix("/") ? name : (folder ?? "") + name
      let body = Body(Array(try TextFile.read(file)))
      var hop = Hop(url: "http://localhost/", method: .get)
      hop.statusCode = 200
      hop.headers.setType(of: body)
      let request = HTTPRequest(url: "http://localhost/")
      return Exchange(
        sequence: 0, name: name, startedAt: 0, request: request,
        result: .success(Response(request: request, hops: [hop], body: body)))
    case .recording(let name, let number):
      let session = try Session.open(try SessionWord.path(of: name))
      guard let index = session.index(ofSequence: number) else {
        throw ServeProblem(what: "'\(name)' has no exchange #\(number)")
      }
      let found = try session.exchange(at: index)
      if let flaw = ServedRecording.flaw(of: found) { throw ServeProblem(what: flaw) }
      return found.perHop.last ?? found
    }
  }
}
