import NetEngine
import NetRecordings

/// Who answers: the network, samples, or a recording.
extension App {
  // MARK: Who answers

  /// The network, then samples, then the recording that was open last.
  mutating func nextSource() -> [Effect] {
    switch house.orderedSource ?? house.source {
    case .network: return house.order(.samples)
    case .samples: return house.order(house.lastSession.map { .session(path: $0) } ?? .network)
    case .session: return house.order(.network)
    }
  }

  /// What was typed behind `:answer-from`.
  mutating func answer(fromNamed name: String) -> [Effect] {
    switch name {
    case "network", "off": house.order(.network)
    case "samples": house.order(.samples)
    default: house.order(.session(path: name))
    }
  }

  mutating func take(_ event: AnswerSourceEvent) -> [Effect] {
    switch event {
    case .ready(let source, let count):
      // One that was only opened to look something up changes nothing.
      guard house.orderedSource == source else { return [] }
      house.orderedSource = nil
      house.source = source
      if source.isSession { house.lastSession = source.path }
      house.notify(words(source, count))
    case .failed(let source, let text):
      if house.orderedSource == source { house.orderedSource = nil }
      house.warn("\(answersComeFrom): \(text)")
    case .nothing(let source, let target): return goOnWithout(source, target)
    }
    return []
  }

  private func words(_ source: AnswerSource, _ count: Int) -> String {
    switch source {
    case .network: "the servers answer again"
    case .samples: "samples answer, nothing is sent; a request without one gets an empty 200"
    case .session:
      "the recording \(source.name) answers, nothing is sent: \(Units.count(count, "exchange"))"
    }
  }

  private var answersComeFrom: String {
    house.source.isSession
      ? "\(house.source.name) goes on answering"
      : "\(house.source == .network ? "the servers" : "samples") go on answering"
  }
}

extension AnswerSource {
  fileprivate var path: String? {
    if case .session(let path) = self { path } else { nil }
  }
}
