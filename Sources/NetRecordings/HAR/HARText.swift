import LosslessJSON
import NetEngine

extension String {
  /// What stands before the `#`: a fragment is never sent.
  var withoutFragment: String {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: "#")) else { return self }
    return String(self[..<mark])
  }
}

extension [UInt8] {
  /// The version of a request line, if it ends with one.
  var lastWord: String? {
    guard let space = lastIndex(of: 0x20), self[(space + 1)...].starts(with: "HTTP/".utf8) else {
      return nil
    }
    return String(lenient: self[(space + 1)...])
  }
}

extension RequestBody {
  /// The bytes of a body that stands in memory as one piece.
  var stored: Body? {
    if case .bytes(let body) = self { body } else { nil }
  }
}

extension Body {
  /// Whether it is UTF-8 from the first byte to the last.
  var isUTF8: Bool {
    withUnsafeBytes { bytes in
      if bytes.allASCII { return true }
      return String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// The body as a document when it is one from the first byte to the last.
  package var wholeDocument: JSONDocument? {
    guard looksLikeJSON || isJSONScalar else { return nil }
    let document = JSONDocument(bytes: BodyBytes(self))
    return document.error == nil ? document : nil
  }

  /// A short body may be a bare number, string or word.
  private var isJSONScalar: Bool { count > 0 && count <= 4_096 }

  /// UTF-8 without a NUL.
  var isText: Bool {
    withUnsafeBytes { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var allASCII: Bool {
    var index = 0
    while index + 8 <= count {
      if loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
        return false
      }
      index += 8
    }
    return self[index...].allSatisfy { $0 < 0x80 }
  }
}

extension Duration {
  /// In microseconds, what is beyond them dropped.
  var wholeMicroseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000).partialValue
      &+ Int(attoseconds / 1_000_000_000_000)
  }
}

extension HeaderField.Source {
  /// The word for it in a session.
  var storedWord: String {
    switch self {
    case .target: "target"
    case .task: "task"
    case .plugin(let name): "plugin:\(name)"
    case .engine: "engine"
    case .url: "url"
    case .cookies: "cookies"
    case .wire: "wire"
    }
  }

  /// What the word means; nil for any other text.
  init?(storedWord: String) {
    switch storedWord {
    case "target": self = .target
    case "task": self = .task
    case "engine": self = .engine
    case "url": self = .url
    case "cookies": self = .cookies
    case "wire": self = .wire
    case let word where word.hasPrefix("plugin:"): self = .plugin(String(word.dropFirst(7)))
    default: return nil
    }
  }
}
