/// An entry of a session as filters look at it: parsed only when its row does not tell enough.
///
/// Not to be shared between threads; make one for each look at an entry.
public final class StoredSubject: FilterSubject {
  private let session: Session
  private let index: Int
  private let pipeline: Pipeline
  private let now: Int
  private lazy var row = session.row(at: index)
  private lazy var full: ExchangeSubject? = {
    guard let exchange = try? session.exchange(at: index) else { return nil }
    return ExchangeSubject(exchange, exchange.outcome(pipeline), now: now)
  }()

  /// Looks at an entry under a pipeline; `now` is in microseconds since 1970.
  public init(_ session: Session, at index: Int, _ pipeline: Pipeline = Pipeline(), now: Int) {
    self.session = session
    self.index = index
    self.pipeline = pipeline
    self.now = now
  }

  /// From the row.
  public var filterMethod: String { row.method }
  /// From the row.
  public var filterURL: String { row.url }
  /// From the row.
  public var filterName: String { row.name }
  /// What the pipeline makes of it.
  public var filterKind: Kind? { full?.filterKind }
  /// From the table of rows, without making even the row.
  public var filterStatus: Int? {
    let status = session.status(at: index)
    return status == 0 ? nil : status
  }
  /// As they were prepared.
  public var filterRequestHeaders: [String] { full?.filterRequestHeaders ?? [] }
  /// Those of the last hop.
  public var filterResponseHeaders: [String] { full?.filterResponseHeaders ?? [] }
  /// What was sent.
  public var filterRequestBody: Body? { full?.filterRequestBody }
  /// Decoded.
  public var filterResponseBody: Body? { full?.filterResponseBody }
  /// Of the profile in force.
  public var filterEnvelope: (code: String?, message: String?)? { full?.filterEnvelope }
  /// The body as a document.
  public var filterDocument: JSON? { full?.filterDocument }
  /// From the row.
  public var filterTime: Int? { row.time }
  /// From the row.
  public var filterAge: Int? { row.startedAt.map { max(0, now - $0) / 1_000_000 } }
  /// All of them.
  public var filterHops: Int? { full?.filterHops }
  /// From the row.
  public var filterIsMarked: Bool { row.isMarked }
  /// From the row.
  public var filterIsReplay: Bool { row.isReplay }
  /// What was written about it.
  public var filterNote: String { full?.filterNote ?? "" }
}

extension Session {
  /// Whether an entry passes a filter; `now` is in microseconds since 1970.
  ///
  /// Where the status decides, the entry is not looked at, nor is a subject made for it.
  public func passes(
    _ filter: Filter, at index: Int, _ pipeline: Pipeline = Pipeline(), now: Int
  ) throws(Pattern.Trouble) -> Bool {
    if let verdict = filter.expression.verdict(status: status(at: index)) { return verdict }
    return try filter.matches(StoredSubject(self, at: index, pipeline, now: now))
  }
}
