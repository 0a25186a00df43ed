import LosslessJSON

/// A request as a command line that sends the same bytes from a POSIX shell.
///
/// Short bodies of plain text go on the command line; parts and anything that a terminal could
/// change on its way are fed through a pipe, so that every byte arrives as it is, the multipart
/// boundary included. Relative paths stay relative to the folder the command is run in. curl frames
/// the message itself, so fields of framing and of one connection are left out.
public struct CurlCommand: Sendable, Hashable {
  private let request: HTTPRequest

  /// Takes a request as it was prepared for sending.
  public init(_ request: HTTPRequest) {
    self.request = request.exported
  }

  /// The command, secrets included: redact before it leaves the program.
  public var text: String {
    var words = ["curl"] + versionWords + methodWords
    if request.url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
    if mayHaveDotSegments { words.append("--path-as-is") }
    words.append(request.url.quotedForShell)
    for field in request.headers {
      // An empty value is spelled with a semicolon, or curl leaves the field out.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      words += ["-H", line.quotedForShell]
    }
    // curl adds these two by itself, an Accept-Encoding only when it is asked to.
    for name in ["Accept", "User-Agent"]
    where request.options.leavesOut(name) && !request.headers.contains(name) {
      words += ["-H", "'\(name):'"]
    }
    if request.headers.contains("Accept-Encoding") { words.append("--compressed") }
    if request.options.followsRedirects { words.append("--location") }
    if let digest = request.options.digest {
      words += ["--digest", "-u", "\(digest.user):\(digest.password)".quotedForShell]
    }
    if !request.options.verifiesTLS { words.append("--insecure") }
    if let file = request.options.certificateFile { words += ["--cacert", file.quotedForShell] }
    let remark = request.keptPart.map { "# \($0)\n" } ?? ""
    return remark + bodyPipe + (words + bodyWords).joined(separator: " ")
  }

  /// A dot behind a slash, wherever it stands: said once too often it does no harm.
  private var mayHaveDotSegments: Bool {
    let bytes = request.url.utf8
    return zip(bytes, bytes.dropFirst()).contains {
      $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ".")
    }
  }

  private var versionWords: [String] {
    switch request.options.version {
    case .automatic: []
    case .http1: ["--http1.1"]
    case .http2:
      request.url.utf8.starts(with: "https:".utf8) ? ["--http2"] : ["--http2-prior-knowledge"]
    }
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
      guard [.post, .put, .patch].contains(request.method),
        !request.options.leavesOut("Content-Length")
      else { return [] }
      return ["-H", "'Content-Length: 0'"]
    case .bytes(let body):
      words = plainWord(body).map { ["--data-raw", $0] } ?? ["--data-binary", "@-"]
    case .file(let file): words = ["--data-binary", "@\(file.path.asPath)".quotedForShell]
    case .multipart: words = ["--data-binary", "@-"]
    }
    // curl would add a type nobody chose.
    if !request.headers.contains("Content-Type") { words += ["-H", "'Content-Type:'"] }
    return words + ["-H", "'Expect:'"]
  }

  /// The body as a word of the command; nil when it is too long for one (Linux: 128 KiB) or holds
  /// what a terminal would not paste as it is.
  private func plainWord(_ body: Body) -> String? {
    guard body.count < 64 << 10, let text = body.text,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a })
    else { return nil }
    let word = text.quotedForShell
    return word.utf8.count < 64 << 10 ? word : nil
  }

  private var bodyPipe: String {
    switch request.body {
    case .bytes(let body) where plainWord(body) == nil: return body.bytes.printfForShell + " | "
    case .multipart(let parts):
      let commands = parts.segments.map { segment in
        switch segment {
        case .bytes(let body): body.bytes.printfForShell
        case .file(let file): "cat \(file.path.asPath.quotedForShell)"
        }
      }
      return "{ " + commands.joined(separator: "; ") + "; } | "
    default: return ""
    }
  }
}

extension String {
  /// A path that no command takes for an option or for its standard input.
  fileprivate var asPath: String {
    utf8.first == UInt8(ascii: "/") ? self : "./" + self
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
  ///
  /// What will be a variable is an argument: in the format its own `%` and `\` would be read.
  fileprivate var printfForShell: String {
    var format = ""
    var arguments = ""
    var rest = self[...]
    while let place = SecretVariable.firstPlaceholder(in: rest) {
      format += rest[..<place.lowerBound].printfFormat + "%s"
      arguments += " " + String(decoding: rest[place], as: UTF8.self).quotedForShell
      rest = rest[place.upperBound...]
    }
    // A format that starts with a dash would be taken for an option.
    return "printf -- '\(format)\(rest.printfFormat)'\(arguments)"
  }
}

extension ArraySlice<UInt8> {
  fileprivate var printfFormat: String {
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
    return format
  }
}
