import LosslessJSON
import NetEngine

/// What the first certificate of a server says of itself, read from the handshake's own message.
///
/// libcurl tells nothing of a certificate it has refused, and that is when somebody wants to know. Only
/// what a person needs is read; anything that is not as it should be makes the whole nil.
package struct ServerCertificate: Equatable {
  /// The subject's common name, or its organisation.
  package var subject = ""
  /// The same of whoever signed it.
  package var issuer = ""
  /// The hosts it is good for.
  package var names: [String] = []
  /// Days such as `2026-01-31`.
  package var from = ""
  package var until = ""

  /// More names than these are counted only.
  private static let namesShown = 5

  /// In the middle of a sentence: whom it is for, who signed it, when it is valid.
  package var words: String {
    var text = "it is for '\(subject.shortened)'"
    if !names.isEmpty {
      let more = names.count - Self.namesShown
      text += " (\(names.prefix(Self.namesShown).map { $0.shortened }.joined(separator: ", "))"
      text += more > 0 ? " and \(more) more)" : ")"
    }
    return text + ", issued by '\(issuer.shortened)', valid from \(from) to \(until)"
  }

  /// Reads the handshake message that holds the chain; nil for any other message.
  package init?(handshake message: UnsafeRawBufferPointer) {
    guard let certificate = Self.first(in: message) else { return nil }
    self.init(der: certificate)
  }

  /// Whether a handshake message is the one with the chain.
  static func isChain(_ message: UnsafeRawBufferPointer) -> Bool {
    message.count > 10 && message[0] == 11 && number(message[1..<4]) == message.count - 4
  }

  /// The server's own certificate, which comes first; TLS 1.3 has a context in front of the chain.
  private static func first(in message: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
    guard isChain(message) else { return nil }
    let start: Int
    if number(message[4..<7]) == message.count - 7 {
      start = 7
    } else if message[4] == 0, number(message[5..<8]) == message.count - 8 {
      start = 8
    } else {
      return nil
    }
    guard start + 3 <= message.count else { return nil }
    let length = number(message[start..<start + 3])
    guard length <= message.count - start - 3 else { return nil }
    return message[(start + 3)..<(start + 3 + length)]
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private init?(der: Slice<UnsafeRawBufferPointer>) {
    var outer = DER(der)
    guard var certificate = outer.take(0x30), var fields = certificate.take(0x30) else {
      return nil
    }
    // The version, the serial number, the signature's algorithm.
    _ = fields.take(0xA0)
    guard fields.take(0x02) != nil, fields.take(0x30) != nil, let issuer = fields.take(0x30),
      var validity = fields.take(0x30), let subject = fields.take(0x30),
      let from = validity.takeDay(), let until = validity.takeDay()
    else { return nil }
    self.issuer = issuer.name
    self.subject = subject.name
    (self.from, self.until) = (from, until)
    names = fields.alternativeNames
  }
}

/// A reader of DER that cannot leave its bytes: what does not fit ends it.
private struct DER {
  private var bytes: Slice<UnsafeRawBufferPointer>

  init(_ bytes: Slice<UnsafeRawBufferPointer>) {
    self.bytes = bytes
  }

  /// The next value, whatever it is.
  mutating func next() -> (tag: UInt8, content: DER)? {
    guard bytes.count >= 2, let tag = bytes.popFirst(), let first = bytes.popFirst() else {
      return nil
    }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      // A length of more bytes is none of a certificate.
      guard 1...3 ~= count, bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return (tag, DER(bytes.prefix(length)))
  }

  /// The next value if it has this tag; otherwise it stays.
  mutating func take(_ tag: UInt8) -> DER? {
    guard bytes.first == tag else { return nil }
    return next()?.content
  }

  private func isObject(_ identifier: [UInt8]) -> Bool { bytes.elementsEqual(identifier) }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A time's day: `YYMMDD…` of this century or the last, or `YYYYMMDD…`.
  mutating func takeDay() -> String? {
    guard let (tag, content) = next(), tag == 0x17 || tag == 0x18 else { return nil }
    let digits = content.bytes.prefix(tag == 0x17 ? 6 : 8)
    guard digits.count == (tag == 0x17 ? 6 : 8), digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    var day = String(decoding: digits, as: UTF8.self)
    if tag == 0x17 { day = (day.utf8.first.map { $0 >= 0x35 } == true ? "19" : "20") + day }
    let parts = [day.prefix(4), day.dropFirst(4).prefix(2), day.dropFirst(6)]
    return parts.joined(separator: "-")
  }

  /// Of a distinguished name its common name, else its organisation.
  var name: String {
    var (common, organisation) = ("", "")
    var sets = self
    while let (_, set) = sets.next() {
      var pairs = set
      while var pair = pairs.take(0x30) {
        guard let kind = pair.take(0x06), let (_, value) = pair.next() else { continue }
        if kind.isObject([0x55, 0x04, 0x03]) { common = value.text }
        if kind.isObject([0x55, 0x04, 0x0A]) { organisation = value.text }
      }
    }
    return common.isEmpty ? organisation : common
  }

  /// Hosts and addresses among the extensions.
  var alternativeNames: [String] {
    var fields = self
    var found: [String] = []
    while let (tag, content) = fields.next() {
      guard tag == 0xA3 else { continue }
      var wrapped = content
      guard var extensions = wrapped.take(0x30) else { break }
      while var one = extensions.take(0x30) {
        guard let kind = one.take(0x06), kind.isObject([0x55, 0x1D, 0x11]) else { continue }
        _ = one.take(0x01)
        guard var value = one.take(0x04), var names = value.take(0x30) else { continue }
        while let (tag, name) = names.next() {
          if tag == 0x82 { found.append(name.text) }
          if tag == 0x87, name.bytes.count == 4 {
            found.append(name.bytes.map { "\($0)" }.joined(separator: "."))
          }
        }
      }
    }
    return found
  }
}
