internal import CCurl
import Glibc
import NetEngine

// libcurl calls these on the loop's thread; the context is the hop.

func hop(_ context: UnsafeMutableRawPointer?) -> CurlHop? {
  context.map { Unmanaged<CurlHop>.fromOpaque($0).takeUnretainedValue() }
}

func curlHopDidReceiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context) else { return 0 }
  let length = size * count
  if hop.takesBodyFromTrace { return length }
  switch hop.takeBody(UnsafeRawBufferPointer(start: bytes, count: length)) {
  case .taken: return length
  case .pause: return Int(CURL_WRITEFUNC_PAUSE)
  // Any other number than the length is a failure.
  case .abort: return length == 0 ? 1 : 0
  }
}

func curlHopDidReceiveHead(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context) else { return 0 }
  return hop.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

func curlHopBeginsRequest(
  _ context: UnsafeMutableRawPointer?, _ remote: UnsafeMutablePointer<CChar>?,
  _ local: UnsafeMutablePointer<CChar>?, _ remotePort: Int32, _ localPort: Int32
) -> Int32 {
  guard let hop = hop(context) else { return Int32(CURL_PREREQFUNC_ABORT) }
  var ends = ConnectionEnds.Pair()
  if let local, let remote {
    ends = hop.loop.ends.pair(local: local, localPort, remote: remote, remotePort)
  }
  guard hop.requestBegins(over: ends, localPort) else { return Int32(CURL_PREREQFUNC_ABORT) }
  return Int32(CURL_PREREQFUNC_OK)
}

func curlHopWantsBody(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context), let reader = hop.reader else { return Int(CURL_READFUNC_ABORT) }
  switch reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count)) {
  case .success(let read): return read
  case .failure(let problem):
    hop.fail(.storage, problem.detail)
    return Int(CURL_READFUNC_ABORT)
  }
}

/// libcurl starts a body over when a kept connection turns out to be dead.
func curlHopSeeksBody(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  guard let reader = hop(context)?.reader, offset == 0, origin == 0 else {
    return CURL_SEEKFUNC_CANTSEEK
  }
  reader.rewind()
  return CURL_SEEKFUNC_OK
}

func curlHopDidDebug(
  _ easy: UnsafeMutableRawPointer?, _ type: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
  _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let hop = hop(context) else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
  switch type {
  case CURLINFO_HEADER_IN: hop.sees(headerLine: bytes)
  case CURLINFO_HEADER_OUT: hop.didSendHead(bytes)
  case CURLINFO_DATA_OUT: hop.didSendBody(bytes)
  case CURLINFO_DATA_IN: hop.didTrace(bytes)
  case CURLINFO_SSL_DATA_OUT: hop.handshakes()
  case CURLINFO_SSL_DATA_IN: hop.hears(tls: bytes)
  case CURLINFO_TEXT: hop.didSay(bytes)
  default: break
  }
  return 0
}

/// Several may be opened where a host has several addresses; one of them becomes the connection.
func curlHopOpensSocket(
  _ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _: curlsocktype
) -> Int32 {
  guard let hop = hop(context) else { return Int32(CURL_SOCKOPT_OK) }
  guard OpenFiles.leavesSome(behind: socket) else {
    hop.tookNoSocket = true
    return Int32(CURL_SOCKOPT_ERROR)
  }
  // A child of this process that held it open would keep it watched when it is closed here.
  _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  hop.openedSockets.append(socket)
  hop.loop.opens(socket)
  hop.loop.ownSockets.opens(socket)
  return Int32(CURL_SOCKOPT_OK)
}

/// The context is the loop: a kept connection is closed long after the hop that opened it.
func curlLoopClosesSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
  guard let context else { return 1 }
  let loop = Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
  loop.keptSockets.forget(socket)
  loop.sockets.closes(socket)
  loop.ownSockets.closes(socket)
  return loop.closedSockets.close(socket)
}

/// Called on the loop's thread for each whole frame of a response over HTTP/2.
func curlLoopSeesFrame(
  _ context: UnsafeMutableRawPointer?, _ easy: UnsafeMutableRawPointer?, _ length: Int,
  _ isEnd: Int32
) {
  guard let context, let easy else { return }
  let loop = Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
  loop.live[easy]?.hop?.stream.take(length, isEnd: isEnd != 0)
}
