import NetEngine
import RequestFiles

extension Draft {
  /// What is another in it than in the one it was made of, in words for its row: `password`, `URL`,
  /// `Accept`.
  func changes(from other: Draft) -> [String] {
    var changes: [String] = []
    if method != other.method { changes.append(method) }
    if url != other.url { changes.append("URL") }
    changes += Self.names(in: rows, otherThanIn: other.rows)
    if body != other.body { changes += Self.parts(of: body, otherThanIn: other.body) }
    return changes
  }

  /// The names of header lines that are not in both.
  private static func names(in rows: [Row], otherThanIn other: [Row]) -> [String] {
    let (now, before) = (rows.filter(\.isOn).map(\.line), other.filter(\.isOn).map(\.line))
    var names: [String] = []
    for line in now.filter({ !before.contains($0) }) + before.filter({ !now.contains($0) }) {
      let name = HeaderText(line)?.name ?? "header"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The members of a JSON object that are not the same, else the body.
  private static func parts(
    of body: WrittenRequest.Payload, otherThanIn other: WrittenRequest.Payload
  ) -> [String] {
    guard case .text(let text) = body, case .text(let before) = other,
      let new = members(of: text), let old = members(of: before)
    else { return ["body"] }
    var names = new.filter { old[$0.key] != $0.value }.map(\.key)
    names += old.keys.filter { new[$0] == nil }
    return names.isEmpty ? ["body"] : names.sorted().map { $0.shortened(to: 20) }
  }

  private static func members(of text: String) -> [String: String]? {
    guard text.utf8.count <= 64 << 10 else { return nil }
    let document = JSONDocument(Array(text.utf8))
    guard document.error == nil, let members = document.json.members else { return nil }
    return Dictionary(members.map { ($0.key, $0.value.rawText ?? "") }) { _, last in last }
  }
}

/// What its row is called: which request was sent again, for which time, and what was another in it.
struct ResentName: Sendable, Hashable {
  /// The request it began with.
  var root: String
  /// That one is the first.
  var number: Int
  var changes: [String]

  var words: String { root.isEmpty ? end : "\(root) \(end)" }

  /// What tells it apart from the one it began with.
  var end: String {
    let shown = changes.prefix(2).joined(separator: ", ")
    let more = changes.count > 2 ? ", …" : ""
    return ["↺\(number)", shown + more].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension House {
  /// The name for the row of a request that was typed; nil where it was made of none.
  func resentName(of typed: TypedRequest) -> ResentName? {
    guard let root = typed.taken.root else { return nil }
    let earlier = composed.values.compactMap(\.resent).filter { $0.root == root }
    return ResentName(
      root: root, number: (earlier.map(\.number).max() ?? 1) + 1,
      changes: typed.draft.changes(from: typed.taken.draft))
  }

  /// What a row's request is called when it is sent again, changed: as the one it began with.
  func root(of target: Int) -> String {
    if let resent = composed[target]?.resent { return resent.root }
    let item = items[target]
    return item.name.isEmpty || item.name == item.path ? item.path : item.name
  }

  /// Rows of requests that were sent again are told apart by their names.
  mutating func nameResent() {
    // Asked for a place to change, thousands of shared rows would be copied first.
    guard !composed.isEmpty else { return }
    for (target, typed) in composed where items.indices.contains(target) {
      if let resent = typed.resent { items[target].name = resent.words }
    }
  }
}
