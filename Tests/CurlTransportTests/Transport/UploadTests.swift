import CurlTransport
import DemoServer
import Glibc
import NetEngine
import TestSupport
import Testing

/// Bodies on their way out.
@Suite(.timeLimit(.minutes(10))) struct UploadTests {
  let server: DemoServer
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    server = try Demo.server()
  }

  private static let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }

  // MARK: Progress

  @Test func everyStepIsToldInItsOrder() async throws {
    let steps = Record<Progress>()
    var target = TestTarget(baseURL: "\(server.baseURL)/upload")
    target.method = .post
    target.task = .requestData(Body(Self.bytes))
    let call = Provider(transport: transport).request(target).start { steps.append($0) }
    _ = try await call.value
    let phases = steps.all.map(\.phase)
    var distinct: [Progress.Phase] = []
    for phase in phases where phase != distinct.last { distinct.append(phase) }
    #expect(distinct == [.building, .connecting, .sending, .receiving, .done])
    let sent = steps.all.filter { $0.phase == .sending && $0.total != nil }
    #expect(sent.count > 1)
    #expect(sent.allSatisfy { $0.total == Self.bytes.count })
    #expect(sent.map(\.completed) == sent.map(\.completed).sorted())
    #expect(sent.last?.completed == Self.bytes.count)
    #expect(sent.last?.fraction == 1)
    #expect(steps.all.filter { $0.response != nil }.count == 1)
    #expect(steps.all.last?.fraction == 1)
  }

  @Test func aFileTellsItsProgressToo() async throws {
    let folder = try TestFolder()
    let path = try folder.write("large", Self.bytes)
    let steps = Record<Progress>()
    var target = TestTarget(baseURL: "\(server.baseURL)/upload")
    target.method = .put
    target.task = .uploadFile(path)
    _ = try await Provider(transport: transport).request(target).start { steps.append($0) }.value
    #expect(steps.all.last { $0.phase == .sending }?.completed == Self.bytes.count)
  }

  // MARK: Files that change

  /// A file whose size was noted, and which is another by the time it is sent.
  private func send(_ path: String, announced count: Int) async throws -> TransportError? {
    let request = try HTTPRequest.putting(path, to: "\(server.baseURL)/upload")
    guard truncate(path, count) == 0 else { throw TestFolder.Failure(what: path, code: errno) }
    do throws(TransportError) {
      _ = try await transport.send(request, reporting: Transfer())
      return nil
    } catch { return error }
  }

  @Test func aFileThatShrinksIsAnErrorThatNamesIt() async throws {
    let folder = try TestFolder()
    let path = try folder.write("shrinking", Self.bytes)
    let error = try #require(try await send(path, announced: 300_000))
    #expect(error.kind == .storage)
    #expect(error.phase == .sending)
    #expect(error.message.contains("shrinking' became shorter while it was sent: 300000 of 500000"))
    #expect(error.hint.contains("leave the file alone"))
    #expect(error.hops.first?.sentBodyBytes == 300_000)
  }

  @Test func aFileThatGrowsIsSentAsItWasAnnounced() async throws {
    let folder = try TestFolder()
    let path = try folder.write("growing", Array(Self.bytes.prefix(1_000)))
    #expect(try await send(path, announced: 5_000) == nil)
    let received = try #require(server.log.last { $0.method == "PUT" && $0.body.count == 1_000 })
    #expect(received.body.kept == Array(Self.bytes.prefix(1_000)))
  }

  @Test func aFileThatVanishesIsAnErrorThatNamesIt() async throws {
    let folder = try TestFolder()
    let path = try folder.write("vanishing", "hello")
    let request = try HTTPRequest.putting(path, to: "\(server.baseURL)/upload")
    unlink(path)
    do throws(TransportError) {
      _ = try await transport.send(request, reporting: Transfer())
      Issue.record("sent")
    } catch {
      #expect(error.kind == .storage)
      #expect(error.message.contains("vanishing': No such file or directory"))
    }
  }

  // MARK: Expect

  @Test func anExpectationWaitsForItsAnswer() async throws {
    let id = Unique.text()
    let response = try await transport.fire("\(server.baseURL)/upload?\(id)") {
      $0.method = .post
      $0.headers["Expect"] = "100-continue"
      $0.task = .requestData("the body")
    }.get()
    #expect(response.statusCode == 200)
    #expect(response.hops[0].interimResponses == 1)
    #expect(server.requests(with: id).first?.body.text == "the body")
  }

  @Test func nobodyElseSendsAnExpectation() async throws {
    let id = Unique.text()
    _ = try await transport.fire("\(server.baseURL)/upload?\(id)") {
      $0.method = .post
      $0.task = .requestData(Body([UInt8](repeating: 0, count: 2 << 20)))
    }.get()
    #expect(server.requests(with: id).first?.header("Expect") == nil)
  }

  @Test func aRefusedExpectationIsTheAnswer() async throws {
    let id = Unique.text()
    let response = try await transport.fire("\(server.baseURL)/broken/connection/417?\(id)") {
      $0.method = .post
      $0.headers["Expect"] = "100-continue"
      $0.task = .requestData("the body")
    }.get()
    // libcurl would ask again, without the header and without a word.
    #expect(response.statusCode == 417)
    #expect(response.body.text == "hello")
    #expect(response.hops.count == 1)
    #expect(response.hops[0].sentBodyBytes == 0)
    #expect(server.requests(with: id).count == 1)
    #expect(try await transport.fire("\(server.baseURL)/echo").get().statusCode == 200)
  }

  // MARK: Early answers

  /// Answers before it has read the body, in one of several ways.
  private static func impatient(_ steps: [ServerStep]) throws -> DemoServer {
    var configuration = DemoServer.Configuration()
    var route = Route("POST", "/", "impatient", .echo, "Answers early.") { _ in Reply(steps) }
    route.answersBeforeBody = true
    configuration.routes = [route]
    return try DemoServer(configuration: configuration)
  }

  private static let answer =
    "HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\n\r\ntoo large"

  @Test(
    "The answer wins over the body that could not be sent",
    arguments: [
      [ServerStep.raw(answer)], [.raw(answer), .close],
      [.raw(answer), .wait(milliseconds: 20), .close],
      [.raw(answer), .wait(milliseconds: 20), .reset],
    ])
  func early(steps: [ServerStep]) async throws {
    let server = try Self.impatient(steps)
    let body = Body([UInt8](repeating: 0x2e, count: 16 << 20))
    for _ in 0..<10 {
      let result = await transport.fire(server.baseURL) {
        $0.method = .post
        $0.task = .requestData(body)
      }
      let response = try #require(result.response, "\(result.error?.description ?? "")")
      #expect(response.statusCode == 413)
      #expect(response.body.text == "too large")
      #expect(response.hops[0].sentBodyBytes < body.count)
    }
  }

  @Test func theAnswerIsFoundInTheSocketWhenSendingFails() async throws {
    // The reset comes right behind the answer: now and then a write meets it first.
    let server = try Self.impatient([.raw(Self.answer), .reset])
    let body = Body([UInt8](repeating: 0x2e, count: 4 << 20))
    for _ in 0..<500 {
      let result = await transport.fire(server.baseURL) {
        $0.method = .post
        $0.task = .requestData(body)
      }
      try #require(result.response?.statusCode == 413, "\(result.error?.description ?? "")")
      #expect(result.response?.body.text == "too large")
    }
  }

  @Test func aConnectionThatIsResetWithoutAnAnswerIsReset() async throws {
    let server = try Self.impatient([.reset])
    let result = await transport.fire(server.baseURL) {
      $0.method = .post
      $0.task = .requestData(Body([UInt8](repeating: 0x2e, count: 16 << 20)))
    }
    #expect(result.transportError?.kind == .reset)
  }
}

extension HTTPRequest {
  /// A file to be sent, its size noted now.
  fileprivate static func putting(_ path: String, to url: String) throws -> HTTPRequest {
    try Endpoint(url: url, method: .put, task: .uploadFile(path)).build()
  }
}
