import LosslessJSON
import NetEngine

/// A line of a rules file that cannot be read.
public struct RulesMistake: Error, Sendable, Hashable {
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1.
  public var column: Int
  /// The word that stands there; empty at the end of the line.
  public var found: String
  /// What would be right.
  public var expected: String
  /// The word that may have been meant.
  public var guess: String?

  /// Takes everything as it is.
  public init(line: Int, column: Int, found: String, expected: String, guess: String? = nil) {
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
    self.guess = guess
  }

  /// Where, what stands there, what was expected.
  public var message: String { "line \(line), column \(column): \(words)" }

  /// What stands there, what was expected.
  package var words: String {
    let what = found.isEmpty ? "the line ends here" : "'\(found.shortened)'"
    let question = guess.map { " Did you mean '\($0)'?" } ?? ""
    return "\(what); expected \(expected).\(question)"
  }
}
