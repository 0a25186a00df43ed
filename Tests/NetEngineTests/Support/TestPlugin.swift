import NetEngine

/// A plugin that does what a test says at each of its five places, and nothing elsewhere.
struct TestPlugin: Plugin {
  var name = "TestPlugin"
  var onPrepare: @Sendable (HTTPRequest, Attempt) async throws -> HTTPRequest = { request, _ in
    request
  }
  var onWillSend: @Sendable (HTTPRequest, Attempt) async -> Void = { _, _ in }
  var onDidReceive: @Sendable (Result<Response, NetError>, Attempt) async -> Void = { _, _ in }
  var onRetry: @Sendable (Result<Response, NetError>, HTTPRequest, Attempt) async -> RetryDecision =
    { _, _, _ in .stop }
  var onProcess:
    @Sendable (Result<Response, NetError>, Attempt) async -> Result<Response, NetError> = {
      result, _ in result
    }

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    try await onPrepare(request, attempt)
  }

  func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    await onWillSend(request, attempt)
  }

  func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    await onDidReceive(result, attempt)
  }

  func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision {
    await onRetry(result, request, attempt)
  }

  func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> {
    await onProcess(result, attempt)
  }
}

extension TestPlugin {
  /// Writes down every hook as `A.prepare#0`: its name, the hook, the number of the try.
  static func recording(
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

  struct Refused: Error {}

  /// Sets one header.
  static func setting(_ header: String, _ value: String, name: String = "TestPlugin") -> TestPlugin
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
  var word: String {
    switch self {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): error.kind.rawValue
    }
  }

  var error: NetError? {
    if case .failure(let error) = self { error } else { nil }
  }

  var response: Response? {
    if case .success(let response) = self { response } else { nil }
  }
}
