internal import CCurl
import Glibc
import NetEngine

/// A connection to a server for what is no request and answer any more: bytes both ways.
///
/// Made by libcurl, so that names, proxies and certificates are what they are for every other
/// exchange. Belongs to one thread; making it waits.
package final class RawConnection {
  /// What came of a try to move bytes.
  package enum Moved: Sendable, Hashable {
    case bytes(Int)
    /// Nothing now: wait for the descriptor.
    case blocked
    /// The other side has ended it.
    case closed
  }

  /// To wait for; reads and writes go through here.
  package let descriptor: Int32
  private let easy: UnsafeMutableRawPointer

  /// Connects to the server of a URL, TLS and all.
  package init(to request: HTTPRequest) throws(TransportError) {
    if let why = cc_open() { throw LibcurlTransport.unloaded(String(cString: why)) }
    guard let easy = curl_easy_init() else { throw TransportError(.connect) }
    let (words, line) = (Self.text(), Self.text())
    defer {
      words.deallocate()
      line.deallocate()
    }
    Self.setUp(easy, request, words)
    cc_set_debug_function(easy, rawConnectionDidDebug)
    cc_set_pointer(easy, CURLOPT_DEBUGDATA, line)
    cc_set_long(easy, CURLOPT_VERBOSE, 1)
    let code = curl_easy_perform(easy)
    cc_set_long(easy, CURLOPT_VERBOSE, 0)
    cc_set_pointer(easy, CURLOPT_ERRORBUFFER, nil)
    let socket = cc_get_long(easy, CURLINFO_ACTIVESOCKET)
    guard code == CURLE_OK, socket >= 0 else {
      curl_easy_cleanup(easy)
      throw TransportError(
        Self.kind(code), phase: .connecting, curlCode: Int(code.rawValue),
        detail: Self.detail(code, String(cString: words), String(cString: line)))
    }
    (self.easy, descriptor) = (easy, Int32(socket))
  }

  deinit { curl_easy_cleanup(easy) }

  private static func setUp(
    _ easy: UnsafeMutableRawPointer, _ request: HTTPRequest, _ words: UnsafeMutablePointer<CChar>
  ) {
    cc_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    cc_set_text(easy, CURLOPT_URL, InternationalHost.ascii(request.url))
    cc_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    cc_set_long(easy, CURLOPT_CONNECT_ONLY, 1)
    cc_set_long(easy, CURLOPT_NOSIGNAL, 1)
    cc_set_long(easy, CURLOPT_TCP_NODELAY, 1)
    cc_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    // What follows is HTTP/1.1, whatever the server would rather speak.
    cc_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    cc_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectTimeout.curlMilliseconds)
    if let file = request.options.certificateFile {
      cc_set_text(easy, CURLOPT_CAINFO, file)
      cc_set_pointer(easy, CURLOPT_CAPATH, nil)
    }
    if !request.options.verifiesTLS {
      cc_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
      cc_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
    }
    let proxies = ProxyEnvironment(variables: ProcessEnvironment.variables)
    cc_set_text(easy, CURLOPT_PROXY, proxies.proxy(forURL: request.url)?.value ?? "")
    cc_set_text(easy, CURLOPT_NOPROXY, "")
    cc_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, 1)
  }

  private static func kind(_ code: CURLcode) -> TransportError.Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
    case CURLE_OPERATION_TIMEDOUT: .timeout
    // libcurl cannot store a first header line that begins with a blank.
    case CURLE_BAD_FUNCTION_ARGUMENT, CURLE_WEIRD_SERVER_REPLY: .protocol
    default: code.isTLS ? .tls : .connect
    }
  }

  private static func detail(_ code: CURLcode, _ said: String, _ line: String) -> String {
    // libcurl has no words for a line that it cannot store.
    guard code != CURLE_BAD_FUNCTION_ARGUMENT else {
      let shown = String(shown: Array(line.utf8))
      return "a header line of the proxy's response to CONNECT is no field: '\(shown)'"
    }
    return said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
  }

  private static func text() -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    return text
  }

  package func send(_ bytes: UnsafeRawBufferPointer) -> Moved {
    var count = 0
    return Self.moved(curl_easy_send(easy, bytes.baseAddress, bytes.count, &count), count)
  }

  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Moved {
    var count = 0
    let code = curl_easy_recv(easy, buffer.baseAddress, buffer.count, &count)
    if code == CURLE_OK, count == 0 { return .closed }
    return Self.moved(code, count)
  }

  private static func moved(_ code: CURLcode, _ count: Int) -> Moved {
    switch code {
    case CURLE_OK: .bytes(count)
    case CURLE_AGAIN: .blocked
    default: .closed
    }
  }
}

/// Keeps the beginning of the last header line; the context has room for an error's text.
private func rawConnectionDidDebug(
  _: UnsafeMutableRawPointer?, _ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
  _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard type == CURLINFO_HEADER_IN, let bytes, let context else { return 0 }
  let line = UnsafeBufferPointer(start: bytes, count: count).prefix { $0 != 0x0d && $0 != 0x0a }
  let text = context.assumingMemoryBound(to: CChar.self)
  let length = min(line.count, Int(CURL_ERROR_SIZE) - 1)
  text.update(from: bytes, count: length)
  text[length] = 0
  return 0
}
