import NetEngine

/// A target whose every word a test can choose.
package struct TestTarget: TargetType {
  package var baseURL = "https://example.test"
  package var path = ""
  package var method = HTTPMethod.get
  package var task = HTTPTask.requestPlain
  package var headers = Headers()
  package var validationType = ValidationType.none
  package var timeout: Duration?
  package var sampleData = Body.empty
  package var authorizationType: AuthorizationType?
  package var options: RequestOptions?
  package var limits: Limits?
  package var envelope: EnvelopeProfile?
  package var readsNoEnvelope = false

  package init(
    baseURL: String = "https://example.test", path: String = "", method: HTTPMethod = .get,
    task: HTTPTask = .requestPlain, headers: Headers = Headers(),
    validationType: ValidationType = .none, timeout: Duration? = nil, sampleData: Body = .empty,
    authorizationType: AuthorizationType? = nil, options: RequestOptions? = nil,
    limits: Limits? = nil, envelope: EnvelopeProfile? = nil, readsNoEnvelope: Bool = false
  ) {
    (self.baseURL, self.path, self.method, self.task) = (baseURL, path, method, task)
    (self.headers, self.validationType, self.timeout) = (headers, validationType, timeout)
    (self.sampleData, self.authorizationType) = (sampleData, authorizationType)
    (self.options, self.limits, self.envelope) = (options, limits, envelope)
    self.readsNoEnvelope = readsNoEnvelope
  }
}
