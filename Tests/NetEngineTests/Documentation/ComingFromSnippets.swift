import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

private struct Counter {}

extension Counter: Plugin {
  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    request
  }
}

/// What stands in the right columns of "Coming from" must be code: here it is, compiled.
///
/// Each code span of those columns has to be found in this file.
private struct ComingFrom {
  let provider = Provider()
  let target = TestTarget()
  let call = Provider().request(TestTarget(), stub: .immediate)
  let response = Response.answer("{}")
  let json = JSON([])
  typealias User = MapModelTests.User
  typealias Item = ModelableTests.ByMapping

  func moya() async throws {
    let plugins: [any Plugin] = [LoggerPlugin { print($0) }]
    let provider = Provider { $0.plugins = plugins }
    let other = Provider { $0.stub = .immediate }
    let hooked = Provider { $0.endpoint = { Endpoint($0).adding(headers: ["X-A": "1"]) } }
    let shared = Provider { $0.sharesInflight = true }
    _ = (provider, other, hooked, shared)
    _ = provider.inflightRequests
    let method = HTTPMethod.post
    _ = method.supportsMultipart
    _ = provider.request(target)
    let running = provider.request(target).start()
    running.cancel()
    for try await step in provider.request(target).progress { _ = step.fraction }
    _ = try await provider.request(target).filterSuccessfulStatusCodes().mapJSON().value
    _ = try response.map(User.self, atKeyPath: "data")
    _ = try response.mapImage().format
    _ = provider.request(target, stub: .delayed(.seconds(1)))
    _ = HTTPTask.requestPlain
  }

  func streams() async throws {
    _ = try await call.value
    _ = await call.result
    for await event in call.events { _ = event }
    for await result in AsyncStream<Int>(unfolding: { nil }).latest({ _ in call }) { _ = result }
    _ = call.filter(statusCodes: 200..<300)
    _ = call.mapString(atKeyPath: "data.title")
    _ = call.retry(3)
    _ = call.share()
    _ = Call { 42 }
    _ = call.recover { _ in response }
    _ = call.then { _ in call }
  }

  func moyaMapper() throws {
    _ = EnvelopeProfile(
      name: "net", statusCodeKey: "retStatus", tipStrKey: "retMsg", modelKey: "retBody",
      successValues: ["000"])
    _ = EnvelopeProfilePlugin(.moyaMapper)
    _ = try response.mapResult()
    _ = try response.mapObject(Item.self)
    _ = try response.mapArray(Item.self, modelKey: "a>b")
    _ = try response.mapObjResult(Item.self)
    _ = try response.mapArrayResult(Item.self)
    _ = try response.toJSON(modelKey: "a>b")
    _ = Provider { $0.decoder = { JSONDecoder() } }
    _ = try response.fetchJSONString(path: "a>b", keys: [0, "name"])
    _ = try response.fetchJSONString(keys: [0, "name"])
    _ = try response.fetchStatusCode()
    _ = json["name"].stringValue
    _ = try response.mapResult(params: .codeMsgData)
  }

  func objectMapper() async throws {
    _ = try response.mapResponse(User.self)
    _ = try response.mapResponse([User].self)
    try response.mapEmptyResponse()
    _ = call.onFailure { _ in .handled }
    _ = Provider { $0.onFailure = { print($0) } }
    _ = EnvelopeProfile.httpStatus
  }

  func jing() async throws {
    _ = provider.request(target).as(User.self)
    _ = provider.request(target, stub: .immediate)
    _ = BusinessFailure(code: "7", message: "no")
    _ = Sequencer.zip([call, call])
    _ = Sequencer.zip([call, call]).onProgress { print($0.fraction, $0.parts) }
    for await item in Sequencer.merge([call, call]) { _ = item.index }
    let call = call
    _ = Sequencer.run { step in try await step(call) }
    _ = Sequencer.run { step in
      let first = try await step(call)
      return try await step(first.isComplete ? call : nil)
    }
  }
}
