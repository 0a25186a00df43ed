import NetEngine

/// A server of raw frames over TLS: `openssl s_server` does the TLS, the test the frames.
///
/// One connection at a time, which the client ends.
package final class TLSFrameServer: Sendable {
  package let url: String
  private let process: ChildProcess

  /// `respond` gives the steps for a request on a stream.
  package init(
    _ pair: Certificates.Pair, _ respond: @escaping @Sendable (Int) -> [Frames.Step]
  ) async throws {
    let talk = Talk(respond)
    let words =
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", pair.certificate]
      + ["-key", pair.key, "-alpn", "h2"]
    process = try ChildProcess(words) { talk.take($0) }
    talk.process.open(process)
    url = "https://localhost:\(try await talk.port.value())/"
  }
}

/// Reads the tool's greeting with the port, then prefaces and frames.
private final class Talk: Sendable {
  let port = Later<Int>()
  let process = WeakBox<ChildProcess>()
  private let respond: @Sendable (Int) -> [Frames.Step]
  private let state = Lock(State())

  private struct State {
    var reader = Frames.Reader()
    var isConnected = false
    var steps: [Frames.Step] = []
    var waitsForPing = false
  }

  init(_ respond: @escaping @Sendable (Int) -> [Frames.Step]) { self.respond = respond }

  func take(_ bytes: ArraySlice<UInt8>) {
    let out = state.withLock { state in
      state.reader.bytes += bytes
      if !port.isKnown { findPort(&state) }
      return port.isKnown ? read(&state) : []
    }
    if !out.isEmpty { process.value?.write(out) }
  }

  private func findPort(_ state: inout State) {
    while let end = state.reader.bytes.firstIndex(of: 0x0a) {
      let line = String(decoding: state.reader.bytes[..<end], as: UTF8.self)
      state.reader.bytes.removeFirst(end + 1)
      guard line.hasPrefix("ACCEPT"), let word = line.split(separator: ":").last else { continue }
      return port.set(Int(word) ?? 0)
    }
  }

  /// The bytes to send now.
  private func read(_ state: inout State) -> [UInt8] {
    var out: [UInt8] = []
    let preface = Array("PRI * HTTP/2.0".utf8)
    let bytes = state.reader.bytes
    if let start = bytes.indices.first(where: { bytes[$0...].starts(with: preface) }) {
      state.reader.bytes.removeFirst(start)
      guard state.reader.takePreface() else { return [] }
      (state.isConnected, state.steps, state.waitsForPing) = (true, [], false)
      out += Frames.greeting
    }
    while state.isConnected, let frame = state.reader.takeFrame() {
      if frame.kind == Frames.ping { state.waitsForPing = false }
      if frame.kind == Frames.headers { state.steps += respond(frame.stream) }
      while !state.waitsForPing, !state.steps.isEmpty {
        switch state.steps.removeFirst() {
        case .send(let bytes): out += bytes
        case .settle:
          out += Frames.frame(Frames.ping, 0, on: 0, [UInt8](repeating: 7, count: 8))
          state.waitsForPing = true
        case .finish, .abort: break
        }
      }
    }
    return out
  }
}
