import LosslessJSON
import NetEngine

/// An entry of a session as filters look at it: parsed only when its row does not tell enough.
///
/// Not to be shared between threads; make one for each look at an entry.
package final class StoredSubject: FilterSubject {
  private let session: Session
  private let index: Int
  private let pipeline: (Exchange) -> Pipeline
  private let now: Int
  private let remark: Remark?
  private lazy var row = session.row(at: index)
  private lazy var full: ExchangeSubject? = {
    guard let exchange = try? session.exchange(at: index) else { return nil }
    return ExchangeSubject(exchange, exchange.outcome(pipeline(exchange)), now: now)
  }()

  /// Looks at an entry under the pipeline for it; `now` is in microseconds since 1970.
  ///
  /// A remark counts in place of what the session says, as it does on a screen before it is saved.
  package init(
    _ session: Session, at index: Int, now: Int, remark: Remark? = nil,
    pipeline: @escaping (Exchange) -> Pipeline = { _ in Pipeline() }
  ) {
    self.remark = remark
    self.session = session
    self.index = index
    self.pipeline = pipeline
    self.now = now
  }

  /// From the row.
  package var filterMethod: String { row.method }
  /// From the row.
  package var filterURL: String { row.url }
  /// From the row.
  package var filterName: String { row.name }
  /// What the pipeline makes of it.
  package var filterKind: Kind? { full?.filterKind }
  /// Whether the pipeline has read only a part.
  package var filterIsUnchecked: Bool { full?.filterIsUnchecked ?? false }
  /// From the table of rows, without making even the row.
  package var filterStatus: Int? {
    let status = session.status(at: index)
    return status == 0 ? nil : status
  }
  /// As they were prepared.
  package var filterRequestHeaders: [String] { full?.filterRequestHeaders ?? [] }
  /// Those of the last hop.
  package var filterResponseHeaders: [String] { full?.filterResponseHeaders ?? [] }
  /// What was sent.
  package var filterRequestBody: Body? { full?.filterRequestBody }
  /// Decoded.
  package var filterResponseBody: Body? { full?.filterResponseBody }
  /// Of the profile in force.
  package var filterEnvelope: (code: String?, message: String?)? { full?.filterEnvelope }
  /// The body as a document.
  package var filterDocument: JSON? { full?.filterDocument }
  /// From the table of rows, where it is known.
  package var filterSize: Int? { session.size(at: index) ?? full?.filterSize }
  /// From the row.
  package var filterTime: Int? { row.time }
  /// From the row.
  package var filterAge: Int? { row.startedAt.map { max(0, now - $0) / 1_000_000 } }
  /// From the table of rows.
  package var filterNumber: Int? { session.sequence(at: index) }
  /// All of them.
  package var filterHops: Int? { full?.filterHops }
  /// From the row.
  package var filterIsMarked: Bool { remark?.isMarked ?? session.isMarked(at: index) }
  /// From the row.
  package var filterIsReplay: Bool { row.isReplay }
  /// From the row.
  package var filterIsAltered: Bool { row.isAltered }
  /// What was written about it.
  package var filterNote: String {
    remark?.note ?? (row.hasNote ? full?.filterNote : nil) ?? ""
  }
  /// The words somebody sorts it by.
  package var filterTags: [String] { full?.filterTags ?? [] }
}

extension Session {
  /// Whether an entry passes a filter under its pipeline; `now` is in microseconds since 1970.
  ///
  /// Where the status decides, the entry is not looked at, nor is a subject made for it.
  package func passes(
    _ filter: Filter, at index: Int, now: Int, remark: Remark? = nil,
    pipeline: @escaping (Exchange) -> Pipeline = { _ in Pipeline() }
  ) throws(Pattern.Trouble) -> Bool {
    let verdict = filter.expression.verdict(status: status(at: index)) { lacks($0, at: index) }
    if let verdict { return verdict }
    return try filter.matches(
      StoredSubject(self, at: index, now: now, remark: remark, pipeline: pipeline))
  }
}
