import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Rules that alter answers") struct AlterationTests {
  private func chosen(_ rules: String, _ requests: [HTTPRequest]) throws -> [[Int]] {
    let alterations = Alterations(try Rules(rules))
    return requests.map { alterations.choose(for: $0).map(\.rule.line) }
  }

  private func get(_ path: String, _ headers: Headers = [:]) -> HTTPRequest {
    HTTPRequest(url: "http://h.test" + path, headers: headers)
  }

  @Test(
    "a filter to hold is a rule about requests, behind 'answer' about their responses",
    arguments: [
      ("~u items", "(~u items) hold request"), ("answer ~u items", "(~u items) hold answer"),
      ("answer", "(answer) hold request"), ("~u answer", "(~u answer) hold request"),
    ])
  func holding(text: String, line: String) throws {
    #expect(Rules.line(holding: text) == line)
    _ = try Rules(line)
  }

  @Test(
    "a rule is shown without its secrets",
    arguments: [
      (
        #"POST /login request body set /password "rule pass""#,
        "POST /login request body set /password •••"
      ),
      (
        #"GET /a answer body set /data {"token": "abc"} every 2"#,
        "GET /a answer body set /data ••• every 2"
      ),
      ("GET /a  request query set api_key=abc", "GET /a request query set api_key=•••"),
      ("GET /a?token=abc&b=1 answer status 500", "GET /a?token=•••&b=1 answer status 500"),
      (
        #"GET /a request header set Authorization="Bearer x" first 2"#,
        "GET /a request header set Authorization=••• first 2"
      ),
      (
        #"(~hq "authorization: Bearer x" & ~m GET) hold request"#,
        #"(~hq "authorization: •••" & ~m GET) hold request"#
      ),
      ("(~hq '(?i)cookie: a') hold answer", "(~hq '•••') hold answer"),
      ("(~hq 'x-app: ios') answer hang", "(~hq 'x-app: ios') answer hang"),
      ("GET /a answer header set X=1", "GET /a answer header set X=1"),
    ])
  func shown(line: String, shown: String) throws {
    let rule = try #require(try Rules(line).all.first)
    #expect(rule.shown == shown)
    #expect(rule.hasSecret == shown.contains("•••"))
  }

  @Test("of each stage the first line that fits counts, different stages combine")
  func stages() throws {
    let rules = """
      GET /users/*  answer as invalidSession
      GET /**       answer as business
      *   /**       answer late 5ms..10ms
      *   /**       answer header drop ETag
      """
    #expect(try chosen(rules, [get("/users/1"), get("/a")]) == [[1, 3, 4], [2, 3, 4]])
  }

  @Test(
    "a turn says which of the requests",
    arguments: [
      ("every 3", [3, 6, 9]), ("first 2", [1, 2]), ("after 7", [8, 9, 10]), ("", Array(1...10)),
      ("after 2 every 3", [5, 8]), ("after 2 first 3", [3, 4, 5]), ("chance 0% seed 1", []),
      ("chance 100% seed 1", Array(1...10)),
    ])
  func turns(_ turn: String, _ wanted: [Int]) throws {
    let found = try chosen(
      "GET /a answer hang \(turn)", Array(repeating: get("/a"), count: 10))
    #expect(found.indices.filter { !found[$0].isEmpty }.map { $0 + 1 } == wanted)
  }

  @Test("chance falls the same way on every run")
  func chance() throws {
    func run(_ seed: Int) throws -> [Int] {
      let found = try chosen(
        "GET /a answer hang chance 30% seed \(seed)", Array(repeating: get("/a"), count: 400))
      return found.indices.filter { !found[$0].isEmpty }
    }
    #expect(try run(7) == run(7) && run(7) != run(8))
    #expect((80...160).contains(try run(7).count))
  }

  @Test("a filter whose pattern is given up is told, and is not tried again")
  func stopped() throws {
    let rules = try Rules("(~u \"(a+)+$\") answer status 500\nGET /** answer status 501")
    let alterations = Alterations(rules)
    let requests = [get("/aa"), get("/" + String(repeating: "a", count: 64) + "!"), get("/aa")]
    #expect(requests.map { alterations.choose(for: $0).map(\.rule.line) } == [[1], [2], [2]])
    #expect(alterations.stopped.map { $0.rule.line } == [1] && alterations.unused.isEmpty)
  }

  @Test("a filter stands in place of method and path")
  func filters() throws {
    let rules = """
      (~m POST & ~p "/pay \\(now\\)") answer status 503
      (~hq 'x-app: ios') answer hang
      """
    var post = get("/pay (now)")
    post.method = .post
    #expect(
      try chosen(rules, [post, get("/pay (now)"), get("/", ["X-App": "ios"])]) == [[1], [], [2]])
  }

  @Test(
    "what cannot be read is told with its place",
    arguments: [
      ("GET /a answer", 14, "as, status, from, late"),
      ("GET /a answer latte", 15, "Did you mean 'late'?"),
      ("GET /a answer as invalidsession", 18, "Did you mean 'invalidSession'?"),
      ("GET /a answer as code", 22, "the code's value"),
      ("GET /a answer status 99", 22, "200 to 599"),
      ("GET /a answer late soon", 20, "a time such as"),
      ("GET /a answer late 2s..1s", 20, "a time"),
      ("GET /a answer slow 20k", 20, "bytes a second"), ("GET /a answer cut at half", 22, "50%"),
      ("GET /a answer cut at 101%", 22, "50%"), ("GET /a answer reset after x", 27, "a number"),
      ("GET /a answer header set X", 26, "NAME=VALUE"),
      ("GET /a answer header rop X", 22, "'drop'"),
      ("GET /a answer hang every 0", 26, "from 1 up"), ("GET /a answer hang evry 2", 20, "'every'"),
      ("GET /a answer hang chance ten", 27, "10%"), ("GET /a answer hang every", 25, "from 1 up"),
      ("(~m POST answer hang", 21, "')'"), ("(~m) answer hang", 4, "a filter"),
      ("(~c 200) answer hang", 1, "requests' heads"),
      ("(~m POST) body /a ignore", 11, "answer, request or hold"),
      ("GET /a answer from login", 20, "RECORDING#NUMBER"),
      ("GET /a answer from sample", 26, "a file"), ("GET /a answer body sett /a 1", 20, "'set'"),
      ("GET /a answer body set a 1", 24, "a JSON Pointer"),
      ("GET /a answer body set /a one", 27, "a JSON value"),
      ("GET /a answer body broken jsn", 27, "'json'"),
      ("GET /a answer header set X=\"a", 26, "a quote at its end"),
      ("GET /a request as success", 16, "header, query or body"),
      ("GET /a request query page=2", 22, "drop NAME"), ("GET /a hold requests", 13, "'request'"),
      ("GET /a hold answer for long", 24, "a time such as 60s"),
      ("GET /a answer header set Content-Length=5", 26, "inspector writes Content-Length itself"),
      ("GET /a answer status 200 header Content-Length=5", 33, "another header"),
      ("GET /a answer header drop transfer-encoding", 27, "'transfer-encoding'"),
      ("GET /a request header add Transfer-Encoding=\"gzip, chunked\"", 27, "another header"),
      ("GET /a request header set connection=X-A", 27, "another header"),
      ("GET /a request header set Keep-Alive=5", 27, "another header"),
      ("GET /a request header X-A=1 header TE=gzip", 36, "another header"),
      ("GET /a answer header set Upgrade=h2c", 26, "another header"),
      ("GET /a answer header add Proxy-Authenticate=Basic", 26, "another header"),
      ("GET /a answer header set Trailer=X-A", 26, "inspector writes Trailer itself"),
      ("GET /a request header drop trailer", 28, "another header"),
      ("GET /a request header set Proxy-Connection=close", 27, "another header"),
      ("GET /a request header X=a\rContent-Length:9", 26, "no control character"),
      ("GET /a answer header set X=a\u{0}b", 29, "no control character"),
      ("GET /a answer header add X=a\u{7f}", 29, "no control character"),
      ("GET /a request header X=\"a\\rContent-Length:9\"", 23, "without control characters"),
      ("GET /a answer header set X=\"a\\u000ab\"", 26, "without control characters"),
    ])
  func mistakes(_ line: String, _ column: Int, _ words: String) {
    do throws(RulesMistake) {
      _ = try Rules(line)
      Issue.record("it was read")
    } catch {
      #expect(error.column == column && error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    "a mistake quotes no secret of its line",
    arguments: [
      ("GET /a request header set Authorization=Bearer hunter2", "•••"),
      ("GET /a request header Authorization=Bearer hunter2 every 2", "•••"),
      ("GET /a request header set X-Api-Key=\"hunter2", "X-Api-Key=•••"),
      ("GET /a request header set X-Api-Key:hunter2", "X-Api-Key:•••"),
      ("GET /a request body set /password hunter2", "•••"),
      ("GET /a request body set /password \"a\" hunter2", "•••"),
      ("GET a?token=hunter2&b=1 answer hang", "a?token=•••&b=1"),
      (
        "(~hq \"authorization: hunter2\" & ~c 200) hold request",
        "~hq \"authorization: •••\" & ~c 200"
      ),
      ("GET /a text password=hunter2( ignore", "password=•••"),
      ("GET /a?token=hunter2 answr hang", "answr"), ("GET /a?token=hunter2 answer", ""),
      ("GET /a answer header set X=1 evry 2", "evry"),
    ])
  func mistakesWithSecrets(_ line: String, _ found: String) {
    let error = #expect(throws: RulesMistake.self) { try Rules(line) }
    #expect(error?.found == found && error?.message.contains("hunter2") == false)
  }

  @Test("bytes that are no UTF-8 are refused with their place; a comment may hold them")
  func bytes() throws {
    let line = Array("GET /é answer header set X=a".utf8)
    #expect(try Rules(bytes: line + [0x0a, 0x23, 0xff]).all.count == 1)
    #expect(try Rules(bytes: line + Array(" # ".utf8) + [0xff, 0x0d]).all.count == 1)
    let error = #expect(throws: RulesMistake.self) { try Rules(bytes: line + [0xff]) }
    #expect(error?.column == line.count + 1)
    #expect(error?.message.contains("text in UTF-8") == true)
  }

  @Test(
    "what a line does is read to its end",
    arguments: [
      ("answer status 503 header Retry-After=2 first 2", "status 503|header set Retry-After=2"),
      ("answer header set X=\"two words\" every 2", "header set X=two words"),
      (
        "answer body set /a/0 {\"b\": [1, \"}\"]} late 1s", "body set /a/0 {\"b\": [1, \"}\"]}|late"
      ),
      ("answer body drop /a~1b body broken utf8 # why", "body drop /a~1b|broken utf8"),
      ("answer from sample ./a.json status 404", "from sample ./a.json|status 404"),
      ("answer from monday#12 garbage", "from monday#12|garbage"),
      (
        "request header drop Cookie query set q=\"a b\" body set /n -1.5e3",
        "request header drop Cookie|request query set q=a b|request body set /n -1.5e3"
      ),
      ("hold request for 60s", "hold request 60000000"), ("hold answer every 2", "hold answer"),
    ])
  func lines(_ part: String, _ wanted: String) throws {
    let alterations = Alterations(try Rules("GET /a " + part))
    _ = alterations.choose(for: get("/a"))
    let chosen = alterations.choose(for: get("/a"))
    #expect(chosen.map { Self.words($0.alteration) }.joined(separator: "|") == wanted)
  }

  private static func words(_ alteration: Alteration) -> String {
    func header(_ header: Alteration.Header) -> String {
      switch header {
      case .drop(let name): "header drop \(name)"
      case .set(let name, let value): "header set \(name)=\(value)"
      case .add(let name, let value): "header add \(name)=\(value)"
      }
    }
    func body(_ change: Alteration.BodyChange) -> String {
      switch change {
      case .set(let path, let token):
        "body set \(path.pointer) \(String(decoding: token, as: UTF8.self))"
      case .drop(let path): "body drop \(path.pointer)"
      }
    }
    switch alteration {
    case .status(let status): return "status \(status)"
    case .header(let change): return header(change)
    case .requestHeader(let change): return "request " + header(change)
    case .requestQuery(.set(let name, let value)): return "request query set \(name)=\(value)"
    case .requestQuery(.drop(let name)): return "request query drop \(name)"
    case .body(let change): return body(change)
    case .requestBody(let change): return "request " + body(change)
    case .broken(let how): return "broken \(how.rawValue)"
    case .from(.sample(let file)): return "from sample \(file)"
    case .from(.recording(let name, let number)): return "from \(name)#\(number)"
    case .holds(let side, let time):
      return "hold \(side)" + (time.map { " \($0)" } ?? "")
    case .late: return "late"
    case .ends(.garbage): return "garbage"
    default: return "?"
    }
  }

  @Test(
    "headers and values of a body are stages by their names; other rules count on where they stay")
  func namedStages() throws {
    let rules = """
      GET /a answer header set A=1
      GET /a answer header set a=2
      GET /a answer header drop B
      GET /a answer body set /x 1 body set /y 2 body set /x 3
      """
    #expect(try chosen(rules, [get("/a")]) == [[1, 3, 4, 4]])
    let alterations = Alterations(try Rules("GET /a answer hang every 2"))
    #expect(alterations.choose(for: get("/a")).isEmpty)
    alterations.replace(by: try Rules("# more\nGET /a  answer hang every 2\nGET /b answer hang"))
    #expect(alterations.choose(for: get("/a")).map(\.rule.line) == [2])
  }

  @Test("lines that no request was about are known; what compares takes no notice of them")
  func unused() throws {
    let rules = try Rules("GET /a answer hang\nGET /b  answer   hang\n")
    let alterations = Alterations(rules)
    _ = alterations.choose(for: get("/a"))
    #expect(alterations.unused.map(\.words) == ["GET /b answer hang"])
    #expect(rules.unused(by: []).isEmpty)
    #expect(Alterations(try Rules("GET /a match query _ any")).isEmpty)
  }
}
