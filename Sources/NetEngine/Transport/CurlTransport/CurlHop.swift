import CCurl

/// One request and its answer on one easy handle, which is never used again.
///
/// `@unchecked Sendable`: made, fed and closed by the loop's thread only.
final class CurlHop: @unchecked Sendable {
  /// How a hop ended.
  enum Ending {
    case finished
    case failed(CURLcode)
    /// We ended it; why stands in the exchange.
    case stopped
  }

  private(set) var easy: UnsafeMutableRawPointer?
  unowned let exchange: CurlExchange
  unowned let loop: CurlLoop
  var scanner: HeadScanner
  var failure: TransportError?
  var warnings: [Warning] = []
  var requestHead: [UInt8] = []
  var sentBodyBytes = 0
  var lastSent: UInt64 = 0
  var lastActivity: UInt64
  var received = 0
  var isPaused = false
  var handshake: (version: String, cipher: String)?
  private var body: BodyBuilder
  private var list: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private let startedAt: UInt64
  private var pool: [HeaderField]?
  private(set) var proxy: Connection.Proxy?
  private(set) var reader: RequestBodyReader?

  /// Sets the handle up; the caller adds it to the multi handle.
  init(_ exchange: CurlExchange, on loop: CurlLoop) throws(TransportError) {
    self.exchange = exchange
    self.loop = loop
    scanner = HeadScanner(limits: exchange.original.limits)
    body = BodyBuilder(policy: BodyPolicy(memoryLimit: exchange.original.limits.bodyInMemory))
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    startedAt = MonotonicClock.microseconds
    lastActivity = startedAt
    guard let easy = curl_easy_init() else {
      throw TransportError(.connect, detail: "libcurl is out of memory")
    }
    self.easy = easy
    configure(easy)
    try setRequest(easy)
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  private func configure(_ easy: UnsafeMutableRawPointer) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    cc_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    cc_set_data_function(easy, CURLOPT_WRITEFUNCTION, curlHopDidReceiveBody)
    cc_set_pointer(easy, CURLOPT_WRITEDATA, me)
    cc_set_data_function(easy, CURLOPT_HEADERFUNCTION, curlHopDidReceiveHead)
    cc_set_pointer(easy, CURLOPT_HEADERDATA, me)
    cc_set_debug_function(easy, curlHopDidDebug)
    cc_set_pointer(easy, CURLOPT_DEBUGDATA, me)
    cc_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    // The debug function is the only way to the exact bytes of the request.
    for (option, value) in [
      (CURLOPT_VERBOSE, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_HTTP_CONTENT_DECODING, 0),
      (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_BUFFERSIZE, 512 << 10), (CURLOPT_PATH_AS_IS, 1),
      (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_TCP_NODELAY, 1),
    ] {
      cc_set_long(easy, option, value)
    }
  }

  private func setRequest(_ easy: UnsafeMutableRawPointer) throws(TransportError) {
    let request = exchange.request
    cc_set_text(easy, CURLOPT_URL, request.url)
    setVersionAndTLS(easy, request)
    cc_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS,
      Int(max(1, request.limits.connectTimeout.microseconds / 1_000)))
    if let remaining = exchange.remaining {
      cc_set_long(easy, CURLOPT_TIMEOUT_MS, Int(max(1, remaining / 1_000)))
    }
    setProxy(easy, request)
    for field in request.headers { append(field) }
    try setMethodAndBody(easy, request)
    cc_set_list(easy, CURLOPT_HTTPHEADER, list)
    pool = loop.pools.enter(easy, for: request)
  }

  private func append(_ field: HeaderField) {
    // An empty value needs libcurl's own spelling, or the field is left out.
    append(line: field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
  }

  private func append(line: String) {
    list = curl_slist_append(list, line)
  }

  private func setVersionAndTLS(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest) {
    let isTLS = request.url.utf8.starts(with: "https:".utf8)
    let version =
      switch request.options.version {
      case .automatic: CURL_HTTP_VERSION_2TLS
      case .http1: CURL_HTTP_VERSION_1_1
      case .http2: isTLS ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
      }
    cc_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
    guard isTLS else { return }
    // On cleartext this would queue every call behind the first answer's head.
    cc_set_long(easy, CURLOPT_PIPEWAIT, 1)
    cc_set_long(easy, CURLOPT_CERTINFO, 1)
    if let file = request.options.certificateFile { cc_set_text(easy, CURLOPT_CAINFO, file) }
    if !request.options.verifiesTLS {
      cc_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
      cc_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
      warnings.append(Warning(.unverifiedTLS, request.url))
    }
  }

  /// Always said, also when there is none: libcurl would read the environment by itself.
  private func setProxy(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest) {
    guard let found = loop.proxies.proxy(forURL: request.url) else {
      cc_set_text(easy, CURLOPT_PROXY, "")
      return
    }
    cc_set_text(easy, CURLOPT_PROXY, found.value)
    cc_set_text(easy, CURLOPT_NOPROXY, "")
    proxy = Connection.Proxy(url: found.value.withoutUserInfo, variable: found.variable)
  }

  private func setMethodAndBody(
    _ easy: UnsafeMutableRawPointer, _ request: HTTPRequest
  ) throws(TransportError) {
    guard request.body != .none else {
      switch request.method {
      case .get: break
      case .head: cc_set_long(easy, CURLOPT_NOBODY, 1)
      default: cc_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      }
      // A method that means to send something says that it sends nothing.
      if [.post, .put, .patch].contains(request.method), !request.headers.contains("Content-Length")
      {
        append(line: "Content-Length: 0")
      }
      return
    }
    let reader = RequestBodyReader(request.body)
    self.reader = reader
    cc_set_long(easy, CURLOPT_POST, 1)
    cc_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
    cc_set_data_function(easy, CURLOPT_READFUNCTION, curlHopWantsBody)
    cc_set_pointer(easy, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
    cc_set_seek_function(easy, curlHopSeeksBody)
    cc_set_pointer(easy, CURLOPT_SEEKDATA, Unmanaged.passUnretained(self).toOpaque())
    cc_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    // Waiting a second for a 100 that few servers send helps nobody; a type nobody chose is a lie.
    if !request.headers.contains("Expect") { append(line: "Expect:") }
    if !request.headers.contains("Content-Type") { append(line: "Content-Type:") }
  }

  /// What the hop is doing, by what has happened so far.
  var phase: TransportError.Phase {
    if !scanner.raw.isEmpty { return .receiving }
    guard requestHead.isEmpty else {
      return sentBodyBytes < exchange.request.body.count ? .sending : .waiting
    }
    guard let easy else { return .connecting }
    if cc_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) == 0 { return .resolving }
    if cc_get_offset(easy, CURLINFO_CONNECT_TIME_T) == 0 { return .connecting }
    return exchange.request.url.utf8.starts(with: "https:".utf8) ? .handshaking : .sending
  }

  /// Gives the record and the body, and the handle back to libcurl.
  func close(_ ending: Ending, on loop: CurlLoop) -> (Hop, Body) {
    switch ending {
    case .stopped: break
    case .failed(let code): failure = failure ?? describe(code, errorText)
    case .finished: if failure == nil { checkCompleteness() }
    }
    var record = Hop(url: exchange.request.url, method: exchange.request.method)
    record.requestHead = requestHead
    record.sentBodyBytes = sentBodyBytes
    record.head = scanner.raw
    record.statusCode = scanner.statusCode
    record.reason = scanner.reason
    record.httpVersion = scanner.version
    record.headers = scanner.headers
    record.trailers = Headers(scanner.trailers)
    record.interimResponses = scanner.interimResponses
    warnings = scanner.warnings + warnings
    if let easy {
      record.timings = timings(easy)
      record.connection = connection(easy)
      curl_easy_cleanup(easy)
    }
    easy = nil
    loop.pools.release(pool)
    return (record, body.finish())
  }

  private func checkCompleteness() {
    if scanner.isCutShort {
      failure = TransportError(
        .truncated, phase: .receiving, detail: "the connection was closed inside the headers")
    } else if scanner.raw.isEmpty {
      failure = TransportError(
        .empty, phase: .waiting, detail: "the connection was closed without an answer")
    }
  }

  /// Takes a piece of the body: false ends the transfer, nil pauses it.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    let limit = exchange.original.limits.wireBody
    if let chunks = exchange.transfer.chunks, !isRedirected {
      guard chunks.offer(bytes, onRoom: { [loop, exchange] in loop.post(.resume(exchange)) }) else {
        isPaused = true
        return nil
      }
      isPaused = false
    } else if received + bytes.count > limit {
      return fail(
        .limit(
          LimitExceeded(
            .wireBody, allowed: limit, found: scanner.contentLength ?? received + bytes.count)))
    } else {
      do { try body.append(bytes) } catch {
        return fail(.storage, "\(error)")
      }
    }
    received += bytes.count
    lastActivity = MonotonicClock.microseconds
    exchange.transfer.report?(
      Progress(phase: .receiving, completed: received, total: scanner.contentLength))
    return true
  }

  private var isRedirected: Bool {
    exchange.original.options.followsRedirects && Redirect.isRedirect(scanner.statusCode)
      && scanner.headers.contains("Location")
  }

  /// Takes a header line: false ends the transfer.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    lastActivity = MonotonicClock.microseconds
    let wasComplete = scanner.isComplete
    if let problem = scanner.take(line) { return fail(problem.kind, problem.detail) }
    guard scanner.isComplete, !wasComplete else { return true }
    exchange.transfer.chunks?.codings = ContentCoding.parse(
      scanner.headers.values("Content-Encoding"))
    let limit = exchange.original.limits.wireBody
    if exchange.transfer.chunks == nil, exchange.request.method != .head,
      let length = scanner.contentLength, length > limit
    {
      return fail(.limit(LimitExceeded(.wireBody, allowed: limit, found: length)))
    }
    return true
  }

  /// Notes why the transfer ends; libcurl then only hears that its callback failed.
  @discardableResult
  func fail(_ kind: TransportError.Kind, _ detail: String = "") -> Bool {
    failure = failure ?? TransportError(kind, phase: phase, detail: detail)
    return false
  }
}

// MARK: - What libcurl knows

extension CurlHop {
  private func timings(_ easy: UnsafeMutableRawPointer) -> Timings {
    func time(_ info: CURLINFO) -> Int { Int(cc_get_offset(easy, info)) }
    var timings = Timings()
    let total = time(CURLINFO_TOTAL_TIME_T)
    var reached = 0
    func step(_ end: Int) -> Int? {
      guard end > 0 else { return nil }
      defer { reached = max(reached, end) }
      return max(0, end - reached)
    }
    if cc_get_long(easy, CURLINFO_NUM_CONNECTS) > 0 {
      timings.dns = step(time(CURLINFO_NAMELOOKUP_TIME_T))
      timings.connect = step(time(CURLINFO_CONNECT_TIME_T))
      timings.tls = step(time(CURLINFO_APPCONNECT_TIME_T))
    }
    // libcurl does not know when the last byte left: our last data-out callback does.
    let first = time(CURLINFO_STARTTRANSFER_TIME_T)
    if lastSent > startedAt {
      let sent = Int(lastSent - startedAt)
      timings.send = step(first > 0 ? min(sent, first) : sent)
    }
    if first > 0, !scanner.raw.isEmpty {
      timings.wait = step(first)
      timings.receive = step(total)
    } else if !requestHead.isEmpty {
      timings.wait = step(total)
    }
    return timings
  }

  private func connection(_ easy: UnsafeMutableRawPointer) -> Connection {
    func end(_ address: CURLINFO, _ port: CURLINFO) -> String? {
      guard let text = cc_get_text(easy, address).map({ String(cString: $0) }), !text.isEmpty else {
        return nil
      }
      let host = text.utf8.contains(UInt8(ascii: ":")) ? "[\(text)]" : text
      return "\(host):\(cc_get_long(easy, port))"
    }
    var connection = Connection()
    connection.local = end(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
    connection.remote = end(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    connection.isReused =
      !requestHead.isEmpty && cc_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    connection.proxy = proxy
    if exchange.request.url.utf8.starts(with: "https:".utf8) {
      connection.tls = loop.sessions.session(
        of: easy, connection, handshake, isVerified: exchange.request.options.verifiesTLS)
    }
    return connection
  }
}
