import LosslessJSON
import NetEngine

extension RedactionRun {
  /// The pieces of a body in parts: the content of a part is judged by the head in the piece before.
  mutating func multipart(_ parts: EncodedMultipart) -> EncodedMultipart {
    var copy = parts
    var type = MediaType("multipart/form-data")
    type?.parameters["boundary"] = parts.boundary
    let mark = Array("--\(parts.boundary)".utf8)
    /// The head of the part whose content comes next.
    var head: String?
    copy.segments = parts.segments.map { segment in
      defer { if case .file = segment { head = nil } }
      guard case .bytes(let body) = segment else { return segment }
      let bytes = body.bytes
      guard bytes.firstPlace(of: mark) == nil else {
        head = bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) ? bytes.lastHead(mark) : nil
        return .bytes(self.body(body, type, at: "request.body"))
      }
      defer { head = nil }
      return .bytes(content(body, head))
    }
    return copy
  }

  private mutating func content(_ body: Body, _ head: String?) -> Body {
    let name = head.flatMap { SecretFinder.partName($0) }
    guard let name, let secret = SecretName(name) else {
      return self.body(body, head.flatMap { SecretFinder.partType($0) }, at: "request.body")
    }
    let new = body.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        replace(bytes, as: .other("part \(name)"), at: "request.body.\(name)") { _ in
          secret.covers(text: bytes)
            ? [SecretSpan(range: 0..<bytes.count, name: name, form: .plain)] : []
        }
      }
    }
    return new.map { Body($0) } ?? body
  }
}

extension [UInt8] {
  /// The head behind the last boundary.
  fileprivate func lastHead(_ mark: [UInt8]) -> String {
    var rest = self[...]
    while let place = rest.firstPlace(of: mark) { rest = rest[place.upperBound...] }
    return String(lenient: rest)
  }
}
