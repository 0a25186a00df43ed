import LosslessJSON

extension EnvelopeProfile {
  /// The shapes people meet, ready to use; more belong into a configuration.
  public static let readyMade: [EnvelopeProfile] = shared.map(\.profile)

  /// The ready-made profiles with the names they have in code.
  static let shared: [(name: String, profile: EnvelopeProfile)] = [
    ("statusMsgData", .statusMsgData), ("codeMsgData", .codeMsgData),
    ("codeMsgData200", .codeMsgData200), ("errno", .errno), ("moyaMapper", .moyaMapper),
    ("successFlag", .successFlag), ("ret", .ret), ("jsonAPI", .jsonAPI), ("problem", .problem),
    ("graphQL", .graphQL), ("httpStatus", .httpStatus),
  ]

  /// The ready-made profile with this name.
  package static func named(_ name: String) -> EnvelopeProfile? {
    readyMade.first { $0.name == name }
  }

  /// For `{"status": "success", "msg": …, "data": …}`.
  public static let statusMsgData = EnvelopeProfile(
    name: "status/msg/data", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
    successValues: ["success", "ok", "true", "1", "200"],
    invalidSessionValues: ["invalid_session", "session_expired", "unauthorized"])

  /// For `{"code": 0, "msg": …, "data": …}`.
  public static let codeMsgData = EnvelopeProfile(
    name: "code/msg/data", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
    successValues: ["0"], invalidSessionValues: ["401", "-401"])

  /// For `{"code": 200, "msg": …, "data": …}`.
  public static let codeMsgData200 = EnvelopeProfile(
    name: "code/msg/data (200)", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
    successValues: ["200"], invalidSessionValues: ["401"])

  /// For `{"errno": 0, "errmsg": …, "data": …}`.
  public static let errno = EnvelopeProfile(
    name: "errno/errmsg/data", statusCodeKey: "errno", tipStrKey: "errmsg", modelKey: "data",
    successValues: ["0"])

  /// For `{"error": false, "errMsg": …, "results": …}`.
  public static let moyaMapper = EnvelopeProfile(
    name: "error/errMsg/results", statusCodeKey: "error", tipStrKey: "errMsg", modelKey: "results",
    successValues: ["false", "0"])

  /// For `{"success": true, "message": …, "data": …}`.
  public static let successFlag = EnvelopeProfile(
    name: "success/message/data", statusCodeKey: "success", tipStrKey: "message", modelKey: "data",
    successValues: ["true", "1"])

  /// For `{"ret": 0, "msg": …, "data": …}`.
  public static let ret = EnvelopeProfile(
    name: "ret/msg/data", statusCodeKey: "ret", tipStrKey: "msg", modelKey: "data",
    successValues: ["0"])

  /// JSON:API: good when there are no `errors`.
  public static let jsonAPI = EnvelopeProfile(
    name: "JSON:API", statusCodeKey: "errors", tipStrKey: "errors.0.detail", modelKey: "data",
    rule: .absence, detailCodeKey: "errors.0.code")

  /// RFC 9457 problem details: good when there is no `type`.
  public static let problem = EnvelopeProfile(
    name: "problem+json", statusCodeKey: "type", tipStrKey: "detail", rule: .absence,
    detailCodeKey: "status")

  /// GraphQL: good when there are no `errors`.
  public static let graphQL = EnvelopeProfile(
    name: "GraphQL", statusCodeKey: "errors", tipStrKey: "errors.0.message", modelKey: "data",
    rule: .absence, detailCodeKey: "errors.0.extensions.code")

  /// The HTTP status is the code: 2xx is good, 4xx is a no with its message at `error`.
  public static let httpStatus = EnvelopeProfile(
    name: "HTTP status", statusCodeKey: "", tipStrKey: "error", rule: .httpStatus)
}
