import NetEngine

/// What `-d`, `--body-json` and `-F` make of a request.
struct RequestPayload {
  var task = HTTPTask.requestPlain
  var contentType: String?

  var isEmpty: Bool {
    if case .none = task.body { true } else { false }
  }

  init(_ arguments: Arguments) throws {
    let said = ["--data", "--body-json", "--form"].filter { arguments[$0] != nil }
    if said.count > 1 { throw UsageMistake.together(said[0], said[1]) }
    if arguments["--data"] != nil {
      task = .requestData(Body(try Self.joined(arguments.all("--data"))))
      contentType = "application/x-www-form-urlencoded"
    } else if let json = arguments["--body-json"] {
      task = .requestData(Body(try Self.content(json)))
      contentType = "application/json"
    } else if arguments["--form"] != nil {
      task = .uploadMultipartFormData(Multipart(try arguments.all("--form").map(Self.part)))
    }
  }

  /// Several `-d` are joined with `&`; `@FILE` is the file's content, `@-` is stdin.
  private static func joined(_ values: [String]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      bytes += try content(value)
    }
    return bytes
  }

  private static func content(_ value: String) throws -> [UInt8] {
    value.hasPrefix("@") ? try TextFile.read(String(value.dropFirst())) : Array(value.utf8)
  }

  /// `name=value`, `name=@FILE`, each with `;type=…` and `;filename=…` after it.
  private static func part(_ text: String) throws(UsageMistake) -> Multipart.Part {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw .badValue(option: "-F", value: text, expected: "name=value or name=@FILE")
    }
    let name = String(text[..<equals])
    let value = String(text[text.index(after: equals)...])
    guard value.hasPrefix("@") else { return Multipart.Part(name: name, .data(Body(value))) }
    let pieces = value.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
    var part = Multipart.Part(name: name, .file(path: String(pieces[0])))
    for piece in pieces.dropFirst() {
      let pair = piece.split(separator: "=", maxSplits: 1)
      switch (pair.first, pair.count) {
      case ("type", 2): part.mimeType = String(pair[1])
      case ("filename", 2): part.fileName = String(pair[1])
      default:
        throw .badValue(
          option: "-F", value: text, expected: "only ;type=… and ;filename=… after the file")
      }
    }
    return part
  }
}
