import DemoServer
import NetEngine
import Testing

/// A curl command whose URL starts with `$URL`, run in a folder with a few files.
struct CurlRow: Sendable, CustomTestStringConvertible {
  var id: String
  var command: String

  init(_ id: String, _ command: String) {
    self.id = id
    self.command = command
  }

  var testDescription: String { id }
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
  private static let sandbox = Result { () throws -> RequestSandbox in
    let sandbox = try RequestSandbox()
    try sandbox.file("text.txt", "line 1\r\nline 2\n")
    try sandbox.file("data.json", "{\"a\": \"b\"}\n")
    try sandbox.file("image.png", [0x89, 0x50, 0x4e, 0x47, 0, 0xff])
    try sandbox.file("odd", "a=b & c\n")
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
      try #require(ScratchFolder.read("\(sandbox.path)/\(path)"))
    }.endpoint
    let request = try endpoint.relative(to: sandbox.path).build()
    #expect(try SentRequest(request) == sent)
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
      curl -Z http://h.test/2; echo done
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
    #expect(words == ["http://h.test/1", "curl has no option '-Z'", "http://h.test/3"])
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
