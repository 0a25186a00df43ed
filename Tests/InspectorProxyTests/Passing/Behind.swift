import LosslessJSON
import TestSupport

/// A server behind that reads each request to its end, keeps its bytes, and answers what it is told to.
final class Behind: Sendable {
  /// What it does with a request.
  enum Act: Sendable {
    case answer([UInt8])
    /// The connection ends, behind the bytes.
    case close([UInt8])
    /// The connection breaks, behind the bytes.
    case reset([UInt8])
    /// Nothing, until the other side has left.
    case silence

    static func text(_ lines: String) -> Act { .answer(Array(lines.utf8)) }
  }

  private let server: RawServer
  let requests = Lock<[String]>([])
  /// Connections whose other side has left while they were silent.
  let left: AsyncStream<Void>
  var port: Int { server.port }
  var url: String { "http://127.0.0.1:\(port)" }
  var authority: String { "127.0.0.1:\(port)" }

  init(_ act: @escaping @Sendable (_ request: String, _ number: Int) -> Act) throws {
    let requests = requests
    let (left, leaves) = AsyncStream<Void>.makeStream()
    self.left = left
    server = try RawServer { peer in
      var buffer: [UInt8] = []
      while let request = Self.request(of: peer, &buffer) {
        let number = requests.withLock {
          $0.append(request)
          return $0.count
        }
        switch act(request, number) {
        case .answer(let bytes): peer.send(bytes)
        case .close(let bytes): return peer.send(bytes)
        case .reset(let bytes):
          peer.send(bytes)
          return peer.reset()
        case .silence:
          while !peer.receive().isEmpty {}
          leaves.yield()
          return
        }
      }
    }
  }

  /// The next request with its body, byte for byte.
  private static func request(of peer: RawServer.Peer, _ buffer: inout [UInt8]) -> String? {
    func end(of wanted: String, from start: Int) -> Int? {
      let wanted = Array(wanted.utf8)
      while true {
        if buffer.count >= start + wanted.count,
          let found = (start...buffer.count - wanted.count).first(where: {
            buffer[$0..<$0 + wanted.count].elementsEqual(wanted)
          })
        {
          return found + wanted.count
        }
        let piece = peer.receive()
        if piece.isEmpty { return nil }
        buffer += piece
      }
    }
    guard let headEnd = end(of: "\r\n\r\n", from: 0) else { return nil }
    var whole = headEnd
    let head = String(decoding: buffer[..<headEnd], as: UTF8.self).lowercased()
    let lines = head.split(separator: "\r\n")
    if let line = lines.first(where: { $0.hasPrefix("content-length:") }) {
      whole += Int(line.split(separator: " ")[1]) ?? 0
      while buffer.count < whole {
        let piece = peer.receive()
        if piece.isEmpty { return nil }
        buffer += piece
      }
    } else if lines.contains("transfer-encoding: chunked") {
      guard let last = end(of: "\r\n0\r\n", from: headEnd - 2),
        let end = end(of: "\r\n\r\n", from: last - 2)
      else { return nil }
      whole = end
    }
    defer { buffer.removeFirst(whole) }
    return String(decoding: buffer[..<whole], as: UTF8.self)
  }
}
