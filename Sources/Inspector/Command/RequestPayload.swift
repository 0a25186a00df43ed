import NetEngine

/// What `-d`, `--body-json` and `-F` make of a request.
struct RequestPayload {
  var task = HTTPTask.requestPlain
  var contentType: String?

  var isEmpty: Bool {
    if case .none = task.body { true } else { false }
  }

  init(_ arguments: Arguments) throws {
    let said = ["--data", "--data-raw", "--body-json", "--form"].filter { arguments[$0] != nil }
    if said.count > 1 { throw UsageMistake.together(said[0], said[1]) }
    if arguments["--data"] != nil {
      task = .requestData(Body(try Self.joined(arguments.all("--data"))))
      contentType = "application/x-www-form-urlencoded"
    } else if arguments["--data-raw"] != nil {
      task = .requestData(Body(arguments.all("--data-raw").joined(separator: "&")))
      contentType = "application/x-www-form-urlencoded"
    } else if let json = arguments["--body-json"] {
      let bytes = try Self.content(json)
      if let error = JSONDocument(bytes).error {
        Output.talk("note: --body-json is no JSON, and is sent as it is: \(error)")
      }
      task = .requestData(Body(bytes))
      contentType = "application/json"
    } else if arguments["--form"] != nil {
      task = .uploadMultipartFormData(Multipart(try arguments.all("--form").map(Self.part)))
    }
  }

  /// Several `-d` are joined with `&`; `@FILE` is the file's content, `@-` is stdin.
  ///
  /// A file's line ends and NULs are left out, as curl does: a form has none.
  private static func joined(_ values: [String]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      let content = try content(value)
      bytes += value.hasPrefix("@") ? content.filter { ![0, 0x0a, 0x0d].contains($0) } : content
    }
    return bytes
  }

  private static func content(_ value: String) throws -> [UInt8] {
    value.hasPrefix("@") ? try TextFile.read(String(value.dropFirst())) : Array(value.utf8)
  }

  /// `name=value`, `name=@FILE` as a file, `name=<FILE` as text; `;type=…` and `;filename=…` follow.
  private static func part(_ text: String) throws -> Multipart.Part {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw UsageMistake.badValue(option: "-F", value: text, expected: "name=value or name=@FILE")
    }
    let name = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    let isFile = value.hasPrefix("@")
    var pieces = value.split(separator: ";", omittingEmptySubsequences: false)
    var settings: [Substring] = []
    // Behind a file everything says something about it; in a plain value only what is known does.
    while pieces.count > 1, let last = pieces.last,
      isFile || last.hasPrefix("type=") || last.hasPrefix("filename=")
    {
      settings.insert(pieces.removeLast(), at: 0)
    }
    let content = pieces.joined(separator: ";")
    var part: Multipart.Part
    if isFile {
      part = Multipart.Part(name: name, .file(path: String(content.dropFirst())))
    } else if content.hasPrefix("<") {
      part = Multipart.Part(
        name: name, .data(Body(try TextFile.read(String(content.dropFirst())))))
    } else {
      part = Multipart.Part(name: name, .data(Body(content)))
    }
    for piece in settings {
      let pair = piece.split(separator: "=", maxSplits: 1)
      switch (pair.first, pair.count) {
      case ("type", 2): part.mimeType = String(pair[1])
      case ("filename", 2): part.fileName = String(pair[1])
      default:
        throw UsageMistake.badValue(
          option: "-F", value: text, expected: "only ;type=… and ;filename=… after the file")
      }
    }
    return part
  }
}
