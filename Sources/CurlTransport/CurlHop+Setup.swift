internal import CCurl
import NetEngine

extension CurlHop {
  /// Tells the handle everything; the caller adds it to the multi handle.
  func setUp() {
    guard let easy else { return }
    setWays(easy)
    setVersion(easy)
    if isTLS { setTLS(easy) }
    setProxy(easy)
    for field in request.headers { append(field) }
    // libcurl would add one that nobody chose.
    if !request.headers.contains("Accept") { append(line: "Accept:") }
    setMethodAndBody(easy)
    cc_set_list(easy, CURLOPT_HTTPHEADER, list)
    let key = ConnectionPools.key(of: request)
    if !key.isEmpty { pool = loop.pools.enter(easy, key) }
  }

  private func setWays(_ easy: UnsafeMutableRawPointer) {
    cc_set_text(easy, CURLOPT_URL, InternationalHost.ascii(request.url))
    if let target = request.options.rawTarget {
      cc_set_text(easy, CURLOPT_REQUEST_TARGET, target)
    }
    cc_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectTimeout.curlMilliseconds)
  }

  private func append(_ field: HeaderField) {
    let field = field.withoutOddControls
    // An empty value needs libcurl's own spelling, or the field is left out.
    guard !field.value.isEmpty else { return append(line: field.name + ";") }
    if field.isLatin1 { return append(bytes: field.name.utf8 + [0x3a, 0x20] + field.valueBytes) }
    let (name, value) = (field.name.utf8, field.value.utf8)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + value.count + 3) { line in
      var end = line.initialize(fromContentsOf: name)
      end = line[end...].initialize(fromContentsOf: ": ".utf8)
      end = line[end...].initialize(fromContentsOf: value)
      line.initializeElement(at: end, to: 0)
      line.withMemoryRebound(to: CChar.self) { list = curl_slist_append(list, $0.baseAddress) }
    }
  }

  func append(line: String) {
    list = curl_slist_append(list, line)
  }

  private func append(bytes: [UInt8]) {
    (bytes + [0]).withUnsafeBytes { line in
      list = curl_slist_append(list, line.assumingMemoryBound(to: CChar.self).baseAddress)
    }
  }

  private func setVersion(_ easy: UnsafeMutableRawPointer) {
    switch request.options.version {
    case .automatic: break
    case .http1: cc_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    case .http2:
      let version = isTLS ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
      cc_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
    }
    let isAlone = request.options.version == .http2 && !isTLS && !LibcurlVersion.keepsCleartextHTTP2
    if isAlone || exchange.needsFreshConnection { cc_set_long(easy, CURLOPT_FRESH_CONNECT, 1) }
    if isAlone { cc_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
  }

  private func setTLS(_ easy: UnsafeMutableRawPointer) {
    // The handshake is told in words alone.
    cc_set_long(easy, CURLOPT_VERBOSE, 1)
    // On cleartext this would queue every call behind the first answer's head.
    cc_set_long(easy, CURLOPT_PIPEWAIT, 1)
    cc_set_long(easy, CURLOPT_CERTINFO, 1)
    // A resumed session has no certificates to show.
    cc_set_long(easy, CURLOPT_SSL_SESSIONID_CACHE, 0)
    if let file = request.options.certificateFile {
      cc_set_text(easy, CURLOPT_CAINFO, file)
      // In place of the system's, of which libcurl would still look through a folder.
      cc_set_pointer(easy, CURLOPT_CAPATH, nil)
    }
    if !request.options.verifiesTLS {
      cc_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
      cc_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
      warnings.append(Warning(.unverifiedTLS, request.url))
    }
  }

  private func setProxy(_ easy: UnsafeMutableRawPointer) {
    guard let found = loop.proxies.proxy(forURL: request.url) else { return }
    cc_set_text(easy, CURLOPT_PROXY, found.value)
    cc_set_text(easy, CURLOPT_NOPROXY, "")
    proxy = Connection.Proxy(url: found.value.withoutUserInfo, variable: found.variable)
  }

  private func setMethodAndBody(_ easy: UnsafeMutableRawPointer) {
    if let upload = exchange.passage?.upload { return setPassedBody(easy, upload) }
    guard request.body != .none else { return setMethod(easy) }
    reader = RequestBodyReader(request.body)
    cc_set_long(easy, CURLOPT_POST, 1)
    cc_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
    cc_set_data_function(easy, CURLOPT_READFUNCTION, curlHopWantsBody)
    cc_set_pointer(easy, CURLOPT_READDATA, context)
    cc_set_seek_function(easy, curlHopSeeksBody)
    cc_set_pointer(easy, CURLOPT_SEEKDATA, context)
    cc_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    // Waiting a second for a 100 that few servers send helps nobody; a type nobody chose is a lie.
    if !request.headers.contains("Expect") { append(line: "Expect:") }
    if !request.headers.contains("Content-Type") { append(line: "Content-Type:") }
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    switch request.method {
    case .get: break
    case .head: cc_set_long(easy, CURLOPT_NOBODY, 1)
    default: cc_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    // A method that means to send something says that it sends nothing.
    let length = "Content-Length"
    if [.post, .put, .patch].contains(request.method), !request.headers.contains(length),
      !request.options.leavesOut(length)
    {
      append(line: "Content-Length: 0")
    }
  }
}

/// What the libcurl at hand can do.
package enum LibcurlVersion {
  private static let number = cc_version_number()

  /// Before 8.0.0 a second HTTP/2 request over a cleartext connection fails in its framing layer.
  package static let keepsCleartextHTTP2 = number >= 0x08_00_00
}
