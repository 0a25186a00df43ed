import LosslessJSON

/// The members of an answer the detector looks at.
struct EnvelopeHead {
  let statusCode: Int
  /// The top level; empty for anything but an object of a size an envelope may have.
  let members: [Member]

  /// A key as it is written and as it is compared, and what stands there.
  struct Member {
    let key: String
    let word: String
    let value: JSON
  }

  init(_ sample: EnvelopeSample) {
    statusCode = sample.statusCode
    let members = Self.members(of: sample.json)
    self.members = members.count > 24 || Self.isPlainDocument(members) ? [] : members
  }

  var isGood: Bool { 200..<300 ~= statusCode }

  /// The member with this word; of several the last, as everywhere.
  subscript(word: String) -> Member? { members.last { $0.word == word } }

  /// What stands inside a member, one level down.
  func members(inside key: String) -> [Member] {
    members.last { $0.key == key }.map { Self.members(of: $0.value) } ?? []
  }

  private static func members(of json: JSON) -> [Member] {
    guard let node = json.node, json.kind == .object else { return [] }
    let document = json.document
    return document.children(of: node).prefix(40).map { child in
      let key = document.key(of: child) ?? ""
      return Member(
        key: key, word: EnvelopeWords.word(key), value: JSON(document: document, node: child))
    }
  }

  /// Kinds of documents that are known to be no envelopes, whatever keys they have besides.
  private static func isPlainDocument(_ members: [Member]) -> Bool {
    let keys = Set(members.map(\.key))
    func has(_ names: String...) -> Bool { names.allSatisfy(keys.contains) }
    if has("_links") || has("$schema") || has("@context") || has("openapi") || has("swagger") {
      return true
    }
    if has("name", "version") || has("apiVersion", "kind") { return true }
    let type = members.first { $0.key == "type" }?.value.string
    return type.map { EnvelopeWords.geometry.contains($0) } ?? false
  }
}
