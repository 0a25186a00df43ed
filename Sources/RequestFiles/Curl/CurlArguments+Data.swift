import LosslessJSON
import NetEngine

/// `-d` and its sisters, and the parts of `-F`.
extension CurlArguments {
  mutating func take(
    data value: String, as part: CurlOption.Part, _ offset: Int
  ) throws(CurlImportProblem) {
    let bytes: [UInt8]
    switch part {
    case .dataRaw: bytes = Array(value.utf8)
    case .dataEncoded: bytes = try encoded(value, offset)
    default:
      if value.utf8.first == UInt8(ascii: "@") {
        let path = String(value.dropFirst())
        if path != "-", case .dataBinary = part, data == nil, dataFile == nil {
          // Read while it is sent, unless more data comes.
          dataFile = path
          return
        }
        bytes = try content(path, part, offset)
      } else {
        bytes = Array(value.utf8)
      }
    }
    if let path = dataFile {
      data = try content(path, .dataBinary, offset)
      dataFile = nil
    }
    if case .json = part {
      // JSON texts are put one behind the other, everything else is a pair of a form.
      isJSON = true
      data = data ?? []
    } else if data != nil {
      data?.append(UInt8(ascii: "&"))
    }
    // In place: a copy for each of many options would grow with their square.
    if data == nil { data = bytes } else { data? += bytes }
  }

  /// Only `--data-binary` and `--json` leave line ends and NUL where they are.
  private func content(
    _ path: String, _ part: CurlOption.Part, _ offset: Int
  ) throws(CurlImportProblem) -> [UInt8] {
    let bytes = try read(path, offset)
    if case .data = part { return bytes.filter { $0 != 0x0a && $0 != 0x0d && $0 != 0 } }
    return bytes
  }

  /// The content of a file; `-` is what the shell gives the command.
  func read(_ path: String, _ offset: Int) throws(CurlImportProblem) -> [UInt8] {
    var path = path
    if path == "-" {
      switch input {
      case .bytes(let bytes): return bytes
      case .file(let file): path = file
      case .elsewhere:
        throw CurlImportProblem(
          offset,
          .file("-", why: "what this command reads is not in this text: write it in its place"))
      }
    }
    guard let files else {
      throw CurlImportProblem(offset, .file(path, why: "no files are read here"))
    }
    do { return try files(path) } catch {
      throw CurlImportProblem(offset, .file(path, why: "\(error)"))
    }
  }

  /// The same words as behind `--data-urlencode`; behind a plus sign nothing is encoded.
  mutating func add(query value: String, _ offset: Int) throws(CurlImportProblem) {
    queries.append(
      value.utf8.first == UInt8(ascii: "+")
        ? Array(value.utf8.dropFirst()) : try encoded(value, offset))
  }

  /// `content`, `=content`, `name=content`, `@file`, `name@file`.
  private func encoded(_ value: String, _ offset: Int) throws(CurlImportProblem) -> [UInt8] {
    let bytes = Array(value.utf8)
    guard let sign = bytes.firstIndex(where: { "=@".utf8.contains($0) }) else {
      return bytes.formEscaped
    }
    let rest = bytes[(sign + 1)...]
    let content =
      bytes[sign] == UInt8(ascii: "=")
      ? Array(rest) : try read(String(decoding: rest, as: UTF8.self), offset)
    guard sign > 0 else { return content.formEscaped }
    return bytes[..<sign] + [UInt8(ascii: "=")] + content.formEscaped
  }
}

extension [UInt8] {
  /// As curl writes it: letters, digits and `-._~` stay, a space is a plus sign.
  fileprivate var formEscaped: [UInt8] {
    percentEscaped { $0.isUnreserved || $0 == 0x20 }.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
  }
}

/// Reads one `-F`: `name=value`, `name=@file`, `name=<file`, with `;type=` and `;filename=` behind.
enum CurlFormPart {
  static func part(
    _ text: String, _ option: CurlOption.Part, _ arguments: CurlArguments, _ offset: Int
  ) throws(CurlImportProblem) -> Multipart.Part {
    func bad(_ expected: String) -> CurlImportProblem {
      CurlImportProblem(offset, .badValue("-F", value: text, expected: expected))
    }
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
      throw bad("name=value or name=@file")
    }
    let name = String(text[..<equals])
    let value = text[text.utf8.index(after: equals)...]
    if case .formString = option {
      return Multipart.Part(name: name, .data(Body(String(value))))
    }
    let mark = value.utf8.first
    let isFile = mark == UInt8(ascii: "@") || mark == UInt8(ascii: "<")
    var pieces = FormPieces(isFile ? value.dropFirst() : value)
    guard let first = pieces.content(isFile: isFile) else { throw bad("one value or one file") }
    var part = Multipart.Part(name: name, .data(Body(first)))
    while let (key, setting) = pieces.setting() {
      switch key {
      case "type": part.mimeType = setting
      case "filename": part.fileName = setting
      case "headers", "encoder": throw bad("only ;type= and ;filename= behind the value")
      // curl passes over what it does not know.
      default: break
      }
    }
    if mark == UInt8(ascii: "@") {
      part.content =
        first == "-" ? .data(Body(try arguments.read(first, offset))) : .file(path: first)
      part.fileName = part.fileName ?? first.split(separator: "/").last.map(String.init) ?? first
      part.mimeType =
        part.mimeType ?? type(of: part.fileName) ?? type(of: first)
        ?? "application/octet-stream"
    } else if mark == UInt8(ascii: "<") {
      part.content = .data(Body(try arguments.read(first, offset)))
      let guess = type(of: part.fileName) ?? type(of: first)
      // Plain text is what a part without a name is anyway.
      part.mimeType = part.mimeType ?? (guess == "text/plain" && part.fileName == nil ? nil : guess)
    } else if part.fileName != nil {
      part.mimeType = part.mimeType ?? type(of: part.fileName)
    }
    return part
  }

  /// The types curl knows; everything else has none.
  private static func type(of name: String?) -> String? {
    guard let name, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let known = [
      ".gif": "image/gif", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png",
      ".svg": "image/svg+xml", ".txt": "text/plain", ".htm": "text/html", ".html": "text/html",
      ".pdf": "application/pdf", ".xml": "application/xml",
    ]
    return known[name[dot...].lowercasedASCII]
  }
}

/// A value of `-F` and the settings behind it; what stands in double quotes may hold `;` and `,`.
private struct FormPieces {
  private var rest: Substring.UTF8View

  init(_ text: Substring) {
    rest = text.utf8
  }

  /// The value or the path; nil for a list of files.
  mutating func content(isFile: Bool) -> String? {
    if rest.first == UInt8(ascii: "\"") { return quoted() }
    var end = rest.startIndex
    while end < rest.endIndex {
      if rest[end] == UInt8(ascii: ";") { break }
      if isFile, rest[end] == UInt8(ascii: ",") { return nil }
      end = rest.index(after: end)
    }
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]))
  }

  private func startsSetting(_ text: Substring.UTF8View) -> Bool {
    let trimmed = text.trimmingBlanks
    return ["type=", "filename=", "encoder=", "headers="].contains { name in
      trimmed.prefix(name.utf8.count).map(\.lowercasedASCII).elementsEqual(name.utf8)
    }
  }

  private mutating func quoted() -> String {
    var text: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      let isEscape =
        byte == UInt8(ascii: "\\") && rest.first.map { "\"\\".utf8.contains($0) } == true
      text.append(isEscape ? rest.removeFirst() : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func setting() -> (key: String, value: String)? {
    rest = rest.trimmingBlanks
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst().trimmingBlanks
    let key = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
    rest = rest[key.endIndex...]
    guard rest.first == UInt8(ascii: "=") else { return ("", "") }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "\"") {
      return (String(Substring(key)).lowercasedASCII, quoted())
    }
    var end = rest.startIndex
    // A type may have parameters of its own: `;type=text/plain;charset=utf-8`.
    let isType = key.elementsEqual("type".utf8)
    while end < rest.endIndex {
      if rest[end] == UInt8(ascii: ";"), !isType || startsSetting(rest[end...].dropFirst()) {
        break
      }
      end = rest.index(after: end)
    }
    defer { rest = rest[end...] }
    return (String(Substring(key)).lowercasedASCII, String(Substring(rest[..<end].trimmingBlanks)))
  }
}
