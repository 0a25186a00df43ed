import LosslessJSON

/// What is wrong where a request was to be made from: a line of a request file, say.
///
/// The engine reads no such files: who does gives the words, and keeps its own error as the cause.
public struct SourceProblem: Error, Sendable {
  /// Where it stands, for people: `login.http:12`.
  public var place: String
  /// What is wrong there.
  public var message: String
  /// What to do about it; empty when there is nothing to say.
  public var hint: String
  /// What a command that ends with it exits with.
  package var exitCode: Int32
  /// The reader's own error.
  package var cause: any Error

  /// Takes the words of the reader's own error.
  package init(place: String, message: String, hint: String, exitCode: Int32, cause: any Error) {
    self.place = place
    self.message = message
    self.hint = hint
    self.exitCode = exitCode
    self.cause = cause
  }
}

extension SourceProblem: Hashable {
  /// The same words about the same place; causes are not compared.
  public static func == (one: SourceProblem, other: SourceProblem) -> Bool {
    one.place == other.place && one.message == other.message && one.hint == other.hint
      && one.exitCode == other.exitCode
  }

  /// By place and message.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(message)
  }
}
