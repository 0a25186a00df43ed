import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// HTTP/2 against `nghttpd`, in cleartext and over TLS.
@Suite(.enabled(if: HTTP2Server.isAvailable, "needs the nghttpd tool"), .timeLimit(.minutes(1)))
struct HTTP2Tests {
  static let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }

  private static let served = Result {
    let folder = try TestFolder()
    _ = try folder.write("hello.txt", "hello\n")
    _ = try folder.write("large.bin", large)
    return folder
  }

  let folder: TestFolder
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    folder = try Self.served.get()
  }

  private static var impatient: Limits {
    var limits = Limits()
    limits.idleTimeout = .seconds(5)
    return limits
  }

  private static var options: RequestOptions {
    var options = RequestOptions()
    options.version = .http2
    options.verifiesTLS = false
    return options
  }

  private func fire(
    _ url: String, _ change: (inout TestTarget) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    await transport.fire(url) { target in
      target.options = Self.options
      change(&target)
    }
  }

  // MARK: Cleartext, by prior knowledge

  @Test func anAnswerInFramesReadsLikeAnyOther() async throws {
    let server = try await HTTP2Server(folder)
    let response = try await fire("\(server.url)/hello.txt").get()
    #expect(response.statusCode == 200)
    #expect(response.body.text == "hello\n")
    let hop = response.hops[0]
    #expect(hop.httpVersion == "2")
    #expect(hop.reason.isEmpty)
    #expect(hop.head.starts(with: "HTTP/2 200 \r\n".utf8))
    #expect(hop.requestHead.starts(with: "GET /hello.txt HTTP/2\r\n".utf8))
    #expect(hop.headers["content-length"] == "6")
    #expect(hop.headers.map(\.name).allSatisfy { $0 == $0.lowercased() })
    #expect(response.warnings.isEmpty)
    #expect(hop.connection.tls == nil)
  }

  @Test func headersGoOutAndComeInAsTheyAreShown() async throws {
    let server = try await HTTP2Server(folder)
    let hop = try await fire("\(server.url)/hello.txt") {
      $0.headers = ["X-B": "2", "x-a": "1", "X-B": "3"]
    }.get().hops[0]
    let (received, sent) = await server.headers()
    #expect(received.filter { $0.hasPrefix("x-") } == ["x-b: 2", "x-a: 1", "x-b: 3"])
    // Two of the four pseudo headers are the request line and Host.
    let shown = String(decoding: hop.requestHead, as: UTF8.self).split(separator: "\r\n").dropFirst(
      2)
    #expect(received.filter { !$0.hasPrefix(":") } == shown.map { $0.loweringName })
    #expect(sent == [":status: 200"] + hop.headers.map { "\($0.name): \($0.value)" })
  }

  @Test func aLargeBodyIsWhole() async throws {
    let server = try await HTTP2Server(folder)
    let response = try await fire("\(server.url)/large.bin").get()
    #expect(response.body == Body(Self.large))
  }

  @Test func headHasNoBody() async throws {
    let server = try await HTTP2Server(folder)
    let response = try await fire("\(server.url)/large.bin") { $0.method = .head }.get()
    #expect(response.statusCode == 200)
    #expect(response.headers["content-length"] == "3000000")
    #expect(response.body.isEmpty)
  }

  @Test func aBodyIsSentInFrames() async throws {
    let server = try await HTTP2Server(folder, ["--echo-upload"])
    let body = Body((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 3) })
    let response = try await fire("\(server.url)/upload") {
      $0.method = .post
      $0.task = .requestData(body)
    }.get()
    #expect(response.body == body)
    #expect(response.hops[0].sentBodyBytes == body.count)
  }

  @Test func trailersComeAfterTheBody() async throws {
    let server = try await HTTP2Server(folder, ["--trailer", "x-sum: c0ffee"])
    let response = try await fire("\(server.url)/hello.txt").get()
    #expect(response.body.text == "hello\n")
    #expect(response.headers["content-length"] == "6")
    #expect(response.hops[0].trailers == ["x-sum": "c0ffee"])
  }

  @Test func aFailureHasItsStatus() async throws {
    let server = try await HTTP2Server(folder)
    let response = try await fire("\(server.url)/missing").get()
    #expect(response.statusCode == 404)
    #expect(!response.body.isEmpty)
  }

  // MARK: Limits and ends

  @Test func aLimitEndsOneStream() async throws {
    let server = try await HTTP2Server(folder)
    var limits = Limits()
    limits.wireBody = 1_000
    let result = await fire("\(server.url)/large.bin") { [limits] in $0.limits = limits }
    #expect(result.limit == LimitExceeded(.wireBody, allowed: 1_000, found: 3_000_000))
    #expect(try await fire("\(server.url)/hello.txt").get().body.text == "hello\n")
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func aCancelledStreamLeavesTheConnectionToTheOthers() async throws {
    let server = try await HTTP2Server(folder, tls: Certificates.made.get().own)
    let first = try await fire("\(server.url)/hello.txt").get().hops[0].connection
    for _ in 0..<20 {
      var target = TestTarget(baseURL: "\(server.url)/large.bin")
      target.options = Self.options
      let hasBytes = Gate()
      let call = Provider(transport: transport).request(target).start { progress in
        if progress.completed > 0 { hasBytes.open() }
      }
      async let beside = fire("\(server.url)/large.bin")
      await hasBytes.wait()
      call.cancel()
      #expect(await call.result.error?.isCancelled != false)
      #expect(try await beside.get().body.count == 3_000_000)
      let second = try await fire("\(server.url)/hello.txt").get()
      #expect(second.body.text == "hello\n")
      #expect(second.hops[0].connection.local == first.local)
    }
  }

  @Test func cleartextCallsComeOneAfterTheOther() async throws {
    let server = try await HTTP2Server(folder)
    for _ in 0..<5 {
      #expect(try await fire("\(server.url)/hello.txt").get().body.text == "hello\n")
    }
    let bodies = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask { try await fire("\(server.url)/large.bin").get().body.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == [Int](repeating: 3_000_000, count: 10))
  }

  @Test func aSlowReaderGetsEveryByte() async throws {
    let server = try await HTTP2Server(folder)
    var target = TestTarget(baseURL: "\(server.url)/large.bin")
    target.options = Self.options
    var received = 0
    for try await piece in Provider(transport: transport).request(target).bytes {
      received += piece.count
      for _ in 0..<10 { await Task.yield() }
    }
    #expect(received == 3_000_000)
  }

  @Test func aServerThatGoesAwayIsALoss() async throws {
    var server: HTTP2Server? = try await HTTP2Server(folder)
    let url = try #require(server?.url)
    _ = try await fire("\(url)/hello.txt").get()
    server = nil
    let kind = try #require(await fire("\(url)/hello.txt").error?.kind)
    #expect(kind == .connect)
  }

  @Test func plainHTTPOneIsNotHTTPTwo() async throws {
    let plain = try Demo.server()
    let error = try #require(await fire("\(plain.baseURL)/echo").transportError)
    #expect(error.kind == .protocol)
    #expect(error.message.contains("does not speak HTTP/2 here without TLS"))
  }

  // MARK: Over TLS

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func tlsAgreesOnHTTPTwoByItself() async throws {
    let server = try await HTTP2Server(folder, tls: Certificates.made.get().own)
    let response = try await fire("\(server.url)/hello.txt") { $0.options?.version = .automatic }
      .get()
    let hop = response.hops[0]
    #expect(hop.httpVersion == "2")
    #expect(hop.connection.tls?.version?.hasPrefix("TLSv1.") == true)
    #expect(hop.connection.tls?.certificates.count == 1)
    #expect(hop.timings.tls != nil)
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func manyCallsShareOneConnection() async throws {
    let server = try await HTTP2Server(folder, tls: Certificates.made.get().own)
    let hops = try await withThrowingTaskGroup(of: Hop.self) { group in
      for _ in 0..<40 {
        group.addTask {
          // What libcurl has read and sleeps on is a silence: its end frames were one of 10 s.
          let response = try await fire("\(server.url)/large.bin") {
            $0.limits = Self.impatient
          }.get()
          #expect(response.body.count == 3_000_000)
          return response.hops[0]
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(hops.map(\.connection.local)).count == 1)
    #expect(hops.filter { !$0.connection.isReused }.count == 1)
    // The one that opened the connection may not be the first to end.
    #expect(hops.allSatisfy { $0.connection.tls?.cipher != nil })
    #expect(hops.allSatisfy { $0.connection.tls?.certificates.count == 1 })
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func differentCredentialsDoNotShareOne() async throws {
    let server = try await HTTP2Server(folder, tls: Certificates.made.get().own)
    let locals = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<12 {
        group.addTask {
          try await fire("\(server.url)/hello.txt") {
            $0.headers["Authorization"] = "\(number % 3)"
          }.get().hops[0].connection.local
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(locals.count == 3)
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func anUncheckedConnectionIsNeverUsedForACheckedRequest() async throws {
    let pair = try Certificates.made.get().own
    let server = try await HTTP2Server(folder, tls: pair)
    let url = "\(server.url)/hello.txt"
    let unchecked = try await fire(url).get().hops[0].connection
    let refused = await fire(url) { $0.options?.verifiesTLS = true }
    #expect(refused.error?.kind == .tls)
    let checked = try await fire(url) {
      $0.options?.verifiesTLS = true
      $0.options?.certificateFile = pair.certificate
    }.get().hops[0].connection
    #expect(!checked.isReused && checked.local != unchecked.local)
    #expect(checked.tls?.isVerified == true)
    let again = try await fire(url).get().hops[0].connection
    #expect(again.isReused && again.local == unchecked.local)
    #expect(again.tls?.isVerified == false)
  }

  @Test(.enabled(if: Certificates.areAvailable, "needs the openssl tool"))
  func aServerThatAllowsFewStreamsIsAskedOverMoreConnections() async throws {
    let server = try await HTTP2Server(
      folder, tls: Certificates.made.get().own, ["--max-concurrent-streams=2"])
    let bodies = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask { try await fire("\(server.url)/large.bin").get().body.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == [Int](repeating: 3_000_000, count: 10))
  }
}

extension Substring {
  fileprivate var loweringName: String {
    let parts = split(separator: ":", maxSplits: 1)
    return parts[0].lowercased() + ":" + parts[1]
  }
}
