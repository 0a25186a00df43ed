import InspectorProxy
import NetEngine

/// Requests that were not let through: no exchanges, but a person whose app gets a 403 has to see why.
package nonisolated final class RefusedRequests: Sendable {
  private let hear = Lock<@Sendable (String) -> Void> { _ in }

  package init() {}

  /// Hears of each in a sentence, on any thread.
  package func onRefusal(_ hear: @escaping @Sendable (String) -> Void) {
    self.hear.withLock { $0 = hear }
  }

  package func take(_ refusal: Refusal, _ head: ClientHead?) {
    let what = head.map { "\($0.method) \($0.path.shortened(to: 60))" } ?? "a request"
    let did = refusal.status < 300 ? "answered here" : "refused"
    hear.withLock { $0 }("\(did) with \(refusal.status): \(what): \(refusal.why)")
  }
}
