import LosslessJSON

/// JSON in base64 with a secret inside.
package enum EncodedJSON {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A run of base64, and how often it was read.
  struct Run {
    var end = 0
    var readings = 0
  }

  /// The text of base64 that begins here, if a secret is inside; its name is the secret's.
  ///
  /// A run has few starts inside it that are worth reading: the others are a waste of its length.
  static func find(
    _ bytes: Bytes, _ index: Int, _ run: inout Run
  ) -> (range: Range<Int>, name: String)? {
    if index >= run.end {
      run = Run(end: Self.run.match(bytes, at: index)?.range.upperBound ?? index)
    }
    run.readings += 1
    guard run.end - index >= 16, run.readings <= 16 else { return nil }
    let range = index..<run.end
    return secrets(in: bytes[range]).first.map { (range, $0.name) }
  }

  /// A run, its signs written as they are, as in a query (`%3D`) or as in JSON (`\/`).
  private static let run = PlacePattern(
    #"(?:[\w+/=-]++|%(?:2[bBfF]|3[dD])|\\[/nr])*+"#)

  /// The secrets inside of JSON, or of its base64; none when it is neither.
  package static func secrets(in text: Slice<Bytes>) -> [(name: String, value: String)] {
    var plain = text.contains(0x25) ? text.percentDecoded(isForm: false) : Array(text)
    guard let first = plain.first, "eW{[".utf8.contains(first) else { return [] }
    let isBase64 = "eW".utf8.contains(first)
    if isBase64, plain.contains(0x5c) {
      var isEscape = false
      plain.removeAll { byte in
        defer { isEscape = byte == 0x5c }
        return byte == 0x5c || isEscape && byte != UInt8(ascii: "/")
      }
    }
    guard let text = isBase64 ? Base64Text.decode(plain) : plain,
      let json = try? JSON(parsing: text)
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
