import NetEngine

/// A line of JSON for programs: the number of its shape first, then its members.
///
/// A member that is added leaves the number; one that goes, or means something else, raises it.
package nonisolated enum MachineLine {
  /// Of the lines of every command.
  package static let version = 1

  package static func text(_ members: [(key: String, value: JSON)]) -> String {
    JSONPrinter.compact.text(JSON(members: [("v", JSON(version))] + members))
  }
}
