import CurlTransport
import DemoServer
import Glibc
import NetEngine
import TestServer
import TestSupport
import Testing

/// Bodies read in pieces: nothing lost, nothing twice, and the server waits for the reader.
@Suite(.timeLimit(.minutes(2))) struct StreamTests {
  let transport = LibcurlTransport(environment: [:])

  private func stream(_ url: String, _ change: (inout TestTarget) -> Void = { _ in }) -> ByteStream
  {
    var target = TestTarget(baseURL: url)
    change(&target)
    return Provider(transport: transport).request(target).bytes
  }

  /// Whether the bytes go on where the ramp stood.
  private static func isRamp(_ piece: [UInt8], from start: Int) -> Bool {
    guard piece.count + 256 <= ramp.count else { return false }
    // A loop over the bytes takes seconds in a debug build.
    return ramp.withUnsafeBufferPointer { ramp in
      ramp.baseAddress.map { memcmp($0 + start % 256, piece, piece.count) } == 0
    }
  }

  private static let ramp = (0..<2 << 20).map { UInt8(truncatingIfNeeded: $0) }

  @Test func aSlowReaderGetsEveryByteOnce() async throws {
    let server = try Demo.server()
    let count = 8_000_000
    var received = 0
    for try await piece in stream("\(server.baseURL)/bytes/\(count)") {
      #expect(Self.isRamp(piece, from: received))
      received += piece.count
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(received == count)
  }

  @Test func chunksArePausedAndTakenUpWithoutLoss() async throws {
    // Chunks that end in the middle of what is read at once, among them when the reader is full.
    let chunk = (0..<70_001).map { UInt8(truncatingIfNeeded: $0) }
    let server = try DemoServer.answering { _ in
      .chunked(
        type: "text/plain", trailers: [Field("X-Sum", "1")], [.repeated(100, [.chunk(chunk)])])
    }
    var received: [UInt8] = []
    for try await piece in stream(server.baseURL) {
      received += piece
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(received.count == 7_000_100)
    #expect(received == (0..<100).flatMap { _ in chunk })
  }

  @Test func aReaderThatStopsHoldsTheServerBack() async throws {
    let sent = Record<Int>()
    let piece = [UInt8](repeating: 0x2e, count: 1 << 20)
    let server = try DemoServer.answering { _ in
      Reply([
        .raw("HTTP/1.1 200 OK\r\n\r\n"),
        .generated(count: 200) { number in
          sent.append(number)
          return .raw(piece)
        },
        .close,
      ])
    }
    var iterator = stream(server.baseURL).makeAsyncIterator()
    let first = try await iterator.next()
    #expect(first?.isEmpty == false)
    // Something else on the same thread comes and goes meanwhile.
    for _ in 0..<20 { _ = try await transport.fire(try Demo.server().baseURL + "/echo").get() }
    #expect(sent.count < 100, "\(sent.count) MiB were taken ahead of the reader")
    var total = first?.count ?? 0
    while let next = try await iterator.next() { total += next.count }
    #expect(total == 200 << 20)
  }

  @Test func aPauseIsNobodysSilence() async throws {
    var limits = Limits()
    limits.idleTimeout = .milliseconds(300)
    var iterator = stream("\(try Demo.server().baseURL)/bytes/9000000") { [limits] in
      $0.limits = limits
    }.makeAsyncIterator()
    var received = try await iterator.next()?.count ?? 0
    // A hanging request is the clock: twice the limit passes while nobody reads.
    let url = try Demo.server().baseURL + "/broken/time/hang"
    _ = await transport.fire(url) { $0.timeout = .milliseconds(700) }
    while let piece = try await iterator.next() { received += piece.count }
    #expect(received == 9_000_000)
  }

  @Test func aReaderThatLeavesEndsTheTransfer() async throws {
    let server = try DemoServer.withBroken()
    do {
      var iterator = stream("\(server.baseURL)/bytes/1000000000").makeAsyncIterator()
      #expect(try await iterator.next()?.isEmpty == false)
    }
    #expect(await server.waitForClosedConnections(1))
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
  }

  @Test func aStreamThatIsPausedCanBeCancelled() async throws {
    let server = try DemoServer.withBroken()
    let isReading = Gate()
    let task = Task { [stream = stream("\(server.baseURL)/bytes/1000000000")] () -> NetError? in
      do throws(NetError) {
        for try await _ in stream {
          isReading.open()
          await Gate.untilCancelled()
        }
        return nil
      } catch { return error }
    }
    await isReading.wait()
    task.cancel()
    #expect(await task.value?.isCancelled == true)
    #expect(await server.waitForClosedConnections(1))
  }

  @Test func theTotalTimeEndsAStreamThatIsPaused() async throws {
    let server = try DemoServer.withBroken()
    var iterator = stream("\(server.baseURL)/bytes/1000000000") { $0.timeout = .milliseconds(500) }
      .makeAsyncIterator()
    #expect(try await iterator.next()?.isEmpty == false)
    #expect(await server.waitForClosedConnections(1))
    await #expect(throws: NetError.self) {
      while try await iterator.next() != nil {}
    }
  }

  @Test func aBrokenStreamGivesWhatCameAndThenTheError() async throws {
    let server = try Demo.server()
    for (path, kind, count) in [
      ("/broken/length/too-long", Kind.truncated, 400), ("/broken/chunks/too-long", .protocol, 3),
      ("/broken/chunks/fin-in-data", .truncated, 5),
    ] {
      var received = 0
      do throws(NetError) {
        for try await piece in stream(server.baseURL + path) { received += piece.count }
        Issue.record("no error at \(path)")
      } catch {
        #expect(error.kind == kind)
      }
      #expect(received == count)
    }
  }

  @Test func aRedirectsBodyIsNotInTheStream() async throws {
    let server = try Demo.server()
    let url = RedirectSocketTests.redirecting(from: server.baseURL, to: "/bytes/3")
    var received: [UInt8] = []
    for try await piece in stream(url) { received += piece }
    #expect(received == [0, 1, 2])
  }

  @Test func manyStreamsAreReadAtOnce() async throws {
    let url = try Demo.server().baseURL + "/bytes/1500000"
    let totals = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          var received = 0
          for try await piece in stream(url) {
            guard Self.isRamp(piece, from: received) else { return -1 }
            received += piece.count
            await Task.yield()
          }
          return received
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(totals == [Int](repeating: 1_500_000, count: 20))
  }
}
