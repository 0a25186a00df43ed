extension JSONPath {
  /// One way a half-typed path can go on.
  package struct Completion: Equatable, Sendable {
    /// The whole path so far, in the form it is typed in; a JSON Pointer where that form cannot say it.
    package let text: String

    /// The key or the position it goes on with.
    package let part: String

    /// What stands there.
    package let kind: JSON.Kind
  }

  /// How a half-typed path can go on in a document, in document order, each key once.
  ///
  /// The last part is taken as the beginning of a key or of a position; "" goes on with everything
  /// at the root, "data." and "data>" with everything in `data`. Each `text` leads to its value.
  package static func completions(
    of typed: String, in json: JSON, limit: Int = 200
  ) -> [Completion] {
    guard let (form, steps, prefix) = JSONPathText.typed(typed) else { return [] }
    let parent = JSONPath(steps)
    let container = json[path: parent]
    guard let node = container.node else { return [] }
    let document = container.document
    var found: [Completion] = []
    var seen: Set<[UInt8]> = []
    for (position, child) in document.children(of: node).enumerated() {
      guard found.count < limit else { break }
      let part = document.key(of: child) ?? String(position)
      guard part.utf8.starts(with: prefix.utf8) else { continue }
      guard !child.isMember || seen.insert(Array(part.utf8)).inserted else { continue }
      // A key with half a surrogate pair cannot be typed, so nothing is offered for it.
      guard let target = child.isMember ? document.member(part, of: node) : child else { continue }
      let path = parent.appending(child.isMember ? .key(part) : .index(position))
      found.append(
        Completion(text: path.text(as: form), part: part, kind: document.kind(of: target)))
    }
    return found
  }
}
