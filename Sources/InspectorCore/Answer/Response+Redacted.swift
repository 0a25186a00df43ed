import NetEngine

extension Response {
  /// What to say of a Content-Length that no longer fits, because secrets were taken out of the body;
  /// nil where it fits, or something else is wrong with it.
  var redactedLengthWords: String? {
    guard isComplete, let said = headers["Content-Length"].flatMap({ Int(digits: $0.utf8) }),
      said != wire.count, said != body.count,
      body.withUnsafeBytes({ $0.firstRange(of: RedactedText.opening) != nil })
    else { return nil }
    return "of the original: secrets were taken out of this body, which has \(body.count) bytes now"
  }
}
