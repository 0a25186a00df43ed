import NetEngine
import RequestFiles

/// Requests that were typed and not sent, each by what it is a draft of; the newest last, bounded.
package struct Drafts: Sendable, Hashable {
  /// So many are kept.
  package static let limit = 50
  package private(set) var all: [Kept] = []

  /// A draft and what it is a draft of.
  package struct Kept: Sendable, Hashable {
    /// The key of a request of the list, or words for what was recorded.
    package var key: String
    package var draft: Draft

    package init(key: String, draft: Draft) { (self.key, self.draft) = (key, draft) }
  }

  package init() {}

  package subscript(key: String) -> Draft? { all.last { $0.key == key }?.draft }

  package var last: Kept? { all.last }

  /// Keeps a draft as the newest.
  package mutating func keep(_ draft: Draft, of key: String) {
    guard all.last != Kept(key: key, draft: draft) else { return }
    remove(key)
    all.append(Kept(key: key, draft: draft))
    if all.count > Self.limit { all.removeFirst(all.count - Self.limit) }
  }

  package mutating func remove(_ key: String) { all.removeAll { $0.key == key } }
}

/// A request that was typed and sent: what went out, and what it was made of.
struct TypedRequest: Sendable {
  var request: ComposedRequest
  var draft: Draft
  /// What the form was opened with, to be opened so again.
  var taken: App.TakenOver
  /// What its row is called; nil for one that was made of no other.
  var resent: ResentName?
  /// A request file has it.
  var isKept = false
}
