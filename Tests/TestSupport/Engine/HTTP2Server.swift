import Glibc
import NetEngine

/// `nghttpd`, an HTTP/2 server that serves the files of a folder.
package final class HTTP2Server: Sendable {
  /// Whether the tool is there; tests that need it are skipped by name without.
  package static let isAvailable =
    (try? Shell.run("PATH=$PATH:/usr/sbin; command -v nghttpd"))?.status == 0

  package let port: Int
  package let url: String
  /// What the server prints: frames and headers.
  private let output: Record<String>
  private let process: ChildProcess

  /// Serves `folder`, over TLS when it gets a certificate; a silent one keeps nothing it says.
  package init(
    _ folder: TestFolder, tls pair: Certificates.Pair? = nil, _ options: [String] = [],
    isSilent: Bool = false
  ) async throws {
    let words = ["nghttpd", "-v", "-a", "127.0.0.1", "-d", folder.path] + options
    var running: (Int, Record<String>, ChildProcess)?
    while running == nil {
      let port = Self.nextPort()
      let last = pair.map { ["\(port)", $0.key, $0.certificate] } ?? ["--no-tls", "\(port)"]
      let (output, isListening, hasBegun) = (Record<String>(), Later<Bool>(), Lock(false))
      let process = try ChildProcess(words + last) { bytes in
        // Ten thousand streams say forty megabytes.
        if isSilent, hasBegun.withLock({ $0 }) { return }
        output.append(String(decoding: bytes, as: UTF8.self))
        let text = output.all.joined()
        if text.contains("listen 127.0.0.1:\(port)\n") { isListening.set(true) }
        if text.contains("Could not listen") { isListening.set(false) }
        hasBegun.withLock { $0 = text.contains("isten ") }
      }
      // Somebody else had the port: the next one.
      if try await isListening.value() { running = (port, output, process) }
    }
    guard let running else { throw CancellationError() }
    (port, output, process) = running
    url = "\(pair == nil ? "http" : "https")://localhost:\(port)"
  }

  /// The tool wants to be told a port: one below those that the kernel gives to clients.
  private static func nextPort() -> Int {
    last.withLock { last in
      last = last == 0 ? Int.random(in: 12_000..<30_000) : 12_000 + (last - 12_000 + 1) % 18_000
      return last
    }
  }

  private static let last = Lock(0)

  /// Everything printed until a text stands in it; the tool prints at its own pace.
  package func text(until mark: String) async -> String {
    while true {
      let text = output.all.joined()
      if text.contains(mark) { return text }
      await Task.yield()
    }
  }

  /// The header lines of the first stream as they came in, and as they went out.
  package func headers() async -> (received: [String], sent: [String]) {
    let lines = await text(until: "stream_id=1 closed").split(separator: "\n").map(String.init)
    let mark = "recv (stream_id=1) "
    let received = lines.compactMap { line in
      line.contains(mark) ? line.split(separator: mark).last.map(String.init) : nil
    }
    let start = lines.firstIndex { $0.contains("send HEADERS frame") } ?? lines.endIndex
    let sent = lines[start...].dropFirst().prefix { $0.hasPrefix("          ") }
      .map { String($0.dropFirst(10)) }.filter { !$0.hasPrefix("(") && !$0.hasPrefix(";") }
    return (received, sent)
  }
}
