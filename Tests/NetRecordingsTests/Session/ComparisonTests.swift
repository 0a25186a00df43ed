import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What has become of an exchange")
struct ComparisonTests {
  /// Two answers, what became of the first, and the places: `place kind`, noise in brackets.
  struct Row: CustomStringConvertible {
    var description: String
    var from: Response
    var to: Response
    var kind: Change.Kind
    var places: [String] = []
    var rules = ""
  }

  static let rows = bodies + headers + ruled

  static let bodies: [Row] = [
    Row(description: "nothing", from: .json("{}"), to: .json("{}"), kind: .same),
    Row(
      description: "other white space", from: .json(#"{"a":1,"b":2}"#),
      to: .json(#"{ "b": 2, "a": 1 }"#), kind: .same),
    Row(
      description: "a value", from: .json(#"{"d":{"n":"a"}}"#), to: .json(#"{"d":{"n":"b"}}"#),
      kind: .body(.value), places: ["/d/n value"]),
    Row(
      description: "a new member", from: .json("{}"), to: .json(#"{"a":1}"#),
      kind: .body(.added), places: ["/a added"]),
    Row(
      description: "a member less", from: .json(#"{"a":1}"#), to: .json("{}"),
      kind: .body(.schema), places: ["/a removed"]),
    Row(
      description: "another type", from: .json(#"{"a":1}"#), to: .json(#"{"a":"1"}"#),
      kind: .body(.schema), places: ["/a type"]),
    Row(
      description: "another order", from: .json("[1,2]"), to: .json("[2,1]"),
      kind: .body(.reordered), places: [" reordered"]),
    Row(
      description: "the worst wins", from: .json(#"{"a":1,"b":[1,2]}"#),
      to: .json(#"{"a":2,"b":[2,1],"c":0}"#), kind: .body(.value),
      places: ["/a value", "/b reordered", "/c added"]),
    Row(
      description: "the envelope's code", from: .json(#"{"code":0,"data":1}"#),
      to: .json(#"{"code":7,"data":1}"#), kind: .envelope, places: ["/code value"]),
    Row(
      description: "the envelope's verdict says more than its message",
      from: .json(#"{"code":7,"msg":"a"}"#), to: .json(#"{"code":7,"msg":"b"}"#),
      kind: .body(.value), places: ["/msg value"]),
    Row(
      description: "the status", from: .json(#"{"code":0}"#),
      to: .json(#"{"code":1}"#, status: 500), kind: .status,
      places: ["status value", "/code value"]),
    Row(
      description: "lines", from: .text("a\nb\nc"), to: .text("a\nx\nc\nd"), kind: .body(.value),
      places: ["line 2 value", "line 4 added"]),
    Row(
      description: "bytes", from: .text("\u{0}ab"), to: .text("\u{0}ac"), kind: .body(.value),
      places: ["byte 2 value"]),
    Row(
      description: "JSON that is none any more", from: .json("[1]"), to: .text("[1"),
      kind: .body(.value), places: ["line 1 value"]),
  ]

  static let headers: [Row] = [
    Row(
      description: "a date", from: .empty(["Date": "Mon"]), to: .empty(["date": "Tue"]),
      kind: .noise, places: ["(header date value)"]),
    Row(
      description: "no date any more", from: .empty(["Date": "Mon"]), to: .empty([:]),
      kind: .headers, places: ["header date removed"]),
    Row(
      description: "connection matters never", from: .empty(["Connection": "close"]),
      to: .empty([:]), kind: .noise, places: ["(header connection removed)"]),
    Row(
      description: "a type", from: .empty(["Content-Type": "text/plain"]),
      to: .empty(["Content-Type": "text/html"]), kind: .headers,
      places: ["header content-type value"]),
    Row(
      description: "a tag while the body is equal", from: .empty(["ETag": "\"1\""]),
      to: .empty([:]), kind: .noise, places: ["(header etag removed)"]),
    Row(
      description: "a tag while the body is not", from: .json("1", headers: ["ETag": "a"]),
      to: .json("2", headers: ["ETag": "b"]), kind: .body(.value),
      places: [" value", "header etag value"]),
    Row(
      description: "a cookie's value and date",
      from: .empty(["Set-Cookie": "sid=1; Path=/; Expires=Mon"]),
      to: .empty(["Set-Cookie": "sid=2; path=/; Expires=Tue"]), kind: .noise,
      places: ["(header set-cookie value)"]),
    Row(
      description: "a cookie's attribute", from: .empty(["Set-Cookie": "sid=1; HttpOnly"]),
      to: .empty(["Set-Cookie": "sid=1"]), kind: .headers,
      places: ["header set-cookie value"]),
    Row(
      description: "names that have a common end", from: .empty(["x-amz-request-id": "1"]),
      to: .empty(["x-amz-request-id": "2"]), kind: .noise,
      places: ["(header x-amz-request-id value)"]),
    Row(
      description: "who may read it is never noise",
      from: .empty(["Access-Control-Allow-Origin": "*"]),
      to: .empty(["Access-Control-Allow-Origin": "a"]), kind: .headers,
      places: ["header access-control-allow-origin value"]),
    Row(
      description: "one value more", from: .empty(["Vary": "a"]),
      to: Response.empty(["Vary": "a", "vary": "b"]), kind: .headers,
      places: ["header vary value"]),
    Row(
      description: "a secret under another salt", from: .empty(["X-Key": "‹redacted:x-key#1›"]),
      to: .empty(["X-Key": "‹redacted:x-key#2›"]), kind: .redacted,
      places: ["header x-key value"]),
    Row(
      description: "one secret under two names",
      from: .json(
        #"{"a":"‹redacted:token#1›","b":"‹redacted:pin›"}"#, headers: ["X": "‹redacted:a›"]),
      to: .json(#"{"a":"‹redacted:auth#1›","b":"‹redacted:b›"}"#, headers: ["X": "‹redacted:b›"]),
      kind: .same, places: []),
    Row(
      description: "two secrets under two names", from: .json(#"{"a":"‹redacted:token#1›"}"#),
      to: .json(#"{"a":"‹redacted:auth#2›"}"#), kind: .redacted, places: ["/a value"]),
  ]

  static let ruled: [Row] = [
    Row(
      description: "an ignored place", from: .json(#"{"items":[{"id":1,"at":1}]}"#),
      to: .json(#"{"items":[{"id":1,"at":2}]}"#), kind: .noise, places: ["(/items/0/at value)"],
      rules: "GET /x body /items/*/at ignore"),
    Row(
      description: "an ignored place and what follows from it",
      from: .json(#"{"at":1}"#, headers: ["ETag": "a"]),
      to: .json(#"{"at":2}"#, headers: ["ETag": "b"]), kind: .noise,
      places: ["(/at value)", "(header etag value)"], rules: "/x body /at ignore"),
    Row(
      description: "a rule for another path", from: .json(#"{"at":1}"#), to: .json(#"{"at":2}"#),
      kind: .body(.value), places: ["/at value"], rules: "/y body /at ignore"),
    Row(
      description: "a tolerance, to the hair", from: .json("[1.00,1.00]"),
      to: .json("[1.01,1.02]"), kind: .body(.value), places: ["(/0 value)", "/1 value"],
      rules: "/** body /* within 0.01"),
    Row(
      description: "a tolerance for what no double holds",
      from: .json("[9007199254740993]"), to: .json("[9007199254740992]"), kind: .body(.value),
      places: ["/0 value"], rules: "/** body /* within 0.5"),
    Row(
      description: "an ignored header", from: .empty(["X-Build": "1"]), to: .empty([:]),
      kind: .noise, places: ["(header x-build removed)"], rules: "/** header X-Build ignore"),
    Row(
      description: "an ignored code is no other verdict", from: .json(#"{"code":0}"#),
      to: .json(#"{"code":1}"#), kind: .noise, places: ["(/code value)"],
      rules: "/** body /code ignore"),
  ]

  @Test("the worst of its differences", arguments: rows.map(\.description))
  func table(name: String) throws {
    let row = try #require(Self.rows.first { $0.description == name })
    let pipeline = Pipeline(filter: .none, profile: EnvelopeProfile.codeMsgData)
    let comparison = Comparison(pipeline: pipeline, rules: try Rules(row.rules))
    let change = comparison.change(
      of: row.from.request, from: .success(row.from), to: .success(row.to))
    #expect(change.kind == row.kind)
    let places = change.differences.map { difference in
      let text = "\(difference.place.text) \(difference.kind)"
      return difference.isNoise ? "(\(text))" : text
    }
    #expect(places == row.places)
  }

  @Test("the verdicts are said")
  func verdicts() {
    let comparison = Comparison(pipeline: Pipeline(profile: EnvelopeProfile.codeMsgData))
    let (from, to) = (Response.json(#"{"code":0}"#), Response.json(#"{"code":"x"}"#))
    let change = comparison.change(of: from.request, from: .success(from), to: .success(to))
    #expect(change.verdict?.from == "success '0'")
    #expect(change.verdict?.to == "rejected 'x'")
  }

  @Test("an answer without an envelope by its request's word has no verdict", arguments: [0, 1])
  func noEnvelope(side: Int) {
    var comparison = Comparison()
    comparison.standardProfile = { _ in .codeMsgData }
    var answers = [Response.json(#"{"code":0}"#), Response.json(#"{"code":"x"}"#)]
    func change() -> Change {
      comparison.change(
        of: answers[0].request, from: .success(answers[0]), to: .success(answers[1]))
    }
    #expect(change().verdict?.to == "rejected 'x'")
    answers[side].readsNoEnvelope = true
    #expect(change().verdict == nil && change().kind == .body(.schema))
    answers[side].readsNoEnvelope = false
    #expect(change().kind == .envelope)
  }

  static let failures: [(name: String, NetError?, NetError?, Change.Kind, String?, String?)] = [
    ("the same", .transport(.init(.dns)), .transport(.init(.dns, detail: "x")), .same, nil, nil),
    (
      "another", .transport(.init(.dns)), .transport(.init(.connect)), .failed,
      "the host was not found", "no connection"
    ),
    (
      "a new one", nil, .transport(.init(.connect)), .failed, "a response with status 200",
      "no connection"
    ),
    ("gone", .cancelled, nil, .failed, "cancelled", "a response with status 200"),
  ]

  @Test("failures: the same kind again is no change", arguments: failures.map(\.name))
  func failure(name: String) throws {
    let row = try #require(Self.failures.first { $0.name == name })
    let answer = Response.json("{}")
    func result(_ error: NetError?) -> Result<Response, NetError> {
      error.map { .failure($0) } ?? .success(answer)
    }
    let change = Comparison().change(of: answer.request, from: result(row.1), to: result(row.2))
    #expect(change.kind == row.3)
    #expect(change.differences.first?.from == row.4)
    #expect(change.differences.first?.to == row.5)
  }

  @Test("after the same failure, what had arrived is compared")
  func cutShort() {
    func cut(_ text: String) -> Result<Response, NetError> {
      var part = Response.json(text)
      part.isComplete = false
      return .failure(.transport(TransportError(.truncated, response: part)))
    }
    let nothing = Result<Response, NetError>.failure(.transport(TransportError(.truncated)))
    let request = Response.json("{}").request
    func kind(_ from: Result<Response, NetError>, _ to: Result<Response, NetError>) -> Change.Kind {
      Comparison().change(of: request, from: from, to: to).kind
    }
    #expect(kind(cut("[1,2"), cut("[1,2")) == .same)
    #expect(kind(cut("[1,2"), cut("[1,3")) == .body(.value))
    #expect(kind(cut("[1,2"), cut("[1,2,3")) == .body(.value))
    #expect(kind(nothing, nothing) == .same)
    #expect(kind(nothing, cut("[1,2")) == .failed)
  }

  @Test("an answer that was refused is compared as an answer")
  func refused() {
    let answer = Response.json("{}", status: 404)
    let change = Comparison().change(
      of: answer.request, from: .failure(.statusCode(answer)), to: .success(answer))
    #expect(change.kind == .same)
  }

  /// A response of which a recording keeps the first bytes.
  private func kept(_ count: Int, of text: String, hasHash: Bool = true) -> Response {
    let whole = Response.json(text)
    var response = whole
    response.body = whole.body.prefix(count)
    response.keptPartOf = whole.body.count
    response.keptPartHash = hasHash ? whole.body.sha256.hex : nil
    response.outline = whole.body.envelopeOutline
    return response
  }

  private func change(_ first: Response, _ second: Response) -> Change {
    Comparison(pipeline: Pipeline(filter: .none, profile: .codeMsgData))
      .change(of: first.request, from: .success(first), to: .success(second))
  }

  @Test("of a body kept in part the hash of the whole decides")
  func truncated() {
    let whole = Response.json("[1,2,3,4]")
    let start = kept(4, of: "[1,2,3,4]")
    let recorded = Exchange(
      sequence: 1, name: "", startedAt: 0, request: whole.request, result: .success(start))
    #expect(Comparison().change(from: recorded, to: .success(whole)).kind == .same)
    let later = Comparison().change(from: recorded, to: .success(.json("[1,2,3,5]")))
    #expect(later.kind == .body(.value))
    #expect(later.differences.map(\.place) == [.byte(4)])
    let early = Comparison().change(from: recorded, to: .success(.json("[1,9,3,4]")))
    #expect(early.differences.map(\.place.text) == ["line 1", "byte 3"])
  }

  @Test("two bodies kept in part are equal or differ by their hashes, and no part is malformed")
  func bothTruncated() {
    let texts = ["4", "5", "55"].map { #"{"code":0,"msg":"","data":[1,2,3,\#($0)]}"# }
    let one = kept(20, of: texts[0])
    #expect(change(one, one).kind == .same)
    #expect(change(one, kept(12, of: texts[0])).kind == .same)
    for other in [kept(20, of: texts[1]), kept(20, of: texts[2]), .json(texts[1])] {
      for (from, to) in [(one, other), (other, one)] {
        let change = change(from, to)
        #expect(change.kind == .body(.value) && change.verdict == nil)
        #expect(change.differences.count == 1)
        let words = change.differences.first.map { ($0.from ?? "", $0.to ?? "") } ?? ("", "")
        #expect(words.0.hasPrefix("\(from.bodySize) bytes, sha256 "))
        #expect(words.1.hasPrefix("\(to.bodySize) bytes, sha256 "))
      }
    }
    let refused = kept(20, of: texts[0].replacing("0", with: "7"))
    #expect(change(one, refused).verdict?.to == "rejected '7'")
    #expect(change(.json(texts[0]), refused).verdict?.from == "success '0'")
    let unknown = kept(20, of: texts[0], hasHash: false)
    #expect(change(unknown, unknown).kind == .same)
    for other in [one, .json(texts[0])] {
      for change in [change(unknown, other), change(other, unknown)] {
        #expect(change.kind == .redacted && !change.isChange)
        #expect(change.differences.map(\.notComparedReason) == ["kept in part"])
      }
    }
    #expect(change(unknown, .json(texts[2])).kind == .body(.value), "the sizes differ")
    let start = texts[0].replacing("data", with: "list")
    #expect(change(kept(26, of: start, hasHash: false), .json(texts[0])).isChange)
  }

  @Test("a fresh token is no change once both sides are redacted, and said to be not compared")
  func tokens() {
    func login(_ token: String) -> Response {
      .json(#"{"code":0,"data":{"access_token":"\#(token)"}}"#, headers: ["X-Auth-Token": token])
    }
    let (before, after) = (login("first-token-1234567"), login("other-token-7654321"))
    let recorded = Redactor(salt: [1, 2, 3]).redact(
      Exchange(
        sequence: 1, name: "", startedAt: 0, request: before.request, result: .success(before)))
    let comparison = Comparison(redactor: Redactor())
    let change = comparison.change(from: recorded, to: .success(after))
    #expect(change.kind == .redacted && !change.isChange)
    #expect(change.differences.map(\.place.text) == ["header x-auth-token", "/data/access_token"])
    let raw = Comparison().change(of: before.request, from: .success(before), to: .success(after))
    #expect(raw.isChange)
  }

  @Test("a recording without an answer has no counterpart")
  func open() {
    let answer = Response.json("{}")
    let open = Exchange(sequence: 1, name: "", startedAt: 0, request: answer.request)
    #expect(Comparison().change(from: open, to: .success(answer)).kind == .unmatched)
  }
}

extension Response {
  private static let asked = HTTPRequest(url: "http://a.test/x")

  fileprivate static func json(
    _ text: String, status: Int = 200, headers: Headers = [:]
  ) -> Response {
    Response(statusCode: status, headers: headers, body: Body(text), request: asked)
  }

  fileprivate static func text(_ text: String) -> Response { json(text) }

  fileprivate static func empty(_ headers: Headers) -> Response {
    Response(statusCode: 200, headers: headers, request: asked)
  }
}
