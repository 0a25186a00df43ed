import InspectorProxy
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

  @Test("is not judged: only the status and the kept envelope decide", arguments: pipelines)
  func verdict(_ pipeline: Pipeline) throws {
    let kept = try stored(exchange())
    #expect(kept.response?.body.count == 20 && kept.truncatedFrom == Self.body.utf8.count)
    let outcome = try #require(kept.outcome(pipeline))
    #expect(outcome.kind == .ok, "\(outcome.steps)")
    #expect((outcome.uncheckedPart == nil) == (pipeline.profile != nil))
    for step in outcome.steps.dropFirst() where step.name != "envelope" {
      #expect(step.note == "the recording keeps 20 of \(Self.body.utf8.count) bytes")
    }
    #expect(try stored(exchange(status: 503)).outcome(pipeline)?.kind == .server)
    #expect(try stored(exchange(fails: true)).outcome(pipeline)?.kind == .business)
  }

  /// Bodies, whether the data of their envelope is kept, and the kind.
  private static let envelopes: [(body: String, profile: EnvelopeProfile, data: Bool, kind: Kind)] =
    [
      (#"{"code":0,"data":null,"a":"\#(long)"}"#, .codeMsgData, true, .ok),
      (#"{"code":0,"data":"\#(long)"}"#, .codeMsgData, false, .ok),
      (#"{"code":0,"data":[1],"a":"\#(long)"}"#, .codeMsgData, false, .ok),
      (#"{"code":0,"data":[],"a":"\#(long)"}"#, .codeMsgData, true, .ok),
      (#"{"errors":[{"message":"\#(long)"}],"data":null}"#, .graphQL, true, .business),
      (#"{"errors":[{"extensions":{"code":"X"}}],"a":"\#(long)"}"#, .graphQL, true, .business),
      (#"{"a":"\#(long)"}"#, .codeMsgData, true, .ok),
      ("{\(many)\"errors\":[{\"message\":\"no\"}]}", .graphQL, true, .ok),
    ]
  private static let long = String(repeating: "x", count: 300)
  private static let many = (1...32).map { "\"m\($0)\":1," }.joined()

  @Test("has data that is not known where it was cut, and the refusal of a list of errors")
  func data() throws {
    for (body, profile, isDataKept, kind) in Self.envelopes {
      let outcome = try stored(.sample(body: body)).outcome(Pipeline(profile: profile))
      #expect(outcome?.kind == kind, "\(body.prefix(40))")
      #expect(outcome?.envelope?.isDataKept ?? true == isDataKept, "\(body.prefix(40))")
      #expect(isDataKept || outcome?.envelope?.data == nil)
      #expect((outcome?.uncheckedPart == nil) == (outcome?.envelope != nil))
    }
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

  @Test("keeps its envelope without a secret, its size and its flag, when it is sealed")
  func sealed() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoaXM"
    let body =
      "{\"data\":\"\(String(repeating: "x", count: 300))\",\"token\":\"\(token)\",\"code\":7}"
    let exchange = Exchange.sample(body: body)
    var writer = HARWriter()
    writer.bodyLimit = 20
    let cut = try Session.read(writer.document([exchange]))
    #expect(cut.row(at: 0).isTruncated && cut.row(at: 0).size == body.utf8.count)
    let folder = try TestFolder()
    try cut.seal(to: folder.path + "/s.har")
    let sealed = try Session.open(folder.path + "/s.har")
    let profile = EnvelopeProfile(
      name: "code", statusCodeKey: "code", tipStrKey: "msg", successValues: ["0"])
    let kept = try sealed.exchange(at: 0)
    #expect(kept.outcome(Pipeline(profile: profile))?.kind == .business)
    #expect(kept.response?.bodySize == body.utf8.count)
    #expect(sealed.row(at: 0).isTruncated && sealed.row(at: 0).size == body.utf8.count)
    let text = String(decoding: folder.bytes("s.har"), as: UTF8.self)
    #expect(text.contains("_envelope") && !text.contains(token))
  }

  @Test("is saved whole where the response is in memory, its secrets taken out")
  func inMemory() throws {
    let rest = String(repeating: "x", count: 9_000)
    let body = "{\"password\":\"hunter2-hunter2\",\"a\":\"\(rest)\"}"
    let exchange = Exchange.sample(body: body)
    var writer = HARWriter()
    writer.bodyLimit = 20
    let cut = try Session.read(writer.document([exchange, Exchange.sample(2, body: body + " ")]))
    var options = SealOptions()
    options.whole = WholeResponses([try #require(exchange.response)])
    let folder = try TestFolder()
    let report = try cut.seal(to: folder.path + "/s.har", options)
    #expect(report.cutCount == 1)
    let all = Array(try Session.open(folder.path + "/s.har").exchanges)
    #expect(all[0].truncatedFrom == nil && all[0].response?.bodySize == body.utf8.count)
    let kept = try #require(all[0].response?.body.text)
    #expect(kept.contains("xxx\"}") && !kept.contains("hunter2-hunter2"))
    #expect(all[1].truncatedFrom == body.utf8.count + 1)
  }

  @Test("has the sizes as received after its secrets are taken out, but not in a stable file")
  func redactedSizes() throws {
    let body = "{\"password\":\"hunter2-hunter2\"}"
    var exchange = Exchange.sample(body: body)
    exchange.result = exchange.result?.mapResponse { $0.wire = "0123456789" }
    var redacted = Redactor(salt: [1]).redact(exchange)
    redacted = Redactor(salt: [1]).redact(redacted)
    let session = try Session.read(HARWriter().document([redacted]))
    let read = try #require(try session.exchange(at: 0).response)
    #expect(read.body.count != body.utf8.count)
    #expect(read.bodySize == body.utf8.count && read.wireSize == 10)
    #expect(session.row(at: 0).size == body.utf8.count)
    var options = SealOptions()
    options.isStable = true
    let folder = try TestFolder()
    try Session([exchange]).seal(to: folder.path + "/s.har", options)
    let stable = try #require(try Session.open(folder.path + "/s.har").exchange(at: 0).response)
    #expect(stable.bodySize == stable.body.count && stable.wireSize == stable.wire.count)
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

  @Test("of a request is marked, sent by no replay and compared by its size alone")
  func request() throws {
    let whole = Body(String(repeating: "y", count: 50))
    var sent = Exchange.sample(method: .post)
    sent.request.body = .bytes(whole)
    let kept = try stored(try stored(sent))
    #expect(kept.request.body.count == 20 && kept.request.keptPartOf == 50)
    let words = "its request body was kept in part (20 of 50 B)"
    #expect(kept.request.keptPart == words)
    var options = LiveReplay.Options()
    options.allowsUnsafe = true
    guard case .skip(.request(let reason)) = try ReplayPlan([kept], options).decision(on: kept)
    else {
      Issue.record("the part is sent")
      return
    }
    #expect(reason.hasPrefix("\(words): "))
    #expect(throws: SetupProblem.self) { try kept.request.check() }
    for form in SessionExport.Form.allCases where form != .har {
      let export = try SessionExport(Session([kept]), as: form)
      let text = String(decoding: export.bytes, as: UTF8.self)
      #expect(text.contains(words), "\(form)")
      #expect(export.notes.contains("#1: \(words)"))
    }
    let answers = RecordedAnswers([kept], ReplayTransport.Options())
    #expect(!answers.candidates(for: sent.request).isEmpty)
    var longer = sent.request
    longer.body = .bytes(Body(whole.bytes + [0x79]))
    #expect(answers.candidates(for: longer).isEmpty)
    #expect(SessionDiff(from: [kept], to: [sent]).rows.count == 1)
    let redacted = Redactor(salt: [1]).redact(kept)
    #expect(redacted.request.keptPartOf == 50)
  }

  @Test("of a request is no body of the GET that a redirect makes of it")
  func redirected() throws {
    var sent = Exchange.sample(method: .post)
    sent.request.body = .bytes(Body("abc"))
    sent.request.keptPartOf = 50
    sent.result = sent.result?.mapResponse { response in
      response.hops = [
        Hop(url: sent.request.url, method: .post), Hop(url: "http://h.test/b", method: .get),
      ]
    }
    let answers = RecordedAnswers(sent.perHop, ReplayTransport.Options())
    #expect(!answers.candidates(for: HTTPRequest(url: "http://h.test/b")).isEmpty)
  }

  @Test("of a request that another tool has left out is not sent without it")
  func foreignRequest() throws {
    let har = """
      {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[
      {"startedDateTime":"2024-01-01T00:00:00.000Z","time":1,
       "request":{"method":"POST","url":"http://h.test/","headers":[],"bodySize":900},
       "response":{"status":200,"headers":[],"content":{"size":0}}}]}}
      """
    let session = try Session.read(Array(har.utf8))
    let kept = try session.exchange(at: 0)
    #expect(throws: SetupProblem.self) { try kept.request.check() }
    let again = try Session.read(HARWriter().document([kept])).exchange(at: 0)
    #expect(again.request.keptPartOf == 900)
  }

  @Test("is unchecked to filters, neither ok nor a failure; a kept envelope makes it certain")
  func filtered() throws {
    var writer = HARWriter()
    writer.bodyLimit = 20
    let session = try Session.read(writer.document([exchange()]))
    func passes(_ text: String, _ pipeline: Pipeline = Pipeline()) throws -> Bool {
      let filter = try Filter(text)
      let kept = try session.exchange(at: 0)
      let passes = try filter.matches(ExchangeSubject(kept, kept.outcome(pipeline), now: 0))
      #expect(try session.passes(filter, at: 0, now: 0) { _ in pipeline } == passes)
      return passes
    }
    #expect(try passes("~kind unchecked") && passes("~kind !=ok") && passes("~kind !=fail"))
    #expect(try !passes("~kind ok") && !passes("~kind fail"))
    let profile = Pipeline(profile: .codeMsgData)
    #expect(try passes("~kind ok", profile) && !passes("~kind unchecked", profile))
  }

  @Test("of a file is marked with the size of the file")
  func file() throws {
    let folder = try TestFolder()
    try folder.write("body.txt", String(repeating: "y", count: 50))
    var request = HTTPRequest(method: .post, url: "http://h.test/a")
    request.body = .file(FileSource(path: folder.path + "/body.txt", count: 50))
    request.readBody(limit: 20)
    #expect(request.body.count == 20 && request.keptPartOf == 50)
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
