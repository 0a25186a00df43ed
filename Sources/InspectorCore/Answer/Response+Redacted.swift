import NetEngine

extension Response {
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
