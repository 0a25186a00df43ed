import CurlTransport
import NetEngine
import TestSupport
import Testing

/// A response over HTTP/2 is complete when its stream has ended, or its announced length has come.
@Suite(.timeLimit(.minutes(5))) struct StreamEndTests {
  typealias Step = Frames.Step

  private static func frame(
    _ kind: UInt8, _ flags: UInt8 = 0, on stream: Int = 1, _ payload: [UInt8] = []
  ) -> [UInt8] {
    Frames.frame(kind, flags, on: stream, payload)
  }

  private static let begin =
    frame(Frames.headers, Frames.endHeaders, Frames.ok) + frame(Frames.data, 0, hello)
  private static let hello = Array("hello".utf8)

  private static func goAway(_ code: Int) -> [UInt8] {
    frame(Frames.goAway, 0, on: 0, Frames.number(1) + Frames.number(code))
  }

  private static let large = frame(Frames.data, 0, [UInt8](repeating: 1, count: 70_000))

  /// Bytes after which the stream cannot end any more.
  static let cuts: [(id: String, bytes: [UInt8])] = [
    ("a DATA frame that is too large", large),
    ("more padding than frame", frame(Frames.data, Frames.padded, [200, 1, 2, 3])),
    ("SETTINGS of 3 bytes", frame(Frames.settings, 0, on: 0, [1, 2, 3])),
    ("PING of 3 bytes", frame(Frames.ping, 0, on: 0, [1, 2, 3])),
    ("DATA on stream 0", frame(Frames.data, 0, on: 0, [1])),
    ("SETTINGS on a stream", frame(Frames.settings, 0, on: 1)),
    ("GOAWAY with an error, then a broken frame", goAway(2) + large),
    ("GOAWAY without an error, then a broken frame", goAway(0) + large),
    ("CONTINUATION of nothing", frame(Frames.continuation, Frames.endHeaders, Frames.ok)),
    ("HEADERS never continued", frame(Frames.headers, 0, Frames.ok) + frame(Frames.data, 0, [1])),
    ("WINDOW_UPDATE of 0 on the connection", frame(Frames.windowUpdate, 0, on: 0, [0, 0, 0, 0])),
    (
      "WINDOW_UPDATE that overflows",
      frame(Frames.windowUpdate, 0, on: 0, Frames.number(0x7fff_ffff))
    ),
    ("PUSH_PROMISE unasked", frame(Frames.push, Frames.endHeaders, Frames.number(2) + [0x82])),
    (
      "a broken header block",
      frame(Frames.headers, Frames.endHeaders, [UInt8](repeating: 255, count: 5))
    ),
    ("RST_STREAM without an error", frame(Frames.reset, 0, Frames.number(0))),
    ("RST_STREAM with an error", frame(Frames.reset, 0, Frames.number(2))),
    ("RST_STREAM of 3 bytes", frame(Frames.reset, 0, [0, 0, 0])),
    (
      "a window of the stream that overflows",
      frame(Frames.windowUpdate, 0, Frames.number(0x7fff_ffff))
    ),
    ("trailers that do not end", frame(Frames.headers, Frames.endHeaders, [0, 1, 0x61, 1, 0x62])),
  ]

  static let ways = ["at once", "after the data", "with a close", "settled, with a close"]

  private static func steps(_ bytes: [UInt8], way: String) -> [Step] {
    switch way {
    case "at once": [.send(begin + bytes)]
    case "after the data": [.send(begin), .settle, .send(bytes)]
    case "with a close": [.send(begin + bytes), .finish]
    default: [.send(begin), .settle, .send(bytes), .finish]
    }
  }

  static let cutRows = cuts.indices.flatMap { cut in ways.map { (cut, $0) } }

  private func fire(
    _ server: RawServer, _ change: (inout TestTarget) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    await LibcurlTransport(environment: [:]).fire("http://127.0.0.1:\(server.port)/") { target in
      target.options = RequestOptions()
      target.options?.version = .http2
      change(&target)
    }
  }

  @Test(arguments: cutRows) func aStreamThatBreaksOffIsNoResponse(_ row: (Int, String)) async throws
  {
    let (id, bytes) = Self.cuts[row.0]
    let server = try Frames.server { _ in Self.steps(bytes, way: row.1) }
    let result = await fire(server)
    let kind = result.transportError?.kind
    #expect((try? result.get()) == nil, "\(id) \(row.1)")
    #expect([.truncated, .reset, .protocol, .empty].contains(kind), "\(id) \(row.1): \(result)")
    if let arrived = result.arrived, !arrived.body.isEmpty { #expect(arrived.body.text == "hello") }
  }

  @Test(arguments: [
    "a DATA frame that is too large", "more padding than frame", "SETTINGS of 3 bytes",
    "PING of 3 bytes", "DATA on stream 0", "GOAWAY without an error, then a broken frame",
  ])
  func aConnectionErrorKeepsWhatCame(id: String) async throws {
    let bytes = try #require(Self.cuts.first { $0.id == id }).bytes
    let server = try Frames.server { _ in Self.steps(bytes, way: "after the data") }
    let result = await fire(server)
    #expect(result.transportError?.kind == .truncated)
    #expect(result.transportError?.detail == "the HTTP/2 stream broke off after 5 bytes")
    #expect(result.arrived?.body.text == "hello")
    #expect(result.arrived?.isComplete == false)
  }

  private static let last = frame(Frames.data, Frames.end, Array(" end".utf8))
  private static let empty = frame(Frames.data, Frames.end)

  /// Whole responses, and the bodies they have.
  static let whole: [(id: String, bytes: [UInt8], body: String)] = [
    ("the last DATA ends the stream", begin + last, "hello end"),
    ("an empty DATA ends the stream", begin + empty, "hello"),
    (
      "padding", begin + frame(Frames.data, Frames.end | Frames.padded, [2, 0x21, 0, 0]), "hello!"
    ),
    (
      "trailers end the stream",
      begin + frame(Frames.headers, Frames.endHeaders | Frames.end, [0, 1, 0x61, 1, 0x62]), "hello"
    ),
    (
      "HEADERS end the stream",
      frame(Frames.headers, Frames.endHeaders | Frames.end, Frames.ok), ""
    ),
    ("GOAWAY afterwards", begin + last + goAway(0), "hello end"),
    ("GOAWAY in between", begin + goAway(0) + last, "hello end"),
    ("GOAWAY with an error afterwards", begin + last + goAway(2), "hello end"),
    ("RST_STREAM afterwards", begin + last + frame(Frames.reset, 0, Frames.number(0)), "hello end"),
    ("a broken frame afterwards", begin + last + large, "hello end"),
    ("no content", frame(Frames.headers, Frames.endHeaders | Frames.end, Frames.noContent), ""),
  ]

  static let wholeRows = whole.indices.flatMap { one in [(one, false), (one, true)] }

  @Test(arguments: wholeRows) func aStreamThatEndsIsComplete(_ row: (Int, Bool)) async throws {
    let (id, bytes, body) = Self.whole[row.0]
    let server = try Frames.server { _ in row.1 ? [.send(bytes), .finish] : [.send(bytes)] }
    let response = try await fire(server).get()
    #expect(response.body.text == body, "\(id)")
    #expect(response.warnings.isEmpty, "\(id): \(response.warnings)")
  }

  @Test(arguments: ["nothing", "a broken frame", "a close", "a reset", "an error of the stream"])
  func anAnnouncedLengthThatCameIsComplete(after: String) async throws {
    let server = try Frames.server { stream in
      let bytes =
        Frames.frame(
          Frames.headers, Frames.endHeaders, on: stream, Frames.ok + Frames.length(5))
        + Frames.frame(Frames.data, after == "nothing" ? Frames.end : 0, on: stream, Self.hello)
      let rest: [Step] =
        switch after {
        case "a broken frame": [.settle, .send(Self.large)]
        case "a close": [.settle, .finish]
        case "a reset": [.settle, .abort]
        case "an error of the stream":
          [.settle, .send(Frames.frame(Frames.reset, 0, on: stream, Frames.number(2)))]
        default: []
        }
      return [.send(bytes)] + rest
    }
    let result = await fire(server)
    #expect(try result.get().body.text == "hello")
    #expect(try result.get().warnings.isEmpty)
  }

  @Test func aShortBodyIsTruncatedWhateverEndsIt() async throws {
    let server = try Frames.server { stream in
      [
        .send(
          Frames.frame(
            Frames.headers, Frames.endHeaders, on: stream, Frames.ok + Frames.length(9))
            + Frames.frame(Frames.data, 0, on: stream, Self.hello)), .settle, .send(Self.large),
      ]
    }
    let error = await fire(server).transportError
    #expect(error?.kind == .truncated)
    #expect(error?.detail.contains("5 of 9 bytes") == true)
  }

  @Test func theFramesOfAResponseAreComparedWithItsBody() {
    var stream = StreamEnd()
    // A libcurl that shows no frames, whatever was replaced in it, leaves the end unseen.
    #expect(stream.doubt(received: 0) == .unseen)
    stream.take(0, isEnd: false)
    #expect(stream.doubt(received: 0) == .cut)
    stream.take(5, isEnd: false)
    stream.take(4, isEnd: true)
    #expect(stream.doubt(received: 9) == nil)
    #expect(stream.doubt(received: 5) == .lost(9))
  }
}

extension StreamEndTests {
  /// HEADERS and the first DATA of a stream, without a length.
  private static func begin(_ stream: Int) -> [UInt8] {
    Frames.frame(Frames.headers, Frames.endHeaders, on: stream, Frames.ok)
      + Frames.frame(Frames.data, 0, on: stream, hello)
  }

  private static let tls: @Sendable (inout TestTarget) -> Void = { target in
    target.options = RequestOptions()
    target.options?.verifiesTLS = false
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"), arguments: cuts.indices)
  func aStreamThatBreaksOffOnAKeptConnectionIsNoResponse(cut: Int) async throws {
    let (id, bytes) = Self.cuts[cut]
    // The second stream of a connection has the number 3. The head of a frame is enough: what the
    // tool has not sent when a connection ends, it sends over the next one.
    let second =
      bytes.dropFirst(5).prefix(4).elementsEqual([0, 0, 0, 1])
      ? bytes.prefix(8) + [3] + bytes.dropFirst(9) : bytes[...]
    let server = try await TLSFrameServer(Certificates.made.get().own) { stream in
      stream != 3
        ? [.send(Self.begin(stream) + Frames.frame(Frames.data, Frames.end, on: stream))]
        : [.send(Self.begin(3)), .settle, .send(Array(second.prefix(100)))]
    }
    let transport = LibcurlTransport(environment: [:])
    let first = try await transport.fire(server.url, Self.tls).get()
    #expect(first.body.text == "hello")
    #expect(first.warnings.map(\.kind) == [.unverifiedTLS])
    let cut = await transport.fire(server.url, Self.tls)
    #expect((try? cut.get()) == nil, "\(id)")
    #expect(cut.arrived?.hops[0].connection.isReused == true)
    let third = try await transport.fire(server.url, Self.tls).get()
    #expect(third.body.text == "hello", "\(id)")
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func aHundredStreamsOnOneConnectionAreComplete() async throws {
    let server = try await TLSFrameServer(Certificates.made.get().own) { stream in
      [.send(Self.begin(stream) + Frames.frame(Frames.data, Frames.end, on: stream))]
    }
    let transport = LibcurlTransport(environment: [:])
    let local = try await transport.fire(server.url, Self.tls).get().hops[0].connection.local
    let all = try await withThrowingTaskGroup(of: Response.self) { group in
      for _ in 0..<100 {
        group.addTask { try await transport.fire(server.url, Self.tls).get() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0.body.text == "hello" && $0.hops[0].connection.local == local })
    #expect(all.allSatisfy { $0.warnings.map(\.kind) == [.unverifiedTLS] })
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func aConnectionErrorCutsEveryStreamThatHasNotEnded() async throws {
    let began = Lock<[Int]>([])
    let server = try await TLSFrameServer(Certificates.made.get().own) { stream in
      if stream == 1 {
        return [.send(Self.begin(1) + Frames.frame(Frames.data, Frames.end, on: 1))]
      }
      let streams = began.withLock { streams in
        streams.append(stream)
        return streams
      }
      guard streams.count == 3 else { return [] }
      // The first of three ends in time.
      let ended = Frames.frame(Frames.data, Frames.end, on: streams[0])
      return [.send(streams.flatMap(Self.begin) + ended), .settle, .send(Self.large)]
    }
    let transport = LibcurlTransport(environment: [:])
    _ = try await transport.fire(server.url, Self.tls).get()
    let results = await withTaskGroup(of: Result<Response, NetError>.self) { group in
      for _ in 0..<3 { group.addTask { await transport.fire(server.url, Self.tls) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { (try? $0.get()) != nil } == 1)
    #expect(results.count { $0.transportError != nil } == 2)
  }
}
