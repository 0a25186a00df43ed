import CurlTransport
import DemoServer
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A curl command whose URL starts with `$URL`, run in a folder with a few files.
struct CurlRow: Sendable, CustomTestStringConvertible {
  var id: String
  var command: String
  /// Why something else is sent, where it is.
  var difference: String?

  var testDescription: String { id }

  /// The files it may name.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("text.txt", Array("line 1\r\nline 2\n".utf8)),
    ("data.json", Array("{\"a\": \"b\"}\n".utf8)),
    ("image.png", [0x89, 0x50, 0x4e, 0x47, 0, 0xff]),
    ("odd", Array("a=b & c\n".utf8)),
    ("a b&.txt", Array("odd\n".utf8)),
    ("empty", []),
  ]

  /// A block each: `### name`, perhaps `#! why it differs`, then the command.
  static let all: [CurlRow] = {
    let path = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    guard let bytes = TestFolder.bytes(at: "/\(path)/Corpus/curl-lines.txt") else { return [] }
    var rows: [CurlRow] = []
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("### ") {
        rows.append(CurlRow(id: String(line.dropFirst(4)), command: ""))
      } else if line.hasPrefix("#! ") {
        rows[rows.count - 1].difference = String(line)
      } else if !rows.isEmpty, !line.hasPrefix("#send! ") {
        rows[rows.count - 1].command += line + "\n"
      }
    }
    for index in rows.indices {
      while rows[index].command.last == "\n" { rows[index].command.removeLast() }
    }
    return rows
  }()
}

/// What matters of a request that was sent or would be.
struct SentRequest: Equatable, CustomStringConvertible {
  var method: String
  var target: String
  var headers: [String]
  var body: [UInt8]

  var description: String {
    "\(method) \(target)\n" + headers.joined(separator: "\n") + "\n\n"
      + RequestSnapshot.shown(body)
  }

  /// What curl and the engine add by themselves says nothing about a command.
  private static let added: Set<String> = ["host", "content-length", "expect", "connection"]

  private static func kept(_ fields: [(name: String, value: String)]) -> [String] {
    fields.compactMap { name, value in
      let line = "\(name): \(value)"
      if added.contains(name.lowercased()) || line == "Accept: */*" { return nil }
      if line.hasPrefix("User-Agent: curl/") { return nil }
      return line
    }
  }

  /// As the server got it; curl makes up a boundary, here it is `B`.
  init(_ request: Request) {
    method = request.method
    target = String(decoding: request.target, as: UTF8.self)
    headers = Self.kept(request.fields.map { ($0.name, $0.value) })
    body = request.body.kept
    let type = request.header("Content-Type") ?? ""
    guard let mark = type.range(of: "boundary=") else { return }
    replace(boundary: String(type[mark.upperBound...]))
  }

  /// As it would be sent.
  init(_ request: HTTPRequest) throws {
    method = request.method.rawValue
    let slash = request.url.utf8.dropFirst(7).firstIndex(of: UInt8(ascii: "/"))
    target = slash.map { String(request.url[$0...]) } ?? "/"
    headers = Self.kept(request.headers.map { ($0.name, $0.value) })
    body = try request.body.sentBytes()
    if case .multipart(let parts) = request.body { replace(boundary: parts.boundary) }
  }

  private mutating func replace(boundary: String) {
    func replaced(_ bytes: [UInt8]) -> [UInt8] {
      let mark = Array(boundary.utf8)
      var rest = bytes[...]
      var made: [UInt8] = []
      while let found = rest.firstRange(of: mark) {
        made += rest[..<found.lowerBound] + [UInt8(ascii: "B")]
        rest = rest[found.upperBound...]
      }
      return made + rest
    }
    body = replaced(body)
    headers = headers.map { String(decoding: replaced(Array($0.utf8)), as: UTF8.self) }
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}

@Suite("curl commands", .serialized)
struct CurlImportTests {
  private static let sandbox = Result { () throws -> TestFolder in
    let sandbox = try TestFolder()
    for (name, bytes) in CurlRow.files { try sandbox.write(name, bytes) }
    return sandbox
  }

  private static let server = Result { try DemoServer() }

  @Test(
    "send what curl sends",
    .enabled(if: Shell.has("curl"), "curl is not installed"), arguments: CurlRow.all)
  func rows(_ row: CurlRow) throws {
    let server = try Self.server.get()
    let sandbox = try Self.sandbox.get()
    let command = row.command.split(separator: "$URL", omittingEmptySubsequences: false)
      .joined(separator: server.baseURL)
    let before = server.log.count
    // The prompt some rows begin with is ours to skip, not the shell's.
    let shell = command.hasPrefix("$ ") ? String(command.dropFirst(2)) : command
    let script = Shell.has("bash") ? "cat > c <<'END'\n\(shell)\nEND\nbash c" : shell
    let ending = try Shell.run(script, in: sandbox.path)
    #expect(ending.status == 0, "\(ending.errorText)")
    try #require(server.log.count == before + 1)
    let sent = SentRequest(server.log[before])
    let endpoint = try CurlImport(command) { path in
      try #require(TestFolder.bytes(at: "\(sandbox.path)/\(path)"))
    }.endpoint
    let request = try endpoint.relative(to: sandbox.path).build()
    #expect((try SentRequest(request) == sent) == (row.difference == nil))
  }

  /// The whole way: imported, written as a request file, read, fired by the engine.
  @Test(
    "imported and run send what curl sends, with nothing added or left out",
    .enabled(if: Shell.has("curl"), "curl is not installed"), arguments: CurlRow.all)
  func run(_ row: CurlRow) async throws {
    let server = try Self.server.get()
    let before = server.log.count
    let sandbox = try Self.sandbox.get()
    let command = row.command.split(separator: "$URL", omittingEmptySubsequences: false)
      .joined(separator: server.baseURL)
    let shell = command.hasPrefix("$ ") ? String(command.dropFirst(2)) : command
    let script = Shell.has("bash") ? "cat > c <<'END'\n\(shell)\nEND\nbash c" : shell
    #expect(try Shell.run(script, in: sandbox.path).status == 0)
    let made = try CurlImport(command) { path in
      try #require(TestFolder.bytes(at: "\(sandbox.path)/\(path)"))
    }
    var request = try made.endpoint.relative(to: sandbox.path).build()
    request.body = request.body.relative(to: sandbox.path)
    let written = RequestFileText([(nil, request)])
    let name = "\(row.id.utf8.map { "\($0)" }.joined()).http"
    try sandbox.write(name, written.text)
    for file in written.files { try sandbox.write(file.name, file.bytes) }
    let collection = try sandbox.collection(name)
    let target = try collection.target(collection.entries[0])
    _ = await Provider().request(target).result
    try #require(server.log.count == before + 2)
    let (sent, ours) = (server.log[before], server.log[before + 1])
    #expect(SentRequest(ours).method == SentRequest(sent).method)
    #expect((SentRequest(ours).target == SentRequest(sent).target) == (row.difference == nil))
    #expect(SentRequest(ours).body == SentRequest(sent).body)
    #expect(Self.fields(ours) == Self.fields(sent), "\(written.text)")
  }

  /// Every field but the user agent, a made-up boundary and what is about its length.
  private static func fields(_ request: Request) -> [String] {
    let isMultipart = request.header("Content-Type")?.hasPrefix("multipart/") == true
    return request.fields.compactMap { field in
      let (name, value) = (field.name.lowercased(), field.value)
      if name == "user-agent", value.hasPrefix("curl/") || value.hasPrefix("Inspector/") {
        return nil
      }
      // What curl waits for with an upload the engine does not.
      if name == "expect" || (isMultipart && name == "content-length") { return nil }
      return isMultipart && name == "content-type" ? "\(name): …" : "\(name): \(value)"
    }.sorted()
  }

  /// Options of curl that no request here can have, and some that change nothing about it.
  @Test(
    "know every option of curl by its name",
    arguments: [
      "--noproxy x", "-1", "--request-target /x", "--tr-encoding",
      "--proxy-user a:b", "--tlsv1.0", "--pass x", "-C -", "--ftp-pasv", "--no-location",
    ])
  func refused(_ option: String) throws {
    let problem = #expect(throws: CurlImportProblem.self) {
      try CurlImport("curl \(option) http://h.test/")
    }
    #expect(problem?.message.contains("cannot be taken over") == true, "\(problem?.message ?? "")")
  }

  @Test(
    "leave out what changes nothing",
    arguments: ["--no-progress-meter", "--no-silent", "--proto '=https'", "-Z", "--rate 2/s"])
  func ignored(_ option: String) throws {
    #expect(try CurlImport("curl \(option) http://h.test/").endpoint.url == "http://h.test/")
  }

  @Test("every option is obeyed, or left out by name, or refused with a reason")
  func everyOption() {
    for option in CurlLine.options {
      let values = ["1", "a=b", "a: b", "a:b"]
      var isTaken = false
      var words: Set<String> = []
      for value in option.takesValue ? values : [""] {
        do throws(CurlImportProblem) {
          _ = try CurlLine(
            [(option.long, value)], method: nil, url: option.long == "url" ? nil : "http://h.test/"
          ) { _ in [] }
          isTaken = true
        } catch {
          words.insert(error.message)
        }
      }
      let reasons = words.filter { $0.contains("--\(option.long)") && $0.contains(": ") }
      #expect(isTaken || !reasons.isEmpty, "\(option.long): \(words)")
    }
    #expect(CurlLine.options.count > 240)
  }

  @Test("go on behind a backslash, whatever ends the line")
  func continued() throws {
    for end in ["\n", "\r\n"] {
      let made = try CurlImport("curl \\\(end)  -H 'X-A: 1' \\\(end)  http://h.test/a\(end)")
      #expect(made.endpoint.url == "http://h.test/a")
    }
  }

  @Test("name what says nothing about a request, and take the shell's variables")
  func leftOut() throws {
    let made = try CurlImport("curl -sS --retry 3 -w '%{http_code}' -v -o x http://h.test/")
    #expect(made.withoutEffect == ["--retry", "-w", "-v"])
    #expect(made.notes.count == 1)
    let all = try CurlImport.all(
      in: "curl -H \"A: $TOKEN\" http://h.test/${ID}/x -d @- <<END\n$BODY \\$no\nEND\n",
      keepsVariables: true)
    let text = try RequestFileText([(nil, #require(all.first).get().endpoint.build())]).text
    for line in [
      "http://h.test/{{$processEnv ID}}/x", "A: {{$processEnv TOKEN}}", "{{$processEnv BODY}} $no",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(throws: CurlImportProblem.self) { try CurlImport("curl http://h.test/$ID") }
  }

  @Test("say that what they read is not here")
  func readElsewhere() throws {
    let problem = #expect(throws: CurlImportProblem.self) {
      try CurlImport("make-body | curl -d @- http://h.test/")
    }
    #expect(problem?.message.contains("what this command reads is not in this text") == true)
  }

  @Test("written for cmd.exe are refused, and read as nothing else")
  func commandPrompt() {
    for text in ["curl ^\"http://h.test/^\"", "curl \"http://h.test/\" ^\n  -H \"A: b\""] {
      #expect(throws: CurlImportProblem.self) { try CurlImport(text) }
    }
  }

  @Test("with blanks behind a backslash at a line's end go on")
  func blanksBehindBackslash() throws {
    let endpoint = try CurlImport("curl http://h.test/ \\  \n  -H 'A: b' \\\t\r\n -X PUT").endpoint
    #expect(endpoint.headers["A"] == "b" && endpoint.method == .put)
  }

  @Test("say where the engine has to send something else")
  func notes() throws {
    #expect(try CurlImport("curl 'http://h.test/?a=1'").notes == [])
    #expect(try CurlImport("curl -g 'http://h.test/?a=\"x\"'").notes.count == 1)
  }

  @Test("keep variables of other tools as variables", arguments: KeptVariableRow.all)
  func variables(_ row: KeptVariableRow) throws {
    let all = try CurlImport.all(in: row.command, keepsVariables: true)
    let made = try #require(all.first).get()
    let text = try RequestFileText([(nil, made.endpoint.build())]).text
    #expect(made.variables == row.variables)
    for line in row.lines { #expect(text.contains(line), "\(text)") }
    // Without it, braces are what curl would send.
    guard !row.command.contains("{{base") else { return }
    #expect(try CurlImport(row.command).variables == [])
  }

  @Test("with a mistake say what and where", arguments: CurlMistakeRow.all)
  func mistakes(_ row: CurlMistakeRow) {
    do {
      let made = try CurlImport(row.command)
      Issue.record("made \(made.endpoint.method.rawValue) \(made.endpoint.url)")
    } catch {
      let hint = error.hint.isEmpty ? "" : " — " + error.hint
      #expect("\(error.offset) \(error.message)\(hint)" == row.words)
    }
  }

  @Test("follow redirects, check certificates and speak as curl would")
  func options() throws {
    let plain = try CurlImport("curl http://h.test/").endpoint
    #expect(plain.options?.followsRedirects == false)
    #expect(plain.options?.verifiesTLS == true)
    #expect(plain.timeout == nil)
    let all = try CurlImport(
      "curl -Lk --http1.1 -m 2.5 --cacert ca.pem https://h.test/"
    ).endpoint
    #expect(all.options?.followsRedirects == true)
    #expect(all.options?.verifiesTLS == false)
    #expect(all.options?.version == .http1)
    #expect(all.options?.certificateFile == "ca.pem")
    #expect(all.timeout == .milliseconds(2_500))
  }

  @Test("are found among other commands, each for itself")
  func several() throws {
    let text = """
      # a script
      set -e
      curl http://h.test/1 | jq .
      curl -W http://h.test/2; echo done
      echo 'curl http://h.test/no' && curl \\
        http://h.test/3 > out.txt 2>&1
      """
    let all = try CurlImport.all(in: text)
    let words = all.map { result in
      switch result {
      case .success(let made): made.endpoint.url
      case .failure(let problem): problem.message
      }
    }
    #expect(words == ["http://h.test/1", "curl has no option '-W'", "http://h.test/3"])
  }

  @Test("of random words never trap")
  func random() {
    let pieces = [
      "curl", " ", "-", "--", "-X", "POST", "-H", "'a: b'", "\"", "'", "$'", "\\", "\n", "http://h",
      "-d", "@", "=", "-F", "a=@b;type=c", ";", "<", ">", "2>", "$", "`", "#", "\\x4", "[1-2]", "{",
      "--json", "-u", "a:b", "-sSL", "-GI", "\0", "é", "&", "|", "-b", "--data-urlencode", "\\u12",
    ]
    var dice = SplitMix(seed: 42)
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 1...9, using: &dice))
        .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      do throws(CurlImportProblem) { _ = try CurlImport("curl " + text) { _ in [] } } catch {
        #expect(0...text.utf8.count + 5 ~= error.offset)
        #expect(!error.message.isEmpty)
      }
    }
  }
}

extension Endpoint {
  /// The same with its files in a folder.
  func relative(to folder: String) -> Endpoint {
    var copy = self
    switch task.body {
    case .file(let path): copy.task.body = .file(path: "\(folder)/\(path)")
    case .multipart(var parts):
      for index in parts.parts.indices {
        if case .file(let path) = parts.parts[index].content {
          parts.parts[index].content = .file(path: "\(folder)/\(path)")
        }
      }
      copy.task.body = .multipart(parts)
    default: break
    }
    return copy
  }
}

/// A command that cannot be taken over, and what is said about it.
struct CurlMistakeRow: Sendable, CustomTestStringConvertible {
  var command: String
  var words: String

  init(_ command: String, _ words: String) {
    self.command = command
    self.words = words
  }

  var testDescription: String { command }
}

/// A command with variables of another tool, and lines of the request file it becomes.
struct KeptVariableRow: Sendable, CustomTestStringConvertible {
  var command: String
  var variables: [String]
  var lines: [String]

  var testDescription: String { command }

  static let all: [KeptVariableRow] = [
    KeptVariableRow(
      command: "curl http://h.test/ -H 'Authorization: Bearer {{token}}'", variables: ["token"],
      lines: ["Authorization: Bearer {{token}}\n"]),
    KeptVariableRow(
      command: "curl '{{base_url}}/users/{{id}}?q={{id}}'", variables: ["base_url", "id"],
      lines: ["GET {{base_url}}/users/{{id}}?q={{id}}\n"]),
    KeptVariableRow(
      command: "curl 'https://{{baseHost}}/x'", variables: ["baseHost"],
      lines: ["GET https://{{baseHost}}/x\n"]),
    KeptVariableRow(
      command: "curl http://h.test/ -u '{{user}}:{{pw}}' --data-urlencode 'a={{$guid}} b'",
      variables: ["user", "pw", "$guid"],
      lines: ["Authorization: Basic {{user}}:{{pw}}\n", "a={{$guid}}+b"]),
    KeptVariableRow(
      command: #"curl http://h.test/ -d '{"a": "{{#if x}}", "b": "{{two words}}", "c": "{{c}}"}'"#,
      variables: ["c"],
      lines: [
        #"{"a": "{{#if x}}", "b": "{{brace}}{two words}}", "c": "{{c}}"}"#, "@brace = {\n",
      ]),
  ]
}
