import NetEngine
import TestSupport
import Testing

/// One typed error: what it carries and what it says.
@Suite struct FailureTests {
  struct Cause: Error, CustomStringConvertible {
    var description: String { "own words" }
  }

  static let request = HTTPRequest(url: "https://a.test/")
  static let response = Response(statusCode: 404, body: "body", request: request)
  static let part = TransportError(
    .truncated, phase: .receiving, detail: "cut", response: response)
  static let cancelledPart = TransportError(.cancelled, phase: .receiving, response: response)
  static let limit = LimitExceeded(.wireBody, allowed: 10, found: 11)
  static let mapping = MappingError(.json, .empty)

  static let all: [(error: NetError, kind: Kind, exit: Int32, hasResponse: Bool)] = [
    (.requestMapping(SetupProblem(.url, .noHost(at: 7), text: "http://")), .setup, 1, false),
    (.parameterEncoding(cause: Cause()), .setup, 1, false),
    (.cancelled, .cancelled, 130, false),
    (.transport(TransportError(.dns)), .dns, 3, false),
    (.transport(part), .truncated, 3, true),
    (.transport(cancelledPart), .cancelled, 130, true),
    (.statusCode(response), .client, 4, true),
    (.mapping(mapping, response), .mapping, 4, true),
    (.business(code: "1", message: "no", response), .business, 4, true),
    (.invalidSession(code: "2", message: "log in", response), .invalidSession, 4, true),
    (.sequence(brokenAt: 1, cause: .statusCode(response)), .sequence, 4, true),
    (.sequence(brokenAt: 1, cause: .cancelled), .sequence, 130, false),
    (.plugin(name: "p", cause: Cause()), .plugin, 3, false),
    (.limit(limit, nil), .limit, 3, false),
    (.limit(limit, response), .limit, 3, true),
    (.underlying(Cause(), nil), .plugin, 3, false),
    (.underlying(Cause(), response), .plugin, 3, true),
  ]

  @Test("the response is present in each case that has one")
  func responses() {
    for (error, kind, exit, hasResponse) in Self.all {
      #expect(error.response == (hasResponse ? Self.response : nil), "\(error)")
      #expect(error.kind == kind, "\(error)")
      #expect(error.exitCode == exit, "\(error)")
    }
  }

  @Test("the error below is present in each case that has one")
  func underlying() {
    func below(_ error: NetError) -> String? { error.underlying.map { "\(type(of: $0))" } }
    let words = Self.all.map { below($0.error) ?? "none" }
    #expect(
      words == [
        "SetupProblem", "Cause", "none", "TransportError", "TransportError", "TransportError",
        "none", "MappingError", "none", "none", "NetError", "NetError", "Cause", "LimitExceeded",
        "LimitExceeded", "Cause", "Cause",
      ])
    #expect(below(.mapping(MappingError(.object, .decoding(Cause())), Self.response)) == "Cause")
  }

  static let texts: [(NetError, String)] = [
    (
      .requestMapping(SetupProblem(.url, .noHost(at: 7), text: "http://")),
      "the URL 'http://' cannot be sent: no host at byte 7"
        + " — write a whole URL such as https://host/path"
    ),
    (
      .requestMapping(
        SetupProblem(.headerValue("X-A"), .forbiddenByte(13, at: 2), text: "ab\r\nc")),
      #"the value of the header X-A 'ab\x0D\x0Ac' cannot be sent: a carriage return at byte 2"#
        + " — remove it or encode it; nothing was sent"
    ),
    (
      .parameterEncoding(cause: Cause()),
      "the body cannot be encoded: own words — send a value that has a JSON form"
    ),
    (.cancelled, "cancelled"),
    (.statusCode(response), "the server answered 404 — check the path"),
    (
      .sequence(brokenAt: 2, cause: .statusCode(response)),
      "step 2 failed: the server answered 404 — check the path"
    ),
    (
      .plugin(name: "Signer", cause: Cause()),
      "the plugin Signer failed: own words — look at what Signer does in its prepare function"
    ),
    (
      .limit(limit, nil),
      "a body as it comes over the wire is limited to 10 bytes, this one has 11 or more"
        + " — raise limits.wireBody of the target, the provider or inspector.json, or --max-body"
    ),
    (.underlying(Cause(), nil), "own words — a closure of the call threw it"),
  ]

  @Test("each case says what happened and what to do")
  func descriptions() {
    for (error, text) in Self.texts { #expect("\(error)" == text) }
    for (error, _, _, _) in Self.all {
      #expect(!error.message.isEmpty)
      #expect(!error.message.hasSuffix("."), "one clause, so that a hint can follow: \(error)")
      #expect(!error.message.contains { $0.isNewline }, "one line: \(error)")
    }
  }

  static let problems: [(SetupProblem, String)] = [
    (SetupProblem(.method, .empty, text: ""), "the method '' cannot be sent: nothing in it"),
    (
      SetupProblem(.headerName, .forbiddenByte(0x20, at: 1), text: "X A"),
      "the header name 'X A' cannot be sent: a space at byte 1"
    ),
    (
      SetupProblem(.headerName, .forbiddenByte(0x3a, at: 1), text: "X:"),
      "the header name 'X:' cannot be sent: ':' at byte 1"
    ),
    (
      SetupProblem(.headerValue("A\n"), .forbiddenByte(0, at: 0), text: "\0"),
      #"the value of the header A\x0A '\x00' cannot be sent: NUL at byte 0"#
    ),
    (
      SetupProblem(.url, .forbiddenByte(0xc3, at: 7), text: "http://é"),
      #"the URL 'http://\xC3\xA9' cannot be sent: byte 0xC3 at byte 7"#
    ),
    (
      SetupProblem(.url, .unsupportedScheme("ftp"), text: "ftp://a"),
      "the URL 'ftp://a' cannot be sent: the scheme 'ftp' is not http or https"
    ),
    (
      SetupProblem(.url, .badPort("x\n"), text: "http://a:x\n"),
      #"the URL 'http://a:x\x0A' cannot be sent: the port 'x\x0A' is not a number up to 65535"#
    ),
    (
      SetupProblem(.url, .tooLong(allowed: 9), text: "http://a.test"),
      "the URL 'http://a.test' cannot be sent: it is longer than 9 bytes"
    ),
    (
      SetupProblem(.multipartName, .forbiddenByte(10, at: 0), text: "\n"),
      #"the multipart name '\x0A' cannot be sent: a line feed at byte 0"#
    ),
    (
      SetupProblem(.multipartBoundary, .forbiddenByte(9, at: 0), text: "\t"),
      #"the multipart boundary '\x09' cannot be sent: a tab at byte 0"#
    ),
    (
      SetupProblem(.multipartFileName, .forbiddenByte(27, at: 0), text: "\u{1b}"),
      #"the multipart file name '\x1B' cannot be sent: an escape character at byte 0"#
    ),
    (
      SetupProblem(.file, .unreadable("No such file"), text: "/x"),
      "the file '/x' cannot be sent: No such file"
    ),
    (
      SetupProblem(.body, .combination("HEAD cannot carry a body"), text: "HEAD"),
      "HEAD cannot carry a body"
    ),
  ]

  @Test("a setup problem names the part, quotes the text and gives the place")
  func setupProblems() {
    for (problem, message) in Self.problems {
      #expect(problem.message == message)
      #expect(!problem.hint.isEmpty)
    }
  }

  @Test("nothing of a message acts on a terminal")
  func escaped() throws {
    let nasty = "\u{1b}]0;title\u{7}\r\n\u{9b}31m\u{202e}"
    var response = Self.response
    response.hops[0].reason = nasty
    let errors: [NetError] = [
      .requestMapping(SetupProblem(.url, .noHost(at: 7), text: nasty)),
      .requestMapping(SetupProblem(.headerValue(nasty), .empty, text: nasty)),
      .requestMapping(SetupProblem(.url, .unsupportedScheme(nasty), text: nasty)),
      .statusCode(response), .business(code: nasty, message: nasty, response),
      .invalidSession(code: nasty, message: nasty, response),
    ]
    let parameters = TestTarget(
      task: .requestParameters([nasty: .number(.nan)], encoding: .json))
    let encoding = #expect(throws: NetError.self) { try Endpoint(parameters).build() }
    for error in errors + [try #require(encoding)] {
      let bad = error.description.unicodeScalars.filter {
        $0.value < 0x20 || 0x7f...0x9f ~= $0.value || $0.value == 0x202e
      }
      #expect(bad.isEmpty, "\(error)")
    }
  }
}
