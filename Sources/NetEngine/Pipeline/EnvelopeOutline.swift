import LosslessJSON

extension Body {
  /// The members of a JSON object that an envelope's verdict may need: short values near the top
  /// and the first element of each list; nil for any other body.
  ///
  /// `…` marks a string that is too long, and an object whose other members are left out.
  package var envelopeOutline: Body? {
    guard looksLikeJSON else { return nil }
    let document = JSONDocument(self)
    guard document.error == nil, document.json.kind == .object else { return nil }
    return Body(JSONPrinter.compact.bytes(document.json.outline(depth: JSON.outlineDepth)))
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

extension Envelope {
  /// Whether the code may be in the part of the body that is missing.
  func mayLackCode(in outline: JSON?) -> Bool {
    guard profile?.rule != .httpStatus else { return false }
    if case .malformed = verdict { return true }
    return code == nil && verdict == .success && outline?[JSON.outlineMark].exists == true
  }

  /// Removes data of which the outline has only a mark or the first element.
  package mutating func removeCutData(hasOutline: Bool) {
    let isCut =
      switch data?.kind {
      case .object, .array: data?.isEmpty == false
      case .string: data?.string == JSON.outlineMark
      default: false
      }
    guard isCut || !hasOutline else { return }
    data = .none
    isDataKept = false
  }
}

extension JSON {
  /// Bounds of an outline: nested objects, members of each, bytes of a string.
  static let (outlineDepth, outlineMembers, outlineText) = (3, 32, 256)
  static let outlineMark = "…"

  fileprivate func outline(depth: Int) -> JSON {
    switch kind {
    case .object:
      let all = members ?? []
      let most = depth > 0 ? Self.outlineMembers : 0
      var kept = all.prefix(most).map {
        (key: $0.key, value: $0.value.outline(depth: depth - 1))
      }
      if all.count > most { kept.append((key: Self.outlineMark, value: JSON(true))) }
      return JSON(members: kept)
    case .array: return isEmpty ? self : JSON([self[0].outline(depth: depth)])
    case .string:
      return (string?.utf8.count ?? .max) <= Self.outlineText ? self : JSON(Self.outlineMark)
    case .number, .bool, .null, nil: return self
    }
  }
}
