internal import CYAML
import LosslessJSON

/// A description that is written in YAML, as the JSON it means.
///
/// Values are read by the core schema of YAML 1.2: `no` and `on` are texts, `~` is null, `0x1f` is a
/// number. Anchors and merge keys (`<<`) are filled in, within a bound.
struct YAMLDocument {
  /// Why it cannot be read, and where.
  struct Problem: Error {
    let message: String
  }

  /// Whether a file is named as one.
  static func isNamed(_ path: String) -> Bool {
    [".yaml", ".yml"].contains { path.lowercasedASCII.hasSuffix($0) }
  }

  /// The bytes as JSON.
  static func json(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    if let problem = cy_open() {
      let words = String(cString: problem)
      throw Problem(message: "\(words): install it (libyaml-0-2), or turn the file into JSON")
    }
    // Outside of the closure, whose errors have no type.
    let read = bytes.withUnsafeBufferPointer { bytes -> Result<Node, Problem> in
      guard let reader = cy_new(bytes.baseAddress, bytes.count) else {
        return .failure(Problem(message: "there is no memory for it"))
      }
      defer { cy_free(reader) }
      var builder = YAMLBuilder()
      do throws(Problem) {
        return .success(try builder.read { cy_next(reader) })
      } catch {
        return .failure(error)
      }
    }
    var writer = YAMLWriter()
    try writer.write(try read.get())
    return writer.bytes
  }

  /// A value; what an alias repeats is shared.
  indirect enum Node {
    /// As JSON writes it.
    case scalar(String)
    case sequence([Node])
    case mapping([(key: String, value: Node)])
  }
}

/// Puts values together from what is found, without recursion: the text may nest as deep as it likes.
private struct YAMLBuilder {
  private var open: [Level] = []
  private var anchors: [String: Value] = [:]
  private var root: YAMLDocument.Node?

  /// How many members merge keys have read: each may read thousands, and there may be many.
  private var mergedCount = 0

  /// A value, how many levels it has, and how many values are in it: an alias brings all of them along.
  private typealias Value = (node: YAMLDocument.Node, height: Int, count: Int)

  /// What is being filled.
  private struct Level {
    let isMapping: Bool
    let anchor: String?
    var elements: [YAMLDocument.Node] = []
    var members: [(key: String, value: YAMLDocument.Node)] = []
    var key: String?
    /// How many levels what it holds has.
    var height = 0
    var count = 1
    /// A plain `<<` was the key.
    var merges = false
    /// The keys of `members`, once a merge key has asked for them.
    var keys: Set<String>?
  }

  private static let depthLimit = 200
  private static let mergeLimit = 1_000_000
  private static let valueLimit = 4_000_000

  mutating func read(
    _ next: () -> cy_event
  ) throws(YAMLDocument.Problem) -> YAMLDocument.Node {
    while true {
      let event = next()
      switch cy_kind(UInt32(event.kind)) {
      case CY_SCALAR: try take(scalar: event)
      case CY_ALIAS:
        let name = Self.text(event.anchor) ?? ""
        guard let value = anchors[name] else { throw mistake("nothing is named '\(name)'", event) }
        try add(value, event)
      case CY_SEQUENCE, CY_MAPPING:
        guard open.count < Self.depthLimit else { throw mistake("it nests too deep", event) }
        if let last = open.last, last.isMapping, last.key == nil, !last.merges {
          throw mistake("a key has to be a text", event)
        }
        open.append(
          Level(
            isMapping: cy_kind(UInt32(event.kind)) == CY_MAPPING, anchor: Self.text(event.anchor)))
      case CY_SEQUENCE_END, CY_MAPPING_END:
        let level = open.removeLast()
        let node: YAMLDocument.Node =
          level.isMapping ? .mapping(level.members) : .sequence(level.elements)
        let value = (node, level.height + 1, level.count)
        if let anchor = level.anchor { anchors[anchor] = value }
        try add(value, event)
      case CY_DOCUMENT_END, CY_END: return root ?? .scalar("null")
      case CY_MISTAKE: throw mistake(Self.text(event.value) ?? "", event)
      default: break
      }
    }
  }

  private mutating func take(scalar event: cy_event) throws(YAMLDocument.Problem) {
    let bytes = UnsafeRawBufferPointer(start: event.value, count: event.length)
    let text = String(decoding: bytes, as: UTF8.self)
    if var level = open.last, level.isMapping, level.key == nil, !level.merges {
      level.merges = text == "<<" && event.is_plain != 0
      level.key = level.merges ? nil : text
      open[open.count - 1] = level
      return
    }
    let isText = event.is_plain == 0 || Self.text(event.tag).map { !Self.isResolved($0) } ?? false
    let node = YAMLDocument.Node.scalar(isText ? YAMLScalar.quoted(text) : YAMLScalar.json(text))
    if let anchor = Self.text(event.anchor) { anchors[anchor] = (node, 0, 1) }
    try add((node, 0, 1), event)
  }

  private static func isResolved(_ tag: String) -> Bool {
    ["int", "float", "bool", "null"].contains { tag == "tag:yaml.org,2002:\($0)" }
  }

  private mutating func add(_ value: Value, _ event: cy_event) throws(YAMLDocument.Problem) {
    let node = value.node
    guard let place = open.indices.last else {
      root = node
      return
    }
    guard open.count + value.height <= Self.depthLimit else {
      throw mistake("it nests too deep", event)
    }
    open[place].height = max(open[place].height, value.height)
    open[place].count = open[place].count.saturatingSum(value.count)
    guard open[place].count <= Self.valueLimit else {
      throw mistake("with its aliases filled in it is too large", event)
    }
    guard open[place].isMapping else {
      open[place].elements.append(node)
      return
    }
    if open[place].merges {
      open[place].merges = false
      try merge(node, event)
    } else if let key = open[place].key {
      open[place].key = nil
      open[place].members.append((key, node))
      open[place].keys?.insert(key)
    } else {
      throw mistake("a key has to be a text", event)
    }
  }

  /// Takes over what the mapping does not say itself.
  private mutating func merge(
    _ node: YAMLDocument.Node, _ event: cy_event
  ) throws(YAMLDocument.Problem) {
    let place = open.count - 1
    switch node {
    case .mapping(let members):
      mergedCount += members.count
      guard mergedCount <= Self.mergeLimit else { throw mistake("'<<' takes too much", event) }
      var keys = open[place].keys ?? Set(open[place].members.map(\.key))
      open[place].keys = nil
      for member in members where keys.insert(member.key).inserted {
        open[place].members.append(member)
      }
      open[place].keys = keys
    case .sequence(let nodes): for node in nodes { try merge(node, event) }
    case .scalar: throw mistake("'<<' takes mappings", event)
    }
  }

  private func mistake(_ words: String, _ event: cy_event) -> YAMLDocument.Problem {
    YAMLDocument.Problem(message: "line \(event.line), column \(event.column): \(words)")
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}

/// Writes a value as JSON; how deep it is and how many values it has is bounded by then, how long a
/// text is that aliases repeat is not.
private struct YAMLWriter {
  private(set) var bytes: [UInt8] = []
  private static let limit = 64 << 20

  mutating func write(_ node: YAMLDocument.Node) throws(YAMLDocument.Problem) {
    guard bytes.count < Self.limit else {
      throw YAMLDocument.Problem(message: "with its aliases filled in it has more than 64 MiB")
    }
    switch node {
    case .scalar(let text): bytes += text.utf8
    case .sequence(let nodes):
      bytes.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try write(node)
      }
      bytes.append(UInt8(ascii: "]"))
    case .mapping(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += YAMLScalar.quoted(member.key).utf8
        bytes.append(UInt8(ascii: ":"))
        try write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
