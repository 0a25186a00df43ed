import LosslessJSON
import NetEngine

/// Requests written as a request file that reads back to the same requests.
///
/// Bodies stand in the file where they read back as they are; any other body becomes a file beside
/// it. Two braces, which would start a variable, are written with a variable that is a brace.
public struct RequestFileText: Sendable {
  /// The request file.
  public internal(set) var text = ""
  /// Files that go beside it, by their names.
  public internal(set) var files: [(name: String, bytes: [UInt8])] = []
  /// What a request file cannot say, in words.
  public private(set) var notes: [String] = []
  /// Variables of the environment it takes secrets from that were taken out of the requests.
  public private(set) var variables: [String] = []
  var usesBrace = false
  /// What the file says once for all its requests.
  private var leftOutEverywhere: [String] = []
  /// Put in front of the names of files.
  private let prefix: String

  /// Bodies of more than this go into files.
  private static let inlineLimit = 256 << 10

  /// Writes the requests in order; names of files beside it start with `prefix`.
  public init(_ requests: [(name: String?, request: HTTPRequest)], prefix: String = "body") {
    self.prefix = prefix
    if requests.count > 1, let first = requests.first?.request.options.leftOut {
      leftOutEverywhere = first.filter { name in
        requests.allSatisfy { $0.request.options.leavesOut(name) }
      }
    }
    for (name, request) in requests {
      write(request.withPlaceholdersForMarks(), named: name)
    }
    // It ends in one line end: a body's last one belongs to nobody.
    if usesBrace { text = "@brace = {\n\n" + text }
    if !leftOutEverywhere.isEmpty {
      text = "# @no-header \(leftOutEverywhere.joined(separator: ", "))\n\n" + text
    }
    fillSecrets()
  }

  /// Placeholders become variables, in the files that are templates too.
  private mutating func fillSecrets() {
    var names = SecretVariableNames()
    func written(_ variable: String) -> String { "{{$processEnv \(variable)}}" }
    let filled = names.fill(Array(text.utf8), with: written)
    text = String(decoding: KeptVariable.written(filled), as: UTF8.self)
    files = files.map { ($0.name, KeptVariable.written(names.fill($0.bytes, with: written))) }
    variables = names.variables
  }

  private mutating func write(_ request: HTTPRequest, named name: String?) {
    if !text.isEmpty { text += "\n" }
    text += "###" + (name.map { " " + $0.onOneLine } ?? "") + "\n"
    writeMeta(request)
    var line = request.method.rawValue + " " + escaped(request.url)
    switch request.options.version {
    case .automatic: break
    case .http1: line += " HTTP/1.1"
    case .http2: line += " HTTP/2"
    }
    text += line + "\n"
    for field in request.headers where !field.source.isAddedAnew {
      guard field.name.utf8.first != UInt8(ascii: "#") else {
        notes.append("the header '\(field.name)' would be read as a comment")
        continue
      }
      let value = KeptVariable.readable(credentials: field.value)
      text += "\(escaped(field.name)): \(escaped(value))".trimmingEnd + "\n"
    }
    if let digest = request.options.digest {
      text += "Authorization: \(escaped(digest.written))\n"
    }
    writeBody(request)
  }

  private mutating func writeMeta(_ request: HTTPRequest) {
    for note in WrittenRequest.notes(of: request, butFor: leftOutEverywhere) { text += note + "\n" }
    if let part = request.keptPart { text += "# \(part)\n" }
    let read = RequestFile("\(request.method.rawValue) http://host/", name: "").requests.first
    if read?.method != request.method || read?.flaw != nil {
      notes.append("the method '\(request.method.rawValue)' would be read as another")
    }
    if let file = request.options.certificateFile {
      notes.append("the certificates in '\(file)' cannot be named in a request file")
    }
  }

  /// A name that starts like a comment, and braces, would be read as something else.
  mutating func escaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "{")) else { return value }
    let template = Template(value, at: FilePlace(""))
    let bytes = Array(value.utf8)
    let hasMistake = !BraceMistake.all(in: bytes, 0..<bytes.count).isEmpty
    // `\{\{name\}\}` would lose its signs.
    let isEscaped = value.withBraces != value
    guard template.uses.isEmpty, !hasMistake, !isEscaped else {
      usesBrace = true
      return template.pieces.map { piece in
        switch piece {
        case .text(let text) where isEscaped: text.replacing("{", with: "{{brace}}")
        case .text(let text): hasMistake ? text.withBracesApart : text
        case .use(let use): "{{brace}}{\(use.written)}}"
        }
      }.joined()
    }
    return value
  }

  // MARK: Bodies

  private mutating func writeBody(_ request: HTTPRequest) {
    switch request.body {
    case .none: return
    case .bytes(let body) where body.isEmpty: return
    case .bytes(let body):
      if let inline = multipart(body, of: request) ?? inline(body, of: request) {
        text += "\n" + inline + "\n"
      } else {
        text += "\n\(keep(body.bytes, type: request.headers["Content-Type"]))\n"
      }
    case .file(let file): text += "\n< \(reference(to: file.path))\n"
    case .multipart(let parts): writeParts(parts)
    }
  }

  /// The body as it would stand in the file; nil unless it reads back as it is.
  private mutating func inline(_ body: Body, of request: HTTPRequest) -> String? {
    guard body.count <= Self.inlineLimit, let text = body.text,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a || $0 == 0x09 })
    else { return nil }
    let had = usesBrace
    let written = escaped(text)
    var head = "@brace = {\n\(request.method.rawValue) http://host/\n"
    if let type = request.headers["Content-Type"] { head += "Content-Type: \(type)\n" }
    let file = RequestFile(head + "\n" + written + "\n\n### next\nGET http://host/\n", name: "")
    guard file.requests.count == 2, let read = file.requests.first, read.problems.isEmpty,
      case .content(let pieces) = read.body, pieces.count == 1,
      case .text(let template) = pieces[0],
      Self.resolved(template)?.utf8.elementsEqual(text.utf8) == true
    else {
      usesBrace = had
      return nil
    }
    return written
  }

  /// The text with the braces that ``escaped(_:)`` writes as variables; nil with another variable.
  static func resolved(_ template: Template) -> String? {
    var text = ""
    for piece in template.pieces {
      switch piece {
      case .text(let plain): text += plain.withBraces
      case .use(let use):
        guard use.written == "brace" else { return nil }
        text += "{"
      }
    }
    return text
  }

  /// Puts bytes into a file beside the request file and gives the line that names it.
  ///
  /// One with a secret in it is a template: a variable stands in its place.
  mutating func keep(_ bytes: [UInt8], type: String?) -> String {
    let essence = type.flatMap { MediaType($0) }
    let text = String(validating: bytes, as: UTF8.self)
    let end = essence?.isJSON == true ? "json" : text != nil ? "txt" : "bin"
    let name = "\(prefix)-\(files.count + 1).\(end)"
    let isTemplate =
      SecretVariable.firstPlaceholder(in: bytes[...]) != nil || KeptVariable.stands(in: bytes)
    guard let text, isTemplate else {
      files.append((name, bytes))
      return "< ./\(name)"
    }
    files.append((name, Array(escaped(text).utf8)))
    return "<@ ./\(name)"
  }

  /// A file as the request names it; one that is not below the request file cannot be reached there.
  mutating func reference(to path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else {
      return path.utf8.starts(with: "./".utf8) ? path : "./" + path
    }
    notes.append("put '\(path)' beside the request file")
    return "./" + (path.split(separator: "/").last.map(String.init) ?? path)
  }
}

extension String {
  /// No two braces side by side, which would look like a variable that is not closed.
  fileprivate var withBracesApart: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "{"), bytes.last == byte {
        bytes.removeLast()
        bytes += "{{brace}}".utf8
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Without control characters, and without what a separator line would swallow.
  fileprivate var onOneLine: String {
    let bytes = utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    let text = Substring(decoding: bytes, as: UTF8.self)
    return String(
      Substring(text.utf8.trimmingBlanks.drop { $0 == UInt8(ascii: "#") }.trimmingBlanks))
  }

  fileprivate var trimmingEnd: String {
    utf8.last == 0x20 ? String(dropLast()) : self
  }
}
