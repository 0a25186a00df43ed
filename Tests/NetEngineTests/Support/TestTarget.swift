import NetEngine

/// A target whose every word a test can choose.
struct TestTarget: TargetType {
  var baseURL = "https://example.test"
  var path = ""
  var method = HTTPMethod.get
  var task = HTTPTask.requestPlain
  var headers = Headers()
  var validationType = ValidationType.none
  var timeout: Duration?
  var sampleData = Body.empty
  var authorizationType: AuthorizationType?
  var options: RequestOptions?
  var limits: Limits?
  var envelope: EnvelopeProfile?
  var readsNoEnvelope = false
}
