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

  /// Spans in order, none inside of another: where two overlap, the one that begins first, or is
  /// longer, has the range of both.
  package static func apart(_ spans: [SecretSpan]) -> [SecretSpan] {
    let sorted = spans.sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    var kept: [SecretSpan] = []
    for span in sorted where !span.range.isEmpty {
      guard let last = kept.last?.range, span.range.lowerBound < last.upperBound else {
        kept.append(span)
        continue
      }
      let end = max(last.upperBound, span.range.upperBound)
      kept[kept.count - 1].range = last.lowerBound..<end
    }
    return kept
  }
}
