import BytesAndJSON
import ExchangesAndOutcomes

extension Comparison {
  /// Compares with the secrets of both sides taken out: a fresh token is no change.
  ///
  /// A redactor without a salt is given one for this comparison: by their hashes secrets that are
  /// equal are told from those that are not, and the latter are said to be not compared.
  public init(
    pipeline: Pipeline = Pipeline(filter: .none), rules: Rules = Rules(), redactor: Redactor
  ) {
    let redactor = redactor.hashing
    self.init(pipeline: pipeline, rules: rules) { response in
      let exchange = Exchange(
        sequence: 1, name: "", startedAt: 0, request: response.request,
        result: .success(response))
      return redactor.redact(exchange).response ?? response
    }
  }

  /// What has become of a recorded exchange.
  ///
  /// Of a body that was only kept in part the hash of the whole decides.
  public func change(
    from recorded: Exchange, to answered: Result<Response, NetError>
  ) -> Change {
    guard let before = recorded.result else { return Change(.unmatched) }
    guard let whole = recorded.truncatedFrom, let now = try? answered.get() else {
      return change(of: recorded.request, from: before, to: answered)
    }
    let hash = now.body.sha256.hex
    let isEqual = recorded.bodyHash == hash
    // Only what was kept can be compared place by place.
    let kept = recorded.response?.body.count ?? 0
    let old = before.mapResponse { if isEqual { $0.body = now.body } }
    let new = answered.mapResponse { if !isEqual { $0.body = $0.body.prefix(kept) } }
    var change = change(of: recorded.request, from: old, to: new)
    if !isEqual, change.kind.severity < Change.Kind.body(.value).severity {
      change.kind = .body(.value)
      change.differences.append(
        Difference(
          .byte(kept), .value,
          from: "\(whole) bytes, sha256 \(recorded.bodyHash ?? "unknown")",
          to: "\(now.body.count) bytes, sha256 \(hash)"))
    }
    return change
  }
}
