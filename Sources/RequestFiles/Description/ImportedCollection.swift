import LosslessJSON
import NetEngine

/// A description of many requests as a folder of request files, with environments and samples.
public struct ImportedCollection: Sendable {
  /// The files by their names in the folder, request files first.
  public internal(set) var files: [(name: String, bytes: [UInt8])] = []
  /// How many requests there are.
  public internal(set) var requestCount = 0
  /// What could not be carried, each with the request it is about.
  public internal(set) var notes: [String] = []

  /// Why a description cannot be read at all.
  public struct Problem: Error, Sendable, Hashable {
    /// What is wrong, in one sentence.
    public var message: String
  }

  /// Gives the bytes of another file of the description, by its way from the first one.
  public typealias FileReader = (String) throws -> [UInt8]

  /// Reads an OpenAPI description or a Postman collection; nil for any other JSON.
  ///
  /// `environments` are Postman's, each in a file of its own. A description may be YAML. Requests are
  /// left out, with a note, once the files have `byteLimit` bytes: one long example may be referred to
  /// by every request.
  public static func read(
    _ bytes: [UInt8], isYAML: Bool = false, environments: [[UInt8]] = [],
    byteLimit: Int = 128 << 20, files: @escaping FileReader
  ) throws(Problem) -> ImportedCollection? {
    let document = JSONDocument(isYAML ? try json(ofYAML: bytes) : bytes)
    if let error = document.error { throw Problem(message: "it is no JSON: \(error)") }
    let json = document.json
    if json["openapi"].exists || json["swagger"].exists {
      return try OpenAPIImport.read(json, byteLimit, files)
    }
    let schema = json["info"]["schema"].string ?? json["collection"]["info"]["schema"].string
    guard schema != nil || json["item"].exists && json["info"].exists else { return nil }
    return try PostmanImport.read(
      json["info"].exists ? json : json["collection"], environments, byteLimit)
  }

  private static func json(ofYAML bytes: [UInt8]) throws(Problem) -> [UInt8] {
    do throws(YAMLDocument.Problem) {
      return try YAMLDocument.json(bytes)
    } catch {
      throw Problem(message: error.message)
    }
  }
}

/// A request of a description, on its way into a file.
struct DescribedRequest {
  var title: String
  /// What others refer to it by; empty for nothing but the title.
  var name = ""
  /// Comments and `@name = value`, each a line.
  var notes: [String] = []
  var method: String
  var target: String
  /// Behind the target, an indented line each.
  var query: [String] = []
  /// The texts for the places of the path, such as `{id}`.
  var pathValues: [String: String] = [:]
  var headers: [(name: String, value: String)] = []
  var body = ""
  /// What stands behind the body: scripts that are kept.
  var tail = ""

  /// The block of a request file; a body that cannot stand in it is given back for a file.
  func text(bodyFile: String) -> (text: String, body: [UInt8]?) {
    let head = self.head
    guard !body.isEmpty else { return (head + tail, nil) }
    let text = head + "\n\(body)\n"
    if readsBack(text) { return (text + tail, nil) }
    return (head + "\n< ./\(bodyFile)\n" + tail, Array(body.utf8))
  }

  /// Whether a request file says this body; what would end it, or is another text, does not.
  private func readsBack(_ text: String) -> Bool {
    let read = RequestFile(text, name: "").requests
    let endsEarly = body.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("###") }
    guard read.count == 1, read[0].flaw == nil, !endsEarly else { return false }
    switch WrittenRequest(read[0]).body {
    case .text(let text): return text.utf8.elementsEqual(body.utf8)
    case .lines(let lines): return !lines.isEmpty
    case .held: return false
    }
  }

  private var head: String {
    var text = "### \(title.oneLine)\n"
    if !name.isEmpty { text += "# @name \(name)\n" }
    for note in notes { text += note.oneLine + "\n" }
    text += "\(method) \(target.oneLine)\n"
    for line in query { text += "    \(line.oneLine)\n" }
    for (name, value) in headers { text += "\(name.oneLine): \(value.oneLine)\n" }
    return text
  }
}

/// Collects requests by file, and what goes beside them.
struct DescribedFiles {
  private var order: [String] = []
  private var texts: [String: String] = [:]
  private var beside: [(name: String, bytes: [UInt8])] = []
  private var counts: [String: Int] = [:]
  private var noted = DistinctTexts()
  private let byteLimit: Int
  private var byteCount = 0
  private var leftOut = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Whether there is room for one more request; one that finds none is counted.
  mutating func hasRoom() -> Bool {
    if byteCount >= byteLimit { leftOut += 1 }
    return byteCount < byteLimit
  }

  /// Adds a request to a file, whose name has no extension: `users`, `shop/orders`.
  mutating func add(_ request: DescribedRequest, to file: String, above lines: String = "") {
    let number = counts[file, default: 0] + 1
    counts[file] = number
    let folder = file.folderName
    let base =
      "\(file.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? file)-\(number)"
    let ending = request.body.utf8.first.map { "{[".utf8.contains($0) } == true ? "json" : "txt"
    let (text, body) = request.text(bodyFile: "\(base).\(ending)")
    if let body { add(file: (folder.isEmpty ? "" : folder + "/") + "\(base).\(ending)", body) }
    if texts[file] == nil {
      order.append(file)
      texts[file] = lines
    }
    let gap = texts[file]?.isEmpty == false ? "\n" : ""
    // In place: a copy for each request would grow with their square.
    texts[file, default: ""] += gap + text
    byteCount += text.utf8.count
  }

  mutating func add(file name: String, _ bytes: [UInt8]) {
    beside.append((name, bytes))
    byteCount += bytes.count
  }

  mutating func note(_ words: String) { noted.insert(words) }

  /// Everything, with environments whose values stand in two files by who may see them.
  func collection(
    _ environments: [(name: String, values: [(String, String)], secrets: [(String, String)])]
  ) -> ImportedCollection {
    var made = ImportedCollection()
    for file in order { made.files.append((file + ".http", Array((texts[file] ?? "").utf8))) }
    made.files += beside
    func json(_ part: [(name: String, values: [(String, String)])]) -> [UInt8] {
      let members = part.filter { !$0.values.isEmpty }.map { name, values in
        (key: name, value: JSON(members: values.map { (key: $0.0, value: JSON($0.1)) }))
      }
      return members.isEmpty ? [] : JSONPrinter.pretty.bytes(JSON(members: members)) + [0x0a]
    }
    let plain = json(environments.map { ($0.name, $0.values) })
    let secret = json(environments.map { ($0.name, $0.secrets) })
    if !plain.isEmpty { made.files.append(("http-client.env.json", plain)) }
    if !secret.isEmpty { made.files.append(("http-client.private.env.json", secret)) }
    made.requestCount = counts.values.reduce(0, +)
    made.notes = noted.all
    if leftOut > 0 {
      made.notes.append(
        "\(Units.count(leftOut, "request")) left out: the files would have more than"
          + " \(byteLimit) bytes")
    }
    return made
  }
}

extension String {
  /// Line ends are blanks.
  var oneLine: String {
    String(decoding: utf8.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
  }

  /// A name of a file: letters, digits and dashes.
  var fileName: String {
    var name: [UInt8] = []
    for byte in lowercased().utf8 {
      let isPlain = byte &- 0x30 < 10 || byte &- 0x61 < 26 || byte >= 0x80 || byte == 0x5f
      if isPlain { name.append(byte) } else if name.last != 0x2d { name.append(0x2d) }
    }
    while name.last == 0x2d { name.removeLast() }
    while name.first == 0x2d { name.removeFirst() }
    return name.isEmpty ? "requests" : String(decoding: name.prefix(64), as: UTF8.self)
  }

  /// A name of a variable.
  var variableName: String {
    let bytes = utf8.map { $0.isVariableByte ? $0 : UInt8(ascii: "_") }
    return bytes.isEmpty ? "value" : String(decoding: bytes, as: UTF8.self)
  }

  /// As it may stand in a path or in a query, whatever it holds.
  var urlEscaped: String { percentEscaped(where: \.isUnreserved) }
}
