internal import CCurl
import Glibc
import NetEngine

extension CurlHop {
  /// libcurl's failure in the one table of kinds, with its own words or better ones.
  func describe(_ code: CURLcode) -> TransportError {
    let said = errorText.map { String(cString: $0) } ?? ""
    let words = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
    let (kind, detail) = verdict(on: code, words)
    var error = TransportError(
      kind, phase: phase, curlCode: Int(code.rawValue), detail: detail ?? words)
    error.isDeclined = isDeclined && scanner.raw.isEmpty
    if request.options.verifiesTLS { error.tlsSwitch = request.options.tlsSwitch }
    return error
  }

  /// Whether it ended because there was no descriptor left to make a connection with.
  func foundNoSocket(_ code: CURLcode) -> Bool {
    guard openedSockets.isEmpty else { return false }
    if tookNoSocket { return code != CURLE_OK }
    return (code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST)
      && OpenFiles.exhausted != nil
  }

  private func verdict(
    on code: CURLcode, _ said: String
  ) -> (TransportError.Kind, detail: String?) {
    switch code {
    case _ where foundNoSocket(code):
      (.limit(LimitExceeded(.openFiles, allowed: OpenFiles.limit)), "")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
      isDeclined && scanner.raw.isEmpty ? (.reset, Self.declined) : lost(code, said)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: (.dns, nil)
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: (.connect, refusal(said))
    case CURLE_OPERATION_TIMEDOUT: (.timeout, connectLimit)
    case CURLE_GOT_NOTHING: nothing()
    // An HTTP/1 server's words are taken for frames of HTTP/2, and then the connection is over.
    case CURLE_PARTIAL_FILE where wantsCleartextHTTP2 && scanner.raw.isEmpty:
      (.protocol, Self.noCleartextHTTP2)
    // A connection of HTTP/2 that ends before the stream has said anything.
    case CURLE_PARTIAL_FILE where scanner.raw.isEmpty: (.empty, closedUnanswered)
    case CURLE_PARTIAL_FILE: (.truncated, nil)
    case CURLE_BAD_CONTENT_ENCODING: (.decode, nil)
    case CURLE_WEIRD_SERVER_REPLY where said == "Header without colon":
      (.protocol, lineWithoutColon)
    // libcurl could not read the URL although we could: a host it does not take.
    case CURLE_URL_MALFORMAT: (exchange.hops.isEmpty ? .dns : .redirect, nil)
    // No word of a broken frame: a GOAWAY looks like that, and may have come in order.
    case CURLE_HTTP2 where scanner.raw.isEmpty && said == String(cString: curl_easy_strerror(code)):
      (.reset, "the server ended the HTTP/2 connection before it answered, or broke its rules")
    // 92 is one stream of HTTP/2 that ended badly, 16 is a broken frame.
    case CURLE_HTTP2_STREAM where !said.contains("PROTOCOL_ERROR"): (.reset, nil)
    // 100 is CURLE_TOO_LARGE, which older headers do not name.
    case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
      clock.begun > 0 && !scanner.isComplete
        ? (.limit(.ofLibcurl(.headerLine, request.limits.headerLine)), nil) : (.connect, nil)
    default: code.isTLS ? handshakeFailure(said) : (.protocol, nil)
    }
  }

  static let noGoodbye = "TLS was closed without a goodbye"

  private static let declined = "the server refused the request each time and did nothing with it"

  /// libcurl passes on neither the line nor its debug copy.
  private var lineWithoutColon: String {
    guard let last = scanner.fields.last else { return "the first header line has no colon" }
    return "the header line after '\(last.name)' has no colon"
  }

  /// The system's words, in the language libcurl has them in.
  private static var brokenPipe: String { String(cString: strerror(EPIPE)) }

  /// How far the request had come; nil when all of it was sent, as far as anybody knows.
  private var closedUnanswered: String? {
    guard phase == .sending, request.body.count > 0 else { return nil }
    return "the server closed it after \(sentBodyBytes) of the body's \(request.body.count) bytes"
  }

  private var wantsCleartextHTTP2: Bool { request.options.version == .http2 && !isTLS }

  private static let noCleartextHTTP2 = "the server does not speak HTTP/2 here without TLS"

  private var localPort: Int { easy.map { cc_get_long($0, CURLINFO_LOCAL_PORT) } ?? 0 }

  /// Reads the answer that lay in the socket when sending failed; false when there is none.
  ///
  /// A server that does not want a body answers and closes. libcurl gives up at the first write
  /// that fails, and the answer with it.
  func readsUnreadAnswer() -> Bool {
    guard !isTLS, scanner.raw.isEmpty else { return false }
    let unread = loop.closedSockets.unread(onPort: localPort)
    // The scanner is the hop's own only if there is an answer to be had.
    var trial = HeadScanner(limits: request.limits, method: request.method)
    guard trial.takeHead(of: unread) != nil, let end = scanner.takeHead(of: unread) else {
      return false
    }
    clock.received(MonotonicClock.microseconds)
    unread[end...].withUnsafeBytes { _ = takeBody($0) }
    return true
  }

  /// The reason of the system, which libcurl leaves out.
  private func refusal(_ said: String) -> String? {
    guard let easy else { return nil }
    let number = Int32(cc_get_long(easy, CURLINFO_OS_ERRNO))
    guard number != 0 else { return nil }
    return said + ", " + String(cString: strerror(number))
  }

  /// The only limit on time that libcurl watches; the others are ours.
  private var connectLimit: String {
    let limit = Int(clamping: request.limits.connectTimeout.microseconds).shownAsTime
    let remedy =
      request.options.connectTimeout == nil
      ? LimitSetting.remedy("connectTimeout") : "raise # @connection-timeout"
    return "connecting may take \(limit); \(remedy)"
  }

  private func nothing() -> (TransportError.Kind, detail: String?) {
    if scanner.interimResponses > 0 {
      return (.truncated, "only \(scanner.interimResponses) interim responses came")
    }
    // libcurl calls half a status line nothing: the kernel has counted its bytes.
    let count = isTLS ? 0 : loop.closedSockets.received(onPort: localPort)
    if count > 0, wantsCleartextHTTP2 { return (.protocol, Self.noCleartextHTTP2) }
    if count > 0 { return (.truncated, "\(count) bytes came, less than a status line") }
    return (.empty, closedUnanswered)
  }

  /// Everything that can go wrong while reading has one code, and so has writing.
  private func lost(
    _ code: CURLcode, _ said: String
  ) -> (TransportError.Kind, detail: String?) {
    if code == CURLE_SEND_ERROR {
      // The server's end had come before: after a reset alone this would be another error.
      let isEnded = scanner.raw.isEmpty && said.contains(Self.brokenPipe)
      return isEnded ? (.empty, closedUnanswered) : (.reset, nil)
    }
    if said.hasPrefix("Too large response headers") {
      return (.limit(.ofLibcurl(.headerBlock, request.limits.headerBlock)), nil)
    }
    if said.hasPrefix("Out of memory in chunked") {
      return (.limit(LimitExceeded(.headerLine, allowed: LimitExceeded.libcurlTrailer)), nil)
    }
    if said.contains("chunked-encoding") { return (.protocol, nil) }
    if clock.begun == 0, proxy != nil { return (.connect, nil) }
    // A TLS connection that ends without saying so may have been cut by anybody.
    if said.contains("unexpected eof") {
      return (scanner.raw.isEmpty ? .empty : .truncated, Self.noGoodbye)
    }
    if said.contains("alert") { return (.tls, nil) }
    return (.reset, nil)
  }

  /// A handshake ends badly in three ways: one side says why, the server just goes, or it is reset.
  private func handshakeFailure(_ said: String) -> (TransportError.Kind, detail: String?) {
    if said.contains(String(cString: strerror(ECONNRESET))) { return (.reset, nil) }
    // What OpenSSL calls the end of a connection where it expected more.
    if said.contains("SSL_ERROR_SYSCALL") || said.contains("unexpected eof") {
      return (.tls, "the server closed the connection during the handshake")
    }
    let certificate = chain.withUnsafeBytes { ServerCertificate(handshake: $0) }
    if let certificate { return (.tls, "\(said); \(certificate.words)") }
    return (.tls, tlsHint(said))
  }

  private func tlsHint(_ said: String) -> String? {
    let signs = [
      "wrong version number", "packet length too long", "http request", "unknown protocol",
    ]
    guard signs.contains(where: said.contains) else { return nil }
    return said + " — this port does not speak TLS: is it http?"
  }
}

extension LimitExceeded {
  /// A trailer line longer than this is too much for libcurl.
  static let libcurlTrailer = 4 << 10

  /// libcurl has bounds of its own, which a larger limit of ours does not move.
  static func ofLibcurl(_ limit: Limit, _ ours: Int) -> LimitExceeded {
    LimitExceeded(limit, allowed: min(ours, limit.libcurlBound ?? ours))
  }
}

extension CURLcode {
  var isTLS: Bool {
    switch self {
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
      CURLE_SSL_CLIENTCERT, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
      true
    default: false
    }
  }
}
