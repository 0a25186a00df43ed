import LosslessJSON

/// An `inspector.json` that is changed as a careful person would: only the bytes that have to be.
///
/// Comments, order, white space and line ends stay as they are. What is new comes last in its
/// object, on lines of its own unless that object stands on one line.
struct ConfigurationText {
  private(set) var bytes: [UInt8]
  private let file: String

  /// What is put in: a value as it is written, or an object that is made.
  enum Value {
    case token(String)
    case object([(key: String, value: Value)])
  }

  /// Takes a file's bytes; one that holds nothing yet becomes an empty object.
  init(_ bytes: [UInt8], file: String) throws(Configuration.Problem) {
    self.bytes = bytes
    self.file = file
    if JSONComments.blanked(bytes).allSatisfy(\.isBlank) {
      let gap = bytes.isEmpty || bytes.last == 0x0A ? [] : Array(newline.utf8)
      self.bytes += gap + Array("{\(newline)}\(newline)".utf8)
    }
    _ = try document()
  }

  /// Sets what stands at a path of keys; objects on the way to it are made where they are missing.
  mutating func set(_ path: [String], to value: Value) throws(Configuration.Problem) {
    let document = try document()
    var json = document.json
    var rest = path[...]
    while let name = rest.first {
      guard let members = json.members else {
        throw problem(json, "an object is expected here: { … }")
      }
      // Of several with one key the last one counts.
      guard let member = members.last(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        break
      }
      json = member.value
      rest = rest.dropFirst()
    }
    guard let node = json.node else { throw problem(json, "an object is expected: { … }") }
    guard let name = rest.first else {
      let range = document.range(of: node)
      let new = text(value, indent: indent(ofLineAt: range.lowerBound), isInline: false)
      bytes.replaceSubrange(range, with: new.utf8)
      return
    }
    let nested = rest.dropFirst().reversed().reduce(value) { inner, key in
      .object([(key: key, value: inner)])
    }
    insert(name, nested, into: node, of: document)
  }

  /// Whether something stands at a path, and what.
  func value(at path: [String]) -> JSON? {
    guard let document = try? document() else { return nil }
    var json = document.json
    for name in path {
      guard let member = json.members?.last(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        return nil
      }
      json = member.value
    }
    return json.exists ? json : nil
  }

  private func document() throws(Configuration.Problem) -> JSONDocument {
    let document = JSONDocument(JSONComments.blanked(bytes))
    guard document.encoding == .utf8 else {
      throw Configuration.Problem(file: file, line: 1, column: 1, message: "it is not UTF-8")
    }
    if let error = document.error {
      throw Configuration.Problem(
        file: file, in: bytes, at: error.byteOffset, "\(error.trouble)")
    }
    return document
  }

  private func problem(_ json: JSON, _ message: String) -> Configuration.Problem {
    let offset = json.node.map { json.document.range(of: $0).lowerBound } ?? 0
    return Configuration.Problem(file: file, in: bytes, at: offset, message)
  }

  // MARK: Adding

  private mutating func insert(
    _ key: String, _ value: Value, into node: JSONNode, of document: JSONDocument
  ) {
    let range = document.range(of: node)
    let members = Array(document.children(of: node))
    let brace = range.upperBound - 1
    // Comments behind the last value stay with it: what is new stands behind them.
    var end = brace
    while end > range.lowerBound + 1, bytes[end - 1].isBlank { end -= 1 }
    let outer = indent(ofLineAt: range.lowerBound)
    let isOneLine = !bytes[range].contains(0x0A)
    // Who ends lists with a comma goes on doing so.
    let hasComma =
      members.last.map {
        JSONComments.hasComma(bytes, in: document.range(of: $0).upperBound..<brace)
      } ?? false
    let name = JSON(key).rawText ?? "\"\""
    var new: String
    if isOneLine, !members.isEmpty {
      new = " \(name): " + text(value, indent: outer, isInline: true)
    } else {
      let inner = memberIndent(members.first, of: document) ?? outer + unit(document)
      new = newline + inner + "\(name): " + text(value, indent: inner, isInline: false)
      if hasComma { new += "," }
      if !bytes[end..<brace].contains(0x0A) {
        new += newline + outer
        bytes.removeSubrange(end..<brace)
      }
    }
    bytes.insert(contentsOf: new.utf8, at: end)
    if let last = members.last, !hasComma {
      bytes.insert(UInt8(ascii: ","), at: document.range(of: last).upperBound)
    }
  }

  /// The white space before a member that begins its line; nil for one that does not.
  private func memberIndent(_ node: JSONNode?, of document: JSONDocument) -> String? {
    guard let node, let start = document.keyRange(of: node)?.lowerBound else { return nil }
    let indent = indent(ofLineAt: start)
    let line = lineStart(start)
    return line + indent.utf8.count == start ? indent : nil
  }

  /// What the file is indented by.
  private func unit(_ document: JSONDocument) -> String {
    guard let root = document.root else { return "  " }
    let first = document.children(of: root).first { _ in true }
    let indent = memberIndent(first, of: document) ?? ""
    return indent.isEmpty ? "  " : indent
  }

  private func lineStart(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  private func indent(ofLineAt offset: Int) -> String {
    let blanks = bytes[lineStart(offset)..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: blanks, as: UTF8.self)
  }

  private var newline: String { bytes.contains(0x0D) ? "\r\n" : "\n" }

  // MARK: Writing

  private func text(_ value: Value, indent: String, isInline: Bool) -> String {
    guard case .object(let members) = value else {
      if case .token(let token) = value { return token }
      return "null"
    }
    let unit = (try? document()).map { self.unit($0) } ?? "  "
    let inner = indent + unit
    let parts = members.map { key, value -> String in
      let name = JSON(key).rawText ?? "\"\""
      return name + ": " + self.text(value, indent: inner, isInline: isInline)
    }
    guard !isInline else { return "{ " + parts.joined(separator: ", ") + " }" }
    let lines = parts.map { "\(newline)\(inner)\($0)" }
    return "{" + lines.joined(separator: ",") + newline + indent + "}"
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension Configuration.Problem {
  /// A problem at a byte of a file.
  init(file: String, in bytes: [UInt8], at offset: Int, _ message: String) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = before[start...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    let line = before.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    self.init(file: file, line: line, column: column, message: message)
  }
}
