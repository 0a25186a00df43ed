import NetEngine

/// Origins to which a person has let bodies go without TLS, in this run of the screens.
final class PlainOrigins: Plugin {
  private let origins = Lock<Set<String>>([])

  func allow(_ origin: String) { _ = origins.withLock { $0.insert(origin) } }

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    var request = request
    request.options.plainOrigins.formUnion(origins.withLock { $0 })
    return request
  }
}
