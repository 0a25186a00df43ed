import NetEngine

/// Writing what is shown into a file: a copy that goes there in place of the clipboard.
extension App {
  /// Opens the line for the file's name; the key before said whether secrets stay.
  mutating func openWrite() {
    let isExact = copying == .exact
    copying = nil
    open(Prompt(.writeFile(isExact: isExact)))
  }

  /// `FILE` for the body, or `FILE WHAT`.
  mutating func write(typed text: String, isExact: Bool) -> [Effect] {
    let words = text.split(separator: " ")
    var (path, kind) = (text, Clip.Kind.body)
    if words.count > 1, let last = words.last, let named = Clip.Kind.inFile(String(last)) {
      kind = named
      path = String(text.dropLast(last.utf8.count)).trimmingBlanks
    }
    return copy(kind, isExact: isExact).map { effect in
      switch effect {
      case .copy(var clip):
        (clip.file, clip.exactKeys) = (Clip.File(path: path), nil)
        return .copy(clip)
      case .redact(var clip, let type):
        (clip.file, clip.exactKeys) = (Clip.File(path: path), nil)
        return .redact(clip, type: type)
      default: return effect
      }
    }
  }

  /// A file that is there already is replaced after a yes alone.
  mutating func take(_ writing: ClipWriting, of clip: Clip) {
    let path = clip.file?.path.escapedForMessage ?? ""
    switch writing {
    case .done:
      house.notify("wrote \(clip.words), into \(path)", .ok)
      return
    case .failed(let why):
      house.warn("not written: \(why)")
      return
    case .isThere: break
    }
    guard isMainOn else {
      house.warn("\(path) is there already: write it under another name")
      return
    }
    main.ask(.overwrite(clip))
    house.notice = nil
  }
}

extension PromptRow {
  /// The file something is written into, with its secrets or without them.
  static func writeFile(isExact: Bool) -> PromptRow {
    let secrets = isExact ? "as it came, secrets and all" : "secrets left out; Y f writes them too"
    return PromptRow(
      label: "write", memory: .written, enter: "writes it",
      typed: { app, line in
        let words = line.text.split(separator: " ")
        let kind = words.count > 1 ? words.last.flatMap { Clip.Kind.inFile(String($0)) } : nil
        return line.isEmpty
          ? .hint("a file for the body; behind it: headers, request, exchange, report, value")
          : .words("\((kind ?? .body).words) into a file, \(secrets)")
      },
      taken: { app, line in line.isEmpty ? [] : app.write(typed: line.text, isExact: isExact) })
  }
}

extension String {
  /// Without blanks at its end.
  fileprivate var trimmingBlanks: String {
    String(decoding: utf8.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
  }
}

extension ClipRedaction {
  /// Heads and bodies as they went over the wire: what was sent, and with the answer all of it.
  mutating func wire(_ response: Response, isWhole: Bool) -> [UInt8] {
    var out: [UInt8] = []
    for (index, hop) in response.hops.enumerated() {
      out += head(hop.requestHead.isEmpty ? composedHead(response.request) : hop.requestHead)
      if index == 0 || hop.sentBodyBytes > 0 { out += sent(response.request) }
      let isLast = index + 1 == response.hops.count
      guard isWhole else {
        if !isLast { out += "\r\n".utf8 }
        continue
      }
      if out.last != 0x0a { out += "\r\n".utf8 }
      out +=
        head(hop.head) + body(isLast ? response.body : hop.body, type: response.mediaType).bytes
      if !isLast { out += "\r\n".utf8 }
    }
    return out
  }

  /// What was sent behind the head; a file and parts are named, they are not read for this.
  private mutating func sent(_ request: HTTPRequest) -> [UInt8] {
    sentBody(request) + (request.keptPart.map { Array("\r\n(\($0))\r\n".utf8) } ?? [])
  }

  private mutating func sentBody(_ request: HTTPRequest) -> [UInt8] {
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    switch request.body {
    case .none: return []
    case .bytes(let bytes): return body(bytes, type: type).bytes
    case .file(let file): return Array("(the file \(file.path))".utf8)
    case .multipart(let parts): return Array("(\(Units.bytes(parts.count)) of parts)".utf8)
    }
  }

  /// The head of a request that never was on a wire.
  private func composedHead(_ request: HTTPRequest) -> [UInt8] {
    let fields = request.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("\(request.method.rawValue) \(request.url)\r\n\(fields)\r\n".utf8)
  }
}
