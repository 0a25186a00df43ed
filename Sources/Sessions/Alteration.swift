import BytesAndJSON
import ExchangesAndOutcomes

/// What is done to an answer on its way to an app, as a line of rules says it.
package enum Alteration: Sendable, Hashable {
  /// Its envelope means something else.
  case means(AlteredEnvelope.Meaning)
  /// No server is asked.
  case status(Int)
  /// Nothing comes for so long, in microseconds.
  case late(ClosedRange<Int>)
  /// So many bytes of the body a second.
  case slow(Int)
  case ends(Ending)
  case header(Header)

  /// How it ends otherwise.
  package enum Ending: Sendable, Hashable {
    /// The connection ends within the body.
    case cut(Place)
    /// It breaks before the head, or within the body.
    case reset(Place?)
    /// Nothing ever comes.
    case hang
    /// Without a body.
    case empty
  }

  /// Where in a body.
  package enum Place: Sendable, Hashable {
    case bytes(Int)
    case percent(Int)

    package func count(of all: Int) -> Int {
      switch self {
      case .bytes(let count): min(count, all)
      case .percent(let percent): all * percent / 100
      }
    }
  }

  /// A field of the head.
  package enum Header: Sendable, Hashable {
    case drop(String)
    case set(String, String)
    case add(String, String)
  }

  /// The stage it acts at: of each, the first line that fits counts.
  package var stage: Int {
    switch self {
    case .status: 0
    case .means: 1
    case .header: 2
    case .late: 3
    case .slow: 4
    case .ends: 5
    }
  }

  /// Which of the requests a line is about it is for.
  package struct Turn: Sendable, Hashable {
    /// Each of so many.
    package var every = 1
    /// None after so many.
    package var first: Int?
    /// None of so many at the beginning.
    package var after = 0
    /// In a hundred, by a sequence that begins at a seed.
    package var chance: (percent: Int, seed: UInt64)?

    package init() {}

    /// Whether it is for the one of this number, counted from 1.
    package func takes(_ number: Int) -> Bool {
      guard number > after, first.map({ number - after <= $0 }) ?? true,
        (number - after) % every == 0
      else { return false }
      guard let chance else { return true }
      // The same numbers on every run: a finalizer over seed and number.
      var mixed = chance.seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return Int((mixed ^ mixed >> 31) % 100) < chance.percent
    }

    package static func == (left: Turn, right: Turn) -> Bool {
      left.every == right.every && left.first == right.first && left.after == right.after
        && left.chance?.percent == right.chance?.percent && left.chance?.seed == right.chance?.seed
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(every)
      hasher.combine(first)
      hasher.combine(after)
      hasher.combine(chance?.percent)
      hasher.combine(chance?.seed)
    }
  }
}

/// What a line of rules does to answers, and to which.
public struct AlteredAnswer: Sendable, Hashable {
  package let alteration: Alteration
  package let turn: Alteration.Turn
}

extension Rules.Rule {
  /// The line without what lines it up.
  package var words: String {
    text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }).joined(separator: " ")
  }
}

/// Which answers are altered, and how: counts what each line was asked.
package final class Alterations: Sendable {
  /// A line that fits, and what it does.
  package typealias Chosen = (rule: Rules.Rule, alteration: Alteration)

  private let rules: [(rule: Rules.Rule, answer: AlteredAnswer)]
  private let counts: Lock<[Int]>

  /// Nil where no line alters anything.
  package init?(_ rules: Rules) {
    self.rules = rules.all.compactMap { rule in
      guard case .answer(let answer) = rule.part else { return nil }
      return (rule, answer)
    }
    guard !self.rules.isEmpty else { return nil }
    counts = Lock(Array(repeating: 0, count: self.rules.count))
  }

  /// What is done to the answer of a request, of each stage one thing at most.
  package func choose(for request: HTTPRequest) -> [Chosen] {
    var chosen: [Chosen] = []
    var stages: Set<Int> = []
    for (place, line) in rules.enumerated() where line.rule.isAbout(request) {
      let number = counts.withLock { counts in
        counts[place] += 1
        return counts[place]
      }
      let answer = line.answer
      guard answer.turn.takes(number), stages.insert(answer.alteration.stage).inserted else {
        continue
      }
      chosen.append((line.rule, answer.alteration))
    }
    return chosen
  }

  /// The lines that no request was about.
  package var unused: [Rules.Rule] {
    counts.withLock { counts in
      rules.indices.filter { counts[$0] == 0 }.map { rules[$0].rule }
    }
  }
}
