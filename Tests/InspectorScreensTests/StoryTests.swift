import InspectorScreens
import NetEngine
import Testing

/// Keys in, screens and effects out: what one command does, told through the whole app.
struct Story: Sendable, CustomTestStringConvertible {
  let command: Command
  let claim: String
  let play: @Sendable (inout Stage) -> Void

  init(_ command: Command, _ claim: String, _ play: @escaping @Sendable (inout Stage) -> Void) {
    self.command = command
    self.claim = claim
    self.play = play
  }

  var testDescription: String { "\(command): \(claim)" }

  static let all =
    moving + requests + answers + readings + comparing + sessions + replaying + recording + program
    + typing
    + prompts + leaving + collection + composing + profiles
    + sources + trust + help + updating + keeping + panes + capture + settings + layouts
}

struct StoryTests {
  @Test("stories", arguments: Story.all)
  func story(_ story: Story) {
    var stage = Stage()
    story.play(&stage)
  }

  @Test("every command has a story", arguments: Command.allCases)
  func hasStory(command: Command) {
    #expect(Story.all.contains { $0.command == command }, "\(command) has none")
  }
}

extension Stage {
  /// The row of the screen that holds a text, or -1.
  func row(of text: String) -> Int {
    let frame = frame
    return (0..<frame.height).first { frame.text(ofRow: $0).contains(text) } ?? -1
  }

  func shows(_ text: String) -> Bool { row(of: text) >= 0 }

  /// The rows with a text in them.
  func rows(of text: String) -> [String] {
    (0..<size.height).map { frame.text(ofRow: $0) }.filter { $0.contains(text) }
  }

  /// The last row.
  var footer: String { frame.text(ofRow: size.height - 1).trimmedRight }

  /// The row something is typed in; the last but one where an answer stands under it.
  var typed: String { frame.text(ofRow: frame.cursor?.row ?? 0).trimmedRight }

  /// The request the cursor bar stands on.
  var selectedPath: String? { app.selectedTarget.map { Sample.targets[$0].path } }
}

extension Stage {
  /// The long answer, with its pane active and without the blank rows of its head on top.
  mutating func showLarge() {
    show("/large", .success(Sample.large))
    press("Tab")
  }

  /// The texts drawn as matches.
  var matches: [String] {
    var found: [String] = []
    for row in 3..<size.height - 2 {
      frame.forEachRun(inRow: row) { _, text, style in
        if style.role == .match, text != "◂" { found.append(text) }
      }
    }
    return found
  }

  /// The row that holds the match the search stands on.
  var currentMatchRow: String {
    for row in 0..<size.height {
      var isHere = false
      frame.forEachRun(inRow: row) { _, _, style in
        if style.role == .match, style.isReversed { isHere = true }
      }
      if isHere { return frame.text(ofRow: row) }
    }
    return ""
  }
}
