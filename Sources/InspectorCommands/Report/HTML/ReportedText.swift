import NetEngine

/// Messages as texts of a page: as they came, and so that nothing in them acts.
nonisolated enum ReportedText {
  /// More of a body is in a recording.
  static let bodyLimit = 64 << 10

  /// The head as it was written to the socket, or as it would have been.
  static func request(
    _ hop: Hop, of request: HTTPRequest, withBody: Bool, title: String
  ) -> ReportedExchange.Raw {
    var text = lines(hop.requestHead)
    if text.isEmpty {
      text = "\(hop.method.rawValue) \(hop.url)\n"
      for field in request.headers { text += "\(field.name): \(field.value)\n" }
    }
    guard withBody else { return ReportedExchange.Raw(title: title, text: text) }
    let (body, note) = body(of: request)
    if !body.isEmpty { text += "\n\(body)" }
    let notes = [note, request.keptPart ?? ""].filter { !$0.isEmpty }
    return ReportedExchange.Raw(title: title, text: text, note: notes.joined(separator: "; "))
  }

  /// The head with whatever came in front of it, and the body with its codings undone.
  static func answer(
    _ hop: Hop, body: Body, isComplete: Bool, title: String
  ) -> ReportedExchange.Raw {
    var text = lines(hop.head)
    if text.isEmpty {
      let version = hop.httpVersion.isEmpty ? "" : "/\(hop.httpVersion)"
      text = "HTTP\(version) \(hop.statusCode) \(hop.reason)\n"
      for field in hop.headers { text += "\(field.name): \(field.value)\n" }
    }
    let type = hop.headers["Content-Type"].flatMap { MediaType($0) }
    let (said, cut) = Self.text(of: body, type: type)
    if !said.isEmpty { text += "\n\(said)" }
    if !hop.trailers.isEmpty {
      text += "\n"
      for field in hop.trailers { text += "\(field.name): \(field.value)\n" }
    }
    let rest = isComplete ? [] : ["the rest did not arrive"]
    return ReportedExchange.Raw(
      title: title, text: text,
      note: ((cut.isEmpty ? [] : [cut]) + rest).joined(separator: "; "))
  }

  private static func body(of request: HTTPRequest) -> (text: String, note: String) {
    switch request.body {
    case .none: return ("", "")
    case .bytes(let body):
      return text(of: body, type: request.headers["Content-Type"].flatMap { MediaType($0) })
    case .file(let file): return ("", "the body is \(file.path), \(Units.bytes(file.count))")
    case .multipart(let parts):
      var (text, notes) = ("", [String]())
      for segment in parts.segments {
        switch segment {
        case .bytes(let body):
          let (piece, note) = Self.text(of: body, type: nil)
          text += piece
          if !note.isEmpty { notes.append(note) }
        case .file(let file): text += "[\(file.path), \(Units.bytes(file.count))]\n"
        }
      }
      return (text, notes.joined(separator: "; "))
    }
  }

  /// A body by its charset, else byte by byte; what is no text is not shown.
  static func text(of body: Body, type: MediaType?) -> (text: String, note: String) {
    guard !body.isEmpty else { return ("", "") }
    let start = body.prefix(bodyLimit)
    let charset = type?.parameters["charset"].flatMap { $0.isEmpty ? nil : $0 }
    let decoded = try? TextDecoding.text(start, declared: charset)
    guard let decoded else {
      // The cut may go through a letter; bytes that are none are spelled.
      if start.withUnsafeBytes({ $0.contains(0) }) {
        let what = type.map { " of \($0.essence)" } ?? ""
        return ("", "\(Units.bytes(body.count))\(what) that are no text")
      }
      return (lines(start.bytes), cut(body))
    }
    return (lines(Array(decoded.utf8)), cut(body))
  }

  private static func cut(_ body: Body) -> String {
    body.count <= bodyLimit
      ? "" : "the first \(Units.bytes(bodyLimit)) of \(Units.bytes(body.count))"
  }

  /// Lines as a page has them; whatever could act or hide is spelled.
  private static func lines(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isLineEnd = byte == 0x0d && index + 1 < bytes.count && bytes[index + 1] == 0x0a
      if !isLineEnd { kept.append(byte) }
    }
    while kept.count > 1, kept.last == 0x0a, kept[kept.count - 2] == 0x0a { kept.removeLast() }
    return String(
      decoding: kept.withUnsafeBufferPointer { DisplayRule().plainText(of: $0) }, as: UTF8.self)
  }
}
