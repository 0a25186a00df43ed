internal import CCurl
import NetEngine

/// One request and its answer on one easy handle.
///
///     setup ─► (connecting) ─► request begins ─► head ─► body ─► close
///
/// `@unchecked Sendable`: made, fed and closed by the loop's thread only. What every line of a head
/// touches is `@exclusivity(unchecked)`, here and in the exchange: checking took longer than touching,
/// and nothing that has hold of one of these calls out.
final class CurlHop: @unchecked Sendable {
  private var handle: EasyHandle?
  let exchange: CurlExchange
  let loop: CurlLoop
  let request: HTTPRequest
  @exclusivity(unchecked) var scanner: HeadScanner
  @exclusivity(unchecked) var failure: TransportError?
  @exclusivity(unchecked) var warnings: [Warning] = []

  /// The request before this one on its kept connection.
  private(set) var requestBefore = ""
  /// The exact bytes of the request's head.
  @exclusivity(unchecked) var requestHead: [UInt8] = []
  var sentBodyBytes = 0
  var list: UnsafeMutablePointer<curl_slist>?
  var reader: RequestBodyReader?
  var proxy: Connection.Proxy?
  var pool: ConnectionPools.Key?

  /// Sockets that were opened for it; none when it uses a kept connection.
  var openedSockets: [Int32] = []
  /// There was a descriptor, one of the last, which are left to others.
  var tookNoSocket = false

  @exclusivity(unchecked) var clock = HopClock()
  @exclusivity(unchecked) var connection: Connection?
  /// The addresses of the request's connection, which identify its socket.
  private(set) var ends: (pair: ConnectionEnds.Pair, localPort: Int32)?
  var handshake: (version: String, cipher: String)?
  /// The message of the handshake with the server's certificates, in case they are refused.
  var chain: [UInt8] = []
  /// Messages of TLS were shown, and the server's close_notify among them.
  private(set) var (seesTLS, hasGoodbye) = (false, false)
  /// The turn of the loop in which something has come last.
  @exclusivity(unchecked) var lastTurn = -1
  /// libcurl wanted to send the request once more although the answer is here.
  var hasRefusedRepeat = false
  /// The last try was declined: libcurl makes the next one, and gives up after a few.
  var isDeclined = false
  /// The reader of a stream has enough for now.
  var isPaused = false
  /// The client whose request is carried through has not sent more yet.
  var waitsForBody = false
  /// How many lines of a proxy's head have come.
  var connectLines = 0

  /// What libcurl passes on was traced before, and is here already.
  var takesBodyFromTrace = false
  @exclusivity(unchecked) var received = 0
  @exclusivity(unchecked) var stream = StreamEnd()
  @exclusivity(unchecked) var body: BodyBuilder
  var passedBody: PassedBody?
  var chunks: ChunkScanner

  /// Makes the handle; `setUp` and adding it to the multi handle come next.
  init(_ exchange: CurlExchange, on loop: CurlLoop) throws(TransportError) {
    self.exchange = exchange
    self.loop = loop
    request = exchange.request
    scanner = HeadScanner(limits: request.limits, method: request.method)
    chunks = ChunkScanner(limits: request.limits)
    body = BodyBuilder(policy: BodyPolicy(memoryLimit: request.limits.bodyInMemory))
    handle = EasyHandle(context: context, on: loop)
    guard handle != nil else {
      throw TransportError(.connect, detail: "libcurl is out of memory")
    }
  }

  deinit {
    releaseHandle()
    curl_slist_free_all(list)
  }

  var easy: UnsafeMutableRawPointer? { handle?.easy }

  /// Where libcurl writes what went wrong.
  var errorText: UnsafeMutablePointer<CChar>? { handle?.errorText }

  /// The argument of libcurl's callbacks; valid as long as the hop has its handle.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  func releaseHandle() {
    handle?.close()
    handle = nil
  }

  var isTLS: Bool { request.url.utf8.starts(with: "https:".utf8) }

  /// What the hop is doing, by what has happened so far.
  var phase: TransportError.Phase {
    if scanner.statusCode > 0 || received > 0 { return .receiving }
    if clock.begun > 0 {
      let isSending = requestHead.isEmpty || sentBodyBytes < request.body.count
      return isSending || waitsForBody ? .sending : .waiting
    }
    if clock.secured > 0 { return .handshaking }
    let isResolved = easy.map { cc_get_offset($0, CURLINFO_NAMELOOKUP_TIME_T) > 0 } ?? true
    return isResolved ? .connecting : .resolving
  }

  /// It has a socket, and no connection yet.
  var isConnecting: Bool { clock.begun == 0 && !openedSockets.isEmpty }

  /// When silence has lasted too long; nil while it may last, connecting has a limit of its own.
  var idleDeadline: UInt64? {
    guard clock.begun > 0, !isPaused, !waitsForBody, !scanner.isEventStream else { return nil }
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

  /// A message of the server's TLS: of the handshake, a record's head, or an alert.
  func hears(tls message: UnsafeRawBufferPointer) {
    seesTLS = true
    // Alerts alone have two bytes: a level, and 0 for close_notify.
    if message.count == 2, message[1] == 0 { hasGoodbye = true }
    if ServerCertificate.isChain(message) { chain = Array(message) }
  }

  /// A connection is there and the request is about to be written; false when the answer is here.
  ///
  /// Maybe once more: a kept connection can turn out to be dead.
  func requestBegins(over ends: ConnectionEnds.Pair, _ localPort: Int32) -> Bool {
    // libcurl would have gone on.
    guard failure == nil else { return false }
    guard !scanner.isComplete else {
      // libcurl repeats a request by itself after a 417: a hop nobody would see.
      hasRefusedRepeat = true
      return false
    }
    if !requestHead.isEmpty, !request.method.isIdempotent, !isDeclined {
      // The kept connection was closed, perhaps after the server had done what was asked.
      let method = request.method.rawValue
      return fail(
        .reset,
        "the kept connection was closed; \(method) may have been carried out and is not repeated")
    }
    if requestHead.isEmpty, !exchange.needsFreshConnection, openedSockets.isEmpty,
      loop.keptSockets.holdsUnread(ends, localPort)
    {
      exchange.takesFreshConnection(after: loop.keptSockets.lastRequest(onPort: localPort))
      return false
    }
    if !requestHead.isEmpty, !isDeclined,
      !warnings.contains(where: { $0.kind == .requestRepeated })
    {
      warnings.append(Warning(.requestRepeated, request.method.rawValue + " " + request.url))
    }
    isDeclined = false
    self.ends = (ends, localPort)
    if openedSockets.isEmpty {
      requestBefore = loop.keptSockets.lastRequest(onPort: localPort)
      loop.keptSockets.note(request, over: ends, localPort)
    }
    requestHead.removeAll(keepingCapacity: true)
    sentBodyBytes = 0
    (stream, hasGoodbye) = (StreamEnd(), false)
    // Only the trace has the exact bytes of the request. Before it libcurl would say in many words
    // which connection it takes, which costs a tenth of the whole request, and nobody reads it.
    if !isTLS, let easy { cc_set_long(easy, CURLOPT_VERBOSE, 1) }
    let now = MonotonicClock.microseconds
    clock.begin(now)
    noteConnection(ends)
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
    if text.begins(with: "SSL connection using ") {
      let words = String(lenient: text.dropFirst(21)).split(separator: " / ")
      let names = words.map { $0.prefix { $0 != "\n" && $0 != "\r\n" } }
      if names.count > 1 { handshake = (String(names[0]), String(names[1])) }
    } else if text.begins(with: "Excess found") {
      noteBytesAfterBody()
    } else if text.begins(with: "REFUSED_STREAM") {
      // Said on a connection of its own only: on a kept one nobody can tell it from a dead one.
      isDeclined = true
    }
  }

  func noteBytesAfterBody() {
    let kind: Warning.Kind = scanner.framing == .none ? .bodyNotAllowed : .bytesAfterBody
    if !warnings.contains(where: { $0.kind == kind }) { warnings.append(Warning(kind)) }
    forbidReuse()
  }
}
