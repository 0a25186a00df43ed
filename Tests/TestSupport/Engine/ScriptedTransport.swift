import NetEngine

/// A transport that answers what a test says and keeps what it was asked.
package struct ScriptedTransport: Transport {
  /// Gets the request, what its caller wants to hear, and how many came before.
  package typealias Script =
    @Sendable (HTTPRequest, Transfer, Int) async -> Result<Response, TransportError>

  package let requests = Record<HTTPRequest>()
  private let script: Script

  package init(_ script: @escaping Script = { request, _, _ in .success(.ok(request)) }) {
    self.script = script
  }

  /// Answers with these, one after the other; the last one again and again.
  package init(_ answers: Answer...) {
    self.init { request, _, number in answers[min(number, answers.count - 1)].result(request) }
  }

  /// Never answers, until its task is cancelled.
  package static var silent: ScriptedTransport {
    ScriptedTransport { _, _, _ in
      await Gate.untilCancelled()
      return .failure(TransportError(.cancelled, phase: .waiting))
    }
  }

  package func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    let number = requests.count
    requests.append(request)
    return try await script(request, transfer, number).get()
  }

  /// One answer of a script.
  package enum Answer: Sendable {
    case status(Int, Headers = [:], body: Body = .empty)
    case failure(TransportError.Kind)

    package func result(_ request: HTTPRequest) -> Result<Response, TransportError> {
      switch self {
      case .status(let code, let headers, let body):
        .success(Response(statusCode: code, headers: headers, body: body, request: request))
      case .failure(let kind): .failure(TransportError(kind, detail: "scripted"))
      }
    }
  }
}

extension Response {
  package static func ok(_ request: HTTPRequest, _ body: Body = .empty) -> Response {
    Response(statusCode: 200, body: body, request: request)
  }
}
