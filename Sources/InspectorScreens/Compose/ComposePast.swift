import RequestFiles

/// How a form was before each change, bounded: what is typed in one go is one change.
struct ComposePast: Sendable {
  /// So many changes can be taken back.
  private static let limit = 100

  /// All that a change may change.
  struct Moment: Sendable, Hashable {
    var fields: [LineEditor]
    var isOn: [Bool]
    var taken: [String?]
    var text: BodyEditor
    var other: WrittenRequest.Payload?
    var opened: Draft
    var current: Int

    /// Whether the same stands there, wherever the cursor is.
    func says(as other: Moment) -> Bool {
      fields.map(\.bytes) == other.fields.map(\.bytes) && isOn == other.isOn
        && text.text.bytes == other.text.text.bytes && self.other == other.other
    }
  }

  private var moments: [Moment] = []
  /// Where the last change was typed; what is typed on there is the same change.
  private var typed: (field: Int, place: Int)?

  var isEmpty: Bool { moments.isEmpty }
  var last: Moment? { moments.last }

  mutating func removeLast() {
    moments.removeLast()
    typed = nil
  }

  /// Notes how it was before a change; a key that has changed nothing is none.
  mutating func note(_ before: Moment, isTyping: Bool, unless now: Moment? = nil) {
    if let now, before.says(as: now) {
      typed = nil
      return
    }
    let goesOn = isTyping && typed?.field == before.current && typed?.place == before.place
    typed = isTyping ? now.map { ($0.current, $0.place) } : nil
    guard !goesOn else { return }
    moments.append(before)
    if moments.count > Self.limit { moments.removeFirst() }
  }

  /// The same with one moment more.
  func with(_ moment: Moment) -> ComposePast {
    var past = self
    past.note(moment, isTyping: false)
    return past
  }
}

extension ComposePast.Moment {
  /// Where the cursor is in its field.
  fileprivate var place: Int {
    fields.indices.contains(current) ? fields[current].cursor : text.text.cursor
  }
}
