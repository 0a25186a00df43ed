import DemoServer
import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Twelve secrets, each where secrets like to stand, and an answer that says all of them again.
private enum Planted {
  static let header = "hdr-Secret-4711-aaaa"
  static let cookie = "ck13f00dbabe"
  static let setCookie = "sc99c0ffee99"
  static let query = "qry/se+cret=1"
  static let form = "hunter2 & co"
  static let deep = "dp-\"quoted\"\\slash/ü"
  static let part = "multipart-secret-value"
  static let user = "us3r-p4ssw0rd"
  static let location = "loc-token-5150"
  static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU"
  static let percent = "pc t/ü%secret"
  static let key = "AKIAIOSFODNN7EXAMPLE"

  static let all = [
    header, cookie, setCookie, query, form, deep, part, user, location, jwt, percent, key,
  ]

  static func escaped(_ text: String) -> String {
    text.utf8.map { byte -> String in
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte)
      if isPlain { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  static func json(_ text: String) -> String { JSONPrinter.compact.text(JSON(text)) }

  /// What of them stands in a text, in whichever spelling.
  static func leaks(_ text: String) -> [String] {
    all.filter { secret in
      let inside = String(json(secret).dropFirst().dropLast())
      let xml = [secret, inside].map { text in
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
      }
      return ([secret, escaped(secret), inside, String(json(inside).dropFirst().dropLast())] + xml)
        .contains { text.utf8.firstRange(of: Array($0.utf8)) != nil }
    }
  }

  /// `code` is what the last answer's envelope says: what it refuses, it refuses with all of them.
  static func exchanges(_ base: String, code: Int) -> [Exchange] {
    var login = HTTPRequest(method: .post, url: "\(base)/login?token=\(escaped(query))")
    login.headers = [
      "X-Api-Key": header, "Cookie": "sid=\(cookie)",
      "Content-Type": "application/x-www-form-urlencoded",
    ]
    login.body = .bytes(Body("password=\(escaped(form))"))
    var upload = HTTPRequest(
      method: .post,
      url: base.replacing("://", with: "://me:\(user)@") + "/up?sid=\(escaped(percent))")
    upload.headers = ["Content-Type": "multipart/form-data; boundary=BB"]
    let head = "--BB\r\nContent-Disposition: form-data; name=\"client_secret\"\r\n\r\n"
    upload.body = .bytes(Body("\(head)\(part)\r\n--BB--\r\n"))
    let said = all.joined(separator: " · ")
    let echo = HTTPRequest(url: "\(base)/say/\(all.map(escaped).joined(separator: "/"))")
    return [
      exchange(
        1, login, ["Set-Cookie": "sid=\(setCookie); Path=/"],
        "{\"code\":0,\"msg\":\"\",\"data\":{\"auth\":{\"access_token\":\(json(deep))}}}"),
      exchange(
        2, upload, ["Location": "\(base)/in?token=\(location)"],
        "{\"code\":7,\"msg\":\"the key \(key) and Bearer \(jwt)\",\"data\":null}"),
      exchange(3, echo, [:], "{\"code\":\(code),\"msg\":\(json(said)),\"data\":null}", name: said),
    ]
  }

  private static func exchange(
    _ sequence: Int, _ request: HTTPRequest, _ headers: Headers, _ body: String, name: String = ""
  ) -> Exchange {
    var headers = headers
    headers["Content-Type"] = "application/json"
    let response = Response(
      statusCode: 200, headers: headers, body: Body(body), request: request)
    return Exchange(
      sequence: sequence, name: name, startedAt: sequence, request: request,
      result: .success(response))
  }
}

@Suite("Secrets in what the commands say", .timeLimit(.minutes(5)))
struct ReportSecretsTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private func session(_ file: String, code: Int) throws -> String {
    try folder.write(
      file, HARWriter().document(Planted.exchanges(server.baseURL, code: code)))
  }

  private func play(_ arguments: [String]) throws -> Piped {
    try Piped(arguments, environment: ["XDG_STATE_HOME": folder.path + "/state"])
  }

  @Test("the session itself has all twelve, or nothing is proved")
  func planted() throws {
    let text = String(
      decoding: HARWriter().document(Planted.exchanges("http://h.test", code: 7)), as: UTF8.self)
    #expect(Planted.leaks(text) == Planted.all)
    #expect(Planted.leaks("a \(Planted.header)") == [Planted.header])
  }

  static let forms = ["text", "json", "junit", "html", "github"]

  @Test("no report has one of them: check, diff and replay", arguments: forms)
  func reports(form: String) throws {
    let (first, second) = (try session("a.har", code: 7), try session("b.har", code: 0))
    let profile = ["--profile", "code/msg/data", "--report", form]
    let commands = [
      ["check", first] + profile, ["diff", first, second] + profile,
      ["diff", first, second] + profile + ["--only", "~p say"],
      ["replay", first, "--live", "--unsafe"] + profile,
    ]
    for command in commands {
      let run = try play(command)
      #expect(Planted.leaks(run.output) == [], "\(command[0]): \(run.output)")
      #expect(Planted.leaks(run.error) == [], "\(command[0]): \(run.error)")
      // The lines of a comparison name neither URL nor exchange.
      let isNamed = form != "json" || command[0] == "check"
      #expect(!isNamed || run.output.contains("redacted"), "\(command[0]): \(run.output)")
      if form == "json" {
        for line in JSONLines(Array(run.output.utf8)) { #expect(line.json.error == nil) }
      }
    }
  }

  @Test("nor have the lines of show, nor what is sealed, exported or sent again")
  func others() throws {
    let path = try session("a.har", code: 7)
    let shown = try play(["list", path, "--json", "--profile", "code/msg/data"])
    #expect(Planted.leaks(shown.output) == [])
    for form in ["har", "curl", "http", "swift", "locust"] {
      let run = try play(["export", path, "--as", form])
      #expect(Planted.leaks(run.output + run.error) == [], "\(form): \(run.output)")
    }
    let sealed = folder.path + "/sealed.har"
    let run = try play(["seal", path, sealed])
    #expect(Planted.leaks(run.output + run.error + (folder.read("sealed.har") ?? "")) == [])
    #expect(try play(["check", "--secrets", sealed]).ending == .exited(0))
    #expect(try play(["check", "--secrets", path]).ending == .exited(4))
    let sent = try play([
      "send", "\(server.baseURL)/echo?token=\(Planted.escaped(Planted.query))", "--json", "-H",
      "X-Api-Key: \(Planted.header)",
    ])
    #expect(Planted.leaks(sent.output) == [], "\(sent.output)")
  }

  @Test("a URL that could not be made has none either", arguments: forms)
  func unmade(form: String) throws {
    let file = try folder.write(
      "r.http", "GET {{nowhere}}/x?token=hunter2secret\nX-Api-Key: \(Planted.header)\n")
    let run = try play(["run", file, "--report", form])
    #expect(!(run.output + run.error).contains("hunter2secret"), "\(run.output)")
    #expect(Planted.leaks(run.output + run.error) == [])
  }

  @Test("a run's reports have none, whatever its expectations find", arguments: forms)
  func run(form: String) throws {
    let session = try session("a.har", code: 7)
    let path = Planted.all.map(Planted.escaped).joined(separator: "/")
    let file = try folder.write(
      "r.http",
      """
      ### log in
      POST \(server.baseURL)/login?token=\(Planted.escaped(Planted.query))
      X-Api-Key: \(Planted.header)
      Cookie: sid=\(Planted.cookie)
      Content-Type: application/x-www-form-urlencoded

      password=\(Planted.escaped(Planted.form))

      ### upload
      # @profile code/msg/data
      POST \(server.baseURL)/up?sid=\(Planted.escaped(Planted.percent))
      Content-Type: multipart/form-data; boundary=BB

      --BB
      Content-Disposition: form-data; name="client_secret"

      \(Planted.part)
      --BB--

      ### say it all
      # @profile code/msg/data
      # @expect ~json msg == "nothing"
      GET \(server.baseURL)/say/\(path)

      """)
    let run = try play(["run", file, "--from", session, "--parallel", "1", "--report", form])
    #expect(Planted.leaks(run.output) == [], "\(run.output)")
    #expect(run.output.contains("redacted"), "\(run.output)")
  }
}
