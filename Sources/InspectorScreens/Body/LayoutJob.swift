import NetEngine

/// The layout of a long JSON document, for a background thread.
package struct LayoutJob: Sendable {
  /// Counted up; the result of an older job is dropped.
  package let id: Int
  let document: JSONDocument

  /// Returns nil when it was cancelled.
  package func run(unless isCancelled: () -> Bool = { false }) -> LayoutResult? {
    let made = Result { () throws(PrettyBody.Trouble) in
      try PrettyBody(document, unless: isCancelled)
    }
    return isCancelled() ? nil : LayoutResult(id: id, document: document, made: made)
  }
}

/// The result of a `LayoutJob`.
package struct LayoutResult: Sendable {
  package let id: Int
  let document: JSONDocument
  let made: Result<PrettyBody, PrettyBody.Trouble>
}
