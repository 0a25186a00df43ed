import FramesAndWidgets
import NetEngine

/// A body that says that it is a form.
struct FormBody: Sendable {
  let content: Content
  /// It stands in a URL.
  private(set) var isQuery = false

  enum Content: Sendable {
    /// `a=1&b=2`.
    case pairs(Body)
    /// Parts between lines with a boundary; nil where the type names none.
    case parts(Body, boundary: [UInt8]?)
    /// Parts that are read while they are sent.
    case encoded(EncodedMultipart)
  }

  private init(content: Content) { self.content = content }

  /// nil where it does not say so, or is something else all the same: `curl -d '{"a": 1}'` says it.
  init?(_ body: Body, type: String?) {
    guard !body.isEmpty, let type = type.flatMap({ MediaType($0) }) else { return nil }
    switch type.essence {
    case "application/x-www-form-urlencoded":
      guard !body.beginsAsDocument else { return nil }
      content = .pairs(body)
    case "multipart/form-data":
      let boundary = type.parameters["boundary"].map { Array($0.utf8) }
      content = .parts(body, boundary: boundary?.isEmpty == false ? boundary : nil)
    default: return nil
    }
  }

  /// The body of a request, whose parts may still be apart.
  init?(_ request: HTTPRequest) {
    switch request.body {
    case .bytes(let body): self.init(body, type: request.headers["Content-Type"])
    case .multipart(let encoded): self.init(content: .encoded(encoded))
    case .none, .file: return nil
    }
  }

  /// The query of a URL, which is written as a form is; nil where it reads as it is written.
  init?(queryOf url: String) {
    let before = url.utf8.prefix { $0 != UInt8(ascii: "#") }
    guard let mark = before.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    let query = before[before.index(after: mark)...]
    guard query.contains(where: { "%+".utf8.contains($0) }) else { return nil }
    self.init(content: .pairs(Body(query)))
    isQuery = true
  }

  /// The same bytes at the same place: nothing is compared.
  func isSame(as other: FormBody) -> Bool {
    switch (content, other.content) {
    case (.pairs(let left), .pairs(let right)), (.parts(let left, _), .parts(let right, _)):
      left.count == right.count && left.storage === right.storage
    default: false
    }
  }

  /// The type its parts are looked through as, for secrets.
  var type: MediaType? {
    switch content {
    case .pairs: MediaType("application/x-www-form-urlencoded")
    case .parts, .encoded:
      MediaType(
        "multipart/form-data; boundary=\(String(decoding: FormField.boundary, as: UTF8.self))")
    }
  }
}

extension Body {
  /// As JSON or markup does.
  fileprivate var beginsAsDocument: Bool {
    withUnsafeBytes { bytes in
      bytes.prefix(1_024).first { $0 > 0x20 }.map { "{[<".utf8.contains($0) } ?? false
    }
  }
}

/// A field of a form: where it stands, and what of it is shown.
struct FormField: Sendable {
  /// Decoded, as far as it is shown.
  var name: [UInt8] = []
  var hasName = true
  /// Decoded, as far as it is shown; as it came where it cannot be.
  var value: [UInt8] = []
  var hasValue = true
  /// Bytes of the value as they came.
  var size = 0
  /// Whether that is all of the value.
  var isWhole = true
  /// Whether its end was found.
  var isEnded = true
  /// What the file is called; nil where it is none.
  var fileName: [UInt8]?
  /// What a part says of itself.
  var type: [UInt8]?
  /// What cannot be decoded, or is not as it should be.
  var troubles: [String] = []
  /// Where it stands as it came: a pair, or a part's head.
  var source: (body: Body, range: Range<Int>)
  /// Where the value of a part stands; nil for one of a pair, and where it is in a file.
  var content: (body: Body, range: Range<Int>)?

  /// So much of a name and of a value is shown.
  static let shownBytes = 1_000
  /// So much is looked through for what is wrong.
  static let readBytes = 64 << 10
  /// Between parts that are looked at one by one.
  static let boundary = Array("inspector-part".utf8)

  init(in body: Body, _ range: Range<Int>) { source = (body, range) }

  /// More of it stands behind what was looked at.
  mutating func leaveOpen() { (isWhole, isEnded) = (false, false) }

  mutating func noteLongName(_ count: Int) {
    troubles.append("its name has \(Units.bytes(count)), and goes on")
  }

  /// The field alone, as a body of its own: what finds secrets looks at it as at the whole.
  var alone: Body {
    let bytes = source.body[source.range]
    guard let content else { return Body(bytes) }
    let mark = Array("--".utf8) + Self.boundary
    let end = Array("\r\n".utf8)
    return Body(
      mark + end + bytes + end + end + content.body[content.range] + end + mark
        + Array("--\r\n".utf8))
  }
}

extension ArraySlice<UInt8> {
  /// The first bytes of a text, without half a letter at the end where it goes on.
  func beginning(_ count: Int) -> [UInt8] {
    guard self.count > count else { return Array(self) }
    var end = startIndex + count
    let least = Swift.max(startIndex, end - 3)
    while end > least, self[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(self[..<end])
  }
}

extension FormField {
  /// All of the value in the field alone, decoded as far as it can be.
  func wholeValue(_ alone: Body) -> [UInt8] {
    guard content != nil else {
      let value =
        alone.bytes.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
        ).dropFirst().first.map(Array.init) ?? []
      guard case .success(let text) = FormPairs.undone(value) else { return value }
      return String(validating: text, as: UTF8.self) == nil ? value : text
    }
    return alone.withUnsafeBytes { bytes in
      var parts = FormParts(bytes, boundary: Self.boundary)
      var value: [UInt8] = []
      _ = parts.find { range in
        let content = FormParts.field(in: bytes, of: alone, at: range).content
        value = content.map { Array(bytes[$0.range]) } ?? []
        return false
      }
      return value
    }
  }
}
