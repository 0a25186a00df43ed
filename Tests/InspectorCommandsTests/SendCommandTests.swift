import DemoServer
import TestSupport
import Testing

/// `inspector send`: what is said as to curl is sent as curl sends it.
@Suite("The command send")
struct SendCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("form.txt", "a=1\r\nb=2\n")
    try folder.write("part.txt", "from a file\n")
  }

  /// Arguments after `send URL`, and what the server got: method, type, body.
  static let table:
    [(id: String, arguments: [String], method: String, type: String?, body: String)] = [
      ("plain", [], "GET", nil, ""),
      (
        "data", ["-d", "a=1", "--data", "b=2"], "POST", "application/x-www-form-urlencoded",
        "a=1&b=2"
      ),
      (
        "data from a file", ["-d", "@form.txt"], "POST", "application/x-www-form-urlencoded",
        "a=1b=2"
      ),
      ("glued", ["-da=1"], "POST", "application/x-www-form-urlencoded", "a=1"),
      ("JSON", ["--body-json", "{\"a\": 1}"], "POST", "application/json", "{\"a\": 1}"),
      (
        "JSON from a file", ["--body-json", "@form.txt"], "POST", "application/json", "a=1\r\nb=2\n"
      ),
      (
        "own type", ["-d", "x", "-H", "content-type: text/plain"], "POST", "text/plain", "x"
      ),
    ]

  private func sent(_ words: [String]) throws -> (Piped, Request?) {
    let before = server.log.count
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let run = try Piped(
      ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' send \(quoted)"], program: "/bin/sh")
    return (run, server.log.dropFirst(before).first)
  }

  @Test("sends what is said", arguments: table)
  func payload(
    _ row: (id: String, arguments: [String], method: String, type: String?, body: String)
  ) throws {
    let (run, request) = try sent([server.baseURL + "/echo"] + row.arguments)
    #expect(run.ending == .exited(0), "\(run.error)")
    let got = try #require(request)
    #expect(got.method == row.method)
    #expect(got.header("Content-Type") == row.type)
    #expect(String(decoding: got.body.kept, as: UTF8.self) == row.body)
  }

  @Test("parts: a value, a file, a file as text, with type and name")
  func parts() throws {
    let (run, request) = try sent([
      "PUT", server.baseURL + "/echo", "-F", "a=b;c", "-F", "t=x;type=text/css", "-F",
      "f=@part.txt;type=text/csv;filename=n.csv", "-F", "g=<part.txt",
    ])
    #expect(run.ending == .exited(0), "\(run.error)")
    let body = String(decoding: try #require(request).body.kept, as: UTF8.self)
    #expect(body.firstRange(of: "name=\"a\"\r\n\r\nb\r\n") != nil, "\(body)")
    #expect(body.firstRange(of: "name=\"t\"\r\nContent-Type: text/css\r\n\r\nx\r\n") != nil)
    #expect(body.firstRange(of: "filename=\"n.csv\"\r\nContent-Type: text/csv") != nil)
    #expect(body.firstRange(of: "name=\"g\"\r\n\r\nfrom a file\n\r\n") != nil)
  }

  @Test("HTTP/2 without TLS is spoken by prior knowledge, HTTP/1.1 unless that is said")
  func versions() throws {
    #expect(try sent([server.baseURL + "/echo"]).1?.version == "HTTP/1.1")
    #expect(try sent([server.baseURL + "/echo", "--http1.1"]).1?.version == "HTTP/1.1")
    // The preface is no request for a server that speaks HTTP/1.1 alone.
    let spoken = try sent([server.baseURL + "/echo", "--http2"]).0
    #expect(spoken.ending == .exited(3))
    #expect(spoken.error.firstRange(of: "does not speak HTTP/2 here without TLS") != nil)
  }

  @Test("a stream is written line by line as it comes; who has read enough ends it")
  func streams() throws {
    let url = server.baseURL + "/events/endless"
    let first = try folder.shell("inspector send \(url) | head -n 1")
    #expect(first.output == "data: tick\n")
    let heads = try folder.shell("inspector send \(url) -i | head -n 4")
    #expect(heads.output.hasPrefix("HTTP/1.1 200 OK\r\n") && heads.output.contains("event-stream"))
    let whole = try sent([server.baseURL + "/events"]).0
    let reported = try sent([server.baseURL + "/events", "-o", "events"]).0
    #expect(whole.output == folder.read("events") && reported.output.isEmpty)
    #expect(whole.output.hasPrefix(": hello\n"))
  }

  @Test("-O names the file as the URL does, -I shows the head, and what has no effect is said once")
  func outputs() throws {
    let named = try sent([server.baseURL + "/users/1?x=/y", "-O"]).0
    #expect(named.ending == .exited(0), "\(named.error)")
    #expect(named.output.isEmpty)
    #expect(folder.read("1")?.isEmpty == false)
    let nameless = try sent([server.baseURL + "/", "-O"]).0
    #expect(nameless.error.firstRange(of: "The URL names no file") != nil, "\(nameless.error)")
    let head = try sent(["--url", server.baseURL + "/users/1", "-I"])
    #expect(head.1?.method == "HEAD")
    #expect(head.0.output.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let said = try sent([server.baseURL + "/users/1", "-sSv", "--retry", "2"]).0
    #expect(said.error.firstRange(of: "note: --verbose, --retry: without effect here") != nil)
    #expect(try sent([server.baseURL + "/users/1", "-s", "-f", "-L"]).0.error == "")
  }

  @Test("what is said never holds a password of the URL or a secret header's value")
  func passwords() throws {
    let address = server.baseURL.replacing("http://", with: "http://ada:S3CRET@")
    for words in [
      [address + "/users", "--json"], [address + "/a b"], ["http://ada:S3@CRET@127.0.0.1:1/"],
      ["http://127.0.0.1:1/", "--json", "-H", "Authorization: Bearer S3CRET\u{1}"],
      [server.baseURL + "/echo?x=a:b@c", "--json"],
    ] {
      let run = try sent(words).0
      #expect(run.output.firstRange(of: "S3") == nil, "\(run.output)")
      #expect(run.error.firstRange(of: "S3") == nil, "\(run.error)")
    }
    let shown = try sent([server.baseURL + "/echo?x=a:b@c", "--json"]).0.output
    #expect(shown.firstRange(of: "/echo?x=a:b@c") != nil)
  }

  @Test("credentials, redirects, limits and the pipeline are said as elsewhere")
  func more() throws {
    #expect(
      try sent([server.baseURL + "/echo", "-u", "a:b"]).1?.header("Authorization") == "Basic YTpi")
    #expect(try sent([server.baseURL + "/redirect/1", "--no-redirect"]).0.ending == .exited(4))
    #expect(
      try sent([server.baseURL + "/redirect/1", "--no-redirect", "--status", "none"]).0.ending
        == .exited(0))
    #expect(
      try sent([server.baseURL + "/redirect/2", "--max-redirects", "1"]).0.ending == .exited(3))
    #expect(
      try sent([server.baseURL + "/delay/60000", "--timeout", "50ms"]).0.ending == .exited(3))
    let unsafe = try sent([server.baseURL + "/echo", "-H", "A: b\r\nC: d"])
    #expect(unsafe.0.ending == .exited(1))
    #expect(unsafe.1 == nil)
    let heads = try sent([server.baseURL + "/users/1", "-i"]).0
    #expect(heads.output.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }
}
