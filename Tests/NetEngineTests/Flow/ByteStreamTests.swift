import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// The body in pieces: complete, in order, and never far ahead of its reader.
@Suite(.timeLimit(.minutes(10))) struct ByteStreamTests {
  static let capacity = 1 << 20

  /// Keeps the channels of the transfers that pass through it.
  struct Tap: Transport {
    let base: any Transport
    let channels = Record<ByteChannel>()

    func send(
      _ request: HTTPRequest, reporting transfer: Transfer
    ) async throws(TransportError) -> Response {
      if let channel = transfer.chunks { channels.append(channel) }
      return try await base.send(request, reporting: transfer)
    }
  }

  /// Reads to the end or the failure.
  func read(_ stream: ByteStream) async -> (bytes: [UInt8], pieces: Int, error: NetError?) {
    var bytes: [UInt8] = []
    var pieces = 0
    do {
      for try await piece in stream {
        bytes += piece
        pieces += 1
      }
      return (bytes, pieces, nil)
    } catch {
      return (bytes, pieces, error)
    }
  }

  func stream(_ server: DemoServer, _ path: String) -> ByteStream {
    Provider(transport: LibcurlTransport(environment: [:]))
      .request(TestTarget(baseURL: server.baseURL, path: path)).bytes
  }

  @Test("the pieces are the body, byte for byte")
  func whole() async throws {
    let server = try DemoServer.withBroken()
    let result = await read(stream(server, "/bytes/2560000"))
    #expect(result.error == nil)
    #expect(result.pieces > 1)
    let ramp = Array(UInt8.min...UInt8.max)
    #expect(result.bytes == [[UInt8]](repeating: ramp, count: 10_000).flatMap { $0 })
  }

  @Test("an empty body has no pieces")
  func empty() async throws {
    let server = try DemoServer.withBroken()
    let result = await read(stream(server, "/empty"))
    #expect(result.pieces == 0)
    #expect(result.error == nil)
  }

  @Test("a body that breaks off gives what came, then its failure once")
  func brokenOff() async throws {
    let server = try DemoServer.withBroken()
    let result = await read(stream(server, "/broken/length/too-long"))
    #expect(!result.bytes.isEmpty)
    #expect(result.error?.kind == .truncated)
  }

  @Test("a refused status gives its body, then the failure")
  func refused() async throws {
    let server = try DemoServer.withBroken()
    let target = TestTarget(
      baseURL: server.baseURL, path: "/status/404", validationType: .successCodes)
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let result = await read(provider.request(target).bytes)
    #expect(String(decoding: result.bytes, as: UTF8.self) == #"{"error":"Not Found","code":404}"#)
    #expect(result.error?.kind == .client)
  }

  @Test("a stub comes in one piece, an empty one in none")
  func stub() async {
    let provider = Provider(transport: ScriptedTransport()) { $0.stub = .immediate }
    let result = await read(provider.request(GitHub.zen).bytes)
    #expect(result.pieces == 1)
    #expect(result.bytes == GitHub.zen.sampleData.bytes)
    #expect(await read(provider.request(TestTarget()).bytes).pieces == 0)
    let large = Body([UInt8](repeating: 7, count: 3 * Self.capacity))
    let whole = await read(provider.request(TestTarget(sampleData: large)).bytes)
    #expect(whole.bytes.count == large.count)
  }

  @Test("what a reader has seen cannot be retried")
  func noRetry() async {
    let transport = ScriptedTransport { request, transfer, _ in
      [UInt8]("part".utf8).withUnsafeBytes { _ = transfer.chunks?.offer($0, onRoom: {}) }
      return .failure(TransportError(.reset))
    }
    let provider = Provider(transport: transport) { $0.plugins = [RetryPlugin(jitter: { 0 })] }
    let result = await read(provider.request(TestTarget()).bytes)
    #expect(result.bytes == Array("part".utf8))
    #expect(result.error?.kind == .reset)
    #expect(transport.requests.count == 1)
  }

  @Test("a refusal that a plugin answers with another try is not handed out")
  func refusalThenAnswer() async throws {
    let count = Lock(0)
    let server = try DemoServer.answering { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 1
        ? Reply([.raw("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy")]) : .text("hello")
    }
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.plugins = [RetryPlugin(jitter: { 0 })]
      $0.clock = ManualClock()
    }
    let result = await read(provider.request(TestTarget(baseURL: server.baseURL)).bytes)
    #expect(result.bytes == Array("hello".utf8))
    #expect(result.error == nil)
  }

  @Test("a refusal that stands is handed out whole, its codings undone once")
  func refusalThatStands() async throws {
    let server = try DemoServer.withBroken()
    let plugin = TestPlugin.setting("X-A", "1")
    let provider = Provider(transport: LibcurlTransport(environment: [:])) { $0.plugins = [plugin] }
    for validation in [ValidationType.none, .successCodes] {
      let target = TestTarget(
        baseURL: server.baseURL, path: "/status/404", validationType: validation)
      let result = await read(provider.request(target).bytes)
      #expect(
        String(decoding: result.bytes, as: UTF8.self) == #"{"error":"Not Found","code":404}"#)
      #expect(result.error?.kind == (validation == .none ? nil : .client))
    }
  }

  @Test(
    "a bomb goes off in small pieces, and not for long",
    arguments: ["gzip", "double-gzip", "br", "zstd"])
  func bomb(name: String) async throws {
    let server = try DemoServer.withBroken()
    var target = TestTarget(baseURL: server.baseURL, path: "/broken/coding/bomb/\(name)")
    target.limits = Limits()
    target.limits?.decodedRatioFloor = 1 << 20
    target.limits?.decodedRatio = 10
    let call = Provider(transport: LibcurlTransport(environment: [:])).request(target)
    var (count, largest) = (0, 0)
    do throws(NetError) {
      for try await piece in call.bytes {
        count += piece.count
        largest = max(largest, piece.count)
      }
      Issue.record("it went on to the end")
    } catch {
      guard case .limit(let exceeded, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(exceeded == LimitExceeded(.decodedRatio, allowed: 10))
    }
    #expect(largest <= 64 << 10)
    #expect(count <= 11 << 20)
  }

  @Test("what nobody has seen is retried")
  func retry() async {
    let transport = ScriptedTransport(.failure(.reset), .status(200, body: "whole"))
    let provider = Provider(transport: transport) {
      $0.plugins = [RetryPlugin(jitter: { 0 })]
      $0.clock = ManualClock()
    }
    let result = await read(provider.request(TestTarget()).bytes)
    #expect(result.bytes == Array("whole".utf8))
    #expect(transport.requests.count == 2)
  }

  @Test("streams are never shared: each reader has a transfer of its own")
  func notShared() async throws {
    let server = try DemoServer.withBroken()
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.sharesInflight = true
    }
    let call = provider.request(TestTarget(baseURL: server.baseURL, path: "/bytes/1000"))
    async let one = read(call.bytes)
    async let other = read(call.bytes)
    let results = await [one, other]
    #expect(results.map(\.bytes.count) == [1_000, 1_000])
    #expect(server.requestCount == 2)
  }

  @Test("a full channel refuses, and calls once when there is room")
  func backpressure() async throws {
    let piece = [UInt8](repeating: 1, count: 64 << 10)
    let accepted = Record<Int>()
    let (filled, drained) = (Gate(), Gate())
    let rooms = Record<Void>()
    let transport = ScriptedTransport { request, transfer, _ in
      let channel = transfer.chunks
      for number in 0..<100 {
        let isTaken = piece.withUnsafeBytes {
          channel?.offer($0, onRoom: { rooms.append(()) }) == true
        }
        guard isTaken else { break }
        accepted.append(number)
      }
      filled.open()
      await drained.wait()
      return .success(.ok(request))
    }
    let tap = Tap(base: transport)
    var iterator = Provider(transport: tap).request(TestTarget()).bytes.makeAsyncIterator()
    await filled.wait()
    let channel = try #require(tap.channels.all.first)
    #expect(accepted.count == Self.capacity / piece.count)
    #expect(channel.queuedBytes == Self.capacity)
    #expect(rooms.count == 0)
    for _ in 0..<3 { #expect(try await iterator.next() == piece) }
    #expect(rooms.count == 1, "one refusal, one call")
    #expect(channel.queuedBytes == Self.capacity - 3 * piece.count)
    drained.open()
    var left = 0
    while try await iterator.next() != nil { left += 1 }
    #expect(left == accepted.count - 3)
    #expect(channel.queuedBytes == 0)
  }

  @Test("bytes that drip while nobody reads wait together, not one by one")
  func drops() async throws {
    let filled = Gate()
    let transport = ScriptedTransport { request, transfer, _ in
      for number in 0..<300_000 {
        withUnsafeBytes(of: UInt8(truncatingIfNeeded: number)) {
          _ = transfer.chunks?.offer($0, onRoom: {})
        }
      }
      filled.open()
      return .success(.ok(request))
    }
    var iterator = Provider(transport: transport).request(TestTarget()).bytes.makeAsyncIterator()
    await filled.wait()
    var (pieces, bytes): (Int, [UInt8]) = (0, [])
    while let piece = try await iterator.next() {
      pieces += 1
      bytes += piece
    }
    #expect(bytes == (0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(pieces < 100)
  }

  @Test("a slow reader holds the server back: what waits in memory is bounded")
  func slowReader() async throws {
    let server = try DemoServer.withBroken()
    let tap = Tap(base: LibcurlTransport(environment: [:]))
    let provider = Provider(transport: tap)
    // More than the sockets' own buffers could hold.
    let call = provider.request(TestTarget(baseURL: server.baseURL, path: "/bytes/32000000"))
    var iterator = call.bytes.makeAsyncIterator()
    var count = try await iterator.next()?.count ?? 0
    let channel = try #require(tap.channels.all.first)
    // Each of these is many turns of the same loop: time enough to read everything, if it did.
    for _ in 0..<40 {
      let other = TestTarget(baseURL: server.baseURL, path: "/bytes/100000")
      #expect(try await provider.request(other).value.body.count == 100_000)
      #expect(channel.queuedBytes <= Self.capacity)
    }
    #expect(server.counters.answered <= 40, "the large response is still on its way")
    while count < 4_000_000, let piece = try await iterator.next() {
      count += piece.count
      #expect(channel.queuedBytes <= Self.capacity)
    }
    #expect(count >= 4_000_000)
  }

  @Test("a reader that stops while the transport is held back ends the transfer")
  func droppedWhilePaused() async throws {
    let server = try DemoServer.withBroken()
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let call = provider.request(TestTarget(baseURL: server.baseURL, path: "/bytes/100000000"))
    do {
      var iterator = call.bytes.makeAsyncIterator()
      _ = try await iterator.next()
      let other = TestTarget(baseURL: server.baseURL, path: "/empty")
      for _ in 0..<20 { _ = try await provider.request(other).value }
    }
    #expect(await server.wait { $0.abandoned == 1 })
  }
}
