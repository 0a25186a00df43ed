extension JSON {
  /// The member of an object with that key; of several, the last.
  public subscript(key: String) -> JSON {
    guard let node else { return self }
    if let child = document.member(key, of: node) { return JSON(document: document, node: child) }
    return JSON(JSONMiss(document: document, container: node, step: .key(key)))
  }

  /// The element of an array at a position counted from 0; a loop over positions is linear.
  public subscript(index: Int) -> JSON {
    guard let node else { return self }
    if document.kind(of: node) == .array, let child = document.child(at: index, of: node) {
      return JSON(document: document, node: child)
    }
    return JSON(JSONMiss(document: document, container: node, step: .index(index)))
  }

  /// What stands at the end of a path: `json["data", "items", 0]`.
  ///
  /// Here a key is a key and a position a position; use `[path:]` for the forms that are text.
  public subscript(first: JSONPath.Step, second: JSONPath.Step, rest: JSONPath.Step...) -> JSON {
    rest.reduce(self[first][second]) { $0[$1] }
  }

  /// One step of a path, taken as it is.
  public subscript(step: JSONPath.Step) -> JSON {
    switch step {
    case .key(let key): self[key]
    case .index(let index): self[index]
    }
  }

  /// What stands at the end of a path, in any of its forms; digits count positions in arrays.
  public subscript(path path: JSONPath) -> JSON {
    var json = self
    for step in path.steps {
      if let position = step.position, json.kind == .array {
        json = json[position]
      } else {
        json = json[step]
      }
    }
    return json
  }

  /// How many elements or members it has; 0 for a scalar and for nothing.
  public var count: Int { node.map { document.count(of: $0) } ?? 0 }

  /// Whether it has no element and no member.
  public var isEmpty: Bool { node.map { document.isEmpty($0) } ?? true }
}

/// Where a look-up first found nothing; made cheaply, explained only when somebody asks.
final class JSONMiss: Sendable {
  let document: JSONDocument
  private let container: JSONNode?
  private let step: JSONPath.Step?

  init(document: JSONDocument, container: JSONNode?, step: JSONPath.Step?) {
    self.document = document
    self.container = container
    self.step = step
  }

  var error: JSONAccessError {
    guard let container, let step else {
      return JSONAccessError(path: JSONPath([]), problem: .emptyDocument(document.error))
    }
    let kind = document.kind(of: container)
    let path = document.path(to: container)
    switch (step, kind) {
    case (.key(let key), .object):
      let known = document.children(of: container).prefix(JSONAccessError.namedKeys)
        .compactMap { document.key(of: $0) }
      return JSONAccessError(path: path, problem: .noKey(key, known: known))
    case (.index(let index), .array):
      let count = document.count(of: container)
      return JSONAccessError(path: path, problem: .noIndex(index, count: count))
    case (.key, _):
      return JSONAccessError(path: path, problem: .notInside(step, found: kind))
    case (.index, _):
      return JSONAccessError(path: path, problem: .notInside(step, found: kind))
    }
  }
}
