import CurlTransport
import DemoServer
import Glibc
import Inspector
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// The help of every command, and the page that is made of the same table.
@MainActor
@Suite("Help")
struct CommandHelpTests {
  private static let root = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  @Test("fits 80 columns and has an example for every command")
  func width() throws {
    for (name, help, examples) in CommandsDocument.helps {
      #expect(!examples.isEmpty, "'\(name)' has no example")
      for line in help.split(separator: "\n") {
        #expect(line.unicodeScalars.count <= 80, "\(name): \(line)")
      }
    }
    let overall = try Piped(["--help"])
    #expect(overall.ending == .exited(0))
    for line in overall.output.split(separator: "\n") {
      #expect(line.unicodeScalars.count <= 80, "\(line)")
    }
    for (name, help, _) in CommandsDocument.helps where !name.isEmpty {
      #expect(overall.output.firstRange(of: "inspector \(name)") != nil)
      let own = try Piped([name, "--help"])
      #expect(own.ending == .exited(0))
      #expect(own.output == help + "\n")
    }
  }

  @Test("shows each option once, under a heading where there are many, the ten most used first")
  func groups() throws {
    for (name, help, _) in CommandsDocument.helps {
      let paragraphs = help.split(separator: "\n\n").map { $0.split(separator: "\n") }
      let options = paragraphs.map { lines in
        lines.filter { $0.hasPrefix("  -") }.compactMap { line in
          line.split(whereSeparator: { " ,".contains($0) }).first { $0.hasPrefix("--") }
        }
      }
      let all = options.flatMap { $0 }
      #expect(Set(all).count == all.count, "\(name): \(all)")
      #expect(!paragraphs.contains { $0.first == "More" }, "an option of \(name) has no heading")
      guard all.count > 20 else { continue }
      let most = try #require(paragraphs.firstIndex { $0.first == "Most used" }, "\(name)")
      #expect(options[most].count == 10, "\(name)")
      #expect(options.allSatisfy { $0.count <= 15 }, "\(name)")
    }
    let overall = try Piped(["--help"]).output
    let titles = ["Send and run", "Record and compare", "Capture and serve", "Look up", "Examples"]
    for title in titles { #expect(overall.contains("\n\(title)\n"), "\(title)") }
    for (name, _, _) in CommandsDocument.helps where !name.isEmpty {
      #expect(overall.ranges(of: "\n  inspector \(name) ").count >= 1, "\(name)")
    }
  }

  @Test("every option that a limit's error recommends is one of the commands that send")
  func recommended() throws {
    for name in ["send", "run"] {
      let help = try #require(CommandsDocument.helps.first { $0.0 == name }).1
      for option in LimitSetting.all.compactMap(\.option) {
        #expect(help.contains("\(option) "), "\(name) has no \(option)")
      }
    }
  }

  @Test("docs/COMMANDS.md is what the table says; RECORD=1 writes it")
  func page() throws {
    let path = Self.root + "/docs/COMMANDS.md"
    let markdown = CommandsDocument.markdown
    if getenv("RECORD") != nil {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      defer { close(file) }
      #expect(write(file, markdown, markdown.utf8.count) == markdown.utf8.count)
      Issue.record("recorded docs/COMMANDS.md")
      return
    }
    let text = try Piped(["-c", "cat '\(path)'"], program: "/bin/sh").output
    #expect(text == markdown)
  }

  @Test("every example works as it stands")
  func examples() async throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    try prepare(folder, server)
    let address = server.baseURL.dropFirst("http://".count)
    let binary = Spawn.inspector.split(separator: "/").dropLast().joined(separator: "/")
    for (name, _, examples) in CommandsDocument.helps {
      try await sessions(folder, server)
      for (line, code) in examples {
        let here = line.split(separator: "127.0.0.1:8791", omittingEmptySubsequences: false)
          .joined(separator: String(address))
          .split(separator: "localhost:8791", omittingEmptySubsequences: false)
          .joined(separator: String(address))
        let run = try Piped(
          ["-c", "cd '\(folder.path)' && \(here)"],
          environment: [
            "PATH": "/\(binary):/usr/bin:/bin", "XDG_STATE_HOME": folder.path + "/state",
          ], program: "/bin/sh")
        #expect(run.ending == .exited(code), "\(name): \(line)\n\(run.output)\(run.error)")
      }
    }
  }

  /// What the examples name: the demo's requests for this server, and a few files.
  private func prepare(_ folder: TestFolder, _ server: DemoServer) throws {
    let copy = try Piped(
      ["-c", "cp -R '\(Self.root)/requests' '\(folder.path)/requests'"], program: "/bin/sh")
    #expect(copy.ending == .exited(0))
    let env = try #require(folder.read("requests/http-client.env.json"))
    try folder.write(
      "requests/http-client.env.json",
      env.split(separator: "http://127.0.0.1:8791", omittingEmptySubsequences: false)
        .joined(separator: server.baseURL))
    try folder.write("keys.txt", "frame\nkey j\nframe\n")
    try folder.write("answer.json", "{\"a\": [1, 2]}\n")
    try folder.write(
      "curl.txt", "curl 'http://h/users' \\\n  -H 'Accept: */*' --data-raw '{\"a\":1}'\n")
  }

  /// Monday as it was, and Tuesday with another answer to the first request.
  private func sessions(_ folder: TestFolder, _ server: DemoServer) async throws {
    var exchanges: [Exchange] = []
    for (place, path) in ["/users/1", "/users"].enumerated() {
      let request = HTTPRequest(url: server.baseURL + path)
      let response = try await LibcurlTransport(environment: [:])
        .send(request, reporting: Transfer())
      exchanges.append(
        Exchange(
          sequence: place + 1, name: path, startedAt: 1_700_000_000_000_000 + place,
          request: request, result: .success(response)))
    }
    try folder.write("monday.har", HARWriter().document(exchanges))
    if case .success(var response) = exchanges[0].result {
      response.body = "{\"status\":\"ok\",\"msg\":\"\",\"data\":null}"
      exchanges[0].result = .success(response)
    }
    try folder.write("tuesday.har", HARWriter().document(exchanges))
  }
}
