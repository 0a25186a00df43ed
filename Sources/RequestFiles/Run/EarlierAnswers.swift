import BytesAndJSON
import ExchangesAndOutcomes

/// The last answer of each request of a collection, for those that take values from it.
///
/// Kept by name and not by place: an edit of the file does not log anybody out.
public final class EarlierAnswers: Sendable {
  private let answers = Lock<[String: EarlierExchange]>([:])

  /// Knows no answer yet.
  public init() {}

  /// The last answer of a request, if it has one.
  public subscript(entry: RequestCollection.Entry) -> EarlierExchange? {
    answers.withLock { $0[entry.key] }
  }

  /// Remembers what came back for a request; a failed transfer leaves the answer before it.
  public func remember(
    _ result: Result<Response, NetError>, of entry: RequestCollection.Entry
  ) {
    let response = (try? result.get()) ?? result.failure?.response
    guard let response, response.isComplete else { return }
    answers.withLock { $0[entry.key] = EarlierExchange(response) }
  }

  /// Forgets everything: a token of one environment is nothing for another.
  public func forget() {
    answers.withLock { $0 = [:] }
  }
}
