/// Single values of a JSON text changed; every other byte stays as it came.
package struct JSONEdit {
  package private(set) var bytes: [UInt8]
  /// What the bytes say now.
  package private(set) var json: JSON

  /// Why a text cannot be changed so.
  package enum Refused: Error, Sendable, Hashable {
    case noJSON(String)
    case notUTF8
    /// Nothing is at the place, nor an object it could be a member of.
    case noPlace(String)

    package var words: String {
      switch self {
      case .noJSON(let error): "its body is no JSON: \(error)"
      case .notUTF8: "its JSON is not UTF-8"
      case .noPlace(let place): "there is no place for '\(place.shortened)'"
      }
    }
  }

  package init(_ bytes: [UInt8]) throws(Refused) {
    let document = JSONDocument(bytes)
    if let error = document.error { throw .noJSON("\(error)") }
    guard document.encoding == .utf8 else { throw .notUTF8 }
    (self.bytes, json) = (bytes, document.json)
  }

  /// Puts a value in the place of another, or in front of the members of the object it belongs to.
  package mutating func set(_ path: JSONPath, to token: [UInt8]) throws(Refused) {
    if let node = json[path: path].node {
      return replace(json.document.range(of: node), by: token)
    }
    guard case .key(let name)? = path.steps.last,
      case let parent = json[path: JSONPath(Array(path.steps.dropLast()))],
      parent.kind == .object, let node = parent.node
    else { throw .noPlace(path.steps.count == 1 ? "\(path.steps[0].text)" : path.pointer) }
    let start = json.document.range(of: node).lowerBound + 1
    let comma: [UInt8] = parent.count == 0 ? [] : [0x2c]
    replace(start..<start, by: JSONText.token(name.utf8) + [0x3a] + token + comma)
  }

  /// Takes a member or an element away, and one comma with it.
  package mutating func drop(_ path: JSONPath) throws(Refused) {
    guard !path.steps.isEmpty, let node = json[path: path].node else {
      throw .noPlace(path.pointer)
    }
    let range = json.document.range(of: node)
    var start = json.document.keyRange(of: node)?.lowerBound ?? range.lowerBound
    var end = range.upperBound
    // The comma behind it, else the one in front.
    var next = end
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    if next < bytes.count, bytes[next] == 0x2c {
      end = next + 1
    } else {
      var before = start - 1
      while before >= 0, bytes[before] <= 0x20 { before -= 1 }
      if before >= 0, bytes[before] == 0x2c { start = before }
    }
    replace(start..<end, by: [])
  }

  private mutating func replace(_ range: Range<Int>, by token: [UInt8]) {
    bytes.replaceSubrange(range, with: token)
    json = JSONDocument(bytes).json
  }
}
