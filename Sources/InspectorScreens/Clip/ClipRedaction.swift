import NetEngine
import NetRecordings

/// Takes secrets out of what is copied: the one place every copy goes through.
struct ClipRedaction {
  /// A person wants the exact text.
  let isOff: Bool
  private(set) var count = 0
  private let redactor: Redactor

  /// Takes out what is found, and these values of secret variables.
  init(isOff: Bool, secrets: [NamedSecret] = []) {
    self.isOff = isOff
    redactor = Redactor().knowing(secrets)
  }

  /// What is reported with the clip.
  var reported: Int? { isOff ? nil : count }

  /// Keeps what a redaction made of a text, and counts the marks it put in.
  private mutating func take(_ text: String, from before: String) -> String {
    count += RedactedText.names(in: text).count - RedactedText.names(in: before).count
    return text
  }

  /// A header's value.
  mutating func value(_ value: String, of name: String) -> String {
    isOff ? value : take(redactor.redact(header: name, value: value), from: value)
  }

  /// Any one line, a header's among them.
  mutating func line(_ bytes: [UInt8]) -> [UInt8] {
    guard !isOff else { return bytes }
    if let field = HeaderLine(bytes) {
      let redacted = value(field.value, of: field.name)
      // One that holds no secret stays as it stands there.
      if !redacted.utf8.elementsEqual(field.value.utf8) {
        return Array("\(field.name): \(redacted)".utf8)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return Array(take(redactor.redact(text), from: text).utf8)
  }

  mutating func url(_ url: String) -> String {
    isOff ? url : take(redactor.redact(url: url), from: url)
  }

  /// A command a shell runs once the variables that stand for the secrets are set.
  mutating func command(for request: HTTPRequest) -> String {
    guard !isOff else { return CurlCommand(request).text }
    let (text, variables) = Redactor.curl(request)
    count += variables.count
    return text
  }

  /// A head as it went over the wire, line by line.
  mutating func head(_ bytes: [UInt8]) -> [UInt8] {
    guard !isOff else { return bytes }
    var out: [UInt8] = []
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      if !out.isEmpty || line.startIndex > 0 { out.append(0x0a) }
      let end = line.last == 0x0d ? line.dropLast() : line
      out += self.line(Array(end))
      if line.last == 0x0d { out.append(0x0d) }
    }
    return out
  }

  /// A whole body; a long one takes its time.
  mutating func body(_ body: Body, type: MediaType?) -> Body {
    guard !isOff else { return body }
    let redacted = redactor.redact(body, type: type)
    if let before = body.text, let text = redacted.text { _ = take(text, from: before) }
    return redacted
  }
}

extension Clip {
  /// The same without its secrets: for a long body, to be worked out apart from the screen.
  package func redacted(type: MediaType?) -> Clip {
    var redaction = ClipRedaction(isOff: false, secrets: secrets)
    let body = redaction.body(body, type: type)
    var clip = Clip(kind: kind, body: body, redacted: redaction.reported)
    (clip.file, clip.exactKeys, clip.partOf) = (file, exactKeys, partOf)
    return clip
  }
}

/// A line that reads as a header field, as it is sent or with the value in a column of its own.
struct HeaderLine {
  let name: String
  let value: String

  init?(_ bytes: [UInt8]) {
    let end =
      bytes.firstIndex { $0 <= 0x20 || $0 >= 0x7f || ":\"{".utf8.contains($0) } ?? bytes.count
    let rest = bytes[end...]
    guard end > 0, rest.first == UInt8(ascii: ":") || rest.starts(with: "  ".utf8) else {
      return nil
    }
    name = String(decoding: bytes[..<end], as: UTF8.self)
    let value = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    self.value = String(decoding: value, as: UTF8.self)
  }
}
