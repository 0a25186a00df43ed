internal import CCurl

/// Easy handles between two hops: making one costs as much as all that is set in it.
///
/// A handle is set once to what every hop needs. Most hops set nothing but their URL and their fields
/// beside it, and the handle is ready for the next one as it is; from others a reset takes every
/// option back, callbacks, credentials and addresses included. Whoever gives a handle back says
/// which it is, and whether something was done with it that a reset would leave. Touched by the
/// loop only.
final class EasyHandles {
  /// A handle, the place where it writes what went wrong, and what its callbacks find the hop by.
  struct Handle {
    let easy: UnsafeMutableRawPointer
    let errorText: UnsafeMutablePointer<CChar>
    let hop: UnsafeMutablePointer<Unmanaged<CurlHop>?>
    /// How long connecting may take, as it was set last.
    var connectTimeout = 0
  }

  /// What has become of a handle that is given back.
  enum Use {
    /// Only what each hop sets anew.
    case usual
    /// More; a reset makes it as it was.
    case special
    /// Something stays in it.
    case spent
  }

  private var spare: [Handle] = []
  /// More are there only while more transfers run.
  private static let capacity = 64

  /// One that is set to what every hop needs; nil when memory has run out.
  func take(for loop: CurlLoop) -> Handle? {
    if let handle = spare.popLast() { return handle }
    guard let easy = curl_easy_init() else { return nil }
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    text.initialize(to: 0)
    let hop = UnsafeMutablePointer<Unmanaged<CurlHop>?>.allocate(capacity: 1)
    hop.initialize(to: nil)
    let handle = Handle(easy: easy, errorText: text, hop: hop)
    handle.setUp(on: loop)
    return handle
  }

  func giveBack(_ handle: Handle, after use: Use, on loop: CurlLoop) {
    handle.hop.pointee = nil
    guard use != .spent, spare.count < Self.capacity else { return Self.end(handle) }
    var handle = handle
    handle.errorText.pointee = 0
    if use == .usual {
      // The hop frees them.
      cc_set_list(handle.easy, CURLOPT_HTTPHEADER, nil)
      cc_set_long(handle.easy, CURLOPT_VERBOSE, 0)
    } else {
      curl_easy_reset(handle.easy)
      handle.connectTimeout = 0
      handle.setUp(on: loop)
    }
    spare.append(handle)
  }

  func close() {
    for handle in spare { Self.end(handle) }
    spare = []
  }

  private static func end(_ handle: Handle) {
    curl_easy_cleanup(handle.easy)
    handle.errorText.deallocate()
    handle.hop.deallocate()
  }
}

extension EasyHandles.Handle {
  /// What every hop needs.
  fileprivate func setUp(on loop: CurlLoop) {
    setCallbacks(on: loop)
    cc_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    for (option, value) in [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_BUFFERSIZE, Self.bufferSize),
      (CURLOPT_PATH_AS_IS, 1), (CURLOPT_TCP_NODELAY, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
      // A stream that may be silent must still notice that its server is gone.
      (CURLOPT_TCP_KEEPALIVE, 1),
      // We undo chunks and codings ourselves: libcurl forgives what must be seen.
      (CURLOPT_HTTP_CONTENT_DECODING, 0), (CURLOPT_HTTP_TRANSFER_DECODING, 0),
      // What is not HTTP comes as a body, or its bytes would be lost.
      (CURLOPT_HTTP09_ALLOWED, 1),
      // Without it, ending a hop waits for its name look-up, and every other transfer with it.
      (CURLOPT_QUICK_EXIT, 1),
    ] {
      cc_set_long(easy, option, value)
    }
    // Always said, also when there is none: libcurl would read the environment by itself.
    cc_set_text(easy, CURLOPT_PROXY, "")
  }

  private func setCallbacks(on loop: CurlLoop) {
    cc_set_data_function(easy, CURLOPT_WRITEFUNCTION, curlHopDidReceiveBody)
    cc_set_pointer(easy, CURLOPT_WRITEDATA, hop)
    cc_set_data_function(easy, CURLOPT_HEADERFUNCTION, curlHopDidReceiveHead)
    cc_set_pointer(easy, CURLOPT_HEADERDATA, hop)
    cc_set_debug_function(easy, curlHopDidDebug)
    cc_set_pointer(easy, CURLOPT_DEBUGDATA, hop)
    cc_set_request_function(easy, curlHopBeginsRequest)
    cc_set_pointer(easy, CURLOPT_PREREQDATA, hop)
    cc_set_socket_function(easy, curlHopOpensSocket)
    cc_set_pointer(easy, CURLOPT_SOCKOPTDATA, hop)
    // A connection outlives its first hop: this one gets the loop.
    cc_set_close_function(easy, curlLoopClosesSocket)
    cc_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(loop).toOpaque())
    cc_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
  }

  /// The C library puts its free memory in order whenever 64 KiB or more come back: every hop would
  /// pay for that.
  private static let bufferSize = 60 << 10
}
