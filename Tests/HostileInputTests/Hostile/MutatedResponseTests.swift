import CurlTransport
import NetEngine
import TestSupport
import Testing

/// Hostile responses in pairs and triples over kept connections, by a server of raw bytes.
///
/// Seeded: a failure repeats. `INSPECTOR_DEEP=1` runs a hundred times as many.
@Suite("Mutated responses", .timeLimit(.minutes(60))) struct MutatedResponseTests {
  private static let rounds = ProcessTable.isDeep ? 5_000 : 50
  private static let parts = 4

  private static func limits() -> Limits {
    var limits = Limits()
    limits.wireBody = 1 << 20
    return limits
  }

  // MARK: HTTP/1

  /// The seed of a response and its place in the sequence, as the path names them.
  private static func response(_ head: String) -> RawResponse {
    let words = head.split(separator: " ").dropFirst().first?.split(separator: "/") ?? []
    return RawResponse(
      seed: words.first.flatMap { UInt64($0) } ?? 0, place: words.last.flatMap { Int($0) } ?? 0)
  }

  @Test(arguments: 0..<parts) func nothingOfHTTPOneCrashesOrIsCutInSilence(part: Int) async throws {
    let server = try RawServer { peer in
      while case let head = peer.receiveHead(), !head.isEmpty {
        let response = Self.response(head)
        peer.send(response.bytes)
        guard response.isKept else { return }
      }
    }
    let transport = LibcurlTransport(environment: [:])
    for round in 0..<Self.rounds {
      let seed = UInt64(part) << 32 | UInt64(round)
      for place in 0..<2 + round % 2 {
        let result = await transport.fire("http://127.0.0.1:\(server.port)/\(seed)/\(place)") {
          $0.limits = Self.limits()
          $0.options = RequestOptions()
          $0.options?.followsRedirects = false
        }
        check(result, RawResponse(seed: seed, place: place), "seed \(seed), place \(place)")
      }
    }
  }

  private func check(
    _ result: Result<Response, NetError>, _ sent: RawResponse, _ id: String
  ) {
    guard let response = try? result.get() else { return }
    switch sent.kind {
    case .whole: #expect(response.body.bytes == sent.body, "\(id)")
    case .cut: Issue.record("\(id): a prefix is taken for a response: \(sent.text)")
    case .mutated: break
    }
  }

  // MARK: HTTP/2

  @Test(arguments: 0..<parts) func nothingOfHTTPTwoCrashesOrIsCutInSilence(part: Int) async throws {
    let script = FrameScript(seed: UInt64(part) << 32)
    let server = try Frames.server { [.send(script.next(on: $0, isLast: true)), .finish] }
    let transport = LibcurlTransport(environment: [:])
    for round in 0..<Self.rounds {
      await fire(
        "http://127.0.0.1:\(server.port)/", by: transport, script, "part \(part), \(round)")
    }
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func nothingOnAKeptConnectionOfHTTPTwoCrashesOrIsCutInSilence() async throws {
    let script = FrameScript(seed: 77)
    let server = try await TLSFrameServer(Certificates.made.get().own) { stream in
      [.send(script.next(on: stream, isLast: stream >= 3 + 2 * (script.count % 2)))]
    }
    let transport = LibcurlTransport(environment: [:])
    for round in 0..<Self.rounds {
      await fire(server.url, by: transport, script, "round \(round)")
    }
  }

  private func fire(
    _ url: String, by transport: LibcurlTransport, _ script: FrameScript, _ id: String
  ) async {
    script.begin()
    let result = await transport.fire(url) {
      $0.limits = Self.limits()
      $0.options = RequestOptions()
      $0.options?.version = .http2
      $0.options?.verifiesTLS = false
    }
    guard let response = try? result.get() else { return }
    let hasLength = response.headers["content-length"].flatMap { Int($0) } == response.body.count
    let isBodiless = [204, 304].contains(response.statusCode)
    #expect(script.sentWhole || hasLength || isBodiless, "\(id): \(script.text)")
  }
}

/// A response made of a seed: whole with odd lines, cut, or with bytes changed.
private struct RawResponse {
  enum Kind { case whole, cut, mutated }

  let kind: Kind
  let bytes: [UInt8]
  let body: [UInt8]

  /// The connection goes on behind it.
  var isKept: Bool { kind == .whole }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let lines = [
    " X: " + String(repeating: "a", count: 40), "\tY: b", " : c", "A: 1\r\n  folded\r\n\tagain",
    "B:",
    ": no name", "C\rD: e", "E: \u{1}", "F: " + String(repeating: "f", count: 5_000), "no colon",
    "Set-Cookie: a=b; Domain=.", "Connection: keep-alive", "Server: s", "G : h",
    "WWW-Authenticate: Digest",
  ]
  private static let interims = [
    "", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\n X: " + String(repeating: "b", count: 30) + "\r\n\r\n",
  ]

  init(seed: UInt64, place: Int) {
    var dice = SplitMix(seed: seed &* 0x9e37_79b9 &+ UInt64(place))
    var text = Self.interims.randomElement(using: &dice) ?? ""
    text +=
      ["HTTP/1.1 200 OK", "HTTP/1.1 404 N", "HTTP/1.1 301 M"].randomElement(using: &dice) ?? ""
    text += "\r\n"
    for _ in 0..<Int.random(in: 0..<4, using: &dice) {
      text += (Self.lines.randomElement(using: &dice) ?? "") + "\r\n"
    }
    body = Array(String(repeating: "x", count: Int.random(in: 0..<40, using: &dice)).utf8)
    if Bool.random(using: &dice) {
      text += "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self)
    } else {
      let chunk =
        body.isEmpty
        ? ""
        : String(body.count, radix: 16) + "\r\n" + String(decoding: body, as: UTF8.self) + "\r\n"
      text += "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n"
    }
    let whole = Array(text.utf8)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0:
      (kind, bytes) = (.cut, Array(whole.prefix(Int.random(in: 0..<whole.count, using: &dice))))
    case 1: (kind, bytes) = (.mutated, dice.mutate(whole))
    default: (kind, bytes) = (.whole, whole)
    }
  }
}

/// Makes frames of seeds and remembers what was sent for the current request.
private final class FrameScript: Sendable {
  private struct State {
    var dice: SplitMix
    var count = 0
    var sent: [(stream: Int, bytes: [UInt8])] = []
  }

  private let state: Lock<State>

  init(seed: UInt64) { state = Lock(State(dice: SplitMix(seed: seed))) }

  /// How many responses were made.
  var count: Int { state.withLock { $0.count } }

  func begin() { state.withLock { $0.sent = [] } }

  /// Whether one of the responses to the current request has its end.
  var sentWhole: Bool {
    state.withLock { $0.sent.contains { Frames.isWhole($0.bytes, stream: $0.stream) } }
  }

  var text: String { state.withLock { "\($0.sent)" } }

  func next(on stream: Int, isLast: Bool) -> [UInt8] {
    state.withLock { state in
      state.count += 1
      let bytes = Self.make(stream, isLast, &state.dice)
      state.sent.append((stream, bytes))
      return bytes
    }
  }

  /// The last one ends its connection whatever was changed: its tail is longer than any frame.
  private static func make(_ stream: Int, _ isLast: Bool, _ dice: inout SplitMix) -> [UInt8] {
    let length = Bool.random(using: &dice) ? Frames.length(12) : []
    var bytes = Frames.frame(Frames.headers, Frames.endHeaders, on: stream, Frames.ok + length)
    for _ in 0..<Int.random(in: 0..<3, using: &dice) { bytes += odd(stream, &dice) }
    bytes += Frames.frame(Frames.data, 0, on: stream, Array("hello ".utf8))
    guard isLast else {
      return bytes + Frames.frame(Frames.data, Frames.end, on: stream, Array("world!".utf8))
    }
    for _ in 0..<Int.random(in: 0..<3, using: &dice) { bytes += odd(stream, &dice) }
    let flags = Bool.random(using: &dice) ? Frames.end : 0
    bytes += Frames.frame(Frames.data, flags, on: stream, Array("world!".utf8))
    // The first byte stays: `openssl s_server` obeys some letters at the beginning of its input.
    return [0] + dice.mutate(Array(bytes.dropFirst())) + [UInt8](repeating: 0xff, count: 16_400)
  }

  /// Frames that are allowed within a response.
  private static func odd(_ stream: Int, _ dice: inout SplitMix) -> [UInt8] {
    let all = [
      Frames.frame(Frames.ping, 0, on: 0, [UInt8](repeating: 1, count: 8)),
      Frames.frame(Frames.settings), Frames.frame(Frames.data, 0, on: stream),
      Frames.frame(Frames.data, Frames.padded, on: stream, [3, 0, 0, 0]),
      Frames.frame(Frames.windowUpdate, 0, on: 0, Frames.number(9)),
      Frames.frame(Frames.windowUpdate, 0, on: stream, Frames.number(9)),
      Frames.frame(0xbe, 0xff, on: stream, [1, 2, 3]),
    ]
    return all.randomElement(using: &dice) ?? []
  }
}

extension SplitMix {
  /// One to three changes: bytes replaced, left out, repeated, put in or cut off.
  fileprivate mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1..<4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      let end = min(bytes.count, place + Int.random(in: 1..<12, using: &self))
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1: bytes[place] = [0, 0x20, 0x0a, 0x0d, 0x3a, 0xff].randomElement(using: &self) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.insert(UInt8.random(in: 0...255, using: &self), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }
}
