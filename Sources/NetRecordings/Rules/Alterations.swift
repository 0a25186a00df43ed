import LosslessJSON
import NetEngine

/// What a line of rules does on the way between an app and its server, and to which requests.
package struct AlteringRule: Sendable, Hashable {
  package let alterations: [Alteration]
  package let turn: Alteration.Turn
}

extension Rules.Rule {
  /// The line without what lines it up.
  package var words: String {
    text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).joined(separator: " ")
  }

  /// The request it is about, where it is about one path alone.
  fileprivate var onlyRequest: HTTPRequest? {
    let path = words.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    guard filter == nil, let method, path.hasPrefix("/"),
      !path.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "{") })
    else { return nil }
    return HTTPRequest(method: HTTPMethod(rawValue: method), url: "http://localhost" + path)
  }
}

/// What is altered, and how: counts what each line was asked, and takes other rules while it is used.
package final class Alterations: Sendable {
  /// A line that fits, and one thing it does.
  package typealias Chosen = (rule: Rules.Rule, alteration: Alteration)
  /// The answers that lines name.
  package typealias Answers = [Alteration.Source: Exchange]

  private struct State {
    var lines: [Line] = []
    var answers: Answers = [:]

    /// Whether a line is about a request; one whose pattern was given up once is not tried again.
    mutating func fits(_ place: Int, _ request: HTTPRequest) -> Bool {
      guard lines[place].trouble == nil else { return false }
      do throws(Pattern.Trouble) { return try lines[place].rule.fits(request) } catch {
        lines[place].trouble = error
        return false
      }
    }
  }

  private struct Line {
    var rule: Rules.Rule
    var altering: AlteringRule
    var count = 0
    var trouble: Pattern.Trouble?
  }

  private let state = Lock(State())

  package init(_ rules: Rules, answers: Answers = [:]) { replace(by: rules, answers: answers) }

  /// Takes other rules from now on; a line that stays goes on counting.
  package func replace(by rules: Rules, answers: Answers = [:]) {
    state.withLock { state in
      var counts = state.lines.reduce(into: [String: Int]()) { $0[$1.rule.words] = $1.count }
      state.lines = rules.all.compactMap { rule in
        guard case .altering(let altering) = rule.part else { return nil }
        let count = counts.removeValue(forKey: rule.words) ?? 0
        return Line(rule: rule, altering: altering, count: count)
      }
      state.answers = answers
    }
  }

  /// How many lines alter something.
  package var count: Int { state.withLock { $0.lines.count } }

  /// Whether no line alters anything.
  package var isEmpty: Bool { state.withLock { $0.lines.isEmpty } }

  /// What is done to a request and its answer, of each stage one thing at most.
  package func choose(for request: HTTPRequest) -> [Chosen] {
    state.withLock { state in
      var chosen: [Chosen] = []
      var stages: Set<Alteration.Stage> = []
      for place in state.lines.indices where state.fits(place, request) {
        state.lines[place].count += 1
        let line = state.lines[place]
        guard line.altering.turn.takes(line.count) else { continue }
        for alteration in line.altering.alterations
        where stages.insert(alteration.stage).inserted { chosen.append((line.rule, alteration)) }
      }
      return chosen
    }
  }

  /// The answer a line names.
  package func answer(_ source: Alteration.Source) -> Exchange? {
    state.withLock { $0.answers[source] }
  }

  /// The lines that no request was about.
  package var unused: [Rules.Rule] {
    state.withLock { state in
      state.lines.filter { $0.count == 0 && $0.trouble == nil }.map(\.rule)
    }
  }

  /// The lines whose pattern was given up, and why.
  package var stopped: [(rule: Rules.Rule, reason: Pattern.Trouble)] {
    state.withLock {
      $0.lines.compactMap { line in line.trouble.map { (rule: line.rule, reason: $0) } }
    }
  }
}

extension Rules {
  /// The first line that would always be taken in place of a new one about one path.
  ///
  /// A new line about more goes nowhere before others: those about less would be taken no more.
  package func line(before new: Rule) -> Int? {
    guard case .altering(let altering) = new.part, let request = new.onlyRequest else { return nil }
    let stages = Set(altering.alterations.map(\.stage))
    return all.first { rule in
      guard case .altering(let other) = rule.part, other.turn == Alteration.Turn() else {
        return false
      }
      return !stages.isDisjoint(with: other.alterations.map(\.stage)) && rule.isAbout(request)
    }?.line
  }

  /// The answers that lines name, each with the first line that does.
  package var sources: [(source: Alteration.Source, rule: Rule)] {
    var known: Set<Alteration.Source> = []
    return all.flatMap { rule -> [(source: Alteration.Source, rule: Rule)] in
      guard case .altering(let altering) = rule.part else { return [] }
      return altering.alterations.compactMap { alteration in
        guard case .from(let source) = alteration, known.insert(source).inserted else {
          return nil
        }
        return (source, rule)
      }
    }
  }
}
