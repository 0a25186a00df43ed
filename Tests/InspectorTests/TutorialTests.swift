import DemoServer
import Glibc
import Testing

/// The tutorial is played as its reader does: files saved, commands typed, keys pressed, in order.
@Suite("The tutorial", .timeLimit(.minutes(5)))
struct TutorialTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

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

  @Test("every command, key and file of docs/TUTORIAL.md does what the page says")
  func play() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let page = try #require(TestFolder.text(at: Self.root + "/docs/TUTORIAL.md"))
      .replacing("http://127.0.0.1:8791", with: server.baseURL)
    try folder.write("bin/inspector", "#!/bin/sh\nexec '\(Spawn.inspector)' \"$@\"\n")
    chmod(folder.path + "/bin/inspector", 0o755)
    var said = ""
    var counts: [Substring: Int] = [:]
    var rest = Self.blocks(of: page)[...]
    while let block = rest.popFirst() {
      counts[block.kind, default: 0] += 1
      switch block.kind {
      case "http": try folder.write(String(block.name), block.text)
      case "sh":
        let keys = rest.prefix { $0.kind == "keys" }
        rest = rest.dropFirst(keys.count)
        counts["keys", default: 0] += keys.count
        said = try run(block.text, keys: keys.map(\.text).joined(), in: folder)
      case "text":
        for line in block.text.split(separator: "\n") {
          #expect(said.contains(line), "'\(line)' is not in what was said:\n\(said)")
        }
      default: Issue.record("a box of another kind: \(block.kind)\n\(block.text)")
      }
    }
    #expect(counts == ["sh": 5, "keys": 6, "http": 1, "text": 4])
  }

  /// Runs the lines of a box; where keys follow, the screens are played by them.
  private func run(_ lines: String, keys: String, in folder: TestFolder) throws -> String {
    var said = ""
    for line in lines.split(separator: "\n") {
      var command = "cd '\(folder.path)' && PATH='\(folder.path)/bin':$PATH && exec 2>&1\n\(line)"
      if !keys.isEmpty {
        try folder.write("keys.txt", keys)
        command += " --port 0 --script keys.txt --size 100x28"
      }
      let run = try Piped(
        ["-c", command], environment: ["XDG_STATE_HOME": folder.path + "/state"],
        program: "/bin/sh")
      #expect(run.ending == .exited(0), "\(line)\n\(run.output)")
      said += run.output
    }
    return said
  }
}
