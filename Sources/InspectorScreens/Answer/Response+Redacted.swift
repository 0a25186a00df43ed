import NetEngine

extension Response {
  /// Which part of the body the recording keeps; nil when it keeps all of it.
  var keptPartWords: String? {
    keptPartOf.map { size in
      body.isEmpty
        ? "none of the \(Units.grouped(size)) bytes of this body is kept"
        : "first \(Units.grouped(body.count)) of \(Units.grouped(size)) bytes kept"
    }
  }

  /// How much of a body is looked through for a mark: a page is made between two keys.
  private static let searched = 4 << 20

  /// What to say of a Content-Length that no longer fits, because secrets were taken out of the body;
  /// nil where it fits, or something else is wrong with it.
  var redactedLengthWords: String? {
    guard isComplete, let said = headers["Content-Length"].flatMap({ Int(digits: $0.utf8) }),
      said != wire.count, said != body.count,
      body.withUnsafeBytes({ $0.prefix(Self.searched).firstPlace(of: RedactedText.opening) != nil })
    else { return nil }
    return "of the original: secrets were taken out of this body, which has \(body.count) bytes now"
  }
}
