import LosslessJSON
import NetEngine

/// The last answer of each request of a collection, for those that take values from it.
///
/// Kept by name and not by place: an edit of the file does not log anybody out.
public final class EarlierAnswers: Sendable {
  private let answers = Lock<[String: EarlierExchange]>([:])
  /// What scripts and `# @capture` kept, by the variable's name: the last one counts.
  private let kept = Lock<[String: KeptValue]>([:])

  /// Knows no answer yet.
  public init() {}

  /// The last answer of a request, if it has one.
  public subscript(entry: RequestCollection.Entry) -> EarlierExchange? {
    answers.withLock { $0[entry.key] }
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
    if isAskedFor { answers.withLock { $0[entry.key] = EarlierExchange(response) } }
    guard !entry.request.answerScript.names.isEmpty else { return }
    let values = entry.request.answerScript.run(ScriptAnswer(response)).kept
    kept.withLock { kept in
      for (name, value) in values {
        kept[name] = KeptValue(text: value, request: entry.request.listName)
      }
    }
  }

  /// What was kept under a variable's name.
  public func kept(_ name: String) -> KeptValue? { kept.withLock { $0[name] } }

  /// Forgets everything: a token of one environment is nothing for another.
  public func forget() {
    answers.withLock { $0 = [:] }
    kept.withLock { $0 = [:] }
  }
}
