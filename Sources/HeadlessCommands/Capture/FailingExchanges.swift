import FramesAndWidgets
import NetEngine
import Sessions

/// Exchanges of a capture that match `--fail-on`, and one that would if a profile read it.
package struct FailingExchanges {
  private let filter: Filter
  private let text: String
  private let profiles: [EnvelopeProfile]
  private var count = 0
  private var first: Exchange?
  private var hinted: (exchange: Exchange, hint: EnvelopeHint)?

  package init(_ filter: Filter, text: String, knowing profiles: [EnvelopeProfile]) {
    (self.filter, self.text, self.profiles) = (filter, text, profiles)
  }

  package var hasAny: Bool { count > 0 }

  mutating func look(at exchange: Exchange, _ outcome: Outcome?, _ pipeline: Pipeline) {
    let subject = ExchangeSubject(exchange, outcome, now: Recorder.realTime)
    if (try? filter.matches(subject)) == true {
      count += 1
      first = first ?? exchange
    } else if hinted == nil, let outcome,
      let hint = EnvelopeHint(outcome, under: pipeline, knowing: profiles)
    {
      hinted = (exchange, hint)
    }
  }

  @MainActor func tell() {
    if let first {
      let others = count > 1 ? " and \(Units.count(count - 1, "other"))" : ""
      Output.talk("--fail-on '\(text.escapedForMessage)': \(Self.words(first))\(others)")
    }
    if let (exchange, hint) = hinted {
      Output.talk("note: \(Self.words(exchange)): \(hint.words)")
    }
  }

  private static func words(_ exchange: Exchange) -> String {
    let url = (try? URLText(exchange.request.url))?.path ?? exchange.request.url
    return "#\(exchange.sequence) \(exchange.request.method.rawValue) \(url.shortened(to: 80))"
  }
}
