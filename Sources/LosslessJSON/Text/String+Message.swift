extension String {
  /// What could act on a screen as `\u{XX}`; everything people write stays as it is.
  ///
  /// Control characters, marks that turn the direction of writing around, and what is invisible.
  package var escapedForMessage: String {
    // Nearly all of them: what a scalar is costs more to ask than all else that is done here.
    if utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return self }
    guard unicodeScalars.contains(where: \.isUnsafeToShow) else { return self }
    return spelling {
      $0.isUnsafeToShow ? "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" : nil
    }
  }

  /// The first 40 scalars, escaped.
  package var shortened: String { shortened(to: 40) }

  /// The first scalars, escaped, and a mark when there are more.
  package func shortened(to count: Int) -> String {
    // Nearly all of them: seen at a glance, without what is known of Unicode.
    if utf8.count <= count, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    let head = unicodeScalars.prefix(count)
    let text = String(String.UnicodeScalarView(head)).escapedForMessage
    return head.endIndex == unicodeScalars.endIndex ? text : text + "…"
  }
}

extension String {
  /// This text with a spelling for each scalar that has one.
  package func spelling(_ spelling: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let spelled = spelling(scalar) {
        text += spelled
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it must be spelled where people read: in a message and in source code alike.
  package var isUnsafeToShow: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
