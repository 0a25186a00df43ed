import LosslessJSON

extension Envelope {
  /// Whether the document it was read from has a place its profile names: the code's or the data's.
  ///
  /// A profile for which an answer is good where nothing stands calls any document a success, one
  /// that is quite another envelope too. So whoever proposes a profile has to ask this as well.
  package func fits(_ json: JSON) -> Bool {
    guard verdict == .success, code == nil, let profile else {
      if case .malformed = verdict { return false }
      return true
    }
    if json[path: JSONPath(profile.statusCodeKey)].exists { return true }
    // Null says nothing, and without a key of its own all of any document is the data.
    return !profile.modelKey.isEmpty && data.map { !$0.isNull } == true
  }
}
