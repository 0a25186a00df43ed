import NetEngine
import TestSupport
import Testing

/// The envelope's data as models, and everything that comes before it.
@Suite struct MapResponseTests {
  struct User: Decodable, Equatable, Sendable { var id: Int }

  struct Payment: ResponseModel, Equatable {
    var approved: Bool
    var reason: String?
    var businessFailure: BusinessFailure? {
      approved ? nil : BusinessFailure(code: "declined", message: reason ?? "")
    }
  }

  struct SelfReading: Modelable, ResponseModel, Equatable {
    var approved: Bool
    init(_ json: JSON) { approved = json["approved"].boolValue }
    var businessFailure: BusinessFailure? { approved ? nil : BusinessFailure(code: "no") }
  }

  private func answer(_ body: String, status: Int = 200) -> Response {
    .answer(body, status: status, profile: .statusMsgData)
  }

  @Test("every element of a list is asked; what is skipped is told as what it is")
  func elements() throws {
    let body = #"{"status":"ok","data":[{"approved":true},{"approved":false,"reason":"Limit."}]}"#
    let response = answer(body)
    let failing = [
      outcome { () throws(NetError) in _ = try response.mapResponse([Payment].self) },
      outcome { () throws(NetError) in _ = try response.mapArray(Payment.self) },
      outcome { () throws(NetError) in _ = try response.mapArrayResult(Payment.self) },
      outcome { () throws(NetError) in _ = try response.map([Payment].self, atKeyPath: "data") },
    ]
    for result in failing { #expect(result.label == "business(declined)") }
    let read = outcome { () throws(NetError) in _ = try response.mapArray(SelfReading.self) }
    #expect(read.label == "business(no)")
    let some = try response.mapArray(Payment.self, skippingInvalid: true)
    #expect(some.models.count == 1 && some.invalid.map(\.index) == [1])
    #expect(some.invalid.first?.error.kind == .business)
    #expect(try answer(#"{"status":"ok","data":[]}"#).mapResponse([Payment].self).isEmpty)
  }

  @Test("success gives the data")
  func success() throws {
    #expect(try answer(#"{"status":"ok","data":{"id":1}}"#).mapResponse(User.self).id == 1)
    #expect(try answer(#"{"status":"ok","data":[{"id":1}]}"#).mapResponse([User].self).count == 1)
    #expect(try answer(#"{"status":"ok","data":5}"#).mapResponse(Int.self) == 5)
    try answer(#"{"status":"ok"}"#).mapEmptyResponse()
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let body: String
    let label: String
    let message: String
    var testDescription: String { id }
  }

  static let failures = [
    Row(
      id: "a no without data is business, not mapping",
      body: #"{"status":"sold_out","msg":"Gone."}"#, label: "business(sold_out)",
      message: "the server says no, code 'sold_out': Gone."),
    Row(
      id: "a session that has ended keeps its message, data or not",
      body: #"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆"}"#,
      label: "invalidSession(invalid_session)",
      message: "the session is not valid, code 'invalid_session': 您的一台手机从其他地方登陆"),
    Row(
      id: "data of the wrong shape under a no is nobody's business",
      body: #"{"status":"sold_out","msg":"Gone.","data":"oops"}"#, label: "business(sold_out)",
      message: "the server says no, code 'sold_out': Gone."),
    Row(
      id: "no code", body: #"{"msg":"hi"}"#, label: "mapping(envelope)",
      message: "the body is not such an envelope: the code at 'status' is not there"),
    Row(
      id: "success with missing data", body: #"{"status":"ok","msg":""}"#,
      label: "mapping(object)",
      message: "no key 'data' at the top level: the object has status, msg"),
    Row(
      id: "success with the wrong data", body: #"{"status":"ok","data":{"id":"x"}}"#,
      label: "mapping(object)",
      message: "the value at 'data' does not fit: expected Int at 'id'"),
    Row(
      id: "not JSON", body: "<html>", label: "mapping(json)",
      message: "the body is not valid JSON: line 1, column 1"),
    Row(id: "empty", body: "", label: "mapping(json)", message: "the body is empty"),
  ]

  @Test(
    "the verdict first, the data second, and all of it stays in the error",
    arguments: failures)
  func failure(_ row: Row) {
    let response = answer(row.body)
    let thrown = outcome { () throws(NetError) in try response.mapResponse(User.self) }.thrown
    #expect(thrown?.label == row.label)
    #expect(thrown?.message.hasPrefix(row.message) == true, "\(thrown?.message ?? "")")
    #expect(thrown?.response?.body == response.body)
  }

  @Test("data: null is fine for Optional and Empty, and for nothing else")
  func nullData() throws {
    for body in [#"{"status":"ok","data":null}"#, #"{"status":"ok"}"#] {
      let response = answer(body)
      #expect(try response.mapResponse(User?.self) == nil)
      #expect(try response.mapResponse(Empty.self) == Empty())
      #expect(try response.mapResponse(ModelableTests.ByMapping?.self) == nil)
      try response.mapEmptyResponse()
      #expect(
        outcome { () throws(NetError) in try response.mapResponse(User.self) }.label
          == "mapping(object)")
      #expect(
        outcome { () throws(NetError) in try response.mapResponse(ModelableTests.ByMapping.self) }
          .label == "mapping(object)")
    }
  }

  @Test("without a profile nothing is a success")
  func noProfile() {
    let response = Response.answer(#"{"status":"ok","code":0,"success":true,"data":{"id":1}}"#)
    let results = [
      outcome { () throws(NetError) in _ = try response.mapResult() },
      outcome { () throws(NetError) in _ = try response.mapResponse(User.self) },
      outcome { () throws(NetError) in try response.mapEmptyResponse() },
      outcome { () throws(NetError) in _ = try response.mapObjResult(User.self) },
      outcome { () throws(NetError) in _ = try response.mapArrayResult(User.self) },
      outcome { () throws(NetError) in _ = try response.fetchStatusCode() },
    ]
    for result in results {
      #expect(result.label == "mapping(envelope)")
      #expect(
        result.thrown?.message == "there is no envelope profile to read the response with")
      #expect(result.thrown?.hint == "set a profile on the provider, the target or the call")
    }
    #expect((try? response.envelope())?.verdict == .bare)
  }

  @Test("params replace the whole profile: nothing of the other one is left")
  func params() throws {
    let response = answer(
      #"{"status":"ok","code":1001,"message":"no","msg":"yes","data":{"id":1}}"#)
    #expect(try response.mapResponse(User.self).id == 1)
    let other = EnvelopeProfile(name: "other", statusCodeKey: "code", successValues: ["0"])
    let result = try response.mapResult(params: other)
    #expect((result.success, result.message, result.code) == (false, "", "1001"))
    #expect(
      outcome { () throws(NetError) in try response.mapResponse(User.self, params: other) }.label
        == "business(1001)")
  }

  @Test("a model that judges itself is asked after decoding, whichever way it was made")
  func responseModel() throws {
    let bad = answer(#"{"status":"ok","data":{"approved":false,"reason":"The card."}}"#)
    let whole = Response.answer(#"{"approved":false,"reason":"The card."}"#)
    let results = [
      outcome { () throws(NetError) in _ = try bad.mapResponse(Payment.self) },
      outcome { () throws(NetError) in _ = try bad.mapObjResult(Payment.self) },
      outcome { () throws(NetError) in _ = try bad.mapResponse(Payment?.self) },
      outcome { () throws(NetError) in _ = try bad.mapObject(Payment.self, modelKey: "data") },
      outcome { () throws(NetError) in _ = try bad.map(Payment.self, atKeyPath: "data") },
      outcome { () throws(NetError) in _ = try whole.map(Payment.self) },
      outcome { () throws(NetError) in _ = try whole.mapObject(Payment.self) },
    ]
    for result in results {
      #expect(result.label == "business(declined)")
      #expect(result.thrown?.message == "the server says no, code 'declined': The card.")
    }
    let itself = outcome { () throws(NetError) in try bad.mapResponse(SelfReading.self) }
    #expect(itself.label == "business(no)")
    let good = answer(#"{"status":"ok","data":{"approved":true}}"#)
    #expect(try good.mapResponse(Payment.self).approved)
    #expect(try good.mapResponse(SelfReading.self).approved)
  }

  @Test(
    "where there can be no body the envelope is not applied",
    arguments: [(204, HTTPMethod.delete), (205, .get), (304, .get), (200, .head)])
  func noEnvelope(status: Int, method: HTTPMethod) throws {
    let response = Response.answer(
      "", status: status, method: method, profile: .statusMsgData)
    #expect(try response.envelope().verdict == .bare)
    try response.mapEmptyResponse()
    #expect(try response.mapResponse(User?.self) == nil)
    #expect(try response.mapResponse(Empty.self) == Empty())
    #expect(
      outcome { () throws(NetError) in try response.mapResponse(User.self) }.label
        == "mapping(object)")
    let result = outcome { () throws(NetError) in try response.mapResult() }
    #expect(
      result.thrown?.message
        == "the body is not such an envelope: this response has no body by nature")
  }

  struct StatusRow: CustomTestStringConvertible, Sendable {
    let status: Int
    let body: String
    let label: String
    var method = HTTPMethod.get
    var testDescription: String { "\(status) \(body)" }
  }

  static let byStatus = [
    StatusRow(status: 200, body: #"{"id":1}"#, label: "value"),
    StatusRow(status: 201, body: "<p>not JSON", label: "mapping(json)"),
    StatusRow(status: 200, body: "", label: "mapping(json)"),
    StatusRow(status: 404, body: #"{"error":"Not found"}"#, label: "business(404)"),
    StatusRow(status: 404, body: "<p>not JSON", label: "business(404)"),
    StatusRow(status: 404, body: "", label: "business(404)"),
    StatusRow(status: 404, body: "", label: "business(404)", method: .head),
    StatusRow(status: 302, body: "", label: "statusCode(302)"),
    StatusRow(status: 304, body: "", label: "statusCode(304)"),
    StatusRow(status: 500, body: #"{"error":"Down"}"#, label: "statusCode(500)"),
  ]

  @Test(
    "by the HTTP status: 2xx go on, 4xx are a no, the rest is a matter of the status",
    arguments: byStatus)
  func httpStatus(_ row: StatusRow) {
    let response = Response.answer(
      row.body, status: row.status, method: row.method, profile: .httpStatus)
    let result = outcome { () throws(NetError) in try response.mapResponse(User.self) }
    #expect(result.label == row.label)
    let judged = outcome { () throws(NetError) in try response.mapResult() }
    #expect((judged.label == "statusCode(\(row.status))") == row.label.hasPrefix("statusCode"))
  }

  @Test("by the HTTP status a no has its message at error, and none is needed")
  func httpStatusMessage() throws {
    let result = try Response.answer(
      #"{"error":"Not found"}"#, status: 404, profile: .httpStatus
    ).mapResult()
    #expect((result.success, result.message, result.code) == (false, "Not found", "404"))
    #expect(
      try Response.answer("", status: 204, profile: .httpStatus).mapResponse(User?.self) == nil)
  }
}
