/// The names of header fields that requests have, and values some of them mostly have: what Tab
/// completes while a header line is typed.
enum HeaderWords {
  /// Those that are typed most come first.
  static let names = [
    "Accept", "Authorization", "Content-Type", "Cookie", "User-Agent", "If-None-Match",
    "Accept-Charset", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Cache-Control", "Connection",
    "Content-Digest", "Content-Disposition", "Content-Encoding", "Content-Language",
    "Content-Location", "Content-MD5", "Content-Range", "DNT", "Date",
    "Depth", "Destination", "Digest", "Expect", "Forwarded", "From", "Host", "Idempotency-Key",
    "If-Match", "If-Modified-Since", "If-Range", "If-Unmodified-Since",
    "Last-Event-ID", "Link", "Max-Forwards", "Origin", "Overwrite", "Pragma", "Prefer", "Priority",
    "Proxy-Authorization", "Range", "Referer", "Sec-Fetch-Dest", "Sec-Fetch-Mode",
    "Sec-Fetch-Site", "Sec-WebSocket-Protocol", "TE", "Traceparent", "Tracestate",
    "Transfer-Encoding",
    "Upgrade", "Upgrade-Insecure-Requests", "Via", "Want-Digest", "X-API-Key",
    "X-Api-Version", "X-Auth-Token", "X-CSRF-Token", "X-Correlation-ID", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "X-HTTP-Method-Override", "X-Real-IP", "X-Request-ID",
    "X-Request-Type", "X-Requested-With", "X-XSRF-TOKEN",
  ]

  private static let types = [
    "application/json", "application/x-www-form-urlencoded", "application/xml",
    "application/octet-stream", "application/problem+json", "application/x-ndjson",
    "application/graphql", "multipart/form-data; boundary=", "text/plain", "text/html", "text/csv",
    "text/xml",
  ]

  /// Values by the small letters of a name.
  private static let values: [String: [String]] = [
    "accept": ["*/*"] + types + ["text/event-stream", "image/*"],
    "accept-encoding": ["gzip, deflate, br, zstd", "gzip", "br", "zstd", "identity"],
    "accept-language": ["en", "de", "fr", "es", "zh", "ja"],
    "authorization": ["Bearer ", "Basic ", "Digest ", "Token "],
    "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached"],
    "connection": ["close", "keep-alive"],
    "content-encoding": ["gzip", "br", "zstd", "deflate"],
    "content-type": types,
    "depth": ["0", "1", "infinity"],
    "expect": ["100-continue"],
    "prefer": ["return=minimal", "return=representation", "respond-async", "wait=10"],
    "range": ["bytes=0-"],
    "x-request-type": ["GraphQL"],
    "x-requested-with": ["XMLHttpRequest"],
  ]

  /// What can stand where the cursor is at the end of `typed`, the start of a header line.
  ///
  /// A name comes with its colon; a value that is there already is not offered again.
  static func completion(of typed: String) -> Completion? {
    let bytes = Array(typed.utf8)
    guard let colon = HeaderText.colon(in: bytes) else {
      guard !bytes.isEmpty else { return nil }
      let fitting = names.filter { $0.lowercased().utf8.starts(with: typed.lowercased().utf8) }
      return Completion(start: 0, words: fitting.map { $0 + ": " }, typed: typed)
    }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let start = bytes[(colon + 1)...].firstIndex { $0 != 0x20 } ?? bytes.count
    let value = String(decoding: bytes[start...], as: UTF8.self)
    let fitting = (values[name] ?? []).filter {
      $0.utf8.starts(with: value.lowercased().utf8) && !$0.utf8.elementsEqual(value.utf8)
        || $0.lowercased().utf8.starts(with: value.lowercased().utf8) && $0 != value
    }
    return Completion(start: start, words: fitting, typed: value)
  }
}
