import NetEngine
import NetRecordings

/// Exchanges of a capture that match `--fail-on`, and the first that would if a profile read it.
package struct FailingExchanges {
  private let filter: Filter
  private let text: String
  /// Nil where a profile was said, or none.
  private let profiles: [EnvelopeProfile]?
  private var count = 0
  private var first = ""
  private var hint = ""
  /// Who looks for profiles in vain so often is read by none.
  private var guesses = 0

  package init(_ filter: Filter, text: String, knowing profiles: [EnvelopeProfile]?) {
    (self.filter, self.text, self.profiles) = (filter, text, profiles)
  }

  package var hasAny: Bool { count > 0 }

  mutating func look(at exchange: Exchange, _ outcome: Outcome?, _ pipeline: Pipeline) {
    if matches(exchange, outcome) {
      count += 1
      if first.isEmpty { first = Self.words(exchange) }
    } else if let profiles, hint.isEmpty, guesses < Self.mostGuesses, let outcome {
      guesses += 1
      guard let found = EnvelopeHint(outcome, under: pipeline, knowing: profiles) else { return }
      var read = pipeline
      read.profile = found.known ?? found.detected.profile
      guard matches(exchange, exchange.outcome(read)) else { return }
      hint = "\(Self.words(exchange)): \(found.words)"
    }
  }

  private static let mostGuesses = 1_000

  private func matches(_ exchange: Exchange, _ outcome: Outcome?) -> Bool {
    (try? filter.matches(ExchangeSubject(exchange, outcome, now: Recorder.realTime))) == true
  }

  /// What there is to say at the end, a line each.
  var said: [String] {
    let others = count > 1 ? " and \(Units.count(count - 1, "other"))" : ""
    return (count > 0 ? ["--fail-on '\(text.escapedForMessage)': \(first)\(others)"] : [])
      + (hint.isEmpty ? [] : ["note: \(hint)"])
  }

  private static func words(_ exchange: Exchange) -> String {
    let url = (try? URLText(exchange.request.url))?.path ?? exchange.request.url
    return "#\(exchange.sequence) \(exchange.request.method.rawValue) \(url.shortened(to: 80))"
  }
}
