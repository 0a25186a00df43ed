import LosslessJSON

/// A value of a description, and the file it stands in: references count from there.
struct OpenAPINode {
  let json: JSON
  let file: String
  /// References that were followed on the way to it, outermost first.
  var trail: [String] = []

  init(_ json: JSON, file: String, trail: [String] = []) {
    (self.json, self.file, self.trail) = (json, file, trail)
  }

  subscript(key: String) -> OpenAPINode { OpenAPINode(json[key], file: file, trail: trail) }
  subscript(index: Int) -> OpenAPINode { OpenAPINode(json[index], file: file, trail: trail) }
}

/// Follows `$ref`, also into other files.
struct OpenAPIReferences {
  let root: JSON
  private let reader: ImportedCollection.FileReader
  private var documents: [String: JSON] = [:]
  private(set) var notes = DistinctTexts()

  init(root: JSON, _ reader: @escaping ImportedCollection.FileReader) {
    self.root = root
    self.reader = reader
    documents[""] = root
  }

  /// The value itself, or what it refers to; nothing where that cannot be found.
  mutating func resolved(_ node: OpenAPINode) -> OpenAPINode {
    var node = node
    for _ in 0..<32 {
      guard let reference = node.json["$ref"].string else { return node }
      let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = parts[0].isEmpty ? node.file : Self.path(String(parts[0]), from: node.file)
      guard let document = document(file, reference) else {
        return OpenAPINode(JSON(parsingNothing: ()), file: node.file, trail: node.trail)
      }
      let pointer =
        parts.count > 1
        ? String(decoding: parts[1].utf8.percentDecoded(), as: UTF8.self) : ""
      let target = pointer.isEmpty ? document : document[path: JSONPath(pointer)]
      if !target.exists { note("'\(reference)' leads to nothing") }
      node = OpenAPINode(target, file: file, trail: node.trail + ["\(file)#\(pointer)"])
    }
    note("a reference leads in a circle")
    return OpenAPINode(JSON(parsingNothing: ()), file: node.file)
  }

  /// The members of an object, each resolved.
  mutating func members(_ node: OpenAPINode) -> [(key: String, value: OpenAPINode)] {
    let node = resolved(node)
    return (node.json.members ?? []).map { key, value in
      (key, resolved(OpenAPINode(value, file: node.file, trail: node.trail)))
    }
  }

  /// The elements of an array, as they stand; servers and their like refer to nothing.
  func elements(_ node: OpenAPINode) -> [OpenAPINode] {
    (node.json.array ?? []).map { OpenAPINode($0, file: node.file, trail: node.trail) }
  }

  private mutating func note(_ words: String) { notes.insert(words) }

  private mutating func document(_ file: String, _ reference: String) -> JSON? {
    if let known = documents[file] { return known }
    guard !reference.contains("://") else {
      note("'\(reference)' is not fetched: put the file beside this one")
      return nil
    }
    guard var bytes = try? reader(file) else {
      note("'\(file)' cannot be read")
      return nil
    }
    if YAMLDocument.isNamed(file) {
      do throws(YAMLDocument.Problem) {
        bytes = try YAMLDocument.json(bytes)
      } catch {
        note("'\(file)': \(error.message)")
        return nil
      }
    }
    let document = JSONDocument(bytes)
    if let error = document.error {
      note("'\(file)' is no JSON: \(error)")
      return nil
    }
    documents[file] = document.json
    return document.json
  }

  /// A relative way from the folder of another file.
  private static func path(_ path: String, from file: String) -> String {
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}

extension JSON {
  /// A view of nothing.
  init(parsingNothing: Void) { self = JSON(members: [])["nothing"] }
}
