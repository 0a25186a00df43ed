import NetEngine

/// Copying from the JSON tree: what the cursor stands on.
extension App {
  /// The value under the tree's cursor; nil anywhere else.
  var treeValue: TreeValue? { isInAnswer ? answer.currentValue : nil }
}

/// One value of a document, to be copied.
struct TreeValue {
  let document: JSONDocument
  let node: JSONNode

  /// Bytes of the value as it stands there; a large container may be a whole body.
  var count: Int { document.range(of: node).count }

  /// What was asked for, without its secrets; nil where there is none, such as the key of an element.
  func text(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> String? {
    switch kind {
    case .path: return "\(document.path(to: node))"
    case .key: return document.key(of: node)
    case .value: return value(&redaction)
    case .line:
      let raw = redacted(document.rawText(of: node), &redaction)
      return document.key(of: node).map { "\(JSON.quoted($0)): \(raw)" } ?? raw
    case .curl, .headers, .swift, .body, .report, .request, .exchange: return nil
    }
  }

  /// A string is copied as what it says, anything else as it is written.
  private func value(_ redaction: inout ClipRedaction) -> String {
    let raw = redacted(document.rawText(of: node), &redaction)
    guard document.kind(of: node) == .string else { return raw }
    return JSONDocument(Array(raw.utf8)).json.string ?? raw
  }

  /// A value is a secret by its key, too: it is looked at as a member.
  private func redacted(_ raw: String, _ redaction: inout ClipRedaction) -> String {
    guard !redaction.isOff else { return raw }
    let head = "{\(JSON.quoted(document.nearestKey(of: node))):"
    let member = Body(head + raw + "}")
    let type = MediaType("application/json")
    let text = redaction.body(member, type: type).text ?? ""
    // A document that cannot be taken apart again says less, never more.
    guard text.utf8.starts(with: head.utf8), text.utf8.last == UInt8(ascii: "}") else {
      return text
    }
    return String(decoding: text.utf8.dropFirst(head.utf8.count).dropLast(), as: UTF8.self)
  }
}

extension JSONDocument {
  /// The key of a value, or of the container around it that has one.
  fileprivate func nearestKey(of node: JSONNode) -> String {
    if let key = key(of: node) { return key }
    return ancestors(of: node).reversed().lazy.compactMap { self.key(of: $0) }.first ?? ""
  }
}

extension JSON {
  /// A text as a JSON string.
  fileprivate static func quoted(_ text: String) -> String { JSON(text).rawText ?? "\"\"" }
}
