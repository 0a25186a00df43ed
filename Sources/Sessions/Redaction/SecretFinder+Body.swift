import BytesAndJSON
import ExchangesAndOutcomes

extension SecretFinder {
  /// The secret parts of a body, by its type and by what it looks like.
  static func spans(body bytes: Bytes, type: MediaType?) -> [SecretSpan] {
    if type?.essence == "multipart/form-data", let boundary = type?.parameters["boundary"] {
      return spans(parts: bytes, boundary: Array(boundary.utf8))
    }
    if type?.essence == "application/x-www-form-urlencoded" || (type == nil && bytes.looksLikeForm)
    {
      return pairs(bytes[...])
    }
    return spans(text: bytes)
  }

  /// Whatever stands in text as a JSON member would, in JSON or around it, whole or broken.
  ///
  /// Every quote is tried as the beginning of a key: text that is no JSON does not lead it astray.
  static func spans(text bytes: Bytes, movedBy offset: Int = 0) -> [SecretSpan] {
    guard let base = bytes.baseAddress else { return [] }
    var spans: [SecretSpan] = []
    let end = base + bytes.count
    var p = base
    while p < end {
      guard let quote = nextQuote(p, end) else { break }
      let close = JSONScan.knownStringEnd(quote + 1, end)
      guard close < end else { break }
      let text = Bytes(start: quote + 1, count: close - quote - 1)
      var scan = EntryScan(close + 1, end)
      if text.count < 80, scan.take(0x3a), case let name = text.scannedText, isSecret(name) {
        p = values(&scan, name: name, base: base, offset: offset, into: &spans)
        continue
      }
      if text.contains(where: { $0 == 0x3f || $0 == 0x40 || $0 == 0x23 }) {
        spans += self.spans(url: text, movedBy: quote + 1 - base + offset)
      }
      p = close
    }
    return spans
  }

  private static func nextQuote(
    _ p: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    let rest = Bytes(start: p, count: end - p)
    return rest.firstIndex(of: 0x22).map { p + $0 }
  }

  /// A text or a number, or an array of them; what is inside of objects has names of its own.
  private static func values(
    _ scan: inout EntryScan, name: String, base: UnsafePointer<UInt8>, offset: Int,
    into spans: inout [SecretSpan]
  ) -> UnsafePointer<UInt8> {
    let isArray = scan.take(0x5b)
    repeat {
      guard let first = scan.peek() else { break }
      let start = scan.p
      if first == 0x22 {
        guard let text = scan.string() else { break }
        if !text.isEmpty {
          let low = start + 1 - base + offset
          spans.append(
            SecretSpan(range: low..<low + text.count, name: name, form: .jsonText))
        }
      } else if first == 0x2d || JSONScan.isDigit(first) {
        let last = JSONScan.knownNumberEnd(start, scan.end)
        scan.move(to: last)
        let range = start - base + offset..<last - base + offset
        spans.append(SecretSpan(range: range, name: name, form: .jsonNumber))
      } else {
        break
      }
    } while isArray && scan.take(0x2c)
    return scan.p
  }

  /// The contents of parts with secret names, and the secrets inside of the others.
  private static func spans(parts bytes: Bytes, boundary: [UInt8]) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    let mark = Array("--".utf8) + boundary
    var rest = bytes[...]
    while let start = rest.firstRange(of: mark) {
      rest = rest[start.upperBound...]
      let next = rest.firstRange(of: Array("\r\n".utf8) + mark)?.lowerBound ?? rest.endIndex
      let part = rest[..<next]
      rest = rest[next...]
      guard let blank = part.firstRange(of: "\r\n\r\n".utf8) else { continue }
      let content = part[blank.upperBound...]
      let head = String(lenient: part[..<blank.lowerBound])
      if let name = partName(head), isSecret(name) {
        guard !content.isEmpty else { continue }
        spans.append(
          SecretSpan(range: content.startIndex..<content.endIndex, name: name, form: .plain))
      } else {
        spans += self.spans(text: Bytes(rebasing: content), movedBy: content.startIndex)
      }
    }
    return spans
  }

  /// The `name="…"` of a part's head.
  private static func partName(_ head: String) -> String? {
    for piece in head.utf8.split(whereSeparator: { $0 == 0x3b || $0 == 0x0d || $0 == 0x0a }) {
      let piece = piece.trimmingBlanks
      guard piece.starts(with: "name=".utf8) else { continue }
      let value = piece.dropFirst(5).drop { $0 == 0x22 }.prefix { $0 != 0x22 }
      return String(Substring(value))
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `a=b&c=d` in one line.
  fileprivate var looksLikeForm: Bool {
    guard contains(UInt8(ascii: "=")), count < 64 << 10 else { return false }
    return allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x7b && $0 != 0x3c }
  }
}
