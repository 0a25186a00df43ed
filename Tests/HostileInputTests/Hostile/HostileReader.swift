import InspectorProxy
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport

/// Something that reads bytes from outside, with texts to start from.
struct HostileReader: Sendable {
  let name: String
  let seeds: [[UInt8]]
  let read: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ seeds: [String], _ read: @escaping @Sendable ([UInt8]) -> Void) {
    self.init(name, bytes: seeds.map { Array($0.utf8) }, read)
  }

  init(_ name: String, bytes: [[UInt8]], _ read: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, seeds, self.read) = (name, bytes, read)
  }

  static let all = [
    HostileReader("answer", bodies) { bytes in
      let answer = Response.answer(bytes, type: "application/json")
      _ = Classifier.classify(.success(answer), Pipeline())
      _ = EnvelopeDetector.detect(answer)
      _ = ImageInfo(answer.body)
      _ = Redactor().redact(answer.body, type: nil)
    },
    HostileReader("image", bytes: images) { bytes in
      _ = ImageInfo(Body(bytes))
    },
    HostileReader("difference", bodies) { bytes in
      let left = Response.answer(bytes)
      let right = Response.answer(bytes + Array("\n{\"a\":1}".utf8))
      let same = Response.answer(Array(bytes.reversed()))
      for other in [right, same] {
        _ = Comparison().change(of: left.request, from: .success(left), to: .success(other))
      }
    },
    HostileReader("request file", requestFiles + shapes) { bytes in
      let file = RequestFile(bytes, name: "a.http")
      for request in file.requests { _ = request.problems.map(\.message) }
    },
    HostileReader("session", sessions) { SessionWorkout.run($0) },
    HostileReader("our session", bytes: [HARWriter().document([.sample(), .sample(2)])]) {
      SessionWorkout.run($0)
    },
    HostileReader("curl", curlLines) { bytes in
      _ = try? CurlImport(String(decoding: bytes, as: UTF8.self))
    },
    HostileReader("filter", ["status >=400 & !~/a+/i | time >200ms", "a (b|c) /data/x > 1.5"]) {
      _ = try? Filter(String(decoding: $0, as: UTF8.self))
    },
    HostileReader("rules", ["GET /users/* body /items/*/x ignore\n* /** body /** within 0.01"]) {
      _ = try? Rules(String(decoding: $0, as: UTF8.self))
    },
    HostileReader("chunks", ["5\r\nhello\r\n0\r\nA: b\r\n\r\n", "FFFFFFFFFFFFFFFF;a\r\n"]) {
      bytes in
      var scanner = ChunkScanner(limits: Limits())
      _ = bytes.withUnsafeBytes { scanner.take($0).body.count }
    },
    HostileReader("requests of a client", clients) { bytes in
      var scanner = RequestScanner()
      var start = 0
      bytes.withUnsafeBytes { bytes in
        while let event = scanner.next(in: bytes, from: &start) {
          if case .head(let head) = event { _ = (HostGuard().refusal(of: head), head.path) }
        }
      }
    },
    HostileReader("texts", ["text/plain; a=\"b\"", "Sun, 06 Nov 1994 08:49:37 GMT", "/a/~1/0"]) {
      let text = String(decoding: $0, as: UTF8.self)
      _ = (MediaType(text), HTTPDate(text), JSONPath(text), StatusFilter(text))
      _ = (try? URLText(text), JSONNumber(text)?.int, Redactor().redact(text))
    },
  ]

  private static let bodies =
    OutsideNumber.envelopes.map { $0.replacing("N", with: "-9223372036854775808") } + [
      #"{"password":"a-secret-of-it","list":[{"id":1},{"id":2}],"u":"http://u:p@h/?token=x"}"#,
      "a=b&token=cdefghi", "line\nline\r\nlast",
    ]

  private static let images: [[UInt8]] = [
    [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2,
      0,
    ],
    Array("GIF89a".utf8) + [0x40, 1, 0xc8, 0],
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 0x64, 0, 0xc8],
    Array("RIFF".utf8) + [0x20, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0],
  ]

  /// The request files and curl lines of the corpus, and what a request file can say.
  private static let requestFiles = [
    "### one\n# @name one\n# @no-redirect\nPOST http://h/{{a}}?x=1 HTTP/1.1\nA: b\n\n{\"a\": {{b}}}\n",
    "@a = 1\n\n### two\nGET {{host}}/x\n  ?y=2\n  &z=3\nAuthorization: Bearer {{one.response.body.$.token}}\n",
    "### form\nPOST http://h/\nContent-Type: multipart/form-data; boundary=B\n\n--B\n"
      + "Content-Disposition: form-data; name=\"f\"; filename=\"a\"\n\n< ./a.txt\n--B--\n",
    "### script\nGET http://h/\n\n> {%\nclient.test(\"a\", function() { client.assert(true) })\n%}\n"
      + "# @expect status 200\n< {% request.variables.set(\"a\", 1) %}\n",
  ]

  private static let curlLines: [String] = {
    let path = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = TestFolder.bytes(at: "/\(path)/Corpus/curl-lines.txt") ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init)
  }()

  private static let clients = [
    "GET /a?b=c HTTP/1.1\r\nHost: localhost:80\r\nRange: bytes=0-5\r\n\r\nGET /b HTTP/1.0\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n",
    "POST http://h/x HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nConnection: a, b\r\n\r\nhello",
  ]

  /// What took too long once.
  private static let shapes = [
    "GET http://h/" + String(repeating: "{{", count: 4_000),
    "POST http://h/\n\n" + String(repeating: "{{$uuid}}", count: 2_000),
    (0..<200).map { "### r\($0)\n# @name r\($0)\n# @depends r\($0 + 1)\nGET http://h/\n" }.joined(),
  ]

  private static let sessions =
    HARQuirk.all.map(\.file) + [HARQuirk.log(HARQuirk.entry() + "," + HARQuirk.entry())]

  /// A text to start from, changed in a few places.
  func input(_ dice: inout SplitMix) -> [UInt8] {
    var bytes = seeds.randomElement(using: &dice) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &dice) {
      let at = Int.random(in: 0...bytes.count, using: &dice)
      let end = min(bytes.count, at + Int.random(in: 0...40, using: &dice))
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: if at < bytes.count { bytes[at] = UInt8.random(in: 0...255, using: &dice) }
      case 1: bytes.removeSubrange(at..<end)
      case 2, 3: bytes.insert(contentsOf: Self.piece(&dice), at: at)
      case 4: bytes.insert(contentsOf: bytes[at..<end], at: at)
      case 5:
        // The same again and again: what grows faster than it should does so here.
        let piece = Array(bytes[at..<min(bytes.count, at + 8)])
        let times = 1 << Int.random(in: 0...11, using: &dice)
        bytes.insert(contentsOf: (0..<times).flatMap { _ in piece }, at: at)
      case 6:
        let other = seeds.randomElement(using: &dice) ?? []
        bytes.insert(contentsOf: other.prefix(Int.random(in: 0...400, using: &dice)), at: at)
      default:
        if let digit = bytes[at...].firstIndex(where: { $0 &- 0x30 < 10 }) {
          let number = OutsideNumber.all.randomElement(using: &dice) ?? ""
          bytes.replaceSubrange(digit...digit, with: Array(number.utf8))
        }
      }
    }
    return Array(bytes.prefix(1 << 20))
  }

  private static func piece(_ dice: inout SplitMix) -> [UInt8] {
    let pieces = [
      "{{", "}}", "\"", "\\", "[", "{", "]", "}", ":", ",", "\r\n", "\n", "\0", "é", "\u{1F600}",
      "‹redacted:", "›", "%", "%E2%80%B9redacted", "\\u", "\\ud800", "###", "# @", "'", "$'", "&&",
      "-----BEGIN", "eyJhbGciOi.eyJ.x", "://", "@", "?token=", "e99999999", "-", ".", "0x", "FFFF",
    ]
    return Array((pieces.randomElement(using: &dice) ?? "").utf8)
  }
}
