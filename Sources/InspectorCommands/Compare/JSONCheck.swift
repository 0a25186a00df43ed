import NetEngine

/// Whether bytes are JSON, or one JSON document a line, and if not, where they stop being it.
nonisolated struct JSONCheck {
  /// `-` or the path, as it was said.
  let name: String
  private let form: Form
  private let bytes: Int
  private let encoding: JSONEncoding
  private let error: JSONError?
  /// What the document is: `object, 3 keys`.
  private let summary: String

  private enum Form: String {
    case json = "JSON"
    case lines = "NDJSON"
  }

  /// Reads it as one document; where a second one starts on a line of its own, line by line.
  init(_ body: Body, name: String) {
    let limits = JSONLimits(documentBytes: .max, tapeBytes: .max)
    self.name = name
    bytes = body.count
    let document = JSONDocument(body, limits: limits)
    encoding = document.encoding
    guard Self.hasManyDocuments(document, in: body, named: name) else {
      (form, error, summary) = (.json, document.error, document.json.summary)
      return
    }
    form = .lines
    let lines = JSONLines(body, limits: limits)
    error = lines.lazy.compactMap(\.error).first
    summary = Units.count(lines.count, "document")
  }

  /// A file may say so by its name; otherwise its first line is a document and another follows.
  private static func hasManyDocuments(
    _ document: JSONDocument, in body: Body, named name: String
  ) -> Bool {
    guard let error = document.error, document.encoding == .utf8 else { return false }
    let isCalledSo = [".ndjson", ".jsonl"].contains { end in
      name.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
    if isCalledSo { return error.reason != .empty }
    guard error.reason == .trailing, [.character("{"), .character("[")].contains(error.found) else {
      return false
    }
    let lines = JSONLines(body)
    guard let first = lines.lines.first, first.number < error.line else { return false }
    return lines.document(of: first).error == nil
  }

  var isValid: Bool { error == nil }

  /// One line: `a.json: JSON: object, 3 keys, 1.2 kB`, or `a.json:3:14: no JSON: found …`.
  var text: String {
    guard let error else {
      let coding = encoding == .utf8 ? "" : ", \(encoding.name)"
      return "\(name): \(form.rawValue): \(summary), \(Units.bytes(bytes))\(coding)"
    }
    let advice = error.hint.map { " — \($0)" } ?? ""
    return "\(name):\(error.line):\(error.column): no \(form.rawValue): \(error.trouble) "
      + "(byte \(error.byteOffset))\(advice)"
  }

  /// The same as one line of JSON.
  var line: String { MachineLine.text(members) }

  private var members: [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = [
      ("file", JSON(name)), ("format", JSON(form == .json ? "json" : "ndjson")),
      ("ok", JSON(isValid)), ("bytes", JSON(bytes)), ("encoding", JSON(encoding.name)),
    ]
    guard let error else {
      members.append(("summary", JSON(summary)))
      return members
    }
    members += [
      ("byte", JSON(error.byteOffset)), ("line", JSON(error.line)), ("column", JSON(error.column)),
      ("found", JSON(error.found.phrase)), ("expected", JSON(error.expected.phrase)),
      ("message", JSON(error.trouble)),
    ]
    if let hint = error.hint { members.append(("hint", JSON(hint))) }
    return members
  }
}
