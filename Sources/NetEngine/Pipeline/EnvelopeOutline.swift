import LosslessJSON

extension Body {
  /// The members of a JSON object that an envelope's verdict may need: short values near the top,
  /// in place of each larger value an empty one of its kind; nil for any other body.
  package var envelopeOutline: Body? {
    guard looksLikeJSON else { return nil }
    let document = JSONDocument(self)
    guard document.error == nil, document.json.kind == .object,
      let outline = document.json.outline(depth: JSON.outlineDepth)
    else { return nil }
    return Body(JSONPrinter.compact.bytes(outline))
  }
}

extension Response {
  /// The document an envelope is read from: the body, or what is left of one that is kept in part.
  package var envelopeDocument: JSONDocument? {
    keptPartOf == nil ? document : outline.map { JSONDocument($0) }
  }

  /// Says how much of the body a recording keeps; nil where the body is whole.
  package var uncheckedPart: String? {
    keptPartOf.map { "body not checked: the recording keeps \(body.count) of \($0) bytes" }
  }
}

extension Outcome {
  /// Says how much of the body is kept where nothing is wrong so far and the rest may be.
  ///
  /// Nil where the kind is certain: by the status, or by the envelope that was kept.
  package var uncheckedPart: String? {
    guard kind == .ok, case .notApplied? = steps.last?.state else { return nil }
    return response?.uncheckedPart
  }
}

extension JSON {
  /// Bounds of an outline: nested objects, members of each, bytes of a string.
  static let (outlineDepth, outlineMembers, outlineText) = (3, 32, 256)

  /// Nil for a value that is too long to be a code or a message.
  fileprivate func outline(depth: Int) -> JSON? {
    switch kind {
    case .object:
      guard depth > 0 else { return JSON(members: []) }
      let kept = (members ?? []).prefix(Self.outlineMembers).compactMap { member in
        member.value.outline(depth: depth - 1).map { (key: member.key, value: $0) }
      }
      return JSON(members: kept)
    case .array: return JSON([])
    case .string: return (string?.utf8.count ?? .max) <= Self.outlineText ? self : nil
    case .number, .bool, .null: return self
    case nil: return nil
    }
  }
}
