import CCurl

/// One request and its answer on one easy handle, which is never used again.
///
///     setup ─► (connecting) ─► request begins ─► head ─► body ─► close
///
/// `@unchecked Sendable`: made, fed and closed by the loop's thread only.
final class CurlHop: @unchecked Sendable {
  private(set) var easy: UnsafeMutableRawPointer?
  let exchange: CurlExchange
  let loop: CurlLoop
  let request: HTTPRequest
  var scanner: HeadScanner
  var failure: TransportError?
  var warnings: [Warning] = []

  /// The exact bytes of the request's head.
  var requestHead: [UInt8] = []
  var sentBodyBytes = 0
  var list: UnsafeMutablePointer<curl_slist>?
  var reader: RequestBodyReader?
  var proxy: Connection.Proxy?
  var pool: ConnectionPools.Key?
  let errorText: UnsafeMutablePointer<CChar>

  var clock = HopClock()
  var connection: Connection?
  var handshake: (version: String, cipher: String)?
  /// libcurl wanted to send the request once more although the answer is here.
  var hasRefusedRepeat = false
  /// The reader of a stream has enough for now.
  var isPaused = false

  /// What libcurl passes on was traced before, and is here already.
  private(set) var takesBodyFromTrace = false
  private(set) var received = 0
  private(set) var body: BodyBuilder
  private var chunks: ChunkScanner

  /// Makes the handle; `setUp` and adding it to the multi handle come next.
  init(_ exchange: CurlExchange, on loop: CurlLoop) throws(TransportError) {
    self.exchange = exchange
    self.loop = loop
    request = exchange.request
    scanner = HeadScanner(limits: request.limits, method: request.method)
    chunks = ChunkScanner(limits: request.limits)
    body = BodyBuilder(policy: BodyPolicy(memoryLimit: request.limits.bodyInMemory))
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    guard let easy = curl_easy_init() else {
      throw TransportError(.connect, detail: "libcurl is out of memory")
    }
    self.easy = easy
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  /// Gives the handle back to libcurl.
  func releaseHandle() {
    if let easy { curl_easy_cleanup(easy) }
    easy = nil
  }

  var isTLS: Bool { request.url.utf8.starts(with: "https:".utf8) }

  /// What the hop is doing, by what has happened so far.
  var phase: TransportError.Phase {
    if scanner.statusCode > 0 || received > 0 { return .receiving }
    if clock.begun > 0 {
      let isSending = requestHead.isEmpty || sentBodyBytes < request.body.count
      return isSending ? .sending : .waiting
    }
    if clock.secured > 0 { return .handshaking }
    let isResolved = easy.map { cc_get_offset($0, CURLINFO_NAMELOOKUP_TIME_T) > 0 } ?? true
    return isResolved ? .connecting : .resolving
  }

  /// When silence has lasted too long; nil while it may last, connecting has a limit of its own.
  var idleDeadline: UInt64? {
    guard clock.begun > 0, !isPaused, !scanner.isEventStream else { return nil }
    return clock.lastActivity.saturatingSum(request.limits.idleTimeout.microseconds)
  }

  /// Notes why the transfer ends; libcurl then only hears that its callback failed.
  @discardableResult
  func fail(_ kind: TransportError.Kind, _ detail: String = "") -> Bool {
    failure = failure ?? TransportError(kind, phase: phase, detail: detail)
    return false
  }

  /// The connection is closed after this answer: what comes next on it could not be trusted.
  func forbidReuse() {
    if let easy { cc_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
  }
}

// MARK: - The request

extension CurlHop {
  /// The first words of TLS go out: libcurl tells when the connection was there only when all is.
  func handshakes() { clock.secure(MonotonicClock.microseconds) }

  /// A connection is there and the request is about to be written; false when the answer is here.
  ///
  /// Maybe once more: a kept connection can turn out to be dead.
  func requestBegins() -> Bool {
    guard !scanner.isComplete else {
      // libcurl repeats a request by itself after a 417: a hop nobody would see.
      hasRefusedRepeat = true
      return false
    }
    if !requestHead.isEmpty, !warnings.contains(where: { $0.kind == .requestRepeated }) {
      warnings.append(Warning(.requestRepeated, request.method.rawValue + " " + request.url))
    }
    requestHead.removeAll(keepingCapacity: true)
    sentBodyBytes = 0
    let now = MonotonicClock.microseconds
    clock.begin(now)
    noteConnection()
    loop.check(at: now.saturatingSum(request.limits.idleTimeout.microseconds))
    exchange.report(Progress(phase: request.body == .none ? .waiting : .sending))
    return true
  }

  func didSendHead(_ bytes: UnsafeRawBufferPointer) {
    // A proxy's CONNECT is not the request.
    guard clock.begun > 0 else { return }
    requestHead.append(contentsOf: bytes)
    clock.sent(MonotonicClock.microseconds)
  }

  func didSendBody(_ bytes: UnsafeRawBufferPointer) {
    sentBodyBytes += bytes.count
    clock.sent(MonotonicClock.microseconds)
    let total = request.body.count
    exchange.report(
      Progress(phase: .sending, completed: min(sentBodyBytes, total), total: total))
  }

  /// The only place where libcurl tells TLS version, cipher and bytes after the body.
  func didSay(_ text: UnsafeRawBufferPointer) {
    if text.starts(with: "SSL connection using ".utf8) {
      let words = String(lenient: text.dropFirst(21)).split(separator: " / ")
      let names = words.map { $0.prefix { $0 != "\n" && $0 != "\r\n" } }
      if names.count > 1 { handshake = (String(names[0]), String(names[1])) }
    } else if text.starts(with: "Excess found".utf8) {
      noteBytesAfterBody()
    }
  }

  private func noteBytesAfterBody() {
    let kind: Warning.Kind = scanner.framing == .none ? .bodyNotAllowed : .bytesAfterBody
    if !warnings.contains(where: { $0.kind == kind }) { warnings.append(Warning(kind)) }
    forbidReuse()
  }
}

// MARK: - The answer

extension CurlHop {
  /// What libcurl is told about a piece of the body.
  enum Verdict {
    case taken, pause, abort
  }

  /// Takes a header line: false ends the transfer.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    clock.received(MonotonicClock.microseconds)
    if scanner.isComplete {
      // The trailers of chunks come in the body, as the chunks do.
      guard scanner.framing != .chunked else { return true }
      return scanner.take(line).map { fail($0.kind, $0.detail) } ?? true
    }
    if scanner.raw.isEmpty, requestHead.isHTTP2Rendering {
      scanner.speaksHTTP2 = true
      // With a length libcurl stops at the last byte, and the trailers behind it are lost. Frames
      // say where the end is, and the length is held against what came.
      if let easy { cc_set_long(easy, CURLOPT_IGNORE_CONTENT_LENGTH, 1) }
    }
    if let problem = scanner.take(line) { return fail(problem.kind, problem.detail) }
    return scanner.isComplete ? headIsComplete() : true
  }

  private func headIsComplete() -> Bool {
    if scanner.isConnectionDoubtful { forbidReuse() }
    exchange.transfer.chunks?.codings = ContentCoding.parse(
      scanner.headers.values("Content-Encoding"))
    let limit = request.limits.wireBody
    guard !isStreamed, let length = announcedLength, length > limit else { return true }
    return fail(.limit(LimitExceeded(.wireBody, allowed: limit, found: length)))
  }

  /// How much the head says there will be.
  var announcedLength: Int? {
    switch scanner.framing {
    case .length(let length): length
    case .stream(let length): length
    case .none, .chunked, .untilClose: nil
    }
  }

  /// The body goes to a reader, piece by piece; a redirect's never does.
  private var isStreamed: Bool {
    exchange.transfer.chunks != nil && !isRedirected
  }

  private var isRedirected: Bool {
    request.options.followsRedirects && Redirect.isRedirect(scanner.statusCode)
      && scanner.headers.contains("Location")
  }

  /// Takes the body of a 417 to an Expect from the trace: libcurl means to ask again and drops it.
  func didTrace(_ bytes: UnsafeRawBufferPointer) {
    guard scanner.statusCode == 417, scanner.isComplete, request.headers.contains("Expect") else {
      return
    }
    takesBodyFromTrace = true
    _ = takeBody(bytes)
  }

  /// Takes a piece of the body as libcurl passes it on: chunks still in their frames.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    clock.received(MonotonicClock.microseconds)
    guard scanner.isComplete else { return takeNonsense(bytes) }
    switch scanner.framing {
    case .chunked: return takeChunks(bytes)
    case .none:
      noteBytesAfterBody()
      return .taken
    case .length(let length) where bytes.count > length - received:
      noteBytesAfterBody()
      return deliver([UnsafeRawBufferPointer(rebasing: bytes.prefix(length - received))])
    case .length, .untilClose, .stream: return deliver([bytes])
    }
  }

  /// A body without a head is what HTTP/0.9 was: the bytes are kept to be looked at.
  private func takeNonsense(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    try? body.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(64 << 10)))
    received = body.count
    let isAlert = bytes.starts(with: [0x15, 0x03])
    fail(
      .protocol,
      isAlert
        ? "a TLS alert came back: this port wants https"
        : "it does not begin with HTTP/: '\(String(shown: Array(bytes.prefix(81))))'")
    return .abort
  }

  private func takeChunks(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    // libcurl offers the same bytes again after a pause: the state is kept only once they are taken.
    var next = chunks
    let yield = next.take(bytes)
    let verdict = deliver(
      yield.body.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
    guard verdict == .taken else { return verdict }
    chunks = next
    if chunks.hasBareLF { scanner.warn(.bareLF) }
    for line in yield.trailers {
      if let problem = line.withUnsafeBytes({ scanner.take($0) }) {
        fail(problem.kind, problem.detail)
        return .abort
      }
    }
    if let problem = yield.problem {
      fail(problem.kind, problem.detail)
      return .abort
    }
    if yield.end != nil { noteBytesAfterBody() }
    return .taken
  }

  private func deliver(_ pieces: [UnsafeRawBufferPointer]) -> Verdict {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count > 0 else { return .taken }
    if isStreamed {
      guard offer(pieces, count) else { return .pause }
    } else {
      for piece in pieces where !keep(piece) { return .abort }
    }
    if isStreamed { received += count }
    exchange.report(
      Progress(phase: .receiving, completed: received, total: announcedLength))
    return .taken
  }

  private func offer(_ pieces: [UnsafeRawBufferPointer], _ count: Int) -> Bool {
    guard let channel = exchange.transfer.chunks else { return true }
    // Weakly: a channel nobody reads any more would keep loop and exchange alive.
    let onRoom: @Sendable () -> Void = { [weak loop, weak exchange] in
      if let exchange { loop?.post(.resume(exchange)) }
    }
    let isTaken: Bool
    if pieces.count == 1 {
      isTaken = channel.offer(pieces[0], onRoom: onRoom)
    } else {
      var joined: [UInt8] = []
      joined.reserveCapacity(count)
      for piece in pieces { joined.append(contentsOf: piece) }
      isTaken = joined.withUnsafeBytes { channel.offer($0, onRoom: onRoom) }
    }
    isPaused = !isTaken
    return isTaken
  }

  /// Keeps what the limit allows; false when there is more, or nowhere to put it.
  private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
    let limit = request.limits.wireBody
    let part = UnsafeRawBufferPointer(rebasing: piece.prefix(max(0, limit - received)))
    do { try body.append(part) } catch { return fail(.storage, "\(error)") }
    received += part.count
    guard part.count < piece.count else { return true }
    return fail(
      .limit(
        LimitExceeded(
          .wireBody, allowed: limit,
          found: announcedLength ?? received + piece.count - part.count)))
  }

  /// All chunks have come, where there are chunks.
  var hasAllChunks: Bool { scanner.framing != .chunked || chunks.isComplete }

  /// The body that has come.
  func takeOutBody() -> Body { body.finish() }
}

extension [UInt8] {
  /// libcurl renders an HTTP/2 or HTTP/3 request as an HTTP/1 head with that number in its first line.
  fileprivate var isHTTP2Rendering: Bool {
    let line = prefix { $0 != 0x0d && $0 != 0x0a }
    return line.suffix(7).elementsEqual(" HTTP/2".utf8)
      || line.suffix(7).elementsEqual(" HTTP/3".utf8)
  }
}
