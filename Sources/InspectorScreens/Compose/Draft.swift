import NetEngine
import RequestFiles

/// A request that is being written, as a value: what stands in it is what is sent.
///
/// It knows what it was taken from, so that each part can say where it comes from.
package struct Draft: Sendable, Hashable {
  package var method: String
  package var url: String
  package var rows: [Row]
  package var body: WrittenRequest.Payload
  /// Comments of a request file: `# @no-redirect`.
  package var notes: [String]
  /// What the request line ends in.
  package var version: String
  /// What it was taken from; nil for what was typed from nothing.
  package var taken: Taken?
  /// Values of this run that stand for `{{$processEnv NAME}}`; they are written nowhere.
  package var secrets: [String: String] = [:]
  /// What came back from an editor and cannot be read as a request; nil for nothing.
  package var unread: String?

  /// A header line: as long as it is typed it may be anything.
  package struct Row: Sendable, Hashable {
    package var line: String
    /// Whether it is sent.
    package var isOn: Bool
    /// The line it was taken from; nil for one that was typed.
    package var taken: String?

    package init(_ line: String, isOn: Bool = true, taken: String? = nil) {
      (self.line, self.isOn, self.taken) = (line, isOn, taken)
    }
  }

  /// The request it was taken from, as far as a part can be compared with it.
  package struct Taken: Sendable, Hashable {
    /// Where that stands: `users.http:12`.
    package var words: String
    package var method: String
    package var url: String
    package var body: WrittenRequest.Payload

    package init(words: String, method: String, url: String, body: WrittenRequest.Payload) {
      (self.words, self.method, self.url, self.body) = (words, method, url, body)
    }
  }

  /// Nothing but a method and the start of a URL.
  package static let empty = Draft(WrittenRequest(method: "GET", target: "https://"))

  /// Takes a request over; without words for where it stands it was typed here.
  package init(_ request: WrittenRequest, from words: String? = nil) {
    (method, url, body) = (request.method, request.target, request.body)
    (notes, version) = (request.notes, request.version)
    rows = request.headers.map { field in
      let line = "\(field.name): \(field.value)"
      return Row(line, taken: words == nil ? nil : line)
    }
    taken = words.map {
      Taken(words: $0, method: request.method, url: request.target, body: request.body)
    }
  }

  /// What was sent, or is to be, as a draft again.
  init(_ request: ComposedRequest) {
    self.init(request.written)
    secrets = request.secrets
  }

  /// Takes what was written elsewhere; what it was taken from stays what it was.
  mutating func take(_ request: WrittenRequest) {
    unread = nil
    var lines = rows.compactMap(\.taken)
    let old = rows
    (method, url, notes, version) = (request.method, request.target, request.notes, request.version)
    rows = request.headers.map { field in
      let line = "\(field.name): \(field.value)"
      // A line that was changed is known by its name.
      let place =
        lines.firstIndex(of: line) ?? lines.firstIndex { HeaderText($0)?.name == field.name }
      return Row(line, taken: place.map { lines.remove(at: $0) })
    }
    // What is switched off stands in no file.
    rows += old.filter { !$0.isOn }
    if case .held = body, request.body.isEmpty { return }
    body = request.body
  }
}

// MARK: - Where each part comes from

extension Draft {
  /// In words, part by part, for those who want to know of every byte.
  package struct Sources: Sendable, Hashable {
    package var method: String
    package var url: String
    package var body: String
    /// In the order of the lines that are sent.
    package var headers: [(name: String, words: String)]

    package static func == (left: Sources, right: Sources) -> Bool {
      left.method == right.method && left.url == right.url && left.body == right.body
        && left.headers.elementsEqual(right.headers, by: ==)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  package var sources: Sources {
    Sources(
      method: words(method == taken?.method), url: words(url == taken?.url),
      body: body.isEmpty ? "" : words(body == taken?.body),
      headers: rows.filter(\.isOn).compactMap { row in
        HeaderText(row.line).map { ($0.name, words(of: row)) }
      })
  }

  func words(of row: Row) -> String {
    row.taken == nil ? "typed here" : words(row.line == row.taken)
  }

  private func words(_ isAsTaken: Bool) -> String {
    guard let taken else { return "typed here" }
    return isAsTaken ? taken.words : "changed here"
  }
}

/// A line that reads as a header field of a request file: its name may be a variable.
struct HeaderText {
  let name: String
  let value: String

  init?(_ line: String) {
    let bytes = Array(line.utf8)
    guard let colon = Self.colon(in: bytes) else { return nil }
    func trimmed(_ range: Range<Int>) -> String {
      let blanks: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
      guard let first = range.first(where: { !blanks(bytes[$0]) }),
        let last = range.last(where: { !blanks(bytes[$0]) })
      else { return "" }
      return String(decoding: bytes[first...last], as: UTF8.self)
    }
    name = trimmed(0..<colon)
    value = trimmed(colon + 1..<bytes.count)
    let isName = name.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7f && !"\"(),/;<=>?@[\\]".utf8.contains($0)
    }
    guard !name.isEmpty, isName || name.contains("{{") else { return nil }
  }

  /// The first colon outside of braces.
  static func colon(in bytes: [UInt8]) -> Int? {
    var depth = 0
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: ":"): if depth == 0 { return place }
      default: continue
      }
    }
    return nil
  }
}
