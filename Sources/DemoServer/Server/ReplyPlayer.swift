import InspectorProxy

/// Turns a reply's steps into what one connection sends.
///
/// `@unchecked Sendable`: the server's thread alone uses it.
final class ReplyPlayer: @unchecked Sendable {
  private let isHead: Bool
  private let isOldVersion: Bool
  private var closes: Bool
  /// Steps that are made one by one; the innermost are the last.
  private var sources: [(next: Int, count: Int, make: (Int) -> Step)]
  /// A step that is no bytes, behind bytes that are sent first.
  private var held: Step?
  private let onEnd: () -> Void

  /// `closes` says that the connection ends with the reply; steps can end it too.
  init(_ reply: Reply, to request: Request, closes: Bool, onEnd: @escaping () -> Void) {
    let steps = reply.steps
    sources = [(0, steps.count, { steps[$0] })]
    isHead = request.method == "HEAD"
    isOldVersion = request.version == "HTTP/1.0"
    (self.closes, self.onEnd) = (closes, onEnd)
  }

  /// Bytes of as many steps as are sent at once, or what follows them.
  func next() -> ResponseStep {
    var bytes: [UInt8] = []
    while held == nil, bytes.count < ResponseStep.large, let step = nextStep() {
      switch step {
      case .head(let head): bytes += self.bytes(of: head)
      case .body(let piece): if !isHead { bytes += piece }
      case .chunk(let piece): appendChunk(piece, to: &bytes)
      case .lastChunk(let trailers): appendLastChunk(trailers, to: &bytes)
      case .raw(let piece): bytes += piece
      case .generated(let count, let make): sources.append((0, count, make))
      case .wait, .close, .halfClose, .reset, .hang: held = step
      }
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    defer { held = nil }
    switch held {
    case .wait(let milliseconds): return .pause(UInt64(milliseconds) * 1_000)
    case .halfClose: return .halfClose
    case .hang: return .end(.hang)
    case .reset:
      onEnd()
      return .end(.reset(after: nil))
    case let step:
      onEnd()
      return .end(closes || step != nil ? .cut(after: 0) : .whole)
    }
  }

  private func nextStep() -> Step? {
    while let source = sources.last {
      guard source.next < source.count else {
        sources.removeLast()
        continue
      }
      sources[sources.count - 1].next += 1
      return source.make(source.next)
    }
    return nil
  }

  /// Adds what the connection's fate demands to the fields the reply gives.
  private func bytes(of head: Head) -> [UInt8] {
    var head = head
    if isOldVersion {
      let isChunked = head.fields.contains { $0.name == "Transfer-Encoding" }
      head.fields.removeAll { $0.name == "Transfer-Encoding" }
      if isChunked { closes = true }
      if !closes { head.fields.append(Field("Connection", "keep-alive")) }
    }
    if closes, head.status >= 200, !head.fields.contains(where: { $0.name == "Connection" }) {
      head.fields.append(Field("Connection", "close"))
    }
    return head.bytes
  }

  private func appendChunk(_ piece: [UInt8], to bytes: inout [UInt8]) {
    guard !isHead, !piece.isEmpty else { return }
    if !isOldVersion { bytes += "\(String(piece.count, radix: 16))\r\n".utf8 }
    bytes += piece
    if !isOldVersion { bytes += [13, 10] }
  }

  private func appendLastChunk(_ trailers: [Field], to bytes: inout [UInt8]) {
    guard !isHead, !isOldVersion else { return }
    bytes += "0\r\n".utf8
    for field in trailers { bytes += "\(field.name): \(field.value)\r\n".utf8 }
    bytes += [13, 10]
  }
}
