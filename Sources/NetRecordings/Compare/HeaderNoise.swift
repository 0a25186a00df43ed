import LosslessJSON
import NetEngine

/// Which headers may differ between two answers that are the same.
enum HeaderNoise: Sendable, Hashable {
  /// Nothing about it counts.
  case always
  /// Its value may be another one; it has to be there.
  case value
  /// It follows from the body: forgiven as long as that is equal.
  case withBody
  /// The names and attributes of its cookies count, their values do not.
  case cookie

  /// How a header, named in small letters, is treated; nil when it counts as it stands.
  static func of(_ name: String) -> HeaderNoise? {
    if let known = exact[name] { return known }
    if name.hasPrefix("x-b3-") || name.hasPrefix("x-cache") { return .value }
    let isID = name.hasSuffix("-id")
    return isID && (name.hasPrefix("x-datadog-") || name.hasPrefix("x-amz-")) ? .value : nil
  }

  private static let exact: [String: HeaderNoise] = {
    var table: [String: HeaderNoise] = ["set-cookie": .cookie]
    for name in [
      "date", "age", "expires", "x-request-id", "request-id", "x-correlation-id", "x-runtime",
      "traceparent", "tracestate", "b3", "x-amzn-trace-id", "x-cloud-trace-context",
      "sentry-trace", "x-timer", "x-served-by", "cf-ray", "cf-cache-status", "server-timing",
      "nel", "report-to", "x-ratelimit-remaining", "x-ratelimit-reset",
    ] { table[name] = .value }
    for name in [
      "content-length", "etag", "last-modified", "content-encoding", "transfer-encoding",
    ] { table[name] = .withBody }
    for name in ["connection", "keep-alive", "alt-svc", "via"] { table[name] = .always }
    return table
  }()
}
