import InspectorScreens
import NetEngine
import Testing

/// `docs/CHEATSHEET.md`: what a person wants to do, and the keys for it, out of the command table.
struct CheatSheetTests {
  /// An errand, and the commands for it in the order in which they are wanted.
  private static let errands: [(name: String, commands: [Command])] = [
    ("Fire", [.fire, .fireAgain, .mark, .fireAll, .cancel, .filter, .jump, .environment]),
    (
      "Read the response",
      [
        .nextPane, .zoom, .showTab, .search, .nextMatch, .toggleWrap, .previousAnswer, .pipe,
        .copy, .write,
      ]
    ),
    (
      "Look into JSON, lines and events",
      [
        .foldValue, .unfoldValue, .unfoldSubtree, .deeper, .goToPath, .showString,
        .showMatchesOnly,
      ]
    ),
    (
      "Find out why it failed",
      [
        .nextStatusFilter, .chooseMapping, .chooseProfile, .editProfile, .keepProfile,
        .resetPipeline,
      ]
    ),
    ("Change and resend", [.compose, .sendForm, .previewForm, .editForm, .openDraft, .variables]),
    ("Compare", [.diff, .nextChange, .olderAnswer, .forgive, .update]),
    ("Keep", [.keep, .save, .note, .openSession, .replay, .cookies]),
    ("Anything else", [.command, .help, .messages, .theme, .back, .quit]),
  ]

  private static var markdown: String {
    var out = """
      # Cheat sheet

      The [glossary](GLOSSARY.md) explains words such as *envelope*, *profile* and *verdict*.

      What one wants to do, and the keys for it: a selection of [KEYS.md](KEYS.md), made from the same
      table.

      """
    let keymap = Keymap()
    for errand in errands {
      out += "\n## \(errand.name)\n\n| keys | what it does |\n|---|---|\n"
      for command in errand.commands {
        guard let entry = CommandTable.entries.first(where: { $0.command == command }) else {
          continue
        }
        let names = keymap.names(of: entry)
        let keys = names.isEmpty ? ":\(entry.name)" : names
        let before = entry.scopes == [.copying] ? "y " : ""
        // Behind a backslash the sign ends no column.
        out += "| `\(before)\(keys == "|" ? "\\|" : keys)` | \(entry.help) |\n"
      }
    }
    return out
  }

  @Test("docs/CHEATSHEET.md is what the table says; RECORD=1 writes it")
  func document() {
    let path = Golden.package + "/docs/CHEATSHEET.md"
    if Golden.isRecording {
      Golden.write(Self.markdown, to: path)
      Issue.record("recorded docs/CHEATSHEET.md")
      return
    }
    #expect(Golden.read(path) == Self.markdown)
  }
}
