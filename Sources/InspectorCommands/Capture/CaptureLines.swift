import InspectorProxy
import NetEngine
import NetRecordings

/// The lines of a capture without screens: verdicts and `--fail-on` of what the log has recorded.
package final class CaptureLines {
  package let lines: ServedLines
  /// What has come of `--fail-on`.
  private var failing: FailingExchanges?
  private let pipeline: (Exchange) -> Pipeline

  package init(
    _ lines: ServedLines, _ pipeline: @escaping (Exchange) -> Pipeline,
    _ failing: FailingExchanges?
  ) {
    (self.lines, self.pipeline, self.failing) = (lines, pipeline, failing)
  }

  /// Writes what `--fail-on` has found and returns whether it has found an exchange.
  package func finish() -> Bool {
    for words in failing?.said ?? [] { Output.talk(lines.redacted(words)) }
    return failing?.hasAny == true
  }

  /// Writes a line for each exchange and each refused request.
  func tell(
    _ ended: [(passed: PassedExchange, exchange: Exchange)],
    _ refusals: [(refusal: Refusal, head: ClientHead?)]
  ) {
    lines.together {
      for (passed, exchange) in ended { judge(passed, exchange) }
      for (refusal, head) in refusals { tell(refusal, head) }
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
    if passed.end.isWhole { served.size = exchange.asApp.response?.bodySize }
    // As the recording has it for the app: without what the client took, and with a rule's delay.
    if let time = exchange.asApp.recordedTime ?? exchange.recordedTime { served.end.time = time }
    lines.tell(served, outcome)
  }

  private func tell(_ refusal: Refusal, _ head: ClientHead?) {
    let end = ClientEnd(sent: refusal.sent, isWhole: true, time: 0)
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
