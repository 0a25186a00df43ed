import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// `inspector import`: commands and recordings become a request file that reads back.
@Suite("The command import")
struct ImportCommandTests {
  @Test("curl commands become a request file; a mistake is one line and leaves the rest")
  func curl() throws {
    let folder = try TestFolder()
    let source = try folder.write(
      "c.txt",
      """
      # copied from somewhere
      curl 'https://api.test/users?page=2' -H 'Accept: application/json' --compressed
      curl https://api.test/users -d '{"a": 1}' -H 'Content-Type: application/json'
      curl --xyz x https://api.test/
      curl https://api.test/users -X DELETE -k

      """)
    let run = try Piped(["import", source, "--to", folder.path + "/api.http"])
    #expect(run.ending == .exited(2))
    #expect(
      run.error.firstRange(of: "\(source):4:6: curl has no option '--xyz'") != nil,
      "\(run.error)")
    #expect(run.error.firstRange(of: "api.http: 3 requests") != nil)
    let text = try #require(folder.read("api.http"))
    #expect(text.hasPrefix("### GET /users\n"))
    #expect(text.firstRange(of: "# @insecure\n") != nil)
    let list = try Piped(["list", folder.path + "/api.http"])
    #expect(list.ending == .exited(0))
    #expect(list.output.split(separator: "\n").count == 3)
    let again = try Piped(["import", source, "--to", folder.path + "/api.http"])
    #expect(again.ending == .exited(5))
    #expect(again.error.firstRange(of: "api.http cannot be written: File exists") != nil)
  }

  @Test(
    "secrets that came as text are named; variables are none",
    arguments: [
      ("Authorization: Bearer abcdefghijklmnop1234", "Authorization of GET /me will stand there"),
      ("Authorization: Bearer {{TOKEN}}", nil), ("X-Api-Key: {{key}}", nil),
      ("Accept: text/a", nil),
    ])
  func secrets(header: String, note: String?) throws {
    let run = try Piped(
      ["import", "-"],
      input: "curl 'http://a.test/me?token={{t}}' -H '\(header)'\n"
    )
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.error.contains("as text") == (note != nil), "\(run.error)")
    #expect(run.error.contains(note ?? "variables"), "\(run.error)")
  }

  @Test("a body that cannot stand in the file becomes a file beside it, and is sent the same")
  func bodies() throws {
    let folder = try TestFolder()
    let run = try Piped(
      ["import", "-", "--to", folder.path + "/b.http"],
      input: "curl http://h/ --data-binary $'a\\x01b\\r\\n' -H 'Content-Type: text/plain'\n")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(folder.read("b.http")?.firstRange(of: "< ./b-1.txt") != nil)
    #expect(folder.read("b-1.txt") == "a\u{1}b\r\n")
    let toStdout = try Piped(
      ["import", "-"],
      input: "curl http://h/ --data-binary $'a\\x01b' -H 'Content-Type: text/plain'\n")
    #expect(toStdout.ending == .exited(1))
    #expect(toStdout.error.firstRange(of: "--to F.http") != nil)
  }

  @Test("a HAR becomes requests without what belongs to one connection")
  func har() throws {
    let folder = try TestFolder()
    let har = try folder.write(
      "s.har",
      #"""
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
        {"startedDateTime": "2024-01-01T00:00:00.000Z", "time": 1, "cache": {}, "timings": {},
         "request": {"method": "POST", "url": "https://api.test/a?b=1", "httpVersion": "HTTP/2",
           "headers": [{"name": ":authority", "value": "api.test"},
             {"name": "Content-Length", "value": "7"}, {"name": "X-A", "value": "1"},
             {"name": "Content-Type", "value": "application/json"}],
           "cookies": [], "queryString": [], "headersSize": -1, "bodySize": 7,
           "postData": {"mimeType": "application/json", "text": "{\"a\":1}"}},
         "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "headers": [],
           "cookies": [], "content": {"size": 0, "mimeType": ""}, "redirectURL": "",
           "headersSize": -1, "bodySize": 0}}]}}
      """#)
    let run = try Piped(["import", har])
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output.firstRange(of: "POST https://api.test/a?b=1") != nil, "\(run.output)")
    #expect(run.output.firstRange(of: "X-A: 1\nContent-Type: application/json\n\n{\"a\":1}") != nil)
    #expect(run.output.firstRange(of: "authority") == nil)
    #expect(run.output.firstRange(of: "Content-Length") == nil)
  }

  @Test("what is neither is told")
  func neither() throws {
    let run = try Piped(["import", "-"], input: "wget http://h/\n")
    #expect(run.ending == .exited(2))
    #expect(
      run.error
        == "inspector: -: there is no curl command in it, and it is no HAR, OpenAPI or Postman file\n"
    )
    #expect(try Piped(["import", "/nonexistent"]).ending == .exited(2))
  }

  @Test("files are named from the request file's folder; others are taken over")
  func files() throws {
    let folder = try TestFolder()
    try folder.write("in/data.txt", "in\n")
    try folder.write("out.txt", "out\u{1}\n")
    let commands = """
      curl http://h/ -T in/data.txt
      curl http://h/ -F f=@in/data.txt -F g=@out.txt
      curl http://h/ --data-binary @out.txt
      """
    let words = "cd '\(folder.path)' && '\(Spawn.inspector)' import - --to in/f.http"
    let run = try Piped(["-c", words], input: commands, program: "/bin/sh")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.error.contains("'out.txt' lies outside of 'in': its content was taken over"))
    let text = try #require(folder.read("in/f.http"))
    #expect(text.contains("\n< ./data.txt\n") && !text.contains("in/data.txt"), "\(text)")
    #expect(folder.read("in/f-1.txt") == "out\u{1}\n")
    let list = try Piped(["run", folder.path + "/in/f.http", "--stub"])
    #expect(!list.output.contains("cannot be used"), "\(list.output)")
  }

  @Test("a HAR with broken entries gives the others, names those, and ends with 2")
  func brokenEntries() throws {
    let folder = try TestFolder()
    func entry(_ url: String) -> String {
      """
      {"startedDateTime": "2024-01-01T00:00:00.000Z", "time": 1, "request": {"method": "GET",
       "url": "\(url)", "headers": []}, "response": {"status": 200, "headers": [], "content": {}}}
      """
    }
    let har = try folder.write(
      "b.har",
      "{\"log\": {\"entries\": [\(entry("http://h.test/1")), {\"request\": 7}, "
        + "\(entry("data:text/plain,x")), \(entry("http://h.test/2"))]}}")
    let run = try Piped(["import", har])
    #expect(run.ending == .exited(2), "\(run.error)")
    #expect(run.output.contains("http://h.test/1") && run.output.contains("http://h.test/2"))
    #expect(run.error.contains("entry 2 is left out") && run.error.contains("entry 3 is left out"))
  }

  @Test("a sealed session gives variables in place of its marks, and says which")
  func sealed() throws {
    let folder = try TestFolder()
    var exchange = Exchange(
      sequence: 1, name: "a", startedAt: 1,
      request: HTTPRequest(url: "http://h.test/?token=abcdefgh1234"))
    exchange.result = .success(Response(statusCode: 200, request: exchange.request))
    try Session([exchange]).seal(to: folder.path + "/s.har")
    let run = try Piped(["import", folder.path + "/s.har"])
    #expect(run.output.contains("?token={{$processEnv TOKEN}}\n"), "\(run.output)")
    #expect(run.error.contains("before it is used, set TOKEN"), "\(run.error)")
    let raw = try Piped(["export", folder.path + "/s.har", "--as", "http", "--raw"])
    #expect(raw.output.contains("{{$processEnv TOKEN}}"))
    #expect(raw.error.contains("1 secret was taken out when the session was sealed"))
  }

  @Test("descriptions become a folder whose requests can be listed and fired")
  func descriptions() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    try folder.write(
      "repo/api.json",
      """
      {"openapi": "3.0.0", "servers": [{"url": "\(server.baseURL)"}], "paths": {
        "/users/{id}": {"get": {"operationId": "one", "tags": ["Users"], "parameters":
          [{"name": "id", "in": "path", "required": true, "example": 1}]}},
        "/echo": {"post": {"operationId": "echo", "requestBody": {"content": {"application/json":
          {"schema": {"$ref": "schemas.json#/Pet"}}}}}}}}
      """)
    try folder.write(
      "repo/schemas.json",
      #"{"Pet": {"type": "object", "properties": {"name": {"type": "string"}}}}"#)
    let source = folder.path + "/repo/api.json"
    let target = folder.path + "/made/files"
    let nowhere = try Piped(["import", source])
    #expect(nowhere.ending == .exited(1))
    #expect(nowhere.error.firstRange(of: "--to FOLDER") != nil, "\(nowhere.error)")
    let made = try Piped(["import", source, "--to", target])
    #expect(made.ending == .exited(0), "\(made.error)")
    #expect(made.error.firstRange(of: "2 requests in 2 files") != nil, "\(made.error)")
    let again = try Piped(["import", source, "--to", target])
    #expect(again.ending == .exited(5))
    #expect(try Piped(["import", source, "--to", target, "--force"]).ending == .exited(0))
    let listed = try Piped(["list", target])
    #expect(listed.ending == .exited(0), "\(listed.error)")
    let run = try Piped(["run", target])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    let body = server.log.last.map { String(decoding: $0.body.kept, as: UTF8.self) }
    #expect(server.log.count == 2)
    #expect(
      server.log.contains { String(decoding: $0.body.kept, as: UTF8.self).contains("name") },
      "\(body ?? "")")
  }

  @Test("a description in YAML is read as one in JSON is, and what is wrong has its line")
  func yaml() throws {
    let folder = try TestFolder()
    let text = """
      openapi: 3.1.0
      servers: [{url: 'http://h.test'}]
      paths:
        /users/{id}:
          get:
            operationId: one
            parameters: [{name: id, in: path, required: true, example: 7}]

      """
    let source = try folder.write("api.yaml", text)
    let made = try Piped(["import", source, "--to", folder.path + "/made"])
    #expect(made.ending == .exited(0), "\(made.error)")
    let written = try #require(folder.read("made/requests.http"))
    #expect(written.firstRange(of: "GET {{baseUrl}}/users/") != nil, "\(written)")
    let broken = try folder.write("broken.yml", "openapi: 3.1.0\npaths: {a: [}\n")
    let told = try Piped(["import", broken])
    #expect(told.ending == .exited(2))
    #expect(told.error.firstRange(of: "line 2, column 13: did not find") != nil, "\(told.error)")
  }

  @Test(
    "a description through a pipe is read as a file is, whatever its name would be",
    arguments: [
      "# a licence\ninfo: {title: x}\n\nopenapi: 3.1.0\npaths: {/users: {get: {servers: [{url: 'http://h.test'}]}}}\n",
      "---\nopenapi: 3.1.0\npaths: {/users: {get: {servers: [{url: 'http://h.test'}]}}}\n",
      #"{"openapi": "3.1.0", "paths": {"/users": {"get": {}}}, "servers": [{"url": "http://h.test"}]}"#,
      #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"#
        + #" "item": [{"name": "One", "request": "http://h.test/users"}]}"#,
    ])
  func piped(_ text: String) throws {
    let folder = try TestFolder()
    let made = try Piped(["import", "-", "--to", folder.path + "/made"], input: text)
    #expect(made.ending == .exited(0), "\(made.error)")
    #expect(made.error.firstRange(of: "1 request in 1 file") != nil, "\(made.error)")
    let named = try folder.write("of-any-name", text)
    let again = try Piped(["import", named, "--to", folder.path + "/again"])
    #expect(again.ending == .exited(0), "\(again.error)")
    let listed = try Piped(["list", folder.path + "/made"])
    #expect(listed.output.firstRange(of: "/users") != nil, "\(listed.output)\(listed.error)")
  }
}
