import NetEngine

/// Members whose key stands in their object more than once.
extension JSONTree {
  /// Objects with more members are not looked through for each screen.
  private static let duplicateLimit = 20_000

  mutating func markDuplicates() {
    guard let first = visibleRows.first(where: { $0.value != nil }), let value = first.value else {
      return
    }
    if duplicates.count > 256 { duplicates = [:] }
    var around = first.document.ancestors(of: value.node)
    var part = first.place.part
    for index in visibleRows.indices {
      guard let value = visibleRows[index].value else { continue }
      if visibleRows[index].place.part != part {
        (part, around) = (visibleRows[index].place.part, [])
      }
      around.removeSubrange(min(value.depth, around.count)...)
      if value.node.isMember, let object = around.last {
        let found = duplicates(of: object, visibleRows[index].document, part)
        visibleRows[index].isDuplicate = found.contains(value.node)
      }
      around.append(value.node)
    }
  }

  private mutating func duplicates(
    of object: JSONNode, _ document: JSONDocument, _ part: Int
  ) -> Set<JSONNode> {
    let place = JSONPlace(part: part, node: object)
    if let known = duplicates[place] { return known }
    var found: Set<JSONNode> = []
    if document.span(of: object).count <= JSONTree.duplicateLimit {
      found = Set(document.duplicateKeys(in: object).flatMap(\.members))
    }
    duplicates[place] = found
    return found
  }
}
