import LosslessJSON
import NetEngine

/// The last response of each request of a collection, for those that take values from it.
///
/// Kept by name and not by place: only an edit of the method or the URL logs the person out.
public final class EarlierAnswers: Sendable {
  private struct Known {
    /// Nil where only variables were taken from the response.
    let exchange: EarlierExchange?
    let url: String
    let method: HTTPMethod
    let target: String

    func isOf(_ entry: RequestCollection.Entry) -> Bool {
      method == entry.method && target == entry.request.target.source
    }
  }

  private let answers = Lock<[String: Known]>([:])
  /// Values that scripts and `# @capture` kept, by the variable's name, with the request's key.
  private let kept = Lock<[String: (value: KeptValue, key: String)]>([:])

  /// Knows no answer yet.
  public init() {}

  /// The last response of a request; nil once its method or its URL is another one.
  public subscript(entry: RequestCollection.Entry) -> EarlierExchange? {
    answers.withLock { $0[entry.key] }.flatMap { $0.isOf(entry) ? $0.exchange : nil }
  }

  /// Remembers what came back for a request; a failed transfer leaves the answer before it.
  ///
  /// Of one that nobody asks for only the variables it sets: a run may fire thousands.
  public func remember(
    _ result: Result<Response, NetError>, of entry: RequestCollection.Entry,
    isAskedFor: Bool = true
  ) {
    let response = (try? result.get()) ?? result.failure?.response
    guard let response, response.isComplete else { return }
    let keeps = !entry.request.answerScript.names.isEmpty
    guard isAskedFor || keeps else { return }
    answers.withLock {
      $0[entry.key] = Known(
        exchange: isAskedFor ? EarlierExchange(response) : nil, url: response.request.url,
        method: entry.method, target: entry.request.target.source)
    }
    guard keeps else { return }
    let values = entry.request.answerScript.run(ScriptAnswer(response)).kept
    kept.withLock { kept in
      for (name, value) in values {
        kept[name] = (KeptValue(text: value, request: entry.request.listName), entry.key)
      }
    }
  }

  /// What was kept under a variable's name.
  public func kept(_ name: String) -> KeptValue? { kept.withLock { $0[name]?.value } }

  /// Forgets the response of a request that now has another method, URL or origin.
  package func forget(
    _ entry: RequestCollection.Entry, ifNotFrom origin: @autoclosure () -> String?
  ) {
    guard let known = answers.withLock({ $0[entry.key] }) else { return }
    let from = EnvironmentUse.origin(of: known.url)
    guard !known.isOf(entry) || origin().map({ $0 != from }) == true else { return }
    answers.withLock { $0[entry.key] = nil }
    kept.withLock { kept in kept = kept.filter { $0.value.key != entry.key } }
  }

  /// Forgets everything: a token of one environment is nothing for another.
  public func forget() {
    answers.withLock { $0 = [:] }
    kept.withLock { $0 = [:] }
  }
}
