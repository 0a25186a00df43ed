import LosslessJSON
import NetEngine

/// A request as a person writes it, its variables in place: what a form holds and what a request
/// file says, each made of the other.
public struct WrittenRequest: Sendable, Hashable {
  /// Comments that say how it is sent and read, as they are written: `# @no-redirect`.
  public var notes: [String]
  /// The method.
  public var method: String
  /// The URL, or the path.
  public var target: String
  /// What the request line ends in: `HTTP/2`; empty for nothing.
  public var version: String
  /// The header lines in order.
  public var headers: [HeaderField]
  /// What is sent after the head.
  public var body: Payload

  /// A body before its variables have values.
  public enum Payload: Sendable, Hashable {
    /// Text, sent as it is but for its variables; empty for no body.
    case text(String)
    /// What a request file has words for: files, forms over several lines, parts, GraphQL.
    case lines(String)
    /// What was sent before, to be sent again as it is.
    case held(RequestBody)

    /// Whether nothing is sent.
    public var isEmpty: Bool {
      switch self {
      case .text(let text), .lines(let text): text.isEmpty
      case .held(let body): body.count == 0
      }
    }
  }

  /// Puts a request together.
  public init(
    method: String, target: String, headers: [HeaderField] = [], body: Payload = .text(""),
    notes: [String] = [], version: String = ""
  ) {
    (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
    (self.notes, self.version) = (notes, version)
  }

  /// Takes over what a file says, word for word.
  public init(_ request: FileRequest) {
    self.init(
      method: request.method.rawValue, target: request.target.source,
      headers: request.headers.map { HeaderField($0.name.source, $0.value.source) },
      body: request.body.payload, notes: request.notes, version: request.version.written)
  }
}

// MARK: - As a request file

extension WrittenRequest {
  /// The request as the text of a request file; a body that is held is only spoken of.
  public func text(named name: String = "") -> String {
    var text = "###\(name.isEmpty ? "" : " " + name)\n"
    for note in notes { text += note + "\n" }
    text += "\(method) \(target)\(version.isEmpty ? "" : " " + version)\n"
    for field in headers {
      text += field.value.isEmpty ? "\(field.name):\n" : "\(field.name): \(field.value)\n"
    }
    switch body {
    case .text(let body), .lines(let body): if !body.isEmpty { text += "\n\(body)\n" }
    case .held: break
    }
    return text
  }

  /// Reads the first request of a text, and the name it has there; fails at the first mistake.
  public static func read(
    _ text: String, file: String = ""
  ) throws(RequestFileProblem) -> (request: WrittenRequest, name: String) {
    let read = RequestFile(text, name: file)
    if let problem = read.problems.first(where: { !$0.isNote }) { throw problem }
    guard let request = read.requests.first else {
      throw RequestFileProblem(FilePlace(file), .noRequest)
    }
    if let flaw = request.flaw { throw flaw }
    if read.requests.count > 1 {
      throw RequestFileProblem(read.requests[1].place, .secondRequest)
    }
    if let variable = read.variables.first {
      throw RequestFileProblem(variable.place, .variableBeside(variable.name))
    }
    return (WrittenRequest(request), request.name ?? "")
  }

  /// Whether a request file can say it: read back it is the same.
  public var isWritable: Bool {
    guard let read = try? Self.read(text()).request else { return false }
    return read == self
  }

  /// What its body is apart from text, in words; nil for text.
  public var bodyWords: String? { request(at: FilePlace("")).body.words }

  /// The request as a file at a place would hold it: its variables mean there what they mean to it.
  func request(at place: FilePlace) -> FileRequest {
    // Comments and what a file has words for are read as a file would be.
    var head = self
    if case .lines = body {} else { head.body = .text("") }
    let read = RequestFile(head.text(), name: place.file).requests.first
    func template(_ text: String) -> Template { Template(text, at: place) }
    var request = FileRequest(title: nil, place: place)
    request.method = HTTPMethod(rawValue: method)
    request.target = template(target)
    request.version = read?.version ?? .automatic
    request.headers = headers.map { field in
      FileRequest.Field(name: template(field.name), value: template(field.value), place: place)
    }
    request.meta = read?.meta ?? RequestMeta()
    request.notes = notes
    switch body {
    case .text(let text): if !text.isEmpty { request.body = .content([.text(template(text))]) }
    case .lines:
      request.body = read?.body ?? .none
      request.problems = read?.problems.filter { !$0.isNote } ?? []
    case .held(let body): request.body = .held(body)
    }
    return request
  }
}

extension RequestOptions.Version {
  /// As it stands in a request line; empty where nothing is said.
  fileprivate var written: String {
    switch self {
    case .automatic: ""
    case .http1: "HTTP/1.1"
    case .http2: "HTTP/2"
    }
  }
}

// MARK: - Bodies

extension FileBody {
  /// What it is apart from its text, in words; nil for text.
  public var words: String? {
    switch self {
    case .none: return nil
    case .content(let pieces):
      let files = pieces.compactMap { piece in
        if case .file(let path, _, _, _) = piece { path.source } else { nil }
      }
      guard !files.isEmpty else { return nil }
      return pieces.count == 1
        ? "the file \(files[0])" : "text and \(files.joined(separator: ", "))"
    case .form(let lines): return "a form of \(Units.count(lines.count, "line"))"
    case .multipart(_, let parts): return "multipart, \(Units.count(parts.count, "part"))"
    case .graphQL: return "a GraphQL query"
    case .held: return "what was sent before"
    }
  }

  fileprivate var payload: WrittenRequest.Payload {
    switch self {
    case .none: return .text("")
    case .content(let pieces):
      if pieces.count == 1, case .text(let text) = pieces[0] { return .text(text.source) }
      return .lines(pieces.source)
    case .form(let lines): return .lines(lines.map(\.source).joined(separator: "\n"))
    case .multipart(let boundary, let parts):
      let written = parts.map { part in
        let head = part.head.map { $0.source + "\n" }.joined()
        return "--\(boundary.source)\n\(head)\n\(part.content.source)\n"
      }
      return .lines(written.joined() + "--\(boundary.source)--")
    case .graphQL(let query, let name, let variables):
      let gql = name.map { "gql \($0.source) " } ?? ""
      return .lines(gql + query.source + (variables.isEmpty ? "" : "\n\n" + variables.source))
    case .held(let body): return .held(body)
    }
  }
}

extension FileBody.Piece {
  fileprivate var source: String {
    switch self {
    case .text(let text): text.source
    case .file(let path, let replacesVariables, let charset, _):
      "<\(replacesVariables ? "@" : "")\(charset ?? "") \(path.source)"
    case .fragment(_, let piece): "\n" + piece.source
    }
  }
}

extension [FileBody.Piece] {
  /// As it is written, one after the other: line ends belong to the text.
  fileprivate var source: String {
    map(\.source).joined()
  }
}
