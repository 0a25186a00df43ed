import CurlTransport
import Glibc
import LosslessJSON
import NetEngine
import TestSupport
import Testing

/// Bytes behind a whole response are told of, however they were cut into packets.
@Suite(.timeLimit(.minutes(1))) struct BytesAfterBodyTests {
  /// Holds the transport at a response's head until the server has said the rest.
  private final class Listener: AnswerListener {
    let hasHead = Signal()
    let mayGoOn: Signal?
    let ended = Lock<ReceivedExchange?>(nil)
    let end = Gate()

    init(waitingFor signal: Signal?) { mayGoOn = signal }

    func hears(_ interim: HeadScanner.Interim) {}
    func begins(_ hop: Hop, _ framing: HeadScanner.Framing) {
      hasHead.give()
      mayGoOn?.take()
    }
    func takes(
      _ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void
    ) -> Bool { true }
    func pauses() {}
    func ends(_ received: ReceivedExchange) {
      ended.withLock { $0 = received }
      end.open()
    }
  }

  /// Wakes a thread once.
  private final class Signal: Sendable {
    private let ends: (read: Int32, write: Int32)

    init() {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    func give() { _ = write(ends.write, "x", 1) }

    func take() {
      var byte: UInt8 = 0
      _ = read(ends.read, &byte, 1)
    }
  }

  private static let rows: [(name: String, whole: String, kind: Warning.Kind)] = [
    ("a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", .bytesAfterBody),
    ("a length of nothing", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .bytesAfterBody),
    (
      "chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      .bytesAfterBody
    ),
    ("no body", "HTTP/1.1 204 No Content\r\n\r\n", .bodyNotAllowed),
    (
      "a close", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello",
      .bytesAfterBody
    ),
  ]

  @Test("the warning is the same for one write and for two", arguments: rows.indices)
  func splits(_ index: Int) async throws {
    let row = Self.rows[index]
    for isSplit in [false, true] {
      let mayGoOn = Signal()
      let listener = Listener(waitingFor: isSplit ? mayGoOn : nil)
      let hasHead = listener.hasHead
      let server = try RawServer { peer in
        _ = peer.receiveHead()
        if isSplit {
          peer.send(row.whole)
          hasHead.take()
          peer.send(", world")
          mayGoOn.give()
        } else {
          peer.send(row.whole + ", world")
        }
        while !peer.receive().isEmpty {}
      }
      let transport = LibcurlTransport(environment: [:])
      _ = try transport.pass(
        HTTPRequest(url: "http://127.0.0.1:\(server.port)/"),
        Passage(upload: nil, listener: listener, kept: 1_000))
      await listener.end.wait()
      let received = try #require(listener.ended.withLock { $0 })
      #expect(received.failure == nil)
      #expect(received.warnings.map(\.kind) == [row.kind], "\(row.name), split: \(isSplit)")
    }
  }
}
