/// What a head says about the end of its body, gathered field by field.
struct FramingFields: Sendable {
  /// Content-Length, when it was said once or several times alike.
  private(set) var length: Int?
  private var codings: [[UInt8]] = []

  /// RFC 9110 §8.6: digits only; several equal ones are one, two different ones are an attack.
  mutating func take(length value: HeadScanner.Line) -> HeadScanner.Problem? {
    for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let next = Int(digits: part.trimmingBlanks) else {
        return .framing("Content-Length is not a number: '\(String(shown: Array(value)))'")
      }
      if let length, length != next {
        return .framing("two different Content-Lengths: \(length) and \(next)")
      }
      length = next
    }
    return nil
  }

  mutating func take(codings value: HeadScanner.Line) {
    for coding in value.split(separator: UInt8(ascii: ",")) {
      let name = coding.trimmingBlanks.map(\.lowercasedASCII)
      if !name.isEmpty { codings.append(name) }
    }
  }

  var isChunked: Bool { codings == [Self.chunked] }

  /// A length beside a coding, which then does not count.
  var hasBoth: Bool { length != nil && !codings.isEmpty }

  /// Only `chunked` is understood, once; `identity` was abolished and means nothing.
  var problem: HeadScanner.Problem? {
    if let unknown = codings.first(where: { $0 != Self.chunked && $0 != Self.identity }) {
      return .framing("a transfer coding nobody asked for: '\(String(shown: unknown))'")
    }
    return codings.count > 1 ? .framing("several transfer codings, one is understood") : nil
  }

  /// Where a body ends that is there.
  var framing: HeadScanner.Framing {
    if isChunked { return .chunked }
    guard codings.isEmpty, let length else { return .untilClose }
    return .length(length)
  }

  private static let chunked = Array("chunked".utf8)
  private static let identity = Array("identity".utf8)
}

extension HeadScanner.Problem {
  fileprivate static func framing(_ detail: String) -> Self {
    Self(kind: .protocol, detail: detail)
  }
}
