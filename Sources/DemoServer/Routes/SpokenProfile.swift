/// The keys of an envelope as the server's bodies use them.
package struct SpokenProfile: Sendable, Equatable {
  /// How success is told from failure.
  package enum Rule: String, Sendable {
    /// The value at the code key is compared.
    case value
    /// Success when nothing stands at the code key.
    case absence
    /// The HTTP status is the code.
    case httpStatus
  }

  package let name: String
  package var rule = Rule.value
  /// A key path with `>` between its parts.
  package let code: String
  package let message: String
  package let data: String
  package var success: [String] = []
  package var invalidSession: [String] = []

  /// Every profile a route names.
  package static let all: [SpokenProfile] = [
    SpokenProfile(
      name: "default", code: "status", message: "msg", data: "data", success: ["ok"],
      invalidSession: ["invalid_session"]),
    SpokenProfile(
      name: "numeric", code: "code", message: "msg", data: "data", success: ["0", "200"],
      invalidSession: ["401"]),
    SpokenProfile(
      name: "moyaMapper", code: "error", message: "errMsg", data: "results", success: ["false"]),
    SpokenProfile(
      name: "moyaMapperNested", code: "meta>error", message: "meta>errMsg", data: "body>results",
      success: ["false"]),
    SpokenProfile(
      name: "success", code: "success", message: "message", data: "data", success: ["true"]),
    SpokenProfile(
      name: "errno", code: "errno", message: "errmsg", data: "data", success: ["0"]),
    SpokenProfile(
      name: "graphQL", rule: .absence, code: "errors", message: "errors>0>message", data: "data"),
    SpokenProfile(
      name: "problem", rule: .absence, code: "type", message: "detail", data: ""),
    SpokenProfile(
      name: "jsonAPI", rule: .absence, code: "errors", message: "errors>0>detail", data: "data"),
    SpokenProfile(
      name: "httpStatus", rule: .httpStatus, code: "", message: "error", data: ""),
  ]
}
