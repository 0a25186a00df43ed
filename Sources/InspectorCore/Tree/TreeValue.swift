import NetEngine

/// A value of a tree, to be copied.
struct TreeValue {
  let document: JSONDocument
  let node: JSONNode

  /// Its key, unescaped; nil for an element.
  var key: String? { document.key(of: node) }

  /// Its value, key or path as text; a string without its quotes, everything else as it stands.
  func text(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> String {
    switch kind {
    case .key: return key ?? ""
    case .path: return "\(document.path(to: node))"
    default:
      let text = document.string(of: node) ?? document.rawText(of: node)
      guard let key else { return text }
      // A secret is known by its name here as in a header.
      return String(redaction.line(key, text).dropFirst(key.count + 2))
    }
  }
}
