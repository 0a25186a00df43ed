internal import CCurl
import NetEngine

// What a hop does otherwise when it carries a client's request through.

extension CurlHop {
  /// Lets libcurl fetch the body from the client as it comes, in the framing the client has chosen.
  func setPassedBody(_ easy: UnsafeMutableRawPointer, _ upload: RequestPipe) {
    cc_set_long(easy, CURLOPT_POST, 1)
    cc_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.length ?? -1))
    cc_set_data_function(easy, CURLOPT_READFUNCTION, curlHopPullsBody)
    cc_set_pointer(easy, CURLOPT_READDATA, context)
    cc_set_seek_function(easy, curlHopSeeksPassedBody)
    cc_set_pointer(easy, CURLOPT_SEEKDATA, context)
    cc_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    if upload.length == nil {
      cc_set_trailer_function(easy, curlHopWantsTrailers)
      cc_set_pointer(easy, CURLOPT_TRAILERDATA, context)
    }
    if !request.headers.contains("Expect") { append(line: "Expect:") }
    if !request.headers.contains("Content-Type") { append(line: "Content-Type:") }
  }

  /// Passes on the interim head that is complete now.
  func passInterimHead() {
    guard let passage = exchange.passage else { return }
    passage.listener.hears(scanner.interim)
    loop.hasMoved(exchange)
  }

  /// Hands pieces of the body on, and keeps what is to be recorded.
  func pass(_ pieces: [UnsafeRawBufferPointer], _ passage: Passage) -> Verdict {
    // Several stand in one buffer of libcurl's only where chunks are small: they go on as one.
    let joined = pieces.count == 1 ? [] : Array(pieces.joined())
    let isTaken =
      pieces.count == 1
      ? passage.listener.takes(pieces[0], onRoom: goOn)
      : joined.withUnsafeBytes { passage.listener.takes($0, onRoom: goOn) }
    loop.hasMoved(exchange)
    guard isTaken else {
      isPaused = true
      return .pause
    }
    for piece in pieces {
      read(piece, passage)
      received += piece.count
      let left = min(piece.count, passage.kept - body.count)
      // What cannot be kept is passed on all the same.
      if left > 0 { try? body.append(UnsafeRawBufferPointer(rebasing: piece[..<left])) }
    }
    return .taken
  }

  /// Reads all of a body that may be longer than the part of it that is kept, from its beginning.
  private func read(_ piece: UnsafeRawBufferPointer, _ passage: Passage) {
    if passedBody == nil {
      // A body of unknown length is taken for a long one after 1 MiB: no stop to catch up on more.
      let isLong = received + piece.count > min(1 << 20, passage.kept)
      guard announcedLength.map({ $0 > passage.kept }) ?? isLong, body.count == received else {
        return
      }
      var begun = PassedBody(scanner.headers, request.limits)
      body.snapshot().withUnsafeBytes { begun.append($0) }
      passedBody = begun
    }
    passedBody?.append(piece)
  }
}

private func curlHopPullsBody(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let hop = hop(context), let upload = hop.exchange.passage?.upload else {
    return Int(CURL_READFUNC_ABORT)
  }
  let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
  switch upload.pull(into: room, onBytes: hop.goOn) {
  case .bytes(let read): return read
  case .end: return 0
  case .wait:
    hop.waitsForBody = true
    return Int(CURL_READFUNC_PAUSE)
  case .broken:
    hop.fail(.cancelled, "the client left in the middle of its request")
    return Int(CURL_READFUNC_ABORT)
  }
}

/// A kept connection was dead: what the client has sent can begin again only where none of it was
/// taken.
private func curlHopSeeksPassedBody(
  _ context: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32
) -> Int32 {
  guard offset == 0, origin == 0, hop(context)?.exchange.passage?.upload?.isFresh == true else {
    return CURL_SEEKFUNC_CANTSEEK
  }
  return CURL_SEEKFUNC_OK
}

private func curlHopWantsTrailers(
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<curl_slist>?>?,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  for field in hop(context)?.exchange.passage?.upload?.trailers ?? [] {
    let field = field.withoutOddControls
    (Array("\(field.name): ".utf8) + field.valueBytes + [0]).withUnsafeBytes { line in
      list?.pointee = curl_slist_append(
        list?.pointee, line.assumingMemoryBound(to: CChar.self).baseAddress)
    }
  }
  return CURL_TRAILERFUNC_OK
}
