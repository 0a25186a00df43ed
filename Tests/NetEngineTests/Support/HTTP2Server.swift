import Glibc
import NetEngine

/// `nghttpd`, an HTTP/2 server that serves the files of a folder.
final class HTTP2Server: Sendable {
  /// Whether the tool is there; tests that need it are skipped by name without.
  static let isAvailable = Shell.has("nghttpd")

  let port: Int
  let url: String
  /// What the server prints: frames and headers.
  let output = Record<String>()
  private let process: ChildProcess

  /// Serves `folder`, over TLS when it gets a certificate.
  init(_ folder: ScratchFolder, tls pair: Certificates.Pair? = nil, _ options: [String] = [])
    async throws
  {
    port = try Self.freePort()
    url = "\(pair == nil ? "http" : "https")://localhost:\(port)"
    var words = ["nghttpd", "-v", "-a", "127.0.0.1", "-d", folder.path] + options
    words +=
      pair == nil
      ? ["--no-tls", "\(port)"] : ["\(port)", pair?.key ?? "", pair?.certificate ?? ""]
    let isListening = Gate()
    process = try ChildProcess(words) { [output] bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      output.append(text)
      if text.contains("listen ") { isListening.open() }
    }
    await isListening.wait()
  }

  /// Everything printed so far.
  var text: String { output.all.joined() }

  /// The tool wants to be told a port: one that was free a moment ago.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard code == 0 else { throw ScratchFolder.Failure(what: "bind", code: errno) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
