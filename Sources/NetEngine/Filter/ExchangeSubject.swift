import LosslessJSON

/// An exchange and what a pipeline made of it, as filters and expectations look at them.
package struct ExchangeSubject: FilterSubject {
  private let exchange: Exchange
  private let outcome: Outcome?
  private let now: Int

  /// `now` is the moment that ages count from, in microseconds since 1970.
  package init(_ exchange: Exchange, _ outcome: Outcome?, now: Int) {
    self.exchange = exchange
    self.outcome = outcome
    self.now = now
  }

  private var response: Response? { outcome?.response ?? exchange.response }

  /// As it was sent.
  package var filterMethod: String { exchange.request.method.rawValue }
  /// As it was sent, before redirects.
  package var filterURL: String { exchange.request.url }
  /// What lists call it.
  package var filterName: String { exchange.name }
  /// The outcome's.
  package var filterKind: Kind? { outcome?.kind }
  /// Whether the outcome is not certain.
  package var filterIsUnchecked: Bool { outcome?.uncheckedPart != nil }
  /// None before a status line came.
  package var filterStatus: Int? { response.flatMap { $0.statusCode == 0 ? nil : $0.statusCode } }
  /// Those that were prepared.
  package var filterRequestHeaders: [String] { exchange.request.headers.lines }
  /// Those of the last hop.
  package var filterResponseHeaders: [String] { response?.headers.lines ?? [] }
  /// Where it is in memory; files and parts are not read again.
  package var filterRequestBody: Body? {
    if case .bytes(let body) = exchange.request.body { body } else { nil }
  }
  /// Decoded.
  package var filterResponseBody: Body? { response?.body }
  /// As it was received; a recording may keep less.
  package var filterSize: Int? { response?.bodySize }
  /// The code and the message of the profile in force.
  package var filterEnvelope: (code: String?, message: String?)? {
    outcome?.envelope.map { ($0.code, $0.message) }
  }
  /// What the pipeline has read, else what the body holds.
  package var filterDocument: JSON? {
    if let document = outcome?.document { return document.error == nil ? document.json : nil }
    guard let document = response?.document, document.error == nil else { return nil }
    return document.json
  }
  /// All hops together.
  package var filterTime: Int? { response?.totalTime }
  /// Never negative.
  package var filterAge: Int? { max(0, now - exchange.startedAt) / 1_000_000 }
  /// As it was recorded; none before that.
  package var filterNumber: Int? { exchange.sequence == 0 ? nil : exchange.sequence }
  /// Nothing before an answer.
  package var filterHops: Int? { response?.hops.count }
  /// As it was marked.
  package var filterIsMarked: Bool { exchange.isMarked }
  /// Whether a recording answered.
  package var filterIsReplay: Bool { exchange.isReplay }
  /// As it was recorded.
  package var filterIsAltered: Bool { exchange.isAltered }
  /// What was written about it.
  package var filterNote: String { exchange.note }
  /// The words somebody sorts it by.
  package var filterTags: [String] { exchange.tags }
}

extension Headers {
  /// Each field as `Name: value`.
  fileprivate var lines: [String] { map { "\($0.name): \($0.value)" } }
}
