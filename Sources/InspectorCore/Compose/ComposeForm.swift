import NetEngine

/// A small form: method, URL, as many header lines as wanted, body.
struct ComposeForm: Sendable {
  /// Method, URL, header lines, body, in this order; the last header line is empty.
  private(set) var fields: [LineEditor]
  private(set) var current = 1
  /// What is wrong with it, since it was last asked to be sent.
  private(set) var mistake: String?
  /// What was doubted and may be meant: asked for again it is sent as it is.
  private var doubts: Set<String> = []

  init(_ request: ComposedRequest? = nil) {
    let headers = request?.headers.map { LineEditor("\($0.name): \($0.value)") } ?? []
    fields =
      [LineEditor(request?.method ?? "GET"), LineEditor(request?.url ?? "https://")] + headers
      + [LineEditor(), LineEditor(String(decoding: request?.body ?? [], as: UTF8.self))]
  }

  var editor: LineEditor { fields[current] }

  /// Whether the body is typed, the one field of several lines.
  var isInBody: Bool { current == fields.count - 1 }

  private var headers: Range<Int> { 2..<fields.count - 1 }

  func label(of field: Int) -> String {
    switch field {
    case 0: "method"
    case 1: "URL"
    case fields.count - 1: "body"
    default: "header"
    }
  }

  /// What stands in a field that is empty.
  func hint(of field: Int) -> String {
    switch field {
    case 0: "GET"
    case 1: "https://api.example.com/users"
    case fields.count - 1: "empty; a paste keeps its lines"
    default: "Name: value"
    }
  }

  // MARK: Typing

  mutating func step(by step: Int) {
    current = (current + step + fields.count) % fields.count
  }

  mutating func edit(_ change: (inout LineEditor) -> Void) {
    change(&fields[current])
    mistake = nil
    doubts = []
    // One empty header line is always there to type the next one in.
    guard headers.contains(current) else { return }
    if !fields[headers.upperBound - 1].isEmpty {
      fields.insert(LineEditor(), at: headers.upperBound)
    } else if headers.count > 1, fields[headers.upperBound - 2].isEmpty,
      current != headers.upperBound - 1
    {
      fields.remove(at: headers.upperBound - 1)
    }
  }

  /// The request, or nil after the cursor went to what is wrong with it.
  mutating func request() -> ComposedRequest? {
    let method = fields[0].text.uppercased()
    if let trouble = trouble(in: method) { return refuse(0, trouble) }
    let url = fields[1].text
    guard !url.isEmpty, url != "https://" else { return refuse(1, "a URL is needed") }
    if let near = url.nearURL {
      let why = "did you mean \(near.escapedForMessage)? Enter again sends it as it is"
      if doubts.insert(why).inserted { return refuse(1, why) }
    }
    var list: [HeaderField] = []
    for field in headers where !fields[field].isEmpty {
      guard let line = HeaderLine(fields[field].bytes) else {
        return refuse(field, "a header line is 'Name: value'")
      }
      list.append(HeaderField(line.name, line.value))
    }
    let body = fields[fields.count - 1].bytes
    let isTyped = list.contains { $0.name.lowercased() == "content-type" }
    if !isTyped, let first = body.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
      list.append(HeaderField("Content-Type", "application/json"))
    }
    return ComposedRequest(method: method, url: url.withScheme, headers: list, body: body)
  }

  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY",
    "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH",
  ]

  /// A name nobody knows may be meant: asked for twice it is sent as it is.
  private mutating func trouble(in method: String) -> String? {
    if method.isEmpty { return "a method is needed, such as GET" }
    let isWord = method.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    guard isWord else { return "a method is one word, such as GET" }
    guard !Self.methods.contains(method) else { return nil }
    let near = NearestWord.of(method, in: Self.methods).map { "; did you mean \($0)?" } ?? ":"
    let why = "no method is called \(method)\(near) Enter again sends it as it is"
    return doubts.insert(why).inserted ? why : nil
  }

  /// Shows what is wrong with the URL.
  mutating func refuse(_ why: String) { _ = refuse(1, why) }

  private mutating func refuse(_ field: Int, _ why: String) -> ComposedRequest? {
    current = field
    mistake = why
    return nil
  }
}
