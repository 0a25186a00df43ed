import CCurl

extension CurlHop {
  /// How a hop ended.
  enum Ending {
    case finished
    case failed(CURLcode)
    /// We ended it; why stands in the exchange.
    case stopped
  }

  /// Gives the record and the body, and the handle back to libcurl.
  func close(_ ending: Ending) -> (Hop, Body) {
    switch ending {
    case .stopped: break
    case .failed where hasRefusedRepeat: checkCompleteness()
    case .failed(CURLE_SEND_ERROR) where readsUnreadAnswer():
      if failure == nil { checkCompleteness() }
    case .failed(let code): failure = failure ?? describe(code)
    case .finished: if failure == nil { checkCompleteness() }
    }
    var record = Hop(url: request.url, method: request.method)
    record.requestHead = requestHead
    record.sentBodyBytes = sentBodyBytes
    record.head = scanner.raw
    record.statusCode = scanner.statusCode
    record.reason = scanner.reason
    record.httpVersion = scanner.version
    record.headers = scanner.headers
    record.trailers = Headers(scanner.trailers)
    record.interimResponses = scanner.interimResponses
    if let easy {
      record.timings = timings(easy)
      record.connection = connection ?? currentConnection(easy)
    }
    if scanner.statusCode == 205, received > 0 { warnings.append(Warning(.bodyNotAllowed)) }
    warnings = scanner.warnings + warnings
    releaseHandle()
    loop.pools.release(pool)
    return (record, takeOutBody())
  }

  /// libcurl's word is not enough: a close inside the head is fine for it.
  private func checkCompleteness() {
    if scanner.isCutShort {
      let what = scanner.statusCode > 0 ? "inside the headers" : "before the status line"
      fail(.truncated, "the connection was closed \(what)")
    } else if scanner.raw.isEmpty {
      fail(.empty, "the connection was closed without an answer")
    } else if let length = announcedLength, received != length {
      fail(.truncated, "the connection was closed after \(received) of \(length) bytes")
    } else if !hasAllChunks {
      fail(.truncated, "the connection was closed before the last chunk")
    }
  }

  private func timings(_ easy: UnsafeMutableRawPointer) -> Timings {
    let end = MonotonicClock.microseconds
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
  func noteConnection() {
    guard let easy else { return }
    var connection = currentConnection(easy)
    connection.isReused = cc_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    if isTLS {
      connection.tls = loop.sessions.session(
        of: easy, connection, handshake, isVerified: request.options.verifiesTLS)
    }
    self.connection = connection
  }

  private func currentConnection(_ easy: UnsafeMutableRawPointer) -> Connection {
    func end(_ address: CURLINFO, _ port: CURLINFO) -> String? {
      guard let text = cc_get_text(easy, address).map({ String(cString: $0) }), !text.isEmpty else {
        return nil
      }
      let host = text.utf8.contains(UInt8(ascii: ":")) ? "[\(text)]" : text
      return "\(host):\(cc_get_long(easy, port))"
    }
    var connection = Connection()
    connection.local = end(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT)
    connection.remote = end(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    connection.proxy = proxy
    return connection
  }
}
