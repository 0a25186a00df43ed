/// What there is to know about a command; keys, footer, help and documentation all read this.
package struct CommandEntry: Sendable, Hashable {
  package var command: Command
  /// A verb, as it is written in a configuration or typed as a command.
  package var name: String
  /// What it does, in a sentence without its first capital and its full stop.
  package var help: String
  package var scopes: [Scope]
  package var keys: [Key]
  /// A word for the footer, and how much it belongs there: 1 comes first.
  package var footer: Footer?

  package struct Footer: Sendable, Hashable {
    package var label: String
    package var priority: Int
    /// How much it belongs there while an answer has the focus, where that is another number.
    package var priorityInAnswer: Int
  }

  init(
    _ command: Command, _ name: String, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer: Footer? = nil
  ) {
    self.command = command
    self.name = name
    self.help = help
    self.scopes = scopes
    self.keys = keys
    self.footer = footer
  }
}

extension CommandEntry.Footer {
  init(_ label: String, _ priority: Int, inAnswer: Int? = nil) {
    self.init(label: label, priority: priority, priorityInAnswer: inAnswer ?? priority)
  }
}

/// The one table of commands.
package enum CommandTable {
  package static let entries: [CommandEntry] = {
    let parts = [
      moving, requests, collection, answers, reading, editing, copying, comparing, composing,
      program, question, typing,
    ]
    var entries: [CommandEntry] = []
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { entries += part }
    return entries
  }()

  package static subscript(command: Command) -> CommandEntry? {
    entries.first { $0.command == command }
  }

  private static let moving: [CommandEntry] = [
    CommandEntry(.moveDown, "move-down", "move down", [.everywhere], ["j", .down]),
    CommandEntry(.moveUp, "move-up", "move up", [.everywhere], ["k", .up]),
    CommandEntry(.goToStart, "go-to-start", "go to the start", [.everywhere], ["g", .home]),
    CommandEntry(.goToEnd, "go-to-end", "go to the end", [.everywhere], ["G", .end]),
    CommandEntry(
      .halfPageDown, "half-page-down", "move down by half a page", [.everywhere], [.control("d")]),
    CommandEntry(
      .halfPageUp, "half-page-up", "move up by half a page", [.everywhere], [.control("u")]),
    CommandEntry(.pageDown, "page-down", "move down by a page", [.everywhere], [.pageDown]),
    CommandEntry(.pageUp, "page-up", "move up by a page", [.everywhere], [.pageUp]),
    CommandEntry(
      .nextPane, "next-pane", "go to the next pane", [.main, .session], [.tab],
      footer: .init("pane", 4, inAnswer: 5)),
    CommandEntry(
      .previousPane, "previous-pane", "go to the pane before", [.main, .session], [.backTab]),
    CommandEntry(
      .showTab, "show-tab", "show the tab with this number", [.main, .session],
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
  ]

  private static let requests: [CommandEntry] = [
    CommandEntry(
      .fire, "fire", "fire the selected request; on a heading fold or unfold it", [.targets],
      [.enter], footer: .init("fire", 1)),
    CommandEntry(
      .fireAgain, "fire-again", "fire the request of the shown answer again", [.main], ["r"],
      footer: .init("again", 6, inAnswer: 4)),
    CommandEntry(
      .mark, "mark", "mark the request, or take the mark away, and move on",
      [.targets, .exchanges], [" "],
      footer: .init("mark", 7)),
    CommandEntry(
      .fireAll, "fire-all",
      "fire all marked requests, or all that are shown; asks before one that may change data",
      [.targets, .exchanges], ["a"], footer: .init("fire all", 5)),
    CommandEntry(
      .cancel, "cancel",
      "cancel the selected request; while a session is fired again the one on its way",
      [.main, .session], ["x"],
      footer: .init("cancel", 2, inAnswer: 1)),
    CommandEntry(
      .cancelAll, "cancel-all", "cancel everything that is running", [.main, .session], ["X"],
      footer: .init("cancel all", 10)),
    CommandEntry(
      .filter, "filter",
      "show only what matches an expression: words, ~c 4xx, ~kind biz …; in the help: words",
      [.main, .session, .help], ["f"], footer: .init("filter", 3, inAnswer: 10)),
    CommandEntry(.fold, "fold", "fold the group", [.targets], ["h", .left]),
    CommandEntry(.unfold, "unfold", "unfold the group", [.targets], ["l", .right]),
  ]

  private static let answers: [CommandEntry] = [
    CommandEntry(
      .openAnswer, "open-answer", "go to the selected answer", [.history, .exchanges], [.enter],
      footer: .init("open", 1)),
    CommandEntry(
      .previousAnswer, "previous-answer", "show the answer before of the same request", [.main],
      ["["], footer: .init("older", 8)),
    CommandEntry(
      .nextAnswer, "next-answer", "show the next answer of the same request", [.main], ["]"],
      footer: .init("newer", 8)),
    CommandEntry(
      .toggleWrap, "toggle-wrap", "wrap long lines, or cut them at the edge",
      [.main, .diff, .session], ["z"],
      footer: .init("wrap", 9, inAnswer: 6)),
    CommandEntry(
      .scrollLeft, "scroll-left", "scroll to the left while lines are cut", [.answer, .diff],
      ["h", .left]),
    CommandEntry(
      .scrollRight, "scroll-right", "scroll to the right while lines are cut", [.answer, .diff],
      ["l", .right]),
    CommandEntry(
      .search, "search", "search in the answer; a capital makes case count",
      [.main, .session, .help], ["/"],
      footer: .init("search", 8, inAnswer: 3)),
    CommandEntry(.nextMatch, "next-match", "go to the next match", [.main, .session], ["n"]),
    CommandEntry(
      .previousMatch, "previous-match", "go to the match before", [.main, .session], ["N"]),
  ]

  private static let program: [CommandEntry] = [
    CommandEntry(
      .command, "command", "type a command by its name", [.everywhere], [":"],
      footer: .init("command", 1)),
    CommandEntry(
      .help, "help", "explain what can be done here, then everything else", [.everywhere],
      ["?", .function(1)],
      footer: .init("help", 2)),
    CommandEntry(
      .close, "close", "leave what is typed; clear the message, the search, then the filter",
      [.everywhere, .prompt, .form], [.escape]),
    CommandEntry(
      .back, "back", "go back; on the main screen quit", [.everywhere], ["q"],
      footer: .init("quit", 3)),
    CommandEntry(.quit, "quit", "quit", [.everywhere], ["Q"]),
    CommandEntry(
      .interrupt, "interrupt",
      "cancel what is running, or what is typed; twice within a second quits", [.always],
      [.control("c")]),
    CommandEntry(.redraw, "redraw", "draw the screen again", [.always], [.control("l")]),
    CommandEntry(.suspend, "suspend", "suspend the program", [.always], [.control("z")]),
    CommandEntry(
      .toggleMouse, "toggle-mouse",
      "leave the mouse to the terminal, to select text there, or take it back", [.everywhere],
      ["M"]),
  ]

  private static let question: [CommandEntry] = [
    CommandEntry(
      .confirm, "confirm", "yes: fire them, or replace the file", [.question], ["y"],
      footer: .init("yes", 1)),
    CommandEntry(
      .decline, "decline", "no: leave things as they are, or fire only what changes nothing",
      [.question], ["n"],
      footer: .init("no", 1)),
  ]

  private static let typing: [CommandEntry] = [
    CommandEntry(
      .accept, "accept", "take the text; Esc leaves things as they were", [.prompt], [.enter],
      footer: .init("accept", 1)),
    CommandEntry(
      .complete, "complete", "complete the word at the cursor, then take the next one that fits",
      [.prompt], [.tab]),
    CommandEntry(
      .completeBackward, "complete-backward", "take the word before of those that fit", [.prompt],
      [.backTab]),
    CommandEntry(
      .recallOlder, "recall-older", "go back through what was typed before", [.prompt], [.up]),
    CommandEntry(
      .recallNewer, "recall-newer", "go forward again", [.prompt], [.down]),
    CommandEntry(
      .moveCursorLeft, "cursor-left", "move the cursor left", [.prompt, .form], [.left]),
    CommandEntry(
      .moveCursorRight, "cursor-right", "move the cursor right", [.prompt, .form], [.right]),
    CommandEntry(
      .moveCursorToStart, "cursor-to-start", "move the cursor to the start", [.prompt, .form],
      [.home, .control("a")]),
    CommandEntry(
      .moveCursorToEnd, "cursor-to-end", "move the cursor to the end", [.prompt, .form],
      [.end, .control("e")]),
    CommandEntry(
      .deleteBackward, "delete-backward", "delete the character before the cursor",
      [.prompt, .form],
      [.backspace, .control("h")]),
    CommandEntry(
      .deleteForward, "delete-forward", "delete the character under the cursor", [.prompt, .form],
      [.delete]),
    CommandEntry(
      .deleteWord, "delete-word", "delete the word before the cursor", [.prompt, .form],
      [.control("w")]),
    CommandEntry(
      .deleteToStart, "delete-to-start", "delete everything before the cursor", [.prompt, .form],
      [.control("u")]),
    CommandEntry(
      .deleteToEnd, "delete-to-end", "delete everything after the cursor", [.prompt, .form],
      [.control("k")]),
  ]
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// A printable character as a literal: `"j"`.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self = .character(scalar)
  }
}
