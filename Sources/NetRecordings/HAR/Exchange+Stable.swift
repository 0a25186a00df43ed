import LosslessJSON
import NetEngine

extension Exchange {
  /// Without what differs from run to run: times, addresses, headers that count or date.
  ///
  /// The order stays: each is one second after the one before, counted from 1970.
  func stable(number: Int) -> Exchange {
    var copy = self
    copy.sequence = number
    copy.startedAt = number * 1_000_000
    copy.id = ""
    copy.order = nil
    copy.result = result?.stable
    copy.toApp = toApp?.stable
    return copy
  }
}

extension Result<Response, NetError> {
  fileprivate var stable: Self {
    switch self {
    case .success(let response): .success(response.stable)
    case .failure(let error): .failure(error.stable)
    }
  }
}

extension NetError {
  fileprivate var stable: NetError {
    switch self {
    case .transport(var error):
      error.elapsed = nil
      error.response = error.response?.stable
      error.hops = error.hops.map(\.stable)
      return .transport(error)
    case .sequence(let step, let cause): return .sequence(brokenAt: step, cause: cause.stable)
    default: return mapResponse { $0.stable }
    }
  }

  /// The error with another response in it, where it has one.
  package func mapResponse(_ change: (Response) -> Response) -> NetError {
    switch self {
    case .transport(var error):
      error.response = error.response.map(change)
      return .transport(error)
    case .statusCode(let response): return .statusCode(change(response))
    case .mapping(let error, let response): return .mapping(error, change(response))
    case .business(let code, let message, let response):
      return .business(code: code, message: message, change(response))
    case .invalidSession(let code, let message, let response):
      return .invalidSession(code: code, message: message, change(response))
    case .sequence(let step, let cause):
      return .sequence(brokenAt: step, cause: cause.mapResponse(change))
    case .limit(let exceeded, let response): return .limit(exceeded, response.map(change))
    case .underlying(let error, let response): return .underlying(error, response.map(change))
    case .cancelled, .requestMapping, .parameterEncoding, .plugin: return self
    }
  }
}

extension Response {
  fileprivate var stable: Response {
    var copy = self
    copy.hops = hops.map(\.stable)
    // Secrets differ in length from run to run.
    if keptPartOf == nil { (copy.receivedSize, copy.keptWireOf) = (nil, nil) }
    return copy
  }
}

extension Hop {
  fileprivate var stable: Hop {
    var copy = self
    copy.timings = Timings()
    copy.connection = Connection()
    copy.headers = Headers(headers.filter { !$0.name.isVolatileHeader })
    copy.trailers = Headers(trailers.filter { !$0.name.isVolatileHeader })
    copy.head = Self.stable(head)
    copy.requestHead = Self.stable(requestHead)
    return copy
  }

  /// The head without its volatile lines.
  private static func stable(_ head: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = head[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0a).map { $0 + 1 } ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...]
      let name = String(lenient: line.prefix { $0 != 0x3a })
      if line.contains(0x3a), name.isVolatileHeader { continue }
      kept += line
    }
    return kept
  }
}

extension String {
  /// Whether a header of this name says something else each time.
  var isVolatileHeader: Bool {
    let name = lowercasedASCII
    if volatileHeaders.contains(name) { return true }
    return volatilePrefixes.contains { name.hasPrefix($0) }
      || name.hasPrefix("x-datadog-") && name.hasSuffix("-id")
      || name.hasPrefix("x-amz-") && name.hasSuffix("-id")
  }
}

private let volatileHeaders: Set<String> = [
  "date", "age", "expires", "x-request-id", "request-id", "x-correlation-id", "x-runtime",
  "traceparent", "tracestate", "b3", "x-amzn-trace-id", "x-cloud-trace-context", "sentry-trace",
  "x-timer", "x-served-by", "cf-ray", "cf-cache-status", "server-timing", "nel", "report-to",
  "x-ratelimit-remaining", "x-ratelimit-reset",
]

private let volatilePrefixes = ["x-b3-", "x-cache"]
