import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// Drafts on their way into a file and back.
struct DraftsTests {
  private static func draft(_ line: String, body: String = "", url: String = "http://h/") -> Draft {
    var draft = Draft(
      WrittenRequest(method: "POST", target: url, body: .text(body)), from: "a.http:1")
    draft.rows = [Draft.Row(line, isOn: false, taken: line), Draft.Row("half a li")]
    draft.notes = ["# @no-redirect"]
    draft.version = "HTTP/2"
    draft.unread = "GET\n"
    return draft
  }

  @Test("come back as they went, but for secrets and their values")
  func roundTrip() throws {
    var drafts = Drafts()
    drafts.keep(Self.draft("Accept: */*", body: "{\n}"), of: "one")
    var held = Self.draft("X: y")
    held.body = .held(.bytes(Body([0, 1, 255])))
    held.secrets = ["A": "value"]
    drafts.keep(held, of: "two")
    let read = Drafts(drafts.bytes)
    held.secrets = [:]
    #expect(read["one"] == drafts["one"])
    #expect(read["two"] == held)
    #expect(read.last?.key == "two")
    #expect(Drafts(Array("nonsense\n{}\n[]\n".utf8)).all.isEmpty)
  }

  static let secrets: [(line: String, kept: String)] = [
    ("Authorization: Bearer abcdef.123456", "Authorization: Bearer {{$processEnv AUTHORIZATION}}"),
    ("Authorization: Bearer {{token}}", "Authorization: Bearer {{token}}"),
    ("Authorization: Basic {{user}} {{pass}}", "Authorization: Basic {{user}} {{pass}}"),
    ("X-Api-Key: k3y", "X-Api-Key: {{$processEnv X_API_KEY}}"),
    ("Accept: text/plain", "Accept: text/plain"), ("  Odd : spaces ", "  Odd : spaces "),
    ("Cookie: sid=s3ss10n; theme=dark", ""),
  ]

  @Test("hold no secret as text; a variable is a name already", arguments: secrets)
  func named(line: String, kept: String) {
    let clean = Self.draft(line).withoutSecrets
    if kept.isEmpty {
      #expect(!clean.rows[0].line.contains("s3ss10n"))
    } else {
      #expect(clean.rows[0].line == kept)
    }
    #expect(clean.rows[0].taken == clean.rows[0].line, "as it was taken is as it was taken")
  }

  @Test("hold none in a URL, a body, or a text that cannot be read")
  func elsewhere() {
    let body = #"{"password": "hunter22", "user": "{{user}}", "token": "{{t}}"}"#
    var draft = Self.draft("A: b", body: body, url: "http://h/?access_token=abc123def456")
    draft.unread = body
    let clean = draft.withoutSecrets
    #expect(!clean.url.contains("abc123def456"))
    guard case .text(let text) = clean.body else {
      Issue.record("\(clean.body)")
      return
    }
    #expect(!text.contains("hunter22"))
    #expect(text.contains(#""user": "{{user}}", "token": "{{t}}""#), "\(text)")
    #expect(clean.unread?.contains("hunter22") == false)
    #expect(clean.taken?.body == clean.body)
    #expect(clean.taken?.url == clean.url)
  }

  /// What is left of secrets that are looked into: a name where they are a part of a longer word.
  static let secretsInFiles: [(name: String, value: String, url: String)] = [
    ("the value of a variable", "http://h/?t={{$processEnv T}}", "http://h/?t={{token}}"),
    (
      "a part of a longer word", "http://h/?t=x{{$processEnv T}}x",
      "http://h/?t=x{{$processEnv T}}x"
    ),
  ]

  @Test("leave no secret in a file that keeps them", arguments: secretsInFiles)
  func file(name: String, value: String, url: String) {
    var draft = Draft(WrittenRequest(method: "GET", target: value))
    draft.secrets = ["T": "held1234"]
    let order = KeepOrder(file: "a", source: .drafts([]))
    var plan = KeepPlan(order: order, file: "a", path: "/a", before: nil)
    var taken: Set<String> = []
    let known = KnownValue(value: "held1234", written: "{{token}}", origin: "a.http:1")
    plan.add(
      KeepOrder.Sent(draft: draft, name: "", neighbour: nil), named: "n", [known], taken: &taken)
    #expect(plan.text == "### n\nGET \(url)\n")
  }

  /// What the passwords of requests that are kept together are called, in their order.
  static let together: [(name: String, passwords: [String], kept: [String])] = [
    ("one value", ["hunter22", "hunter22"], ["PASSWORD", "PASSWORD"]),
    (
      "two, one of them twice", ["hunter22", "hunter33", "hunter22"],
      ["PASSWORD", "PASSWORD_2", "PASSWORD"]
    ),
    (
      "marks of two values", ["‹redacted:password#aa11›", "‹redacted:password#bb22›"],
      ["PASSWORD", "PASSWORD_2"]
    ),
    (
      "more than a person types", (1...5).map { "hunter\($0)\($0)" },
      .init(repeating: "PASSWORD", count: 5)
    ),
  ]

  @Test("that are kept together have a name for each value of a secret", arguments: together)
  func keptTogether(name: String, passwords: [String], kept: [String]) {
    let exchanges = passwords.enumerated().map { place, password in
      Exchange(
        sequence: place + 1, name: "login", startedAt: 0,
        request: Sample.request("/login", .post, body: #"{"password": "\#(password)"}"#))
    }
    let order = KeepOrder(
      file: "a", source: .recorded(Session(exchanges), rows: Array(exchanges.indices)))
    #expect(Self.bodies(of: order) == kept.map { #"{"password": "{{$processEnv \#($0)}}"}"# })
  }

  @Test("have no part of a body; the notes name the exchange that is left out")
  func part() {
    var exchange = Exchange.sample(2, method: .post)
    exchange.request.body = .bytes(Body("abc"))
    exchange.request.keptPartOf = 50
    let order = KeepOrder(
      file: "a", source: .recorded(Session([.sample(), exchange]), rows: [0, 1]))
    let (all, leftOut) = order.requests()
    #expect(all.count == 1)
    #expect(
      leftOut == ["exchange 2 is left out: its request body was kept in part (3 of 50 B)"])
  }

  @Test("that were named one by one are told apart, each in one step")
  func toldApart() {
    func draft(_ secrets: [String: String], _ body: String) -> KeepOrder.Sent {
      var draft = Draft(WrittenRequest(method: "POST", target: "http://h/", body: .text(body)))
      draft.secrets = secrets
      return KeepOrder.Sent(draft: draft, name: "", neighbour: nil)
    }
    let order = KeepOrder(
      file: "a",
      source: .drafts([
        draft(["P": "one"], "{{$processEnv P}}"),
        draft(["P": "two", "P_2": "three"], "{{$processEnv P}} {{$processEnv P_2}}"),
        draft(["P": "three"], "{{$processEnv P}} {{$processEnv Q}}"),
      ]))
    #expect(
      Self.bodies(of: order) == [
        "{{$processEnv P}}", "{{$processEnv P_2}} {{$processEnv P_3}}",
        "{{$processEnv P_3}} {{$processEnv Q}}",
      ])
    #expect(order.requests().all[1].draft.secrets == ["P_2": "two", "P_3": "three"])
  }

  private static func bodies(of order: KeepOrder) -> [String] {
    order.requests().all.map { sent in
      if case .text(let text) = sent.draft.body { text } else { "\(sent.draft.body)" }
    }
  }

  @Test("are bounded: the oldest go")
  func bounded() {
    var drafts = Drafts()
    for number in 0..<60 { drafts.keep(Self.draft("A: \(number)"), of: "\(number)") }
    #expect(drafts.all.count == Drafts.limit)
    #expect(drafts["0"] == nil)
    #expect(drafts["59"] != nil)
  }
}
