import LosslessJSON
import NetEngine

/// An error of which only its words were recorded.
///
/// What a plugin or a caller's closure threw is a type of theirs; a session can keep its message.
public struct RecordedFailure: Error, Sendable, Hashable {
  /// What it said.
  public var message: String

  /// Takes the words.
  public init(_ message: String) {
    self.message = message
  }
}

extension RecordedFailure: CustomStringConvertible {
  /// The words.
  public var description: String { message }
}
