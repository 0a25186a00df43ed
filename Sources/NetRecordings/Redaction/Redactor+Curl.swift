import LosslessJSON
import NetEngine

extension Redactor {
  /// A request as a curl command with variables in place of its secrets, and their names.
  public static func curl(_ request: HTTPRequest) -> (text: String, variables: [String]) {
    let redactor = Redactor(style: .variable)
    return SecretVariable.filled(
      CurlCommand(redactor.redact(request).withPlaceholdersForMarks()).text)
  }
}
