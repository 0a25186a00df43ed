/// What a text pane shows: sections of bytes one after the other, each starting on a new row.
///
/// Nothing is copied out of a body and nothing is indexed: rows are found around the place that
/// is shown, so a document of any size costs the same.
package struct TextDocument: Sendable {
  package var sections: [TextSection]
  /// What one wants to see first.
  package var start = TextPosition()

  package init(_ sections: [TextSection] = []) {
    self.sections = sections.filter { $0.source.count > 0 }
  }

  /// With the section one wants to see first, counted in these.
  package init(_ sections: [TextSection], startingAt start: Int) {
    self.init(sections)
    self.start = TextPosition(section: sections[..<start].count { $0.source.count > 0 })
  }

  /// All bytes together.
  package var count: Int { sections.reduce(0) { $0 + $1.source.count } }
}

/// A piece of a document.
package struct TextSection: Sendable {
  package var source: ByteSource
  /// How parts of it look; in order, not overlapping.
  package var spans: [StyleSpan] = []
  /// How the rest looks.
  package var style = Style.plain
  package var form = Form.text
  /// What colours the rows that are drawn, where `spans` say nothing.
  package var tint: (any TextTint)?
  /// Whether blanks at the ends of lines are shown: in what somebody else has written.
  package var showsBlanks: Bool {
    switch source {
    case .body, .part: true
    case .bytes, .document, .lines, .events: false
    }
  }

  package init(
    source: ByteSource, spans: [StyleSpan] = [], style: Style = .plain, form: Form = .text
  ) {
    self.source = source
    self.spans = spans
    self.style = style
    self.form = form
  }

  package enum Form: Sendable, Hashable {
    /// Lines as they came; a carriage return before the line feed is shown.
    case text
    /// Lines of a protocol, where CR LF is the end of a line and not data.
    case head
    /// Sentences of ours: a long line breaks at a space.
    case prose
    /// Offset, bytes in hexadecimal, and as characters.
    case hex(bytesPerRow: Int)
  }
}

/// Colours of a text that is too large to be gone through: asked for what is drawn alone.
package protocol TextTint: Sendable {
  /// How parts of these bytes look; in order, not overlapping, within the range. Quick at any place.
  func spans(in range: Range<Int>) -> [StyleSpan]
}

/// How a range of bytes looks.
package struct StyleSpan: Sendable, Hashable {
  package var range: Range<Int>
  package var style: Style

  package init(range: Range<Int>, style: Style) {
    self.range = range
    self.style = style
  }
}

/// A byte of a document.
package struct TextPosition: Sendable, Hashable, Comparable {
  package var section: Int
  package var offset: Int

  package init(section: Int = 0, offset: Int = 0) {
    self.section = section
    self.offset = offset
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.section, left.offset) < (right.section, right.offset)
  }
}

extension TextDocument {
  /// The section that holds the answer's body; nil when there is none.
  package var bodySection: Int? {
    sections.lastIndex { section in
      if case .body = section.source { true } else { false }
    }
  }
}
