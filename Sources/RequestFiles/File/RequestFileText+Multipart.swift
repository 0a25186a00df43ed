import LosslessJSON
import NetEngine

/// Multipart bodies as request files write them: heads and contents between boundary lines.
extension RequestFileText {
  /// Framing and content take turns; the framing's line ends are the file's.
  mutating func writeParts(_ parts: EncodedMultipart) {
    text += "\n"
    for (index, segment) in parts.segments.enumerated() {
      let isFraming = index.isMultiple(of: 2)
      switch segment {
      case .bytes(let body) where isFraming:
        var lines = body.bytes.filter { $0 != 0x0d }
        // The first of these ends the content in front of it.
        if index > 0, lines.first == 0x0a, text.utf8.last == 0x0a { lines.removeFirst() }
        text += escaped(String(decoding: lines, as: UTF8.self))
      case .bytes(let body): text += partContent(body) + "\n"
      case .file(let file): text += "< \(reference(to: file.path))\n"
      }
    }
  }

  /// One line that starts with nothing special stands in the file.
  private mutating func partContent(_ body: Body) -> String {
    if let text = body.text, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }),
      !"<>#-".utf8.contains(text.utf8.first ?? 0x20), text.utf8.first?.isBlank != true,
      text.utf8.last?.isBlank != true
    {
      return escaped(text)
    }
    return body.isEmpty ? "" : keep(body.bytes, type: nil)
  }

  /// A multipart body that stands in memory, part by part; nil unless it reads back as it is.
  mutating func multipart(_ body: Body, of request: HTTPRequest) -> String? {
    guard let type = request.headers["Content-Type"],
      MediaType(type)?.essence.utf8.starts(with: "multipart/".utf8) == true,
      let boundary = RequestFileParser.boundary(type),
      let parts = Self.parts(of: body.bytes, boundary)
    else { return nil }
    let before = self
    var written = ""
    for part in parts {
      written += "--\(boundary)\n"
      for line in part.head { written += escaped(line) + "\n" }
      written += "\n" + partContent(Body(part.content)) + "\n"
    }
    written += "--\(boundary)--"
    guard readsBack(written, as: body.bytes, type) else {
      self = before
      return nil
    }
    return written
  }

  /// Heads and contents of a body that is framed as it is written here; nil for any other.
  private static func parts(
    of bytes: [UInt8], _ boundary: String
  ) -> [(head: [String], content: ArraySlice<UInt8>)]? {
    let delimiter = Array("--\(boundary)".utf8)
    guard bytes.starts(with: delimiter + [0x0d, 0x0a]) else { return nil }
    let next = [0x0d, 0x0a] + delimiter
    var rest = bytes.dropFirst(delimiter.count + 2)
    var parts: [(head: [String], content: ArraySlice<UInt8>)] = []
    while let end = rest.firstPlace(of: next) {
      let part = rest[..<end.lowerBound]
      guard let blank = part.firstPlace(of: "\r\n\r\n".utf8),
        let head = String(validating: part[..<blank.lowerBound], as: UTF8.self)
      else { return nil }
      let lines = head.utf8.split(separator: 0x0a).map { line in
        String(Substring(line.last == 0x0d ? line.dropLast() : line))
      }
      parts.append((lines, part[blank.upperBound...]))
      rest = rest[end.upperBound...]
      if rest.elementsEqual("--\r\n".utf8) { return parts }
      guard rest.starts(with: [0x0d, 0x0a]) else { return nil }
      rest = rest.dropFirst(2)
    }
    return nil
  }

  /// Reads what was written as a request's body and puts its bytes together.
  private func readsBack(_ written: String, as bytes: [UInt8], _ type: String) -> Bool {
    let head = "@brace = {\nPOST http://host/\nContent-Type: \(type)\n\n"
    let file = RequestFile(head + written + "\n\n### next\nGET http://host/\n", name: "")
    guard file.requests.count == 2, let read = file.requests.first, read.problems.isEmpty,
      case .multipart(let boundary, let parts) = read.body
    else { return false }
    var made: [UInt8] = []
    for part in parts {
      made += "--\(boundary.source)\r\n".utf8
      for line in part.head {
        guard let text = Self.resolved(line) else { return false }
        made += "\(text)\r\n".utf8
      }
      made += [0x0d, 0x0a]
      for piece in part.content {
        guard let content = content(of: piece) else { return false }
        made += content
      }
      made += [0x0d, 0x0a]
    }
    return made + "--\(boundary.source)--\r\n".utf8 == bytes
  }

  private func content(of piece: FileBody.Piece) -> [UInt8]? {
    switch piece {
    case .text(let template): return Self.resolved(template).map { Array($0.utf8) }
    case .fragment: return nil
    case .file(let path, let replacesVariables, _, _):
      guard let bytes = files.first(where: { "./" + $0.name == path.source })?.bytes else {
        return nil
      }
      guard replacesVariables else { return bytes }
      let text = Template(String(decoding: bytes, as: UTF8.self), at: FilePlace(""))
      return Self.resolved(text).map { Array($0.utf8) }
    }
  }
}
