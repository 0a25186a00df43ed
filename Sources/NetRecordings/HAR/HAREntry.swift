import LosslessJSON
import NetEngine

/// An exchange as it is stored: a line of JSON, and the bodies that stand in files of their own.
public struct HAREntry: Sendable {
  /// One object in one line, without the line's end.
  public var line: [UInt8]
  /// What the line names by `_file`; to be written before the line is.
  public var files: [StoredBody] = []

  /// A body in a file of its own, named after what is in it.
  public struct StoredBody: Sendable {
    /// The path as the line says it: relative, beside the session.
    public var path: String
    /// What belongs there.
    public var body: Body
  }
}
