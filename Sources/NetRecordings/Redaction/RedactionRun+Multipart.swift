import LosslessJSON
import NetEngine

extension RedactionRun {
  /// The pieces of a body in parts: the content of a part is judged by the head in the piece before.
  mutating func multipart(_ parts: EncodedMultipart) -> EncodedMultipart {
    var copy = parts
    var type = MediaType("multipart/form-data")
    type?.parameters["boundary"] = parts.boundary
    var head = ""
    // Framing and contents take turns.
    copy.segments = parts.segments.enumerated().map { index, segment in
      guard case .bytes(let body) = segment else { return segment }
      guard index.isMultiple(of: 2) else { return .bytes(content(body, head)) }
      head = String(lenient: body.bytes)
      return .bytes(self.body(body, type, at: "request.body"))
    }
    return copy
  }

  private mutating func content(_ body: Body, _ head: String) -> Body {
    guard let name = SecretFinder.partName(head), let secret = SecretName(name) else {
      return self.body(body, SecretFinder.partType(head), at: "request.body")
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
