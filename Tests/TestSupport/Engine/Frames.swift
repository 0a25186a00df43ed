import NetEngine

/// Frames of HTTP/2 as bytes, and servers that send them as a test says.
package enum Frames {
  package static let data: UInt8 = 0
  package static let headers: UInt8 = 1
  package static let reset: UInt8 = 3
  package static let settings: UInt8 = 4
  package static let push: UInt8 = 5
  package static let ping: UInt8 = 6
  package static let goAway: UInt8 = 7
  package static let windowUpdate: UInt8 = 8
  package static let continuation: UInt8 = 9

  package static let end: UInt8 = 1
  package static let ack: UInt8 = 1
  package static let endHeaders: UInt8 = 4
  package static let padded: UInt8 = 8

  /// `:status: 200` in the static table.
  package static let ok: [UInt8] = [0x88]
  package static let noContent: [UInt8] = [0x89]

  /// `content-length` by its place in the static table.
  package static func length(_ count: Int) -> [UInt8] {
    let digits = Array("\(count)".utf8)
    return [0x0f, 0x0d, UInt8(digits.count)] + digits
  }

  package static func frame(
    _ kind: UInt8, _ flags: UInt8 = 0, on stream: Int = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    let count = payload.count
    return [UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff), kind, flags]
      + number(stream) + payload
  }

  package static func number(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The frames that a server sends first.
  package static let greeting = frame(settings) + frame(settings, ack)

  /// One step of a server's response to a request.
  package enum Step: Sendable {
    case send([UInt8])
    /// Waits until the client has read everything before.
    case settle
    /// Says that nothing more is sent.
    case finish
    /// Ends the connection with a reset.
    case abort
  }

  /// Whether a stream's end, or a body as long as announced, is in what a server sends.
  package static func isWhole(_ bytes: [UInt8], stream: Int) -> Bool {
    var reader = Reader()
    reader.bytes = bytes
    while let frame = reader.takeFrame() {
      let carries = frame.kind == data || frame.kind == headers
      if carries, frame.stream == stream, frame.flags & end != 0 { return true }
    }
    return false
  }

  package struct Frame {
    package var kind: UInt8
    package var flags: UInt8
    package var stream: Int
    package var payload: [UInt8]

    package init(kind: UInt8, flags: UInt8, stream: Int, payload: [UInt8]) {
      (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
    }
  }

  /// Takes a client's bytes apart.
  package struct Reader {
    package var bytes: [UInt8] = []

    package init(bytes: [UInt8] = []) { self.bytes = bytes }

    package mutating func takePreface() -> Bool {
      let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
      guard bytes.starts(with: preface) else { return false }
      bytes.removeFirst(preface.count)
      return true
    }

    package mutating func takeFrame() -> Frame? {
      guard bytes.count >= 9 else { return nil }
      let count = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
      guard bytes.count >= 9 + count else { return nil }
      let stream = bytes[5..<9].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
      let frame = Frame(
        kind: bytes[3], flags: bytes[4], stream: stream, payload: Array(bytes[9..<9 + count]))
      bytes.removeFirst(9 + count)
      return frame
    }
  }

  /// A cleartext server: `respond` gives the steps for a request on a stream.
  package static func server(_ respond: @escaping @Sendable (Int) -> [Step]) throws -> RawServer {
    try RawServer { peer in
      var client = Client(peer: peer)
      while !client.reader.takePreface() {
        guard client.receive() else { return }
      }
      peer.send(greeting)
      while let frame = client.next() {
        guard frame.kind == headers else { continue }
        for step in respond(frame.stream) where !client.take(step) { return }
      }
    }
  }

  private struct Client {
    let peer: RawServer.Peer
    var reader = Reader()

    mutating func receive() -> Bool {
      let bytes = peer.receive()
      reader.bytes += bytes
      return !bytes.isEmpty
    }

    mutating func next() -> Frame? {
      while true {
        if let frame = reader.takeFrame() { return frame }
        guard receive() else { return nil }
      }
    }

    /// False when the connection is over.
    mutating func take(_ step: Step) -> Bool {
      switch step {
      case .send(let bytes): peer.send(bytes)
      case .settle:
        peer.send(Frames.frame(Frames.ping, 0, on: 0, [UInt8](repeating: 7, count: 8)))
        while let frame = next() {
          if frame.kind == Frames.ping { return true }
        }
        return false
      case .finish: peer.halfClose()
      case .abort:
        peer.reset()
        return false
      }
      return true
    }
  }
}
