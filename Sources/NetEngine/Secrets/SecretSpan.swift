/// A secret as it stands in some bytes, and how a mark in its place has to be written.
package struct SecretSpan {
  package var range: Range<Int>
  /// The name of the header or field, else of the shape.
  package var name: String
  package var form: Form
  /// Whether it is a cookie's value, which ends where the cookie ends, whatever is known of the field.
  package var isCookie = false
  /// Whether equal values elsewhere are no secrets by that: an identifier in a path.
  package var isLocal = false

  package init(range: Range<Int>, name: String, form: Form) {
    (self.range, self.name, self.form) = (range, name, form)
  }

  /// How the bytes around a secret write text.
  package enum Form: Sendable, Hashable {
    /// As it is.
    case plain
    /// Percent-encoded, as in a URL or a form.
    case percent
    /// Inside of a JSON string.
    case jsonText
    /// A JSON number: the mark needs quotes of its own.
    case jsonNumber
  }
}
