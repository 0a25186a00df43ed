import Glibc
import Inspector
import InspectorCommands
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// A copy goes through the terminal where that is known to work, else into a file of one's own.
@MainActor
struct ClipboardTests {
  private static let clip = Clip(kind: .curl, body: "curl 'http://x'\u{1B}]0;t\u{7}", redacted: 1)

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let environment: [String: String]
    let sends: Bool
    let writes: Bool
    var testDescription: String { name }
  }

  nonisolated static let rows = [
    Row(name: "xterm", environment: ["TERM": "xterm-256color"], sends: true, writes: false),
    Row(name: "foot", environment: ["TERM": "foot"], sends: true, writes: false),
    Row(
      name: "inside tmux", environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"],
      sends: true, writes: true),
    Row(
      name: "VTE", environment: ["TERM": "xterm-256color", "VTE_VERSION": "7000"], sends: false,
      writes: true),
    Row(name: "the console", environment: ["TERM": "linux"], sends: false, writes: true),
    Row(name: "nothing", environment: [:], sends: false, writes: true),
  ]

  @Test("each terminal gets the copy in the way it can take", arguments: rows)
  func ways(row: Row) throws {
    let folder = try TestFolder()
    var sent: [UInt8] = []
    let state = StateFolder { ["XDG_STATE_HOME": folder.path][$0] }
    let clipboard = Clipboard(folder: state, environment: row.environment) { sent += $0 }
    let words = try clipboard.take(Self.clip)
    #expect(words.hasPrefix("copied cURL command, 21 B, 1 secret left out"))
    let code = "Y3VybCAnaHR0cDovL3gnG10wO3QH"
    #expect(sent == (row.sends ? Array("\u{1B}]52;c;\(code)\u{7}".utf8) : []))
    let file = folder.path + "/inspector/copied"
    #expect(words.hasSuffix(file) == row.writes)
    #expect((access(file, F_OK) == 0) == row.writes)
    guard row.writes else { return }
    #expect(state.read("copied") == Self.clip.body.bytes)
    var facts = stat()
    #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/inspector", &facts) == 0 && facts.st_mode & 0o777 == 0o700)
  }

  @Test("a file below the home folder is named short")
  func shortName() throws {
    let folder = try TestFolder()
    let state = StateFolder { ["HOME": folder.path][$0] }
    let clipboard = Clipboard(folder: state, environment: ["HOME": folder.path], send: nil)
    #expect(try clipboard.take(Self.clip).hasSuffix("into ~/.local/state/inspector/copied"))
  }

  @Test("what is too long for a sequence goes into the file, in the place of the one before")
  func tooLong() throws {
    let folder = try TestFolder()
    var sent: [UInt8] = []
    let state = StateFolder { ["XDG_STATE_HOME": folder.path][$0] }
    let clipboard = Clipboard(folder: state, environment: ["TERM": "xterm"]) { sent += $0 }
    for count in [300_000, 80_000] {
      let body = Body([UInt8](repeating: 0x61, count: count))
      _ = try clipboard.take(Clip(kind: .body, body: body, redacted: nil))
      #expect(state.read("copied")?.count == count)
    }
    #expect(sent.isEmpty)
  }
}

/// The programs that have the clipboard of a desktop or of tmux.
@MainActor
struct ClipboardProgramTests {
  @Test(
    "the desktop's own program is asked where it is installed, then tmux",
    arguments: [
      (
        ["wl-copy", "xclip", "tmux"], ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "wl-copy"
      ),
      (["xclip", "tmux"], ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "xclip"),
      (["xsel", "tmux"], ["DISPLAY": ":0", "TMUX": "/t,1,0"], "xsel"),
      (["tmux"], ["DISPLAY": ":0", "TMUX": "/t,1,0"], "tmux"),
      (["wl-copy", "xclip", "tmux"], [:], nil),
      ([], ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "TMUX": "/t,1,0"], nil),
    ] as [([String], [String: String], String?)])
  func program(installed: [String], environment: [String: String], name: String?) throws {
    let folder = try TestFolder()
    for program in installed { chmod(try folder.write(program, "#!/bin/sh\n"), 0o755) }
    let clipboard = Clipboard(
      environment: environment.merging(["PATH": "/nowhere:" + folder.path]) { $1 }, send: nil)
    #expect(clipboard.program?.name == name)
  }
}
