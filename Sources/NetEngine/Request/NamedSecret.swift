import LosslessJSON

/// A value a request was made with that somebody called a secret, and the name of its variable.
///
/// It travels with the request, so that redaction finds the value wherever it stands, whatever the
/// place is called: in a path, in a field `thing`, in an answer that says it again. A mark in its
/// place has the variable's name.
public struct NamedSecret: Sendable, Hashable {
  /// The variable's name.
  public var name: String
  /// The value that must not leave the program.
  public var value: String

  /// Names a value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPRequest {
  /// Whether a header must not leave its origin: by its name, or as it holds a named secret.
  package func isSecret(_ field: HeaderField) -> Bool {
    field.name.isSecretHeaderName
      || secrets.contains { !$0.value.isEmpty && field.value.contains($0.value) }
  }
}

extension NamedSecret {
  /// Shorter values stand everywhere: taking them out would leave nothing readable.
  package static let shortest = 4
}
