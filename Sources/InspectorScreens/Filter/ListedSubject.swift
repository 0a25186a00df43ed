import NetEngine

/// A request of the list with one of its firings, as a filter looks at it.
///
/// What a line of the history keeps is known for ever; headers and bodies as long as the answer is
/// held.
struct ListedSubject: FilterSubject {
  let item: TargetItem
  /// nil when it was never fired.
  let record: ExchangeRecord?
  let isMarked: Bool
  /// The moment ages count from.
  let now: Instant

  private var request: HTTPRequest? { record?.response?.request }

  var filterMethod: String { request?.method.rawValue ?? item.method }
  var filterURL: String { request?.url ?? item.url }
  var filterName: String { item.name }
  var filterGroup: String { item.group }
  var filterKind: Kind? { record?.summary?.kind }
  var filterIsUnchecked: Bool {
    record?.summary?.detectedKind == .ok || record?.reading?.outcome.uncheckedPart != nil
  }
  var filterStatus: Int? { record?.summary?.status }
  var filterRequestHeaders: [String] { request?.headers.filterLines ?? [] }
  var filterResponseHeaders: [String] { record?.response?.headers.filterLines ?? [] }
  var filterRequestBody: Body? {
    if case .bytes(let body) = request?.body { body } else { nil }
  }
  var filterResponseBody: Body? { record?.response?.body }
  var filterEnvelope: (code: String?, message: String?)? {
    record?.reading?.outcome.envelope.map { ($0.code, $0.message) }
  }
  var filterDocument: JSON? {
    guard let document = record?.reading?.document, document.error == nil else { return nil }
    return document.json
  }
  var filterSize: Int? { record?.summary?.byteCount }
  var filterTime: Int? { record?.summary?.time }
  var filterAge: Int? {
    record.map { Int(max(0, now.microseconds - $0.began.microseconds) / 1_000_000) }
  }
  var filterNumber: Int? { record?.number }
  var filterHops: Int? { record?.response?.hops.count }
  var filterIsMarked: Bool { isMarked }
  var filterIsReplay: Bool { record?.source.isSession == true }
  var filterIsAltered: Bool { false }
  var filterNote: String { "" }
  var filterTags: [String] { item.tags }
}

extension Headers {
  /// Each field as `Name: value`.
  fileprivate var filterLines: [String] { map { "\($0.name): \($0.value)" } }
}
