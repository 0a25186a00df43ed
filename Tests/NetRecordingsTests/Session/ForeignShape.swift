import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A recording as another tool writes it, cut down to what is particular about it.
struct ForeignShape: Sendable, CustomTestStringConvertible {
  let name: String
  /// The whole file.
  let file: String
  /// What may not be left of it once it was sealed.
  let secrets: [String]

  var testDescription: String { name }

  init(_ name: String, secrets: [String] = [], _ file: String) {
    self.name = name
    self.file = file
    self.secrets = secrets
  }

  /// A file of one entry, from the members that matter.
  init(
    _ name: String, secrets: [String] = [], creator: String, log: String = "\"pages\":[]",
    entry: String = "", request: String = "", response: String = "",
    timings: String =
      "\"blocked\":1.25,\"dns\":-1,\"ssl\":-1,\"connect\":-1,\"send\":0.1,\"wait\":20,\"receive\":2"
  ) {
    func more(_ members: String) -> String { members.isEmpty ? "" : "," + members }
    /// A member that is not said anyway.
    func unlessSaid(_ name: String, _ value: String, in members: String) -> String {
      members.contains("\"\(name)\":") ? "" : "\"\(name)\":\(value),"
    }
    self.init(
      name, secrets: secrets,
      """
      {"log":{"version":"1.2","creator":\(creator),\(log),"entries":[{
      "startedDateTime":"2024-05-02T10:00:00.123Z","time":23.35\(more(entry)),
      "request":{"method":"GET","url":"https://api.test/v1/items?page=2","httpVersion":"h2",
       "headers":[{"name":"accept","value":"*/*"}],"queryString":[{"name":"page","value":"2"}],
       \(unlessSaid("cookies", "[]", in: request))"headersSize":-1,"bodySize":0\(more(request))},
      "response":{"status":200,"statusText":"","httpVersion":"h2",
       "headers":[{"name":"content-type","value":"application/json"}],
       \(unlessSaid("cookies", "[]", in: response))
       "content":{"size":14,"mimeType":"application/json","text":"{\\"items\\":[1.0]}"},
       "redirectURL":"","headersSize":-1,"bodySize":-1\(more(response))},
      \(unlessSaid("cache", "{}", in: entry))"timings":{\(timings)}}]}}
      """)
  }

  static let all = browsers + proxies + testTools + clients

  /// What is ours in a file of another tool: nothing else may be added.
  static let own: Set<String> = [
    "_inspector", "_row", "_foreign", "_seq", "_name", "_note", "_tags", "_marked", "_redacted",
    "_bodySha256", "_file",
  ]
}

/// Compares a recording with what became of it, and names every difference that is not allowed.
struct ForeignComparison {
  private(set) var complaints: [String] = []
  private(set) var markCount = 0
  /// Reads a body that stands beside the file.
  let file: (String) -> [UInt8]?

  init(_ original: JSON, _ copy: JSON, file: @escaping (String) -> [UInt8]? = { _ in nil }) {
    self.file = file
    compare(original, copy, "")
  }

  private mutating func compare(_ original: JSON, _ copy: JSON, _ path: String) {
    guard original.kind == copy.kind else {
      // A number that was a secret leaves a text.
      if original.kind == .number, copy.string?.hasPrefix("‹redacted:") == true {
        markCount += 1
        return
      }
      return complain(path, original, copy)
    }
    switch original.kind {
    case .object: objects(original, copy, path)
    case .array:
      let (one, two) = (original.arrayValue, copy.arrayValue)
      guard one.count == two.count else { return complain(path, original, copy) }
      for (index, pair) in zip(one, two).enumerated() {
        compare(pair.0, pair.1, "\(path)/\(index)")
      }
    case .string: texts(original, copy, path)
    default: if original.rawText != copy.rawText { complain(path, original, copy) }
    }
  }

  private mutating func objects(_ original: JSON, _ copy: JSON, _ path: String) {
    let had = Set((original.members ?? []).map(\.key))
    for (key, value) in original.members ?? [] {
      if key == "_file" || (key == "text" && !copy["text"].exists && copy["_file"].exists) {
        bodies(original, copy, path)
      } else {
        compare(value, copy[key], "\(path)/\(key)")
      }
    }
    for (key, value) in copy.members ?? [] where !had.contains(key) {
      let isBody = had.contains("_file") && (key == "text" || key == "encoding")
      if !ForeignShape.own.contains(key), !isBody {
        complaints.append("\(path)/\(key) was added: \(value)")
      }
    }
  }

  /// A body may stand in a file, or in the text again.
  private mutating func bodies(_ original: JSON, _ copy: JSON, _ path: String) {
    func bytes(_ json: JSON) -> [UInt8]? {
      if !json["text"].exists, let name = json["_file"].string { return file(name) }
      let text = json["text"].stringValue
      return json["encoding"].string == "base64" ? Base64.bytes(text) : Array(text.utf8)
    }
    guard let one = bytes(original), let two = bytes(copy) else {
      return complaints.append("\(path) has lost its body")
    }
    if one == two { return }
    let (from, to) = (String(decoding: one, as: UTF8.self), String(decoding: two, as: UTF8.self))
    if isMarked(to, from) { markCount += 1 } else { complaints.append("\(path): another body") }
  }

  private mutating func texts(_ original: JSON, _ copy: JSON, _ path: String) {
    guard original.rawText != copy.rawText else { return }
    let (from, to) = (original.stringValue, copy.stringValue)
    if isMarked(to, from) {
      markCount += 1
    } else if let one = Base64.bytes(from), let two = Base64.bytes(to),
      isMarked(String(decoding: two, as: UTF8.self), String(decoding: one, as: UTF8.self))
    {
      markCount += 1
    } else {
      complain(path, original, copy)
    }
  }

  /// Whether a text is another one with marks in place of parts of it.
  private func isMarked(_ text: String, _ original: String) -> Bool {
    let opened = text.replacing("%E2%80%B9redacted%3A", with: "‹redacted:")
      .replacing("%E2%80%BA", with: "›")
    let parts = opened.split(separator: "‹redacted:", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return false }
    var kept = [Substring(parts[0])]
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: "›") else { return false }
      kept.append(part[part.index(after: end)...])
    }
    guard original.hasPrefix(kept[0]), let last = kept.last, original.hasSuffix(last) else {
      return false
    }
    var rest = original[...]
    for piece in kept where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private mutating func complain(_ path: String, _ original: JSON, _ copy: JSON) {
    complaints.append("\(path): \(original.rawText ?? "nothing") → \(copy.rawText ?? "nothing")")
  }
}

/// Base64 as tests read it.
enum Base64 {
  static func bytes(_ text: String) -> [UInt8]? {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      guard let value = letters.firstIndex(of: byte) else { return nil }
      bits = (bits << 6 | value) & 0xff_ffff
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }
}
