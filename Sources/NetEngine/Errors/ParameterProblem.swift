/// A value that has no JSON form, and where it stands.
package struct ParameterProblem: Error, Sendable, Hashable {
  /// The path to the value, as `page.size`.
  package var path: String
  /// The value as text.
  package var value: String
}
