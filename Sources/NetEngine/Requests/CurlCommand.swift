/// A request as a command line that sends the same bytes from a POSIX shell.
///
/// Bodies that are plain text go on the command line; files, parts and anything that is not text
/// are fed through a pipe, so that every byte arrives as it is, the multipart boundary included.
public struct CurlCommand: Sendable, Hashable {
  private let request: HTTPRequest

  /// Takes a request as it was prepared for sending.
  public init(_ request: HTTPRequest) {
    self.request = request
  }

  /// The command, secrets included: redact before it leaves the program.
  public var text: String {
    var words = ["curl"]
    words += methodWords
    if request.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
    if request.url.utf8.contains(UInt8(ascii: "/")), hasDotSegments {
      words.append("--path-as-is")
    }
    words.append(request.url.quotedForShell)
    for field in request.headers {
      // An empty value is spelled with a semicolon, or curl leaves the field out.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["-H", line.quotedForShell]
    }
    if request.headers.contains("Accept-Encoding") { words.append("--compressed") }
    if request.options.followsRedirects { words.append("--location") }
    if !request.options.verifiesTLS { words.append("--insecure") }
    if let file = request.options.certificateFile { words += ["--cacert", file.quotedForShell] }
    return bodyPipe + (words + bodyWords).joined(separator: " ")
  }

  private var hasDotSegments: Bool {
    request.url.split(separator: "/", omittingEmptySubsequences: false)
      .contains { $0 == "." || $0 == ".." }
  }

  private var methodWords: [String] {
    switch request.method {
    case .get where request.body == .none: []
    case .head: ["--head"]
    case .post where request.body != .none: []
    default: ["-X", request.method.rawValue.quotedForShell]
    }
  }

  private var bodyWords: [String] {
    var words: [String] = []
    switch request.body {
    case .none:
      if request.method == .post || request.method == .put || request.method == .patch {
        words = ["-H", "'Content-Length: 0'"]
      }
      return words
    case .bytes(let body):
      if let text = body.text, !text.utf8.contains(0) {
        words = ["--data-raw", text.quotedForShell]
      } else {
        words = ["--data-binary", "@-"]
      }
    case .file(let file): words = ["--data-binary", "@\(file.path)".quotedForShell]
    case .multipart: words = ["--data-binary", "@-"]
    }
    // curl would add a type nobody chose.
    if !request.headers.contains("Content-Type") { words += ["-H", "'Content-Type:'"] }
    if !request.headers.contains("Expect") { words += ["-H", "'Expect:'"] }
    return words
  }

  private var bodyPipe: String {
    switch request.body {
    case .bytes(let body) where body.text == nil || body.bytes.contains(0):
      return body.bytes.printfForShell + " | "
    case .multipart(let parts):
      let commands = parts.segments.map { segment in
        switch segment {
        case .bytes(let body): body.bytes.printfForShell
        case .file(let file): "cat -- \(file.path.quotedForShell)"
        }
      }
      return "{ " + commands.joined(separator: "; ") + "; } | "
    default: return ""
    }
  }
}

extension String {
  /// One word of a POSIX shell, whatever is in it.
  package var quotedForShell: String {
    var quoted: [UInt8] = [UInt8(ascii: "'")]
    for byte in utf8 {
      if byte == UInt8(ascii: "'") { quoted += "'\\''".utf8 } else { quoted.append(byte) }
    }
    return String(decoding: quoted + [UInt8(ascii: "'")], as: UTF8.self)
  }
}

extension [UInt8] {
  /// A `printf` that writes exactly these bytes; octal, for that is all POSIX has.
  fileprivate var printfForShell: String {
    var format = ""
    for byte in self {
      switch byte {
      case UInt8(ascii: "%"): format += "%%"
      case UInt8(ascii: "\\"): format += "\\\\"
      case UInt8(ascii: "'"): format += "\\047"
      case 0x20..<0x7f: format.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 8)
        format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    // A format that starts with a dash would be taken for an option.
    return "printf -- '\(format)'"
  }
}
