import BytesAndJSON

/// JSON in base64 with a secret inside.
package enum EncodedJSON {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The text of base64 that begins here, if a secret is inside; its name is the secret's.
  static func find(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let end = bytes[index...].firstIndex { !$0.isOfBase64 } ?? bytes.count
    guard end - index >= 16 else { return nil }
    return secrets(in: bytes[index..<end]).first.map { (index..<end, $0.name) }
  }

  /// The secrets inside of a text of base64; none when it holds no JSON.
  package static func secrets(in text: Slice<Bytes>) -> [(name: String, value: String)] {
    let plain = text.contains(0x25) ? text.percentDecoded(isForm: false) : Array(text)
    guard let first = plain.first, "eW".utf8.contains(first),
      let decoded = Base64Text.decode(plain.lazy.filter { $0 != 0x5c }),
      let json = try? JSON(parsing: decoded)
    else { return [] }
    var found: [(name: String, value: String)] = []
    collect(json, "", depth: 0, &found)
    return found
  }

  /// `called` is the names from the outermost secret on.
  private static func collect(
    _ json: JSON, _ called: String, depth: Int, _ found: inout [(name: String, value: String)]
  ) {
    guard depth < 64 else { return }
    switch json.kind {
    case .object:
      for (key, value) in json.members ?? [] {
        let both = SecretName(key) != nil || called.isEmpty ? key : "\(called)_\(key)"
        collect(value, both, depth: depth + 1, &found)
      }
    case .array: for value in json.arrayValue { collect(value, called, depth: depth + 1, &found) }
    case .string:
      let text = json.stringValue
      if SecretName(called)?.covers(text: text) == true || text.holdsSecret {
        found.append((called.isEmpty ? "base64" : called, text))
      }
    default: break
    }
  }
}

extension String {
  /// Whether a shape of a secret, or a URL with one, stands in it.
  fileprivate var holdsSecret: Bool {
    var text = self
    return text.withUTF8 { !SecretShapes.spans($0).isEmpty || !MaskedURL.spans($0).isEmpty }
  }
}

extension UInt8 {
  fileprivate var isOfBase64: Bool { isTokenLetter || "+/=%\\".utf8.contains(self) }
}
