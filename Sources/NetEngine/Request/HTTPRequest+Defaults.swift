import LosslessJSON

extension HTTPRequest {
  /// The fields every request has; a name that is there already stays as it is.
  static let defaultFields = [
    HeaderField("User-Agent", "Inspector/\(EngineVersion.text)", source: .engine),
    HeaderField("Accept", "*/*", source: .engine),
    HeaderField("Accept-Encoding", ContentCoding.accepted, source: .engine),
  ]

  /// Adds what nobody said.
  package mutating func addDefaults() {
    // All of them: the fields of every such request are one array then.
    if headers.isEmpty, options.leftOut.isEmpty {
      headers = Headers(Self.defaultFields)
      return
    }
    for field in Self.defaultFields
    where !headers.contains(field.name) && !options.leavesOut(field.name) {
      headers.append(field)
    }
  }

  /// Marks the fields that are new or changed as said by a plugin; the others stay whose they were.
  package func labelling(changesFrom old: HTTPRequest, as plugin: @autoclosure () -> String)
    -> HTTPRequest
  {
    if isUnchanged(from: old) { return self }
    let isUntouched = headers.elementsEqual(old.headers) { $0 == $1 && $0.source == $1.source }
    guard !isUntouched else { return self }
    let plugin = plugin()
    var copy = self
    copy.headers = Headers(
      headers.map { field in
        var field = field
        field.source = old.headers.first { $0 == field }?.source ?? .plugin(plugin)
        return field
      })
    return copy
  }
}

/// The engine's version, said in User-Agent and by `--version`.
package enum EngineVersion {
  package static let text = "0.1.0"
}
