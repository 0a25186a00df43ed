import InspectorProxy
import NetEngine
import NetRecordings

/// What was passed on, once it is over: written down, judged, told.
///
///     any thread ─► queue ─► recorder ─► main thread: verdict, --fail-on, a line
///
/// How far it may fall behind the passing server bounds.
package final class CaptureLog {
  package let lines: ServedLines
  /// What has come of `--fail-on`.
  private var failing: FailingExchanges?

  private let pipeline: (Exchange) -> Pipeline
  private nonisolated let unpackers: Unpackers
  private nonisolated let recorder: Recorder?
  private nonisolated let queue = Lock<PassedQueue<Ended>?>(nil)

  private enum Ended: Sendable {
    // Behind a reference: it goes from list to list.
    indirect case exchange(PassedExchange)
    case refusal(Refusal, ClientHead?)
  }

  package init(
    _ lines: ServedLines, _ pipeline: @escaping (Exchange) -> Pipeline, _ recorder: Recorder?,
    _ failing: FailingExchanges?, _ unpackers: Unpackers
  ) {
    (self.lines, self.pipeline, self.recorder, self.failing) = (lines, pipeline, recorder, failing)
    self.unpackers = unpackers
  }

  /// Called on any thread.
  package nonisolated func take(_ exchange: PassedExchange) { put(.exchange(exchange)) }

  /// Called on a lane's thread.
  package nonisolated func take(_ refusal: Refusal, _ head: ClientHead?) {
    put(.refusal(refusal, head))
  }

  private nonisolated func put(_ ended: Ended) { queue.withLock { $0 }?.put(ended) }

  /// Begins to take what comes, and says to the server what was dealt with.
  package func begin(telling server: PassingServer) {
    let new = PassedQueue<Ended> { [weak self] all in
      guard let self else { return }
      var exchanges: [Exchange] = []
      var bytes = 0
      for case .exchange(let passed) in all {
        bytes += passed.keptBytes
        exchanges.append(await unpackers.unpacked(passed.exchange))
      }
      await recorder?.record(exchanges)
      await tell(all, exchanges)
      server.told(exchanges.count, bytes: bytes)
    }
    queue.withLock { $0 = new }
  }

  /// Returns once everything was dealt with; nothing may come any more.
  ///
  /// Whether `--fail-on` has found any, which is said.
  package func finish() async -> Bool {
    await queue.withLock { $0 }?.finish()
    queue.withLock { $0 = nil }
    for words in failing?.said ?? [] { Output.talk(lines.redacted(words)) }
    return failing?.hasAny == true
  }

  /// `exchanges` are what has passed, in their order.
  private func tell(_ all: [Ended], _ exchanges: [Exchange]) {
    lines.together {
      var place = 0
      for case .exchange(let passed) in all {
        judge(passed, exchanges[place])
        place += 1
      }
      for case .refusal(let refusal, let head) in all { tell(refusal, head) }
    }
  }

  private func judge(_ passed: PassedExchange, _ exchange: Exchange) {
    let pipeline = pipeline(exchange)
    let outcome = exchange.outcome(pipeline)
    failing?.look(at: exchange, outcome, pipeline)
    let status = passed.instead ?? exchange.response?.statusCode ?? 0
    var served = ServedExchange(
      number: passed.number, request: passed.request,
      source: passed.isAnsweredHere ? .instead : .passed, status: status,
      result: exchange.result, end: passed.end)
    served.altered = passed.altered
    lines.tell(served, outcome)
  }

  private func tell(_ refusal: Refusal, _ head: ClientHead?) {
    let end = ClientEnd(sent: 0, isWhole: true, time: 0)
    let request = head.map { head in
      HTTPRequest(
        method: HTTPMethod(rawValue: head.method), url: "http://localhost" + head.path,
        headers: head.headers)
    }
    lines.tell(
      ServedExchange(
        number: 0, request: request, source: .refused(refusal.why), status: refusal.status,
        end: end), nil)
  }
}
