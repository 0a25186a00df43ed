import LosslessJSON

/// The parts of a `multipart/form-data` body.
public struct Multipart: Sendable, Hashable {
  /// The parts in the order in which they are sent.
  public var parts: [Part]
  /// The boundary between them; one is made up when nil.
  public var boundary: String?

  /// Takes the parts.
  public init(_ parts: [Part] = [], boundary: String? = nil) {
    self.parts = parts
    self.boundary = boundary
  }

  /// One part.
  public struct Part: Sendable, Hashable {
    /// The form field's name.
    public var name: String
    /// What it holds.
    public var content: Content
    /// The file name the server is told; for a file its own if nil.
    public var fileName: String?
    /// The MIME type; for a file by its extension if nil.
    public var mimeType: String?

    /// Describes a part.
    public init(
      name: String, _ content: Content, fileName: String? = nil, mimeType: String? = nil
    ) {
      self.name = name
      self.content = content
      self.fileName = fileName
      self.mimeType = mimeType
    }
  }

  /// What a part holds.
  public enum Content: Sendable, Hashable {
    /// Bytes in memory.
    case data(Body)
    /// A file that is read while it is sent, never loaded whole.
    case file(path: String)
  }
}

extension Multipart: ExpressibleByArrayLiteral {
  /// Takes the parts.
  public init(arrayLiteral elements: Part...) {
    self.init(elements)
  }
}

/// A multipart body cut into what is sent: framing, bytes in memory, files.
public struct EncodedMultipart: Sendable, Hashable {
  /// What stands between the parts.
  public var boundary: String
  /// The body in pieces, in order.
  public var segments: [Segment]

  /// Takes both as they are; nothing is checked.
  package init(boundary: String, segments: [Segment]) {
    self.boundary = boundary
    self.segments = segments
  }

  /// How many bytes the body has.
  public var count: Int {
    segments.reduce(0) { $0 + $1.count }
  }

  /// The boundary as a parameter of Content-Type: in quotes when it is no token (RFC 2045 §5.1).
  var writtenBoundary: String {
    boundary.utf8.contains { "()<>@,;:\\\"/[]?=".utf8.contains($0) } ? "\"\(boundary)\"" : boundary
  }

  /// A piece of the body.
  public enum Segment: Sendable, Hashable {
    /// Bytes in memory.
    case bytes(Body)
    /// A file, read while it is sent.
    case file(FileSource)

    var count: Int {
      switch self {
      case .bytes(let body): body.count
      case .file(let file): file.count
      }
    }
  }
}

extension Multipart {
  /// Cuts the parts into segments; files are looked at, not read.
  package func encoded(boundary madeUp: () -> String) throws(SetupProblem) -> EncodedMultipart {
    guard !parts.isEmpty else { throw SetupProblem(.body, .empty, text: "multipart") }
    let boundary = self.boundary ?? madeUp()
    try Self.check(boundary: boundary)
    var segments: [EncodedMultipart.Segment] = []
    var framing: [UInt8] = []
    for part in parts {
      framing += "--\(boundary)\r\n".utf8
      framing += try part.head().utf8
      segments.append(.bytes(Body(framing)))
      switch part.content {
      case .data(let body): segments.append(.bytes(body))
      case .file(let path): segments.append(.file(try FileSource(checking: path)))
      }
      framing = Array("\r\n".utf8)
    }
    framing += "--\(boundary)--\r\n".utf8
    segments.append(.bytes(Body(framing)))
    return EncodedMultipart(boundary: boundary, segments: segments)
  }

  /// RFC 2046 §5.1.1: at most 70 of these characters.
  private static func check(boundary: String) throws(SetupProblem) {
    guard !boundary.isEmpty else { throw SetupProblem(.multipartBoundary, .empty, text: boundary) }
    let allowed = "'()+_,-./:=?".utf8
    let bad = boundary.utf8.enumerated().first { _, byte in
      !(byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || allowed.contains(byte))
    }
    if let bad {
      throw SetupProblem(
        .multipartBoundary, .forbiddenByte(bad.element, at: bad.offset), text: boundary)
    }
    guard boundary.utf8.count <= 70 else {
      throw SetupProblem(.multipartBoundary, .tooLong(allowed: 70), text: boundary)
    }
  }
}

extension Multipart.Part {
  fileprivate func head() throws(SetupProblem) -> String {
    try name.refuseLineBreaks(as: .multipartName)
    var head = "Content-Disposition: form-data; name=\"\(name.quotedForMultipart)\""
    if let fileName = fileName ?? ownFileName {
      try fileName.refuse(0, as: .multipartFileName)
      head += "; filename=\"\(fileName.quotedForMultipart)\""
    }
    if let mimeType = mimeType ?? ownMimeType {
      try mimeType.refuseLineBreaks(as: .multipartType)
      head += "\r\nContent-Type: \(mimeType)"
    }
    return head + "\r\n\r\n"
  }

  private var ownFileName: String? {
    guard case .file(let path) = content else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }

  private var ownMimeType: String? {
    guard case .file(let path) = content else { return nil }
    return typeByExtension(path)
  }
}

extension String {
  /// What browsers do: a quote or a line break in a name is percent-encoded.
  fileprivate var quotedForMultipart: String {
    percentEscaped { $0 != UInt8(ascii: "\"") && $0 != 0x0d && $0 != 0x0a }
  }

  /// Refuses CR, LF and NUL, naming the place.
  func refuseLineBreaks(as part: SetupProblem.Part) throws(SetupProblem) {
    for byte: UInt8 in [0x0d, 0x0a, 0] { try refuse(byte, as: part) }
  }

  func refuse(_ byte: UInt8, as part: SetupProblem.Part) throws(SetupProblem) {
    guard let found = utf8.enumerated().first(where: { $0.element == byte }) else { return }
    throw SetupProblem(part, .forbiddenByte(byte, at: found.offset), text: self)
  }
}

/// The types of files people upload, by extension; anything else is just bytes.
private func typeByExtension(_ path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
  let known = [
    "json": "application/json", "txt": "text/plain", "csv": "text/csv", "html": "text/html",
    "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "bmp": "image/bmp", "svg": "image/svg+xml",
    "mp3": "audio/mpeg", "mp4": "video/mp4",
  ]
  return known[name[name.index(after: dot)...].lowercasedASCII] ?? "application/octet-stream"
}
