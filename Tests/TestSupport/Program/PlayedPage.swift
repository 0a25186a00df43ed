import DemoServer
import Glibc
import Testing

/// A page of the documents, played as its reader does: files saved, commands typed, keys pressed, in
/// order.
///
/// A box with a name is a file: it is written, or, as `swift`, has to stand so in that file of ours; of
/// what a CI reads the commands are run. `sh` without one is run a line at a time, by the `keys` behind it
/// where there are any, and each line of `text` has to be in what was said, where `…` stands for anything.
package struct PlayedPage {
  package static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  /// The size of the screens that are played.
  package var size: String
  /// What commands that are for a CI find in their environment.
  package var environment: [String: String]

  package init(size: String = "80x24", environment: [String: String] = [:]) {
    (self.size, self.environment) = (size, environment)
  }

  /// A box of the page: what kind, what stands beside the kind, and the lines.
  private struct Block {
    var kind: Substring
    var name: Substring
    var text = ""
  }

  private static func blocks(of page: String) -> [Block] {
    var blocks: [Block] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
        guard isInside else { continue }
        let words = line.dropFirst(3).split(separator: " ", maxSplits: 1)
        blocks.append(Block(kind: words.first ?? "", name: words.dropFirst().first ?? ""))
      } else if isInside {
        blocks[blocks.count - 1].text += line + "\n"
      }
    }
    return blocks
  }

  /// Plays a page in a folder of its own; gives how many boxes of each kind there were.
  @discardableResult
  package func play(_ path: String) throws -> [Substring: Int] {
    let server = try DemoServer()
    let folder = try TestFolder()
    let page = try #require(TestFolder.text(at: "\(Self.root)/\(path)"))
      .replacing("http://127.0.0.1:8791", with: server.baseURL)
    try folder.write("bin/inspector", "#!/bin/sh\nexec '\(Spawn.inspector)' \"$@\"\n")
    chmod(folder.path + "/bin/inspector", 0o755)
    var said = ""
    var counts: [Substring: Int] = [:]
    var rest = Self.blocks(of: page)[...]
    while let block = rest.popFirst() {
      counts[block.kind, default: 0] += 1
      switch block.kind {
      case "swift":
        Self.expectPart(block.text.replacing(server.baseURL, with: Self.demo), block.name)
      case _ where !block.name.isEmpty:
        try folder.write(String(block.name), block.text)
        for line in Self.commands(ofCI: block.text, block.kind) {
          _ = try run(line, in: folder)
        }
      case "sh":
        let keys = rest.prefix { $0.kind == "keys" }
        rest = rest.dropFirst(keys.count)
        counts["keys", default: 0] += keys.count
        said = try run(block.text, keys: keys.map(\.text).joined(), in: folder)
      case "text":
        for line in block.text.split(separator: "\n") where !Self.isSaid(line, in: said) {
          Issue.record("\(path): '\(line)' is not in what was said:\n\(said)")
        }
      default: Issue.record("\(path): a box of another kind: \(block.kind)\n\(block.text)")
      }
    }
    return counts
  }

  private static let demo = "http://127.0.0.1:8791"

  private static func expectPart(_ text: String, _ path: Substring) {
    let whole = TestFolder.text(at: "\(root)/\(path)") ?? ""
    #expect(whole.contains(text), "\(path) does not say:\n\(text)")
  }

  /// What a workflow, a pipeline or a Jenkinsfile has the program do.
  private static func commands(ofCI text: String, _ kind: Substring) -> [Substring] {
    guard kind == "yaml" || kind == "groovy" else { return [] }
    return text.split(separator: "\n").compactMap { line in
      line.firstRange(of: "inspector run ").map { line[$0.lowerBound...].prefix { $0 != "'" } }
    }
  }

  /// Whether one of the lines has all of it, in order.
  private static func isSaid(_ line: Substring, in said: String) -> Bool {
    let parts = line.split(separator: "…").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return said.split(separator: "\n").contains { line in
      var rest = line
      for part in parts {
        guard let found = rest.firstRange(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
      return true
    }
  }

  /// Runs the lines of a box; where keys follow, the screens are played by them.
  private func run(
    _ lines: some StringProtocol, keys: String = "", in folder: TestFolder
  ) throws -> String {
    var said = ""
    for line in lines.split(separator: "\n") {
      var command = "cd '\(folder.path)' && PATH='\(folder.path)/bin':$PATH && exec 2>&1\n\(line)"
      if !keys.isEmpty {
        try folder.write("keys.txt", keys)
        command +=
          (line.hasSuffix(" demo") ? " --port 0" : "") + " --script keys.txt --size \(size)"
      }
      let run = try Piped(
        ["-c", command],
        environment: environment.merging(["XDG_STATE_HOME": folder.path + "/state"]) { $1 },
        program: "/bin/sh")
      #expect(run.ending == .exited(0), "\(line)\n\(run.output)")
      said += run.output + "\n"
    }
    return said
  }
}
