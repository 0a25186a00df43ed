/// Carries out the steps of one reply on one connection.
struct ReplyPlayer {
  enum Ending: Equatable {
    case keepAlive
    case close
    case reset
  }

  let wire: Wire
  let isHead: Bool
  let isOldVersion: Bool
  /// What the request asked for; a reply's own steps can still end the connection.
  private(set) var ending: Ending

  init(wire: Wire, request: Request, mustClose: Bool) {
    self.wire = wire
    isHead = request.method == "HEAD"
    isOldVersion = request.version == "HTTP/1.0"
    ending = mustClose || request.wantsClose ? .close : .keepAlive
  }

  /// Plays the reply and says what becomes of the connection.
  mutating func play(_ reply: Reply) throws(WireEnd) -> Ending {
    _ = try play(reply.steps)
    if ending != .reset { try wire.flush() }
    return ending
  }

  /// False when a step has ended the connection and nothing may follow.
  private mutating func play(_ steps: [Step]) throws(WireEnd) -> Bool {
    for step in steps where try !play(step) { return false }
    return true
  }

  private mutating func play(_ step: Step) throws(WireEnd) -> Bool {
    switch step {
    case .head(let head): try send(head)
    case .body(let bytes): if !isHead { try wire.send(bytes) }
    case .chunk(let bytes): try sendChunk(bytes)
    case .lastChunk(let trailers): try sendLastChunk(trailers)
    case .raw(let bytes): try wire.send(bytes)
    case .wait(let milliseconds): try wire.wait(milliseconds: milliseconds)
    case .repeated(let count, let steps):
      for _ in 0..<count where try !play(steps) { return false }
    case .endless(let steps): while try play(steps) {}
    case .generated(let count, let make):
      for index in 0..<count where try !play(make(index)) { return false }
    case .close: ending = .close
    case .halfClose: try wire.halfClose()
    case .reset:
      try wire.flush()
      ending = .reset
    case .hang: try wire.hang()
    }
    switch step {
    case .close, .reset: return false
    default: return true
    }
  }

  /// Adds what the connection's fate demands to the fields the reply gives.
  private mutating func send(_ head: Head) throws(WireEnd) {
    var head = head
    if isOldVersion {
      let chunked = head.fields.contains { $0.name == "Transfer-Encoding" }
      head.fields.removeAll { $0.name == "Transfer-Encoding" }
      if chunked { ending = .close }
      if ending == .keepAlive { head.fields.append(Field("Connection", "keep-alive")) }
    }
    let saysConnection = head.fields.contains { $0.name == "Connection" }
    if ending == .close, head.status >= 200, !saysConnection {
      head.fields.append(Field("Connection", "close"))
    }
    try wire.send(head.bytes)
  }

  private func sendChunk(_ bytes: [UInt8]) throws(WireEnd) {
    guard !isHead, !bytes.isEmpty else { return }
    if isOldVersion { return try wire.send(bytes) }
    try wire.send(Array("\(String(bytes.count, radix: 16))\r\n".utf8))
    try wire.send(bytes)
    try wire.send([13, 10])
  }

  private func sendLastChunk(_ trailers: [Field]) throws(WireEnd) {
    guard !isHead, !isOldVersion else { return }
    var text = "0\r\n"
    for field in trailers { text += "\(field.name): \(field.value)\r\n" }
    try wire.send(Array((text + "\r\n").utf8))
  }
}
