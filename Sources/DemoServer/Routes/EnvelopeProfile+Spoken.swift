import NetEngine

extension EnvelopeProfile {
  /// Every profile that a route names.
  package static let spoken = [
    EnvelopeProfile(
      name: "default", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
      successValues: ["ok"], invalidSessionValues: ["invalid_session"]),
    EnvelopeProfile(
      name: "numeric", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
      successValues: ["0", "200"], invalidSessionValues: ["401"]),
    EnvelopeProfile(
      name: "moyaMapper", statusCodeKey: "error", tipStrKey: "errMsg", modelKey: "results",
      successValues: ["false"]),
    EnvelopeProfile(
      name: "moyaMapperNested", statusCodeKey: "meta>error", tipStrKey: "meta>errMsg",
      modelKey: "body>results", successValues: ["false"]),
    EnvelopeProfile(
      name: "success", statusCodeKey: "success", tipStrKey: "message", modelKey: "data",
      successValues: ["true"]),
    EnvelopeProfile(
      name: "errno", statusCodeKey: "errno", tipStrKey: "errmsg", modelKey: "data",
      successValues: ["0"]),
    EnvelopeProfile(
      name: "graphQL", statusCodeKey: "errors", tipStrKey: "errors>0>message", modelKey: "data",
      rule: .absence),
    EnvelopeProfile(
      name: "problem", statusCodeKey: "type", tipStrKey: "detail", rule: .absence),
    EnvelopeProfile(
      name: "jsonAPI", statusCodeKey: "errors", tipStrKey: "errors>0>detail", modelKey: "data",
      rule: .absence),
    EnvelopeProfile(
      name: "httpStatus", statusCodeKey: "", tipStrKey: "error", rule: .httpStatus),
  ]
}
