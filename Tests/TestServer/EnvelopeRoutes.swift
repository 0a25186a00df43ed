import DemoServer

extension Route {
  /// Envelopes beside those of the demo.
  static let otherEnvelopes: [Route] = [
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
      "moya/nested/failure", "nested failure", "A failure in nested keys.", "moyaMapperNested",
      #"{"meta":{"error":true,"errMsg":"Deeper trouble."},"body":null}"#, .business),
    envelope(
      "errno", "errno 0", "errno, errmsg, data.", "errno",
      #"{"errno":0,"errmsg":"","data":{"total":12}}"#),
    envelope(
      "model-failure", "model judges itself", "The envelope is fine, the data carries a failure.",
      "default",
      #"{"status":"ok","msg":"","data":{"approved":false,"reason":"The card was declined."}}"#),
  ]
}
