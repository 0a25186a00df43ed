/// Why a value could not be read at a path: how far the path goes, and what is there instead.
public struct JSONAccessError: Error, Equatable, Sendable {
  /// How many of an object's keys an error names.
  static let namedKeys = 6

  /// What is wrong at the end of `path`.
  package enum Problem: Equatable, Sendable {
    /// The object there has no such key; `known` are its first keys.
    case noKey(String, known: [String])
    /// The array there is shorter.
    case noIndex(Int, count: Int)
    /// A step leads into a value that has nothing inside, or the other kind of container.
    case notInside(JSONPath.Step, found: JSON.Kind)
    /// The value is there and is of another kind.
    case wrongKind(expected: JSON.Kind, found: JSON.Kind)
    /// The document has no value at all.
    case emptyDocument(JSONError?)
  }

  /// The way to the last value that is there.
  public let path: JSONPath

  /// What is wrong with it.
  package let problem: Problem

  package init(path: JSONPath, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// What stands at `path`, as far as the problem says it.
  package var found: JSON.Kind? {
    switch problem {
    case .noKey: .object
    case .noIndex: .array
    case .notInside(_, let found), .wrongKind(_, let found): found
    case .emptyDocument: nil
    }
  }
}

extension JSONAccessError: CustomStringConvertible {
  /// One sentence: where, what was wanted, what is there.
  public var description: String {
    switch problem {
    case .noKey(let key, let known) where known.isEmpty:
      return "no key '\(JSONText.visible(key))' at \(place): the object is empty"
    case .noKey(let key, let known):
      let names = known.map { JSONText.visible($0) }.joined(separator: ", ")
      let more = known.count == Self.namedKeys ? ", …" : ""
      return "no key '\(JSONText.visible(key))' at \(place): the object has \(names)\(more)"
    case .noIndex(let index, let count):
      return "no element \(index) at \(place): the array has \(count)"
    case .notInside(.key(let key), let found):
      return "no key '\(JSONText.visible(key))' at \(place): it is \(found.phrase), not an object"
    case .notInside(.index(let index), let found):
      return "no element \(index) at \(place): it is \(found.phrase), not an array"
    case .wrongKind(let expected, let found):
      return "expected \(expected.phrase) at \(place), found \(found.phrase)"
    case .emptyDocument(let error):
      return error.map(\.description) ?? "the document has no value"
    }
  }

  private var place: String {
    path.steps.isEmpty ? "the top level" : "'\(JSONText.visible(path.description, limit: 400))'"
  }
}

extension JSON.Kind {
  /// The kind with its article, for sentences.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
