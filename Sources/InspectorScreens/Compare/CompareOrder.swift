import NetEngine
import NetRecordings

/// The two responses that are compared.
package enum CompareSubject: Sendable, Hashable {
  /// Two responses of the history, by their numbers.
  case answers(from: Int, to: Int)
  /// An exchange of a replay, by its row.
  case replayed(row: Int)
  /// The response of a row's server, and the one its app has got.
  case toApp(row: Int)
}

/// An order to compare two responses apart from the screen.
package struct CompareOrder: Sendable {
  package let subject: CompareSubject
  let request: HTTPRequest
  let before: Result<Response, NetError>
  let after: Result<Response, NetError>
  let comparison: Comparison
  /// The profiles that judge the two responses.
  var profiles: [EnvelopeProfile?] = []
}

extension CompareOrder {
  init?(from: FiredExchange, to: FiredExchange, in house: House) {
    guard let before = from.result, let after = to.result else { return nil }
    subject = .answers(from: from.number, to: to.number)
    let profiles = [from, to].map { house.pipeline(of: $0).profile }
    self.profiles = profiles
    self.before = before.mapResponse { $0.profile = profiles[0] }
    self.after = after.mapResponse { $0.profile = profiles[1] }
    request = to.response?.request ?? from.response?.request ?? HTTPRequest(url: "")
    // A recording's secrets were taken out: of the other side they are too, or every token would
    // differ from its mark.
    let isRecorded = from.source.isSession || to.source.isSession
    comparison = isRecorded ? Comparison(redactor: Redactor()) : Comparison()
  }

  /// Bytes that are to be looked at.
  var cost: Int { [before, after].reduce(0) { $0 + ($1.response?.body.count ?? 0) } }

  /// Compares; it takes as long as the bodies are large.
  package func run() -> Change { comparison.change(of: request, from: before, to: after) }
}

extension CompareOrder: Hashable {
  /// Orders are the same when they are about the same two responses, judged by the same profiles.
  package static func == (left: CompareOrder, right: CompareOrder) -> Bool {
    left.subject == right.subject && left.profiles == right.profiles
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(subject) }
}
