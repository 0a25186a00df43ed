import LosslessJSON

extension Body {
  /// The members of a JSON object that an envelope's verdict may need: short values near the top,
  /// in place of each larger value an empty one of its kind; nil for any other body.
  package var envelopeOutline: Body? {
    guard looksLikeJSON else { return nil }
    let document = JSONDocument(self)
    guard document.error == nil, document.json.kind == .object,
      let outline = document.json.outline(depth: 3)
    else { return nil }
    return Body(JSONPrinter.compact.bytes(outline))
  }
}

extension JSON {
  /// Nil for a value that is too long to be a code or a message.
  fileprivate func outline(depth: Int) -> JSON? {
    switch kind {
    case .object:
      guard depth > 0 else { return JSON(members: []) }
      let kept = (members ?? []).prefix(32).compactMap { member in
        member.value.outline(depth: depth - 1).map { (key: member.key, value: $0) }
      }
      return JSON(members: kept)
    case .array: return JSON([])
    case .string: return (string?.utf8.count ?? .max) <= 256 ? self : nil
    case .number, .bool, .null: return self
    case nil: return nil
    }
  }
}
