import LosslessJSON
import NetEngine

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
  public func change(
    from recorded: Exchange, to answered: Result<Response, NetError>
  ) -> Change {
    guard let before = recorded.result else { return Change(.unmatched) }
    return timed(
      change(of: recorded.request, from: before, to: answered), recorded.recordedTime,
      (try? answered.get())?.totalTime)
  }

  /// What is different between two exchanges of one request; the second one has an answer.
  package func change(
    from first: Exchange, to second: Exchange, answered: Result<Response, NetError>
  ) -> Change {
    guard let before = first.result else { return Change(.unmatched) }
    return timed(
      change(of: first.request, from: before, to: answered), first.recordedTime,
      second.recordedTime)
  }

  /// The change with what the time makes of it.
  ///
  /// What takes a moment may take three: less than 50 ms more are never a change. A time nobody has
  /// measured is none to compare with.
  package func timed(_ change: Change, _ before: Int?, _ after: Int?) -> Change {
    guard let slower, let before, let after, before > 0,
      change.kind.severity < Change.Kind.failed.severity,
      Double(after) >= slower * Double(before), after - before >= 50_000
    else { return change }
    var change = change
    change.differences.append(
      Difference(.time, .value, from: Self.milliseconds(before), to: Self.milliseconds(after)))
    if change.kind.severity < Change.Kind.slower.severity { change.kind = .slower }
    return change
  }

  private static func milliseconds(_ time: Int) -> String { "\((time + 500) / 1_000) ms" }
}
