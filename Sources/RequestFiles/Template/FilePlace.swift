import LosslessJSON
import NetEngine

/// A place in a request file or a file beside it, as editors count.
public struct FilePlace: Sendable, Hashable {
  /// The file, relative to the collection's folder.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1 in Unicode scalars.
  public var column: Int

  /// Names a place; without numbers the file as a whole.
  public init(_ file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension FilePlace: CustomStringConvertible {
  /// `users.http:12:8`, which editors and terminals jump to.
  public var description: String { "\(file):\(line):\(column)" }
}
