internal import CCurl
import NetEngine

extension CurlHop {
  /// How a hop ended.
  enum Ending {
    case finished
    case failed(CURLcode)
    /// We ended it; why stands in the exchange.
    case stopped

    fileprivate var isGood: Bool {
      if case .finished = self { return true }
      return false
    }
  }

  /// Gives the record, and the handle back.
  func close(_ ending: Ending) -> Hop {
    switch ending {
    case .stopped: break
    case .failed where hasRefusedRepeat: checkCompleteness()
    case .failed where hasWholeStream: break
    case .failed(CURLE_SEND_ERROR) where readsUnreadAnswer():
      if failure == nil { checkCompleteness() }
    case .failed(let code): failure = failure ?? describe(code)
    case .finished: if failure == nil { checkCompleteness() }
    }
    var record = record(until: end(of: ending))
    record.trailers = Headers(scanner.trailers)
    if scanner.statusCode == 205, received > 0 { warnings.append(Warning(.bodyNotAllowed)) }
    warnings = scanner.warnings + warnings
    releaseHandle()
    loop.pools.release(pool)
    return record
  }

  /// All that is known by now.
  var soFar: Hop { record(until: MonotonicClock.microseconds) }

  /// A whole answer ended when its last bytes were there, or the end of its connection: what a crowd
  /// of other transfers took of the loop until it was this one's turn is not its time.
  private func end(of ending: Ending) -> UInt64 {
    ending.isGood ? max(clock.lastActivity, loop.turnBegan) : MonotonicClock.microseconds
  }

  private func record(until end: UInt64) -> Hop {
    var record = Hop(url: request.url, method: request.method)
    record.requestHead = requestHead
    record.sentBodyBytes = sentBodyBytes
    record.head = scanner.raw
    record.statusCode = scanner.statusCode
    record.reason = scanner.reason
    record.httpVersion = scanner.version
    record.headers = scanner.headers
    record.interimResponses = scanner.interimResponses
    if let easy {
      record.timings = timings(easy, until: end)
      record.connection = connection ?? currentConnection(easy)
    }
    return record
  }

  /// Ends it before anything was sent.
  func abandon() {
    releaseHandle()
    loop.pools.release(pool)
  }

  /// libcurl's word is not enough: a close inside the head is fine for it.
  private func checkCompleteness() {
    if scanner.isCutShort {
      let what = scanner.statusCode > 0 ? "inside the headers" : "before the status line"
      fail(.truncated, "the connection was closed \(what)")
    } else if scanner.raw.isEmpty {
      fail(.empty, "the connection was closed without a response")
    } else if let length = announcedLength, received != length {
      fail(.truncated, "the connection was closed after \(received) of \(length) bytes")
    } else if !hasAllChunks {
      fail(.truncated, "the connection was closed before the last chunk")
    } else if scanner.framing == .stream(nil) {
      checkStreamEnd()
    } else if scanner.framing == .untilClose, isTLS, !hasGoodbye {
      // libcurl 7.88 takes the end of the connection below TLS for the end of the body.
      if seesTLS { fail(.truncated, Self.noGoodbye) } else { warnEndUnseen() }
    }
  }

  private func warnEndUnseen() { warnings.append(Warning(.endUnseen, request.url)) }

  /// Whether a response over HTTP/2 is complete: its announced length has come, or its stream ended.
  ///
  /// A close, a reset or a broken frame that follows is about the connection alone.
  private var hasWholeStream: Bool {
    guard failure == nil, scanner.isComplete, scanner.speaksHTTP2 else { return false }
    switch scanner.framing {
    case .stream(let length): return length == received || stream.doubt(received: received) == nil
    case .none: return stream.isSeen
    case .length, .chunked, .untilClose: return false
    }
  }

  private func checkStreamEnd() {
    switch stream.doubt(received: received) {
    case .cut: fail(.truncated, "the HTTP/2 stream broke off after \(received) bytes")
    case .lost(let count):
      fail(.truncated, "libcurl passed on \(received) of \(count) bytes of the HTTP/2 stream")
    case .unseen: warnEndUnseen()
    case nil: break
    }
  }

  private func timings(_ easy: UnsafeMutableRawPointer, until end: UInt64) -> Timings {
    var timings = Timings()
    if connection?.isReused != true {
      let resolved = Int(cc_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T))
      let connected = Int(cc_get_offset(easy, CURLINFO_CONNECT_TIME_T))
      clock.addConnecting(
        to: &timings, resolved: resolved, connected: connected, until: end)
    }
    clock.addPhases(to: &timings, until: end)
    return timings
  }
}

// MARK: - What it goes over

extension CurlHop {
  /// Looks at the connection when the request begins: later libcurl may have another one in mind.
  func noteConnection(_ ends: ConnectionEnds.Pair) {
    guard let easy else { return }
    var connection = Connection()
    (connection.local, connection.remote) = (ends.local, ends.remote)
    connection.proxy = proxy
    connection.isReused = cc_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    if isTLS {
      connection.tls = loop.sessions.session(
        of: easy, connection, handshake, isVerified: request.options.verifiesTLS)
    }
    self.connection = connection
  }

  private func currentConnection(_ easy: UnsafeMutableRawPointer) -> Connection {
    func end(_ address: CURLINFO, _ port: CURLINFO) -> String? {
      let text = cc_get_text(easy, address).map { String(cString: $0) } ?? ""
      return ConnectionEnds.text(text, cc_get_long(easy, port))
    }
    var connection = Connection()
    connection.local = end(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
    connection.remote = end(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    connection.proxy = proxy
    return connection
  }
}
