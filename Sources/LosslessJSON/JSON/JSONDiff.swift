/// What is different between two JSON values, place by place.
///
/// ```swift
/// for entry in JSONDiff(from: recorded, to: answered) {
///   print(entry.kind, entry.path.pointer)      // value /data/items/3/name
/// }
/// ```
/// Objects are compared by key, whatever the order of their members. Elements of arrays are matched
/// by a key that every element has and no two share (`id`, `_id`, `uuid`, `key`, `name`), else by
/// their longest common subsequence; the same elements in another order are one `reordered` entry.
/// Numbers compare by value and exactly, whatever their size. Equal parts cost one pass and no entry.
package struct JSONDiff: Sendable {
  /// What has happened at a place.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Only the second document has it.
    case added
    /// Only the first document has it.
    case removed
    /// It is of another kind.
    case type
    /// It is of the same kind and says something else.
    case value
    /// An array has elements in another order.
    case reordered
  }

  /// One difference.
  package struct Entry: Sendable {
    /// What has happened.
    package var kind: Kind
    /// The value in the first document; nil when it was added.
    package var from: JSON?
    /// The value in the second document; nil when it was removed.
    package var to: JSON?
    /// Of a reordered array: for its common elements in their new order, where each stood before.
    package var order: [Int] = []

    /// Where: in the second document for what was added, else in the first.
    package var path: JSONPath { (from ?? to)?.path ?? JSONPath([]) }
  }

  /// What a comparison takes into account beside the two values.
  package struct Options: Sendable {
    /// Places that do not count, in either document.
    package var ignored: [JSONPathPattern] = []
    /// Which key tells the elements of an array apart: the first pattern that matches it.
    package var keys: [(array: JSONPathPattern, key: String)] = []

    /// Everything counts, keys are found by themselves.
    package init() {}
  }

  let left: JSONDocument
  let right: JSONDocument
  let found: [Found]

  /// An entry in few bytes: there may be many.
  struct Found {
    var kind: Kind
    var from: JSONNode?
    var to: JSONNode?
    var order: [Int] = []
  }

  /// Compares two values; one that is not there is an added or a removed root.
  package init(from first: JSON, to second: JSON, options: Options = Options()) {
    left = first.document
    right = second.document
    switch (first.node, second.node) {
    case (nil, nil): found = []
    case (nil, let node): found = [Found(kind: .added, from: nil, to: node)]
    case (let node, nil): found = [Found(kind: .removed, from: node, to: nil)]
    case (let from?, let to?):
      var run = JSONDiffRun(left, right, options)
      run.compare(from, to)
      found = run.found
    }
  }
}

extension JSONDiff: RandomAccessCollection {
  /// Where the first entry stands.
  package var startIndex: Int { 0 }
  /// One past the last entry.
  package var endIndex: Int { found.count }
  /// The entry at this place; in the order of the first document, with what was added at its end.
  package subscript(position: Int) -> Entry {
    let entry = found[position]
    return Entry(
      kind: entry.kind, from: entry.from.map { JSON(document: left, node: $0) },
      to: entry.to.map { JSON(document: right, node: $0) }, order: entry.order)
  }
}
