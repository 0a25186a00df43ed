import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Bodies of which a recording keeps the beginning alone.
@Suite("A body kept in part")
struct PartOfBodyTests {
  private static let body = "{\"code\":0,\"message\":\"ok\",\"data\":[1,2,3,4,5,6,7,8]}"

  private func exchange(status: Int = 200, fails: Bool = false) -> Exchange {
    let request = HTTPRequest(url: "http://h.test/a")
    let response = Response(
      statusCode: status, headers: ["Content-Type": "application/json"], body: Body(Self.body),
      request: request)
    return Exchange(
      sequence: 1, name: "", startedAt: 1, request: request,
      result: fails
        ? .failure(.business(code: "7", message: "no", response)) : .success(response))
  }

  private func stored(_ exchange: Exchange) throws -> Exchange {
    var writer = HARWriter()
    writer.bodyLimit = 20
    return try Session.read(writer.document([exchange])).exchange(at: 0)
  }

  private static let pipelines: [Pipeline] = [
    Pipeline(), Pipeline(mapping: .json), Pipeline(mapping: .string),
    Pipeline(mapping: .object("data")), Pipeline(profile: .codeMsgData),
    Pipeline(mapping: .json, profile: .codeMsgData), Pipeline(profile: .graphQL),
  ]

  @Test("is not judged: only the status decides", arguments: pipelines)
  func verdict(_ pipeline: Pipeline) throws {
    let kept = try stored(exchange())
    #expect(kept.response?.body.count == 20 && kept.truncatedFrom == Self.body.utf8.count)
    let outcome = try #require(kept.outcome(pipeline))
    #expect(outcome.kind == .ok, "\(outcome.steps)")
    for step in outcome.steps.dropFirst() {
      #expect(step.note == "the recording keeps 20 of \(Self.body.utf8.count) bytes")
    }
    #expect(try stored(exchange(status: 503)).outcome(pipeline)?.kind == .server)
    #expect(try stored(exchange(fails: true)).outcome(pipeline)?.kind == .business)
  }

  @Test("is not judged when an envelope is read by the status, but the status is")
  func byStatus() throws {
    let pipeline = Pipeline(profile: .httpStatus)
    #expect(try stored(exchange()).outcome(pipeline)?.kind == .ok)
    #expect(try stored(exchange(status: 404)).outcome(pipeline)?.kind == .business)
  }

  @Test("keeps its mark when it is sealed again and without its secrets")
  func again() throws {
    let kept = try stored(exchange())
    let sealed = Redactor(salt: [1]).redact(kept)
    let read = try Session.read(HARWriter().document([sealed])).exchange(at: 0)
    #expect(read.outcome(Pipeline(mapping: .json))?.kind == .ok)
  }

  @Test("says how much had arrived before a failure, as the whole did", arguments: [0, 10])
  func failureText(saved: Int) throws {
    var whole = exchange()
    var part = try #require(whole.response)
    part.hops[0].headers["Content-Length"] = "900"
    part.isComplete = false
    if saved > 0 { part.wire = Body(String(repeating: "z", count: Self.body.utf8.count - saved)) }
    let error = NetError.transport(TransportError(.truncated, response: part))
    whole.result = .failure(error)
    guard case .failure(let kept)? = try stored(whole).result else {
      Issue.record("the failure is gone")
      return
    }
    #expect(error.message.contains("\(Self.body.utf8.count - saved) of 900 bytes had arrived"))
    #expect(kept.message == error.message)
    #expect(kept.response?.body.count == 20)
  }

  @Test("of another tool that has left it out is not judged either")
  func foreign() throws {
    let har = """
      {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[
      {"startedDateTime":"2024-01-01T00:00:00.000Z","time":1,
       "request":{"method":"GET","url":"http://h.test/","headers":[]},
       "response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],
       "content":{"size":900,"mimeType":"application/json"}}}]}}
      """
    let exchange = try Session.read(Array(har.utf8)).exchange(at: 0)
    #expect(exchange.truncatedFrom == 900)
    #expect(exchange.outcome(Pipeline(profile: .codeMsgData))?.kind == .ok)
  }
}
