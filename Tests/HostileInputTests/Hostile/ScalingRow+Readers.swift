import NetEngine
import NetRecordings
import RequestFiles
import TestSupport

/// Request files in shapes that other editors write, and what servers send.
extension ScalingRow {
  static let readers = files + messages + tables + texts

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static func file(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow("a request file: \(name)", size) { n in
      let text = text(n)
      return {
        let file = RequestFile(text, name: "a.http")
        return file.requests.count + file.requests.flatMap(\.problems).count
      }
    }
  }

  // MARK: Request files

  private static let files = [
    file("calls in open braces", 5_000) { "GET http://h/" + times($0, "{{a(") },
    file("operations in open braces", 5_000) { "GET http://h/" + times($0, "{{a + ") + "}}" },
    file("values that are asked for", 2_000) { n in
      "POST http://h/\n\n" + repeated(n) { "{{:a\($0)}}" }
    },
    file("variables behind colons", 1_000) { n in
      repeated(n) { ":a\($0) = b\n" } + "\nGET http://h/" + repeated(n) { ":a\($0)/" } + "\n"
    },
    file("fragments without an end", 2_000) { n in times(n, "fragment A on B {\n") },
    file("fragments and queries", 500) { n in
      repeated(n) { "fragment F\($0) on B {\na\n}\n\n" }
        + repeated(n) { "###\nGRAPHQL http://h/\n\nquery { ...F\($0) }\n\n" }
    },
    file("one query of many fragments", 500) { n in
      repeated(n) { "fragment F\($0) on B {\na\n}\n\n" }
        + "GRAPHQL http://h/\n\nquery {" + repeated(n) { " ...F\($0)" } + " }\n"
    },
    file("quotes with escapes in a script", 5_000) {
      "GET http://h/\n\n> {%\n'" + times($0, "\\'") + "\n%}\n"
    },
    file("open brackets in a script before a request", 5_000) {
      "< {%\n" + times($0, "a[") + "\n%}\nGET http://h/\n"
    },
    file("calls in a script", 500) {
      "GET http://h/\n\n> {%\n" + times($0, "client.test('a', function() { client.assert(a); });\n")
        + "%}\n"
    },
    file("open brackets in a script", 5_000) {
      "GET http://h/\n\n> {%\n" + times($0, "client.assert(") + "\n%}\n"
    },
    file("names in a script", 1_000) { n in
      "GET http://h/\n\n> {%\n" + repeated(n) { "let a\($0) = response.body.b\($0);\n" } + "%}\n"
    },
    file("scripts that never end", 1_000) { times($0, "GET http://h/\n\n> {%\na\n\n###\n") },
    file("templates in a script", 2_000) {
      "GET http://h/\n\n> {%\nlet a = `" + times($0, "${b") + "`;\n%}\n"
    },
    file("requests of one name", 500) { times($0, "### a\n# @name a\nGET http://h/\n\n") },
    file("prompts", 1_000) { n in repeated(n) { "# @prompt a\($0)\n" } + "GET http://h/\n" },
    file("assertions", 1_000) {
      "# @name a\n" + times($0, "# @assert status == 200\n") + "GET http://h/\n"
    },
    file("header fields", 2_000) { n in "GET http://h/\n" + repeated(n) { "X-\($0): {{a\($0)}}\n" }
    },
    file("a query over many lines", 2_000) { "GET http://h/\n" + times($0, "  &a=b\n") },
    file("a long line", 100_000) { "GET http://h/" + times($0, "a ") },
    file("separators", 5_000) { times($0, "###\n") },
    file("lines of blanks and signs", 5_000) { times($0, "# \n//\n<\n>\n@\n") },
    file("parts of a form", 500) { n in
      "POST http://h/\nContent-Type: multipart/form-data; boundary=b\n\n"
        + times(n, "--b\nContent-Disposition: form-data; name=\"a\"\n\n{{v}}\n") + "--b--\n"
    },
    file("curl commands", 200) { times($0, "###\ncurl http://h/ -H 'A: {{b}}'\n\n") },
  ]

  // MARK: What servers send

  private static func redacted(
    _ name: String, _ size: Int, type: String, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow("secrets looked for: \(name)", size) { n in
      let exchange = Exchange.sample(body: text(n), type: type)
      return { Redactor().redact(exchange).redacted.count }
    }
  }

  private static let messages = [
    redacted("HTML of open tags", 2_000, type: "text/html") {
      times($0, "<input type=password value=")
    },
    redacted("HTML of quotes", 2_000, type: "text/html") { times($0, "<a b='") },
    redacted("HTML of inputs", 500, type: "text/html") { n in
      repeated(n) { "<input type=\"password\" name=\"p\" value=\"secret-\($0)\">" }
    },
    redacted("XML", 1_000, type: "application/xml") { n in
      repeated(n) { "<password>p-\($0)-word</password>" }
    },
    redacted("a form", 1_000, type: "application/x-www-form-urlencoded") { n in
      repeated(n) { "&a\($0)=b&password=p-\($0)-word" }
    },
    redacted("text of URLs", 1_000, type: "text/plain") {
      times($0, "http://u:p@h/?token=abc def ")
    },
    redacted("text of words like tokens", 1_000, type: "text/plain") { n in
      repeated(n) { "Bearer abcdefgh\($0)ijklmnop " }
    },
    redacted("text of dots", 5_000, type: "text/plain") { times($0, "eyJ.") },
    redacted("deep JSON", 2_000, type: "application/json") {
      times($0, "{\"password\":[") + times($0, "]}")
    },
    ScalingRow("cookies that are set", 1_000) { n in
      let url = try URLText("http://h.test/a")
      let fields = (0..<n).map { "a\($0 % 100)=b; Path=/\($0 % 50); Max-Age=60" }
      return {
        var table = CookieTable()
        for field in fields { try? table.take(field, from: url, at: 1) { _ in false } }
        return table.send(to: url, at: 1).count
      }
    },
    ScalingRow("one Set-Cookie of many attributes", 5_000) { n in
      let field = "a=b" + times(n, "; Path=/; Domain=h; x")
      return { SetCookie(field).name.count }
    },
    ScalingRow("server events", 2_000) { n in
      let bytes = Array(times(n, "id: 1\ndata: a\ndata: b\n\n").utf8)
      return {
        var parser = ServerEventParser()
        return bytes.indices.reduce(0) { $0 + parser.take([bytes[$1]]).count }
      }
    },
    ScalingRow("one server event of many lines", 5_000) { n in
      let bytes = Array((times(n, "data: a\n") + "\n").utf8)
      return {
        var parser = ServerEventParser()
        return bytes.indices.reduce(0) { $0 + parser.take([bytes[$1]]).count }
      }
    },
    ScalingRow("one server event of one line", 20_000) { n in
      let bytes = Array(("data: " + times(n, "a") + "\n\n").utf8)
      return {
        var parser = ServerEventParser()
        return bytes.indices.reduce(0) { $0 + parser.take([bytes[$1]]).count }
      }
    },
    ScalingRow("lines of JSON, byte by byte", 2_000) { n in
      let bytes = Array((times(n, "{\"a\":1}\n") + "[" + times(n, "1,")).utf8)
      let head = Response.answer("", type: "application/x-ndjson")
      return {
        var reader = JSONLineReader(head)
        return bytes.indices.reduce(0) { $0 + reader.take([bytes[$1]]).count }
      }
    },
  ]

  private static func table(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow("values for rounds: \(name)", size) { n in
      let bytes = Array(text(n).utf8)
      return { (try? GivenValues.rows(bytes))?.count ?? 0 }
    }
  }

  private static let tables = [
    table("rows of a table", 2_000) { n in "a,b\n" + times(n, "1,\"2\"\"\n\"\n") },
    table("columns of a table", 2_000) { n in
      repeated(n) { "c\($0)," } + "z\n" + times(n, "1,") + "1"
    },
    table("an open quote", 20_000) { n in "a,b\n\"" + times(n, "\"\"") },
    table("objects", 1_000) { n in "[" + times(n, "{\"a\":1},") + "{\"a\":2}]" },
  ]

  // MARK: Texts that people type

  private static func url(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow("a URL: \(name)", size) { n in
      let text = text(n)
      return {
        guard let base = try? URLText("http://h/a/b"), let url = try? base.resolving(text) else {
          return 0
        }
        return url.text.utf8.count + (URLText.isNormal(text) ? 1 : 0)
      }
    }
  }

  private static func filter(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow("a filter: \(name)", size) { n in
      let text = text(n)
      return { (try? Filter(text)) == nil ? 0 : 1 }
    }
  }

  private static let texts = [
    url("steps up", 5_000) { "http://h/" + times($0, "../") },
    url("steps down and up", 5_000) { "http://h/" + times($0, "a/%2e%2E/") },
    url("dots", 20_000) { "http://h/" + times($0, ".") },
    url("escapes", 5_000) { "http://h/" + times($0, "%zz%4") },
    url("users", 5_000) { "http://" + times($0, "a:b@") + "h/" },
    url("brackets", 5_000) { "http://" + times($0, "[::1]") + "/" },
    url("questions", 5_000) { "http://h/?" + times($0, "a=b&?#") },
    filter("nots", 2_000) { times($0, "!") + "~m GET" },
    filter("open brackets", 5_000) { times($0, "(") },
    filter("brackets", 100) { times($0, "(") + "~m GET" + times($0, ")") },
    filter("open quotes", 5_000) { times($0, "~u \"a ") },
    filter("words", 1_000) { times($0, "word ") },
    filter("patterns", 200) { n in repeated(n) { "~u (a\($0))+ " } },
    ScalingRow("rules of one long line", 5_000) { n in
      let text = "GET /a text " + times(n, "(a|b) ") + "ignore\n"
      return { (try? Rules(text))?.all.count ?? 0 }
    },
    ScalingRow("rules of open brackets", 5_000) { n in
      let text = times(n, "(") + " answer status 500\n"
      return { (try? Rules(text))?.all.count ?? 0 }
    },
    ScalingRow("rules of responses", 1_000) { n in
      let text = repeated(n) { "GET /a\($0) answer status 500\n" }
      return { (try? Rules(text))?.all.count ?? 0 }
    },
    // A pattern that is given up on its first line is not tried on the others.
    ScalingRow("a rule that repeats a repetition, for many lines", 100) { n in
      let line = times(40, "a")
      let left = Response.answer(repeated(n) { "\(line)b\($0)\n" }, type: "text/plain")
      let right = Response.answer(repeated(n) { "\(line)c\($0)\n" }, type: "text/plain")
      let comparison = Comparison(rules: try Rules("GET /** text ^(a+)+$ ignore\n"))
      return {
        comparison.change(of: left.request, from: .success(left), to: .success(right))
          .differences.count
      }
    },
    ScalingRow("a pattern that repeats a repetition, on one line", 1_000) { n in
      let (pattern, text) = (try Pattern("^(a+)+$"), times(n, "a") + "b")
      return { (try? pattern.matches(text)) == nil ? 1 : 0 }
    },
    ScalingRow("a place of any number of steps, said many times", 2_000) { n in
      let (pattern, path) = (JSONPathPattern(times(n, "/**")), JSONPath(times(100, "/a")))
      return { pattern?.matches(path) == true ? 1 : 0 }
    },
    ScalingRow("JSON: a text without ASCII that ends the document", 20_000) { n in
      let bytes = Array("\"\(times(n, "é"))\"".utf8)
      return { JSONDocument(bytes).json.string?.utf8.count ?? -1 }
    },
    ScalingRow("JSON: a text of escapes that is cut", 20_000) { n in
      let bytes = Array("\"\(times(n, "\\u00e9"))\\u0".utf8)
      return { JSONDocument(bytes).json.exists ? 0 : 1 }
    },
    ScalingRow("a path of many steps, looked up", 1_000) { n in
      let document = JSONDocument(Array((times(n, "{\"a\":[") + times(n, "]}")).utf8))
      let path = JSONPath(times(n, "/a/0"))
      return { document.json[path: path].exists ? 1 : 0 }
    },
    ScalingRow("each member of an object, looked up", 2_000) { n in
      let bytes = Array(("{" + repeated(n) { "\"k\($0)\":1," } + "\"z\":0}").utf8)
      return {
        let json = JSONDocument(bytes).json
        return (0..<n).reduce(0) { $0 + (json["k\($1)"].int ?? 0) }
      }
    },
    ScalingRow("each element of an array, looked up", 2_000) { n in
      let bytes = Array(("[" + times(n, "[1],") + "0]").utf8)
      return {
        let json = JSONDocument(bytes).json
        return (0..<n).reduce(0) { $0 + json[$1].count }
      }
    },
  ]
}
