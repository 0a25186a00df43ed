internal import CCurl
import NetEngine

/// The easy handle of one transfer; no other transfer uses it.
///
/// libcurl 7.88 keeps a pointer to the last header when a transfer ends, and frees that header when
/// the handle's next transfer begins. A response whose first header line begins with a blank is
/// then appended to freed memory, and `curl_easy_reset` does not clear the pointer. Connections
/// belong to the multi handle, so they are shared all the same. Copying a template with
/// `curl_easy_duphandle` costs as much as setting the options.
struct EasyHandle {
  let easy: UnsafeMutableRawPointer
  /// libcurl writes the text of an error here.
  let errorText: UnsafeMutablePointer<CChar>

  /// A handle with the options that every hop needs; nil when memory has run out.
  init?(context: UnsafeMutableRawPointer, on loop: CurlLoop) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(to: 0)
    setCallbacks(context, on: loop)
    cc_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_BUFFERSIZE, Self.bufferSize),
      (CURLOPT_PATH_AS_IS, 1), (CURLOPT_TCP_NODELAY, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
      // A stream that may be silent must still notice that its server is gone.
      (CURLOPT_TCP_KEEPALIVE, 1),
      // We undo chunks and codings ourselves: libcurl forgives what must be seen.
      (CURLOPT_HTTP_CONTENT_DECODING, 0), (CURLOPT_HTTP_TRANSFER_DECODING, 0),
      // Bytes that are not HTTP arrive as a body; otherwise libcurl drops them.
      (CURLOPT_HTTP09_ALLOWED, 1),
      // Without it, ending a hop waits for its name look-up, and every other transfer with it.
      (CURLOPT_QUICK_EXIT, 1),
    ] {
      cc_set_long(easy, option, value)
    }
    // Always said, also when there is none: libcurl would read the environment by itself.
    cc_set_text(easy, CURLOPT_PROXY, "")
  }

  /// Frees the handle; its transfer has left the multi handle.
  func close() {
    curl_easy_cleanup(easy)
    errorText.deallocate()
  }

  private func setCallbacks(_ context: UnsafeMutableRawPointer, on loop: CurlLoop) {
    cc_set_data_function(easy, CURLOPT_WRITEFUNCTION, curlHopDidReceiveBody)
    cc_set_data_function(easy, CURLOPT_HEADERFUNCTION, curlHopDidReceiveHead)
    cc_set_debug_function(easy, curlHopDidDebug)
    cc_set_request_function(easy, curlHopBeginsRequest)
    cc_set_socket_function(easy, curlHopOpensSocket)
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_DEBUGDATA, CURLOPT_PREREQDATA,
      CURLOPT_SOCKOPTDATA,
    ] {
      cc_set_pointer(easy, option, context)
    }
    // A connection outlives its first hop: this one gets the loop.
    cc_set_close_function(easy, curlLoopClosesSocket)
    cc_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(loop).toOpaque())
    cc_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
  }

  /// The C library puts its free memory in order whenever 64 KiB or more come back: every hop would
  /// pay for that.
  private static let bufferSize = 60 << 10
}
