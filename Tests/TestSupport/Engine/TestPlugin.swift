import NetEngine

/// A plugin that does what a test says at each of its five places, and nothing elsewhere.
package struct TestPlugin: Plugin {
  package var name = "TestPlugin"
  package var onPrepare: @Sendable (HTTPRequest, Attempt) async throws -> HTTPRequest = {
    request, _ in
    request
  }
  package var onWillSend: @Sendable (HTTPRequest, Attempt) async -> Void = { _, _ in }
  package var onDidReceive: @Sendable (Result<Response, NetError>, Attempt) async -> Void = {
    _, _ in
  }
  package var onRetry:
    @Sendable (Result<Response, NetError>, HTTPRequest, Attempt) async -> RetryDecision =
      { _, _, _ in .stop }
  package var onProcess:

    @Sendable (Result<Response, NetError>, Attempt) async -> Result<Response, NetError> = {
      result, _ in result
    }

  package init(
    name: String = "TestPlugin",
    onPrepare: (@Sendable (HTTPRequest, Attempt) async throws -> HTTPRequest)? = nil,
    onRetry: (
      @Sendable (Result<Response, NetError>, HTTPRequest, Attempt) async -> RetryDecision
    )? =
      nil,
    onProcess: (
      @Sendable (Result<Response, NetError>, Attempt) async -> Result<Response, NetError>
    )? = nil
  ) {
    self.name = name
    if let onPrepare { self.onPrepare = onPrepare }
    if let onRetry { self.onRetry = onRetry }
    if let onProcess { self.onProcess = onProcess }
  }

  package func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    try await onPrepare(request, attempt)
  }

  package func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    await onWillSend(request, attempt)
  }

  package func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    await onDidReceive(result, attempt)
  }

  package func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision {
    await onRetry(result, request, attempt)
  }

  package func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> {
    await onProcess(result, attempt)
  }
}

extension TestPlugin {
  /// Writes down every hook as `A.prepare#0`: its name, the hook, the number of the try.
  package static func recording(
    _ name: String = "A", into record: Record<String>, failingAtTry failing: Int? = nil
  ) -> TestPlugin {
    var plugin = TestPlugin(name: name)
    plugin.onPrepare = { request, attempt in
      record.append("\(name).prepare#\(attempt.number)")
      if attempt.number == failing { throw Refused() }
      return request
    }
    plugin.onWillSend = { _, attempt in record.append("\(name).willSend#\(attempt.number)") }
    plugin.onDidReceive = { result, attempt in
      record.append("\(name).didReceive#\(attempt.number) \(result.word)")
    }
    plugin.onRetry = { _, _, attempt in
      record.append("\(name).retry#\(attempt.number)")
      return .stop
    }
    plugin.onProcess = { result, attempt in
      record.append("\(name).process#\(attempt.number) \(result.word)")
      return result
    }
    return plugin
  }

  package struct Refused: Error {
    package init() {}
  }

  /// Sets one header.
  package static func setting(_ header: String, _ value: String, name: String = "TestPlugin")
    -> TestPlugin
  {
    TestPlugin(
      name: name,
      onPrepare: { request, _ in
        var request = request
        request.headers[header] = value
        return request
      })
  }
}

extension Result<Response, NetError> {
  /// The status, or the kind of the failure.
  package var word: String {
    switch self {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): error.kind.rawValue
    }
  }

  package var error: NetError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
