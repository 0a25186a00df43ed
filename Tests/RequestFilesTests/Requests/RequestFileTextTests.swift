import NetEngine
import RequestFiles
import TestSupport
import Testing

@Suite("Requests written as files")
struct RequestFileTextTests {
  /// Writes a request, reads the file, and gives what it comes to.
  private static func again(
    _ request: HTTPRequest, in sandbox: TestFolder, name: String? = "it"
  ) throws -> HTTPRequest {
    let written = RequestFileText([(name, request)])
    try sandbox.write("t.http", written.text)
    for file in written.files { try sandbox.write(file.name, file.bytes) }
    let collection = try sandbox.collection("t.http")
    try #require(collection.entries.count == 1, "\(written.text)")
    #expect(collection.entries[0].request.problems.isEmpty, "\(written.text)")
    return try Endpoint(collection.target(collection.entries[0])).build()
  }

  private static func isSame(
    _ left: HTTPRequest, _ right: HTTPRequest
  ) throws -> Bool {
    var left = left
    // Which door it came through differs: that is only told.
    left.options.tlsSwitch = right.options.tlsSwitch
    left.options.downgradeSwitch = right.options.downgradeSwitch
    // A file has the values and not where they came from.
    left.options.environment = right.options.environment
    return try left.method == right.method && left.url == right.url && left.headers == right.headers
      && left.options == right.options && left.timeout == right.timeout
      && left.body.sentBytes() == right.body.sentBytes()
  }

  @Test("from a curl command read back as the same request", arguments: CurlRow.all)
  func curl(_ row: CurlRow) throws {
    let sandbox = try TestFolder()
    for name in ["text.txt", "data.json", "image.png", "odd", "a b&.txt", "empty"] {
      try sandbox.write(name, "content of \(name)\n")
    }
    let command = row.command.split(separator: "$URL", omittingEmptySubsequences: false)
      .joined(separator: "http://h.test:80")
    let endpoint = try CurlImport(command) { path in
      try #require(TestFolder.bytes(at: "\(sandbox.path)/\(path)"))
    }.endpoint
    let request = try endpoint.relative(to: sandbox.path).build()
    var named = request
    named.body = request.body.relative(to: sandbox.path)
    let made = try Self.again(named, in: sandbox)
    #expect(try Self.isSame(made, request))
  }

  /// The seeds are fixed: what fails once fails again.
  @Test("of random parts read back as the same request", arguments: 0..<8)
  func random(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed &* 1_021 &+ 9)
    let sandbox = try TestFolder()
    for _ in 0..<100 {
      let request = try Self.request(&dice)
      let made = try Self.again(request, in: sandbox, name: Self.text(&dice, 8))
      let isSame = try Self.isSame(made, request)
      #expect(isSame, "\(RequestFileText([(nil, request)]).text)")
    }
  }

  /// As a recording keeps them: in memory, in one piece.
  @Test("of multipart bodies in one piece read back as they are", arguments: MultipartRow.all)
  func multipart(_ row: MultipartRow) throws {
    let sandbox = try TestFolder()
    let request = HTTPRequest(
      method: .post, url: "http://h.test/",
      headers: Headers([HeaderField("Content-Type", row.type)]), body: .bytes(Body(row.body)))
    let made = try Self.again(request, in: sandbox)
    #expect(try Self.isSame(made, request))
    let text = RequestFileText([(nil, request)]).text
    #expect(text.contains("\n--") != row.isFile, "\(text)")
  }

  @Test("of the demo collection read back as they are, recorded and exported")
  func demo() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let collection = try RequestCollection(path: "/\(root)/requests")
    var context = RequestContext()
    context.environment = "demo"
    context.system = .fixed
    context.earlier = { _ in
      EarlierExchange(responseBody: #"{"code":200,"data":{"token":"t","id":7,"items":[{"id":7}]}}"#)
    }
    var count = 0
    for entry in collection.entries {
      guard let target = try? collection.target(entry, in: context) else { continue }
      count += 1
      var request = try Endpoint(target).build()
      request.body = try request.body == .none ? .none : .bytes(Body(request.body.sentBytes()))
      request.secrets = []
      let sandbox = try TestFolder()
      let made = try Self.again(request, in: sandbox)
      let isSame = try Self.isSame(made, request)
      withExtendedLifetime(sandbox) {}
      #expect(isSame, "\(target.name): \(RequestFileText([(nil, request)]).text)")
    }
    #expect(count > 18)
  }

  @Test("stand in one file, one after the other, in order")
  func several() throws {
    let requests = [
      HTTPRequest(url: "http://h.test/1"),
      HTTPRequest(method: .post, url: "http://h.test/2", body: .bytes("### no\n")),
      HTTPRequest(method: .put, url: "http://h.test/3", body: .bytes("a\nb")),
    ]
    let written = RequestFileText([("one", requests[0]), (nil, requests[1]), ("3", requests[2])])
    #expect(
      written.text == """
        ### one
        GET http://h.test/1

        ###
        POST http://h.test/2

        < ./body-1.txt

        ### 3
        PUT http://h.test/3

        a
        b

        """)
    #expect(written.files.map(\.name) == ["body-1.txt"])
    #expect(written.files.map(\.bytes) == [Array("### no\n".utf8)])
    #expect(written.notes.isEmpty)
  }

  @Test("leave out what the engine adds, and say what a file cannot")
  func notes() {
    var request = HTTPRequest(
      url: "http://h.test/", headers: Headers([HeaderField("Accept", "*/*", source: .engine)]))
    request.options.certificateFile = "/ca.pem"
    request.headers.append(HeaderField("#odd", "1"))
    let written = RequestFileText([(nil, request)])
    #expect(written.text == "###\nGET http://h.test/\n")
    #expect(
      written.notes == [
        "the certificates in '/ca.pem' cannot be named in a request file",
        "the header '#odd' would be read as a comment",
      ])
    let odd = RequestFileText([(nil, HTTPRequest(method: "get", url: "http://h.test/"))])
    #expect(odd.notes == ["the method 'get' would be read as another"])
  }

  // MARK: Random requests

  private static func request(_ dice: inout SplitMix) throws -> HTTPRequest {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "X-SYNC"]
    var endpoint = Endpoint(
      url: "http://h.test/" + query(&dice),
      method: HTTPMethod(rawValue: methods.randomElement(using: &dice) ?? "GET"))
    for _ in 0..<Int.random(in: 0...3, using: &dice) {
      endpoint.headers.append(HeaderField("X-\(query(&dice).count)", value(&dice)))
    }
    var options = RequestOptions()
    options.verifiesTLS = Bool.random(using: &dice)
    options.followsRedirects = Bool.random(using: &dice)
    options.version = [.automatic, .http1, .http2].randomElement(using: &dice) ?? .automatic
    endpoint.options = options
    if Bool.random(using: &dice) {
      endpoint.timeout = .milliseconds(Int.random(in: 1...90_000, using: &dice))
    }
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: break
    case 1:
      let types = ["application/json", "application/x-www-form-urlencoded", "text/plain"]
      endpoint.headers.append(
        HeaderField("Content-Type", types.randomElement(using: &dice) ?? ""))
      fallthrough
    case 2: endpoint.task = .requestData(Body(text(&dice, 12)))
    default:
      endpoint.method = .post
      let parts = (0..<Int.random(in: 1...3, using: &dice)).map { index in
        Multipart.Part(name: "n\(index)", .data(Body(text(&dice, 6))))
      }
      endpoint.task = .uploadMultipartFormData(Multipart(parts))
    }
    return try endpoint.build()
  }

  private static func query(_ dice: inout SplitMix) -> String {
    let pieces = ["a", "?", "b=", "%7B", "{{x}}", "{", "}", "é", "&", "//", ";", "HTTP/1.1", "@"]
    return (0..<Int.random(in: 0...5, using: &dice))
      .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
  }

  private static func value(_ dice: inout SplitMix) -> String {
    let pieces = ["a", ":", "{{x}}", "{{", "}}", "#", "//", "é", " b", "{{$uuid}}", "@c = d", "%"]
    let text = (0..<Int.random(in: 0...4, using: &dice))
      .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
    return text.hasPrefix(" ") ? String(text.dropFirst()) : text
  }

  private static func text(_ dice: inout SplitMix, _ count: Int) -> String {
    let pieces = [
      "a", "\n", "\r\n", "### b", "#", "//", "< ./x", "{{x}}", "{{", "}}", " ", "\t", "> {% c %}",
      "--B", "\0", "@d = e", "é", "{\"f\": 1}", "# @name g", "<> h", ">> i", "&", "=",
      "GET http://x",
    ]
    return (0..<Int.random(in: 0...count, using: &dice))
      .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
  }
}

extension RequestBody {
  /// The same with its files named from a folder.
  func relative(to folder: String) -> RequestBody {
    func relative(_ file: FileSource) -> FileSource {
      var file = file
      file.path = String(file.path.dropFirst(folder.count + 1))
      return file
    }
    switch self {
    case .file(let file): return .file(relative(file))
    case .multipart(var parts):
      parts.segments = parts.segments.map { segment in
        if case .file(let file) = segment { .file(relative(file)) } else { segment }
      }
      return .multipart(parts)
    default: return self
    }
  }
}

/// A multipart body as some program made it.
struct MultipartRow: Sendable, CustomTestStringConvertible {
  var id: String
  var type: String
  var body: String
  /// Whether it goes into a file as a whole.
  var isFile = false

  var testDescription: String { id }

  private static let form = "multipart/form-data; boundary=B"
  private static let head = "Content-Disposition: form-data; name=\"a\""

  static let all: [MultipartRow] = [
    MultipartRow(id: "one part", type: form, body: "--B\r\n\(head)\r\n\r\nx\r\n--B--\r\n"),
    MultipartRow(
      id: "two parts, one of them long and odd", type: form,
      body: "--B\r\n\(head)\r\n\r\n{{x}}\r\n--B\r\n\(head); filename=\"é.txt\"\r\n"
        + "Content-Type: text/plain\r\nX-More: 1\r\n\r\n\n### a\r\n\0--\r\n--B--\r\n"),
    MultipartRow(
      id: "an empty part", type: form, body: "--B\r\n\(head)\r\n\r\n\r\n--B--\r\n"),
    MultipartRow(
      id: "mixed, its boundary quoted", type: "multipart/mixed; boundary=\"a b\"",
      body: "--a b\r\nContent-Type: text/plain\r\n\r\nx\r\n--a b--\r\n"),
    MultipartRow(
      id: "without a last line end", type: form, body: "--B\r\n\(head)\r\n\r\nx\r\n--B--",
      isFile: true),
    MultipartRow(
      id: "with words in front", type: form,
      body: "hello\r\n--B\r\n\(head)\r\n\r\nx\r\n--B--\r\n", isFile: true),
    MultipartRow(
      id: "with line feeds alone", type: form, body: "--B\n\(head)\n\nx\n--B--\n", isFile: true),
    MultipartRow(id: "cut off", type: form, body: "--B\r\n\(head)\r\n\r\nx", isFile: true),
    MultipartRow(
      id: "a head that is none", type: form, body: "--B\r\nhello\r\n\r\nx\r\n--B--\r\n",
      isFile: true),
  ]
}
