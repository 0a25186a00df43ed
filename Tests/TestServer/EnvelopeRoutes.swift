import DemoServer

extension TestRoute {
  /// Envelopes beside those of the demo.
  static let otherEnvelopes: [TestRoute] = [
    envelope(
      "numeric/200", "code 200", "Code 200 means success, too: one backend uses both.", "numeric",
      #"{"code":200,"msg":"ok","data":[1,2,3]}"#),
    envelope(
      "numeric/text", "code as text", "The code is the string \"0\": compared as text, equal.",
      "numeric", #"{"code":"0","msg":"","data":{}}"#),
    envelope(
      "numeric/float", "code 200.0", "An integral number counts without its fraction.", "numeric",
      #"{"code":200.0,"msg":"","data":{}}"#),
    envelope(
      "numeric/missing", "no code", "There is no code: the envelope is malformed.", "numeric",
      #"{"msg":"hello","data":{}}"#, .mapping),
    envelope(
      "moya/nested", "nested keys", "Code, message and data lie deeper: meta>error, body>results.",
      "moyaMapperNested",
      #"{"meta":{"error":false,"errMsg":"fine"},"body":{"results":{"id":5,"name":"Ngọc"}}}"#),
    envelope(
      "numeric/zero", "code 0", "Code 0 means success.", "numeric",
      #"{"code":0,"msg":"","data":{"id":1}}"#),
    envelope(
      "numeric/401", "code 401", "The session's end as a number inside the body.", "numeric",
      #"{"code":401,"msg":"Please log in again.","data":null}"#, .invalidSession),
    envelope(
      "moya", "error false", "The code key is a boolean, and false is the good one.", "moyaMapper",
      #"{"error":false,"errMsg":"","results":[{"id":1,"title":"Copper"},{"id":2,"title":"Lantern"}]}"#
    ),
    envelope(
      "moya/failure", "error true", "The boolean says failure, the message says which.",
      "moyaMapper", #"{"error":true,"errMsg":"The list is empty today.","results":[]}"#, .business),
    envelope(
      "success", "success true", "success, message, data.", "success",
      #"{"success":true,"message":"2 items","data":{"items":["a","b"]}}"#),
    envelope(
      "success/failure", "success false", "The same envelope, saying no.", "success",
      #"{"success":false,"message":"The coupon has expired.","data":null}"#, .business),
    envelope(
      "errno/failure", "errno 4004", "The same envelope with a number that is not 0.", "errno",
      #"{"errno":4004,"errmsg":"查无此人","data":null}"#, .business),
    jsonAPI(
      "jsonapi", "JSON:API data", 200,
      #"{"data":[{"type":"articles","id":"1","attributes":{"title":"Quiet"}}],"meta":{"total":1}}"#
    ),
    jsonAPI(
      "jsonapi/errors", "JSON:API errors", 422,
      """
      {"errors":[{"status":"422","code":"TITLE_EMPTY","title":"Invalid attribute",\
      "detail":"The title must not be empty.","source":{"pointer":"/data/attributes/title"}}]}
      """, .client
    ).expecting(.client, 422),
    TestRoute(
      "GET", "/envelopes/http/404", "status as code", .envelopes,
      "A backend whose business code is the HTTP status."
    ) { _ in .json(#"{"error":"Repository not found"}"#, status: 404) }
    .speaking("httpStatus", .business).expecting(.client, 404),
    envelope(
      "null-data", "success without data", "data is null although the status is ok.", "default",
      #"{"status":"ok","msg":"nothing to tell","data":null}"#),
    envelope(
      "errno", "errno 0", "errno, errmsg, data.", "errno",
      #"{"errno":0,"errmsg":"","data":{"total":12}}"#),
    envelope(
      "model-failure", "model judges itself", "The envelope is fine, the data carries a failure.",
      "default",
      #"{"status":"ok","msg":"","data":{"approved":false,"reason":"The card was declined."}}"#),
  ]

  private static func jsonAPI(
    _ path: String, _ name: String, _ status: Int, _ body: String, _ verdict: Expected.Kind = .ok
  ) -> TestRoute {
    TestRoute("GET", "/envelopes/\(path)", name, .envelopes, "A JSON:API document.") { _ in
      .bytes(Array(body.utf8), type: "application/vnd.api+json", status: status)
    }.speaking("jsonAPI", verdict)
  }
}
