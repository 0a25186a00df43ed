import NetEngine
import TestSupport
import Testing

@Suite struct MultipartTests {
  static func encoded(_ parts: Multipart, _ method: HTTPMethod = .post) throws -> HTTPRequest {
    try Endpoint(TestTarget(method: method, task: .uploadMultipartFormData(parts))).build()
  }

  @Test("parts are framed byte for byte")
  func bytes() throws {
    let folder = try TestFolder()
    let file = try folder.write("note.txt", [0xff, 0x00, 0x0d, 0x0a])
    let request = try Self.encoded(
      Multipart(
        [
          .init(name: "title", .data("Copper")),
          .init(name: "empty", .data(.empty)),
          .init(name: "typed", .data("{}"), mimeType: "application/json"),
          .init(name: "named", .data("x"), fileName: "x.bin", mimeType: "text/plain"),
          .init(name: "file", .file(path: file)),
          .init(name: "as", .file(path: file), fileName: "other.dat", mimeType: "a/b"),
        ], boundary: "B"))
    let expected =
      """
      --B\r\nContent-Disposition: form-data; name="title"\r\n\r\nCopper\r\n\
      --B\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n\
      --B\r\nContent-Disposition: form-data; name="typed"\r\n\
      Content-Type: application/json\r\n\r\n{}\r\n\
      --B\r\nContent-Disposition: form-data; name="named"; filename="x.bin"\r\n\
      Content-Type: text/plain\r\n\r\nx\r\n\
      --B\r\nContent-Disposition: form-data; name="file"; filename="note.txt"\r\n\
      Content-Type: text/plain\r\n\r\nF\r\n\
      --B\r\nContent-Disposition: form-data; name="as"; filename="other.dat"\r\n\
      Content-Type: a/b\r\n\r\nF\r\n\
      --B--\r\n
      """
    let pieces = Array(expected.utf8).split(
      separator: UInt8(ascii: "F"), omittingEmptySubsequences: false)
    // The F of "F\r\n" is the only one: it stands for the file's four bytes.
    #expect(pieces.count == 3)
    #expect(request.bodyBytes == Array(pieces.joined(separator: [0xff, 0x00, 0x0d, 0x0a])))
    #expect(request.body.count == request.bodyBytes.count)
    #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=B")
  }

  @Test("a file part is a reference with a size, never its bytes")
  func streamed() throws {
    let folder = try TestFolder()
    let file = try folder.write("big", [UInt8](repeating: 7, count: 300_000))
    let request = try Self.encoded([.init(name: "f", .file(path: file))])
    guard case .multipart(let encoded) = request.body else {
      Issue.record("\(request.body)")
      return
    }
    #expect(encoded.segments.count == 3)
    guard case .file(let source) = encoded.segments[1] else {
      Issue.record("\(encoded.segments[1])")
      return
    }
    #expect(source.path == file)
    #expect(source.count == 300_000)
  }

  @Test("a made-up boundary is new each time and in the Content-Type")
  func randomBoundary() throws {
    let parts: Multipart = [.init(name: "a", .data("1"))]
    var boundaries: Set<String> = []
    for _ in 0..<10 {
      let request = try Self.encoded(parts)
      guard case .multipart(let encoded) = request.body else { continue }
      boundaries.insert(encoded.boundary)
      #expect(
        request.headers["Content-Type"] == "multipart/form-data; boundary=\(encoded.boundary)")
      #expect(request.bodyText.hasPrefix("--\(encoded.boundary)\r\n"))
    }
    #expect(boundaries.count == 10)
  }

  @Test(
    "a boundary that is no token is quoted in the Content-Type",
    arguments: [
      ("simple-1_2.3", "simple-1_2.3"), ("a:b", "\"a:b\""), ("a=b", "\"a=b\""), ("a/b", "\"a/b\""),
      ("a,b", "\"a,b\""), ("(a)", "\"(a)\""), ("a?b", "\"a?b\""), ("a'b+c", "a'b+c"),
    ])
  func quotedBoundary(boundary: String, written: String) throws {
    let request = try Self.encoded(Multipart([.init(name: "a", .data("1"))], boundary: boundary))
    #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=\(written)")
    #expect(request.bodyText.hasPrefix("--\(boundary)\r\n"))
  }

  static let dispositions: [(id: String, part: Multipart.Part, line: String)] = [
    ("quote in the name", .init(name: "a\"b", .data("")), #"name="a%22b""#),
    (
      "quote in the file name", .init(name: "a", .data(""), fileName: "x\".txt"),
      #"name="a"; filename="x%22.txt""#
    ),
    (
      "line ends in the file name", .init(name: "a", .data(""), fileName: "x\r\ny"),
      #"name="a"; filename="x%0D%0Ay""#
    ),
    ("not ASCII", .init(name: "é", .data(""), fileName: "日.txt"), #"name="é"; filename="日.txt""#),
    ("backslash and percent stay", .init(name: "a\\b%", .data("")), #"name="a\b%""#),
    ("semicolon stays", .init(name: "a; b", .data("")), #"name="a; b""#),
    ("empty name", .init(name: "", .data("")), #"name="""#),
  ]

  @Test("names are written so that they cannot break out", arguments: dispositions.indices)
  func disposition(index: Int) throws {
    let (id, part, line) = Self.dispositions[index]
    let request = try Self.encoded(Multipart([part], boundary: "B"))
    #expect(
      request.bodyText
        == "--B\r\nContent-Disposition: form-data; \(line)\r\n\r\n\r\n--B--\r\n", "\(id)")
  }

  static let types: [(name: String, type: String)] = [
    ("a.json", "application/json"), ("a.TXT", "text/plain"), ("a.b.png", "image/png"),
    ("a.jpeg", "image/jpeg"), ("a.pdf", "application/pdf"),
    ("a.unknown", "application/octet-stream"),
    ("none", "application/octet-stream"), (".json", "application/json"),
  ]

  @Test("the type of a file comes of its extension", arguments: types)
  func type(name: String, type: String) throws {
    let folder = try TestFolder()
    let request = try Self.encoded(
      [.init(name: "f", .file(path: try folder.write(name, "x")))])
    #expect(request.bodyText.contains("filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"))
  }

  static let problems:
    [(id: String, parts: Multipart, part: SetupProblem.Part, reason: SetupProblem.Reason)] = [
      (
        "CR in the name", [.init(name: "a\rb", .data(""))], .multipartName,
        .forbiddenByte(13, at: 1)
      ),
      (
        "LF in the name", [.init(name: "ab\n", .data(""))], .multipartName,
        .forbiddenByte(10, at: 2)
      ),
      ("NUL in the name", [.init(name: "\0", .data(""))], .multipartName, .forbiddenByte(0, at: 0)),
      (
        "NUL in the file name", [.init(name: "a", .data(""), fileName: "é\0")], .multipartFileName,
        .forbiddenByte(0, at: 2)
      ),
      (
        "CR LF in the type", [.init(name: "a", .data(""), mimeType: "a/b\r\nX: y")], .multipartType,
        .forbiddenByte(13, at: 3)
      ),
      (
        "NUL in the type", [.init(name: "a", .data(""), mimeType: "\0")], .multipartType,
        .forbiddenByte(0, at: 0)
      ),
      (
        "empty boundary", Multipart([.init(name: "a", .data(""))], boundary: ""),
        .multipartBoundary,
        .empty
      ),
      (
        "line end in the boundary", Multipart([.init(name: "a", .data(""))], boundary: "a\r\n"),
        .multipartBoundary, .forbiddenByte(13, at: 1)
      ),
      (
        "quote in the boundary", Multipart([.init(name: "a", .data(""))], boundary: "a\"b"),
        .multipartBoundary, .forbiddenByte(0x22, at: 1)
      ),
      (
        "boundary of 71",
        Multipart([.init(name: "a", .data(""))], boundary: String(repeating: "b", count: 71)),
        .multipartBoundary, .tooLong(allowed: 70)
      ),
    ]

  @Test("what would break the framing is a setup error", arguments: problems.indices)
  func problem(index: Int) {
    let (id, parts, part, reason) = Self.problems[index]
    let error = #expect(throws: NetError.self, "\(id)") { try Self.encoded(parts) }
    #expect(error?.setupProblem?.part == part, "\(id)")
    #expect(error?.setupProblem?.reason == reason, "\(id)")
  }
}
