import NetEngine

/// A TLS server that answers as a test says: `openssl s_server` does the TLS, the test the HTTP.
///
/// One connection at a time; it is kept until the client ends it.
package final class TLSServer: Sendable {
  /// Gets a request's head, gives the answer's bytes.
  package typealias Script = @Sendable (String) -> String

  package let port: Int
  /// The heads of all requests, in order.
  package let requests: Record<String>
  private let process: ChildProcess

  package var url: String { "https://localhost:\(port)" }

  package init(
    _ pair: Certificates.Pair, _ options: [String] = [], answering script: @escaping Script
  ) async throws {
    let requests = Record<String>()
    let conversation = Conversation(script: script, requests: requests)
    let words =
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", pair.certificate]
      + ["-key", pair.key] + options
    process = try ChildProcess(words) { conversation.take($0) }
    conversation.process.open(process)
    self.requests = requests
    port = try await conversation.port.value()
  }

  /// An answer with a length.
  package static func answer(
    _ body: String, status: String = "200 OK", fields: [String] = []
  ) -> String {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }
}

/// What is read from the tool: first its greeting with the port, then requests.
private final class Conversation: Sendable {
  let port = Later<Int>()
  let process = WeakBox<ChildProcess>()
  private let script: TLSServer.Script
  private let requests: Record<String>
  private let received = Lock<[UInt8]>([])

  init(script: @escaping TLSServer.Script, requests: Record<String>) {
    self.script = script
    self.requests = requests
  }

  func take(_ bytes: ArraySlice<UInt8>) {
    received.withLock { $0 += bytes }
    if !port.isKnown, let line = line(), let colon = line.lastIndex(of: ":") {
      port.set(Int(line[line.index(after: colon)...]) ?? 0)
    }
    while port.isKnown, let head = head() {
      requests.append(head)
      process.value?.write(Array(script(head).utf8))
    }
  }

  /// The line that says where it listens; what came before is thrown away.
  private func line() -> String? {
    received.withLock { bytes in
      while let end = bytes.firstIndex(of: 0x0a) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        if line.hasPrefix("ACCEPT") { return line }
      }
      return nil
    }
  }

  /// A whole request head; its body, and what the tool says around it, are thrown away.
  private func head() -> String? {
    received.withLock { bytes in
      guard
        let end = bytes.indices.dropLast(3).first(where: {
          bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10])
        })
      else { return nil }
      // The tool's own lines end with LF alone.
      let lines = bytes[..<end].split(separator: 0x0a)
      let own = lines.prefix { !$0.isRequestLine }
      let start = own.last.map { $0.endIndex + 1 } ?? 0
      let head = String(decoding: bytes[start..<(end + 4)], as: UTF8.self)
      let length =
        head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        .flatMap { Int($0.dropFirst(16)) } ?? 0
      guard bytes.count >= end + 4 + length else { return nil }
      bytes.removeFirst(end + 4 + length)
      return head
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isRequestLine: Bool { suffix(10).elementsEqual(" HTTP/1.1\r".utf8) }
}

/// A value that somebody will know.
package final class Later<Value: Sendable>: Sendable {
  private let known = Lock<Value?>(nil)
  private let gate = Gate()

  package var isKnown: Bool { known.withLock { $0 != nil } }

  package func set(_ value: Value) {
    known.withLock { $0 = $0 ?? value }
    gate.open()
  }

  package func value() async throws -> Value {
    await gate.wait()
    guard let value = known.withLock(\.self) else { throw CancellationError() }
    return value
  }
}

/// An object that two sides need and one owns.
package final class WeakBox<Object: AnyObject & Sendable>: Sendable {
  private struct Reference: Sendable {
    weak let object: Object?
  }

  private let reference = Lock<Reference?>(nil)

  package var value: Object? { reference.withLock { $0?.object } }

  package func open(_ object: Object) { reference.withLock { $0 = Reference(object: object) } }
}
