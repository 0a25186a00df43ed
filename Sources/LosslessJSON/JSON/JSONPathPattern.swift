/// A set of places: a JSON Pointer in which `*` is any one step and `**` any number of them.
///
/// `/items/*/updated_at` is that member of every element; `/**/etag` a member of any object. A step
/// has to match whole.
package struct JSONPathPattern: Sendable, Hashable {
  /// One step.
  package enum Step: Sendable, Hashable {
    /// This key or position.
    case exactly(String)
    /// Any one step.
    case any
    /// Any number of steps, none included.
    case anyNumber
  }

  /// The steps from the root.
  package let steps: [Step]

  /// Matches every place.
  package static let everything = JSONPathPattern([.anyNumber])

  private init(_ steps: [Step]) { self.steps = steps }

  /// Reads a pattern, the empty one being the root; nil when it does not begin with `/`.
  package init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var steps: [Step] = []
    for step in JSONPath(text).steps {
      switch step.text {
      case "*": steps.append(.any)
      // Adjacent `**` are merged: each would be tried at each step of a path.
      case "**": if steps.last != .anyNumber { steps.append(.anyNumber) }
      default: steps.append(.exactly(step.text))
      }
    }
    self.steps = steps
  }

  /// Whether the path is one of these places.
  package func matches(_ path: JSONPath) -> Bool { reached(by: path).contains(steps.count) }

  /// Whether the path is one of these places, or lies below one.
  package func covers(_ path: JSONPath) -> Bool {
    var states = closure([0])
    if states.contains(steps.count) { return true }
    for step in path.steps {
      states = self.states(after: step, from: states)
      if states.contains(steps.count) { return true }
    }
    return false
  }

  private func reached(by path: JSONPath) -> Set<Int> {
    path.steps.reduce(closure([0])) { states(after: $1, from: $0) }
  }

  /// A `**` may stand for nothing.
  private func closure(_ states: Set<Int>) -> Set<Int> {
    var all = states
    for state in states.sorted() {
      var next = state
      while next < steps.count, steps[next] == .anyNumber {
        next += 1
        all.insert(next)
      }
    }
    return all
  }

  private func states(after step: JSONPath.Step, from states: Set<Int>) -> Set<Int> {
    var next: Set<Int> = []
    for state in states where state < steps.count {
      switch steps[state] {
      case .any: next.insert(state + 1)
      case .anyNumber: next.insert(state)
      case .exactly(let wanted):
        if wanted.utf8.elementsEqual(step.text.utf8) { next.insert(state + 1) }
      }
    }
    return closure(next)
  }
}

extension JSONPathPattern {
  /// Every value of the document that stands at one of these places, in document order.
  ///
  /// Goes only where a place can still lie; without `**` that is a thin slice of the document.
  package func nodes(in document: JSONDocument, below root: JSONNode) -> [JSONNode] {
    var found: [JSONNode] = []
    var pending: [(node: JSONNode, states: Set<Int>)] = [(root, closure([0]))]
    while let (node, states) = pending.popLast() {
      if states.contains(steps.count) { found.append(node) }
      let isObject = document.kind(of: node) == .object
      guard isObject || document.kind(of: node) == .array else { continue }
      for (position, child) in document.children(of: node).enumerated() {
        let step: JSONPath.Step =
          isObject ? .key(document.key(of: child) ?? "") : .index(position)
        let next = self.states(after: step, from: states)
        if !next.isEmpty { pending.append((child, next)) }
      }
    }
    return found.sorted { $0.index < $1.index }
  }
}
