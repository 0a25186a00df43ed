import CurlTransport
import NetEngine
import TestSupport

/// Calls without a network, for tests of how calls are put together.
enum Calls {
  struct Words: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  /// Succeeds with the value.
  static func value<V: Sendable>(_ value: V) -> Call<V> {
    Provider().request(TestTarget(), stub: .immediate).map { _ in value }
  }

  /// Fails with the words.
  static func failing<V: Sendable>(_ words: String, _ type: V.Type = V.self) -> Call<V> {
    Provider().request(TestTarget(), stub: .immediate).map { _ in throw Words(words) }
  }

  /// Opens `entered` when it runs, then waits until it is cancelled.
  static func hanging(entered: Gate = Gate(), cancelled: Gate = Gate()) -> Call<Int> {
    let transport = ScriptedTransport { _, _, _ in
      entered.open()
      await Gate.untilCancelled()
      cancelled.open()
      return .failure(TransportError(.cancelled, phase: .waiting))
    }
    return Provider(transport: transport).request(TestTarget()).map { $0.statusCode }
  }

  /// Succeeds with the value once the gate is open, whatever happens to its task.
  static func waiting<V: Sendable>(
    for gate: Gate, _ value: V, entered: Gate = Gate()
  ) -> Call<V> {
    let transport = ScriptedTransport { request, _, _ in
      entered.open()
      await gate.wait()
      return .success(.ok(request))
    }
    return Provider(transport: transport).request(TestTarget()).map { _ in value }
  }
}

extension Result where Failure == NetError {
  /// The step a sequence broke at.
  var brokenAt: Int? {
    if case .failure(.sequence(let index, _)) = self { index } else { nil }
  }

  /// The words of the failing call, through any sequence around it.
  var words: String? { thrown.flatMap { Self.words(of: $0) } }

  private static func words(of error: NetError) -> String? {
    switch error {
    case .sequence(_, let cause): words(of: cause)
    case .underlying(let error, _): (error as? Calls.Words)?.text
    default: nil
    }
  }
}
