import CCurl

// libcurl calls these on the loop's thread; the last argument is the hop, alive as long as its handle.

private func hop(_ raw: UnsafeMutableRawPointer?) -> CurlHop? {
  raw.map { Unmanaged<CurlHop>.fromOpaque($0).takeUnretainedValue() }
}

func curlHopDidReceiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context) else { return 0 }
  switch hop.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) {
  case true?: return size * count
  case false?: return size * count == 0 ? 1 : 0
  case nil: return Int(CURL_WRITEFUNC_PAUSE)
  }
}

func curlHopDidReceiveHead(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context) else { return 0 }
  return hop.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
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
  case CURLINFO_HEADER_OUT: hop.didSendHead(bytes)
  case CURLINFO_DATA_OUT: hop.didSendBody(bytes)
  case CURLINFO_TEXT: hop.didSay(bytes)
  default: break
  }
  return 0
}

extension CurlHop {
  fileprivate func didSendHead(_ bytes: UnsafeRawBufferPointer) {
    // A proxy's CONNECT and a request that starts over come first: the last head is the one that counts.
    if scanner.raw.isEmpty, requestHead.hasHeadEnd {
      requestHead.removeAll(keepingCapacity: true)
      sentBodyBytes = 0
    }
    requestHead.append(contentsOf: bytes)
    lastSent = MonotonicClock.microseconds
    lastActivity = lastSent
    exchange.transfer.report?(
      Progress(phase: exchange.request.body == .none ? .waiting : .sending))
  }

  fileprivate func didSendBody(_ bytes: UnsafeRawBufferPointer) {
    sentBodyBytes += bytes.count
    lastSent = MonotonicClock.microseconds
    lastActivity = lastSent
    let total = exchange.request.body.count
    exchange.transfer.report?(
      Progress(phase: .sending, completed: min(sentBodyBytes, total), total: total))
  }

  /// The only place where libcurl tells TLS version, cipher and bytes after the body.
  fileprivate func didSay(_ text: UnsafeRawBufferPointer) {
    if text.starts(with: "SSL connection using ".utf8) {
      let words = String(lenient: text.dropFirst(21)).split(separator: " / ")
      let names = words.map { $0.prefix { $0 != "\n" && $0 != "\r\n" } }
      if names.count > 1 { handshake = (String(names[0]), String(names[1])) }
    } else if text.starts(with: "Excess found".utf8) {
      warnings.append(
        Warning([204, 304].contains(scanner.statusCode) ? .bodyNotAllowed : .bytesAfterBody))
    }
  }
}

extension [UInt8] {
  fileprivate var hasHeadEnd: Bool { suffix(4).elementsEqual([13, 10, 13, 10]) }
}
