internal import CCurl
import NetEngine

extension CurlHop {
  /// What libcurl is told about a piece of the body.
  enum Verdict {
    case taken, pause, abort
  }

  /// The clock is read once for all that one look at the sockets brings: a head comes line by line.
  private func noteArrival() {
    if scanner.speaksHTTP2 { loop.streamsHaveMoved = true }
    guard lastTurn != loop.turn else { return }
    lastTurn = loop.turn
    clock.received(MonotonicClock.microseconds)
  }

  /// Checks a header line before libcurl stores it, and the lines of a proxy's response to CONNECT.
  func sees(headerLine line: UnsafeRawBufferPointer) {
    guard clock.begun == 0 else {
      if let problem = scanner.takeRefused(line) { fail(problem.kind, problem.detail) }
      return
    }
    let text = line.dropLast(line.suffix(2).first == 0x0d ? 2 : 1)
    if connectLines == 1, text.first?.isBlank == true {
      let problem = HeadScanner.Problem.foldedFirst(text, of: " of the proxy's response to CONNECT")
      fail(problem.kind, problem.detail)
      loop.check(at: 0)
    }
    connectLines = text.isEmpty ? 0 : connectLines + 1
  }

  /// Takes a header line: false ends the transfer.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    guard failure == nil else { return false }
    noteArrival()
    if scanner.isComplete {
      // The trailers of chunks come in the body, as the chunks do.
      guard scanner.framing != .chunked else { return true }
      return scanner.take(line).map { fail($0.kind, $0.detail) } ?? true
    }
    if scanner.raw.isEmpty, requestHead.isHTTP2Rendering {
      scanner.speaksHTTP2 = true
      // With a length libcurl stops at the last byte, and the trailers behind it are lost. Frames
      // say where the end is, and the length is held against what came.
      // Its price: libcurl before 8 resets a stream that it has read to the end so, as it does where
      // no length is said. A server that guards itself against floods of resets ends the connection
      // after a thousand, and what is on its way then is told as a reset.
      if let easy { cc_set_long(easy, CURLOPT_IGNORE_CONTENT_LENGTH, 1) }
    }
    let interims = scanner.interimResponses
    if let problem = scanner.take(line) { return fail(problem.kind, problem.detail) }
    if scanner.interimResponses > interims { passInterimHead() }
    return scanner.isComplete ? headIsComplete() : true
  }

  private func headIsComplete() -> Bool {
    if !openedSockets.isEmpty, !scanner.speaksHTTP2, let connection {
      let socket = loop.keptSockets.remember(connection, among: openedSockets)
      if let socket, let ends {
        loop.sockets.keeps(socket)
        loop.keptSockets.note(request, over: ends.pair, ends.localPort)
      }
    }
    if scanner.isConnectionDoubtful { forbidReuse() }
    exchange.transfer.cookies?.take(scanner.headers, from: request.url)
    defer { if scanner.framing == .none || scanner.framing == .length(0) { lookBehindBody() } }
    if !isRedirected { exchange.begins(with: soFar) }
    if let passage = exchange.passage {
      passage.listener.begins(soFar, scanner.framing)
      loop.hasMoved(exchange)
      if let length = announcedLength { body.expect(min(length, passage.kept)) }
      return true
    }
    if isStreamed, let channel = exchange.transfer.chunks {
      channel.codings = ContentCoding.parse(scanner.headers.values("Content-Encoding"))
      channel.limits = request.limits
      channel.head = exchange.head(soFar)
    }
    let limit = request.limits.wireBody
    guard !isStreamed, let length = announcedLength else { return true }
    body.expect(length)
    guard length > limit else { return true }
    return fail(.limit(LimitExceeded(.wireBody, allowed: limit, found: length)))
  }

  /// How much the head says there will be.
  var announcedLength: Int? {
    switch scanner.framing {
    case .length(let length): length
    case .stream(let length): length
    case .none, .chunked, .untilClose: nil
    }
  }

  /// The body goes to a reader, piece by piece; a redirect's never does.
  private var isStreamed: Bool {
    guard let channel = exchange.transfer.chunks, !isRedirected else { return false }
    return scanner.statusCode < 400 || !channel.holdsRefusals
  }

  private var isRedirected: Bool {
    exchange.asksAgain(scanner.statusCode, scanner.headers)
      || request.options.followsRedirects && Redirect.isRedirect(scanner.statusCode)
        && scanner.headers.contains("Location")
  }

  /// Takes the body of a 417 to an Expect from the trace: libcurl means to ask again and drops it.
  func didTrace(_ bytes: UnsafeRawBufferPointer) {
    guard scanner.statusCode == 417, scanner.isComplete, request.headers.contains("Expect") else {
      return
    }
    takesBodyFromTrace = true
    _ = takeBody(bytes)
  }

  /// Takes a piece of the body as libcurl passes it on: chunks still in their frames.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    noteArrival()
    guard scanner.isComplete else { return takeNonsense(bytes) }
    let verdict = takeFramed(bytes)
    guard verdict == .taken else { return verdict }
    switch scanner.framing {
    case .length(let length) where received == length: lookBehindBody()
    case .chunked where chunks.isComplete: lookBehindBody()
    case .length, .chunked, .none, .untilClose, .stream: break
    }
    return verdict
  }

  /// Notes bytes that lie unread behind a whole response.
  ///
  /// libcurl tells only of bytes that it has read, which depends on how they were cut into packets.
  private func lookBehindBody() {
    guard !isTLS, !scanner.speaksHTTP2, let ends,
      loop.keptSockets.holdsUnread(ends.pair, ends.localPort)
    else { return }
    noteBytesAfterBody()
  }

  private func takeFramed(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    switch scanner.framing {
    case .chunked: return takeChunks(bytes)
    case .none:
      noteBytesAfterBody()
      return .taken
    case .length(let length) where bytes.count > length - received:
      noteBytesAfterBody()
      return deliver([UnsafeRawBufferPointer(rebasing: bytes.prefix(length - received))])
    case .length, .untilClose, .stream: return deliver([bytes])
    }
  }

  /// A body without a head is what HTTP/0.9 was: the bytes are kept to be looked at.
  ///
  /// On a kept connection they may be late bytes of the response before it.
  /// Then the request goes out again.
  private func takeNonsense(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    if failure == nil, openedSockets.isEmpty, received == 0, scanner.raw.isEmpty,
      scanner.interimResponses == 0, exchange.startsOver(after: requestBefore)
    {
      return .abort
    }
    exchange.withdrawUnaskedBytes()
    try? body.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(64 << 10)))
    received = body.count
    let isAlert = bytes.starts(with: [0x15, 0x03])
    fail(
      .protocol,
      isAlert
        ? "a TLS alert came back: this port wants https"
        : "it does not begin with HTTP/: '\(String(shown: Array(bytes.prefix(81))))'")
    return .abort
  }

  private func takeChunks(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    // libcurl offers the same bytes again after a pause: the state is kept only once they are taken.
    var next = chunks
    let yield = next.take(bytes)
    let verdict = deliver(
      yield.body.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
    guard verdict == .taken else { return verdict }
    chunks = next
    if chunks.hasBareLF { scanner.warn(.bareLF) }
    for line in yield.trailers {
      if let problem = line.withUnsafeBytes({ scanner.take($0) }) {
        fail(problem.kind, problem.detail)
        return .abort
      }
    }
    if let problem = yield.problem {
      fail(problem.kind, problem.detail)
      return .abort
    }
    if yield.end != nil { noteBytesAfterBody() }
    return .taken
  }

  private func deliver(_ pieces: [UnsafeRawBufferPointer]) -> Verdict {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard count > 0 else { return .taken }
    if let passage = exchange.passage { return pass(pieces, passage) }
    if isStreamed {
      guard offer(pieces, count) else { return .pause }
    } else {
      for piece in pieces where !keep(piece) { return .abort }
      if !isRedirected { exchange.transfer.arriving?.grow(body.snapshot()) }
    }
    if isStreamed { received += count }
    exchange.report(
      Progress(phase: .receiving, completed: received, total: announcedLength))
    return .taken
  }

  /// Weakly: a channel nobody reads any more would keep loop and exchange alive.
  var goOn: @Sendable () -> Void {
    { [weak loop, weak exchange] in
      if let exchange { loop?.post(.resume(exchange)) }
    }
  }

  private func offer(_ pieces: [UnsafeRawBufferPointer], _ count: Int) -> Bool {
    guard let channel = exchange.transfer.chunks else { return true }
    let onRoom = goOn
    let isTaken: Bool
    if pieces.count == 1 {
      isTaken = channel.offer(pieces[0], onRoom: onRoom)
    } else {
      var joined: [UInt8] = []
      joined.reserveCapacity(count)
      for piece in pieces { joined.append(contentsOf: piece) }
      isTaken = joined.withUnsafeBytes { channel.offer($0, onRoom: onRoom) }
    }
    isPaused = !isTaken
    return isTaken
  }

  /// Keeps what the limit allows; false when there is more, or nowhere to put it.
  private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
    let limit = request.limits.wireBody
    let part = UnsafeRawBufferPointer(rebasing: piece.prefix(max(0, limit - received)))
    do { try body.append(part) } catch { return fail(.storage, "\(error)") }
    received += part.count
    guard part.count < piece.count else { return true }
    return fail(
      .limit(
        LimitExceeded(
          .wireBody, allowed: limit,
          found: announcedLength ?? received + piece.count - part.count)))
  }

  /// All chunks have come, where there are chunks.
  var hasAllChunks: Bool { scanner.framing != .chunked || chunks.isComplete }

  /// The body that has come.
  func takeOutBody() -> Body { body.finish() }
}

extension [UInt8] {
  /// libcurl renders an HTTP/2 or HTTP/3 request as an HTTP/1 head with that number in its first line.
  fileprivate var isHTTP2Rendering: Bool {
    let line = prefix { $0 != 0x0d && $0 != 0x0a }
    return line.suffix(7).elementsEqual(" HTTP/2".utf8)
      || line.suffix(7).elementsEqual(" HTTP/3".utf8)
  }
}
