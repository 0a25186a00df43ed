import Glibc
import InspectorScreens
import Testing

struct CommandTests {
  @Test(
    "every command is in the table once, with a name of its own, a sentence, and a key where it is not typed"
  )
  func tableIsWhole() {
    #expect(
      CommandTable.entries.map(\.command).sorted { $0.rawValue < $1.rawValue }
        == Command.allCases.sorted { $0.rawValue < $1.rawValue })
    #expect(Set(CommandTable.entries.map(\.name)).count == Command.allCases.count)
    for entry in CommandTable.entries {
      let isTyped = TypedCommand.names.contains(entry.name)
      #expect(!entry.keys.isEmpty || isTyped, "\(entry.name)")
      #expect(!entry.scopes.isEmpty, "\(entry.name)")
      #expect(!entry.help.isEmpty && !entry.help.hasSuffix("."), "\(entry.name)")
      #expect(entry.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D }, "\(entry.name)")
      if let footer = entry.footer { #expect(footer.label.utf8.count <= 12) }
    }
  }

  /// Scopes that are looked at together; a question may take a key over, that is its point.
  static let together: [[Scope]] = [
    [.targets, .main, .everywhere, .always], [.history, .main, .everywhere, .always],
    [.answer, .main, .everywhere, .always], [.prompt, .always], [.question, .always],
    [.exchanges, .everywhere, .always], [.session, .everywhere, .always],
    [.copying, .always], [.form, .always], [.preview, .everywhere, .always],
    [.variables, .everywhere, .always], [.cookies, .everywhere, .always],
    [.profile, .tree, .everywhere, .always], [.help, .everywhere, .always],
  ]

  @Test("no key means two things in one place", arguments: together)
  func noConflicts(scopes: [Scope]) {
    var owners: [Key: Command] = [:]
    for entry in CommandTable.entries where entry.scopes.contains(where: scopes.contains) {
      for key in entry.keys {
        if let owner = owners[key] { Issue.record("\(key) means \(owner) and \(entry.command)") }
        owners[key] = entry.command
      }
    }
  }

  @Test("while something is typed no printable key is a command")
  func promptTakesText() {
    let keymap = Keymap()
    for value in UInt32(0x20)...0x7E {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(keymap.action(for: .character(scalar), in: [.prompt, .always]) == nil)
    }
  }

  @Test("a person's own keys replace those of the table")
  func overrides() throws {
    let keymap = Keymap(overrides: [.fire: [.function(5)]])
    #expect(keymap.action(for: .function(5), in: [.targets])?.command == .fire)
    #expect(keymap.action(for: .enter, in: [.targets]) == nil)
    #expect(keymap.names(of: try #require(CommandTable[.fire])) == "F5")
  }

  static let names: [(Key, String)] = [
    ("j", "j"), ("G", "G"), (" ", "Space"), ("é", "é"), ("?", "?"), (.control("d"), "Ctrl-d"),
    (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
    (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"), (.up, "Up"), (.down, "Down"),
    (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"),
    (.pageDown, "PgDn"), (.function(1), "F1"), (.function(12), "F12"),
  ]

  @Test("keys are written and read by the same names", arguments: names)
  func keyNames(key: Key, name: String) {
    #expect(key.description == name)
    #expect(Key(name: name) == key)
    if name.utf8.count > 1 { #expect(Key(name: name.uppercased()) == key || name == "é") }
  }

  @Test(
    "what is not a key has no key",
    arguments: ["", "Ctrl-", "Ctrl-1", "F0", "F25", "F+1", "Foo", "ab", "\u{1B}", "Meta-x"])
  func notKeys(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test("docs/KEYS.md is what the table says; RECORD=1 writes it")
  func document() {
    let path = Golden.package + "/docs/KEYS.md"
    if Golden.isRecording {
      mkdir(Golden.package + "/docs", 0o755)
      Golden.write(KeysDocument.markdown, to: path)
      Issue.record("recorded docs/KEYS.md")
      return
    }
    #expect(Golden.read(path) == KeysDocument.markdown)
  }

  @Test("at 80 columns the footer has what the pane in focus is for, whole words and few")
  func footerAt80() {
    var stage = Stage(80, 24)
    #expect(stage.footer.hasPrefix(" ⏎ send  f filter  Tab pane  a send all  Space mark "))
    #expect(stage.footer.hasSuffix(" : command  ? help  q quit"))
    stage.show("/users", .success(Sample.users))
    #expect(stage.footer.hasPrefix(" ⏎ send  f filter  Tab pane  a send all  "))
    stage.press("Tab")
    #expect(stage.footer.hasPrefix(" / search  r again  "))
    #expect(stage.footer.contains("Tab pane") && stage.footer.contains("y copy"))
    stage.press("2")
    #expect(stage.footer.hasPrefix(" h fold  l unfold  / search  t text  r again  "))
    stage.openRecording()
    #expect(stage.footer.hasPrefix(" ⏎ open  R send again  a all  f filter  c change  "))
    #expect(stage.footer.hasSuffix("q back"))
    var alone = Stage(80, 24, targets: [])
    alone.openRecording()
    #expect(alone.footer.hasSuffix("q quit"), "there is nothing to go back to")
    // What is marked would go first.
    alone.press("j Space g R")
    alone.replayed(1, .success(Sample.usersLater))
    alone.send(.session(.replayEnded(nil)))
    alone.press("g")
    alone.readAlong()
    #expect(
      alone.footer.hasPrefix(" ⏎ what changed  n next  U update  R again  f filter "),
      "what changed, the next one, keeping it: \(alone.footer)")
  }

  @Test("the footer fits and help is always in it", arguments: [20, 44, 60, 80, 100, 120, 200])
  func footerFits(width: Int) {
    var stage = Stage(width, 24)
    for keys in ["", "Tab", "Tab", "a", "n"] {
      stage.press(keys)
      let footer = stage.frame.text(ofRow: 23)
      #expect(!footer.contains("…") || keys == "a" || width < 44, "\(footer)")
      if keys != "a", keys != "n" { #expect(footer.contains("? help"), "\(width): \(footer)") }
    }
  }
}
