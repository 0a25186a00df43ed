/// What there is to know about a command, and what it does; keys, footer, help and documentation all
/// read this.
package struct CommandEntry: Sendable {
  package let command: Command
  /// What it does, in a sentence without its first capital and its full stop.
  package let help: String
  package let scopes: [Scope]
  package let keys: [Key]
  /// A word for the footer, and how much it belongs there: 1 comes first.
  package let footer: Footer?
  /// The action of the command, for screens that do not perform it themselves.
  let run: @Sendable (inout App) -> [Effect]

  /// As it is written in a configuration or typed as a command.
  package var name: String { command.name }

  package struct Footer: Sendable, Hashable {
    package var label: String
    var priority: Int
    /// How much it belongs there while an answer has the focus, where that is another number.
    var priorityInAnswer: Int
  }

  init(
    _ command: Command, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer word: String? = nil,
    _ priority: Int = 0, inAnswer: Int? = nil,
    does run: @escaping @Sendable (inout App) -> [Effect]
  ) {
    (self.command, self.help, self.scopes) = (command, help, scopes)
    (self.keys, self.run) = (keys, run)
    footer = word.map { Footer($0, priority, inAnswer: inAnswer) }
  }

  /// A command that returns no effects.
  init(
    _ command: Command, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer word: String? = nil,
    _ priority: Int = 0, inAnswer: Int? = nil,
    does run: @escaping @Sendable (inout App) -> Void
  ) {
    self.init(
      command, help, scopes, keys, footer: word, priority, inAnswer: inAnswer,
      does: { app -> [Effect] in
        run(&app)
        return []
      })
  }

  /// A command that screens perform; where none does, a notice can say which one would.
  init(
    _ command: Command, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer word: String? = nil,
    _ priority: Int = 0, inAnswer: Int? = nil,
    onlyWhere place: Place? = nil
  ) {
    self.init(
      command, help, scopes, keys, footer: word, priority, inAnswer: inAnswer,
      does: { app -> Void in if let place { app.house.notice = place.notice } })
  }

  /// Where alone a command does something.
  enum Place: Sendable {
    case profile, compared, session

    /// What is said of it elsewhere.
    var notice: Notice {
      switch self {
      case .profile: Notice(text: "edit-profile opens the response in which its keys are picked")
      case .compared: Notice(text: "nothing is compared here: D does")
      case .session: Notice(text: "that is for a session: O opens one", role: .warning)
      }
    }
  }
}

extension CommandEntry.Footer {
  init(_ label: String, _ priority: Int, inAnswer: Int? = nil) {
    self.init(label: label, priority: priority, priorityInAnswer: inAnswer ?? priority)
  }
}

/// The one table of commands.
package enum CommandTable {
  /// The main screen and a recording.
  static let lists: [Scope] = [.main, .session]

  package static let entries: [CommandEntry] = {
    let parts = [
      moving, requests, collection, answers, reading, editing, copying, comparing, composing,
      form, program, question, typing,
    ]
    var entries: [CommandEntry] = []
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { entries += part }
    return entries
  }()

  /// The places of a scope's entries, in order: a key and the last row ask for nothing else.
  private static let places: [Scope: [Int]] = {
    var places: [Scope: [Int]] = [:]
    for place in entries.indices {
      for scope in entries[place].scopes { places[scope, default: []].append(place) }
    }
    return places
  }()

  /// The places of the entries of any of these scopes, in the table's order.
  static func places(in scopes: [Scope]) -> [Int] {
    let lists = scopes.compactMap { places[$0] }
    guard lists.count != 1 else { return lists[0] }
    var isIn = [Bool](repeating: false, count: entries.count)
    for place in lists.joined() { isIn[place] = true }
    return isIn.indices.filter { isIn[$0] }
  }

  package static subscript(command: Command) -> CommandEntry? {
    entries.first { $0.command == command }
  }

  private static let moving: [CommandEntry] = [
    .init(.moveDown, "move down", [.everywhere], ["j", .down]),
    .init(.moveUp, "move up", [.everywhere], ["k", .up]),
    .init(.goToStart, "go to the start", [.everywhere], ["g", .home]),
    .init(.goToEnd, "go to the end", [.everywhere], ["G", .end]),
    .init(.halfPageDown, "move down by half a page", [.everywhere], [.control("d")]),
    .init(.halfPageUp, "move up by half a page", [.everywhere], [.control("u")]),
    .init(.pageDown, "move down by a page", [.everywhere], [.pageDown]),
    .init(.pageUp, "move up by a page", [.everywhere], [.pageUp]),
    .init(.nextPane, "go to the next pane", lists, [.tab], footer: "pane", 4, inAnswer: 5),
    .init(.previousPane, "go to the pane before", lists, [.backTab]),
    .init(
      .zoom, "give the pane the whole screen; again: all panes theirs", lists, ["Z"],
      footer: "zoom", 13, inAnswer: 7),
    .init(.narrower, "give the list less room and the response more", lists, ["<"]),
    .init(.wider, "give the list more room and the response less", lists, [">"]),
    .init(
      .showTab, "show the tab with this number", lists,
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
  ]

  private static let requests: [CommandEntry] = [
    .init(
      .fire, "send the selected request; on a heading fold or unfold it", [.targets], [.enter],
      footer: "send", 1, does: { $0.fireSelected() }),
    .init(
      .fireAgain, "send the request of the shown response again", [.main], ["r"], footer: "again",
      6,
      inAnswer: 4, does: { $0.fireAgain() }),
    .init(
      .mark, "mark the request, or take the mark away, and move on", [.targets, .exchanges], [" "],
      footer: "mark", 7),
    .init(
      .fireAll,
      "send all marked requests, or all that are shown; asks before one that may change data",
      [.targets, .exchanges], ["a"], footer: "send all", 5, does: { $0.fireAll() }),
    .init(
      .cancel, "cancel the selected request; while a session is sent again the one on its way",
      lists, ["x"], footer: "cancel", 2, inAnswer: 1, does: { $0.cancelSelected() }),
    .init(
      .cancelAll, "cancel everything that is running", lists, ["X"], footer: "cancel all", 10,
      does: { $0.cancelAll() }),
    .init(
      .filter,
      "show only what matches an expression: words, ~c 4xx, ~kind rejected …; in the help: words",
      [.main, .session, .help], ["f"], footer: "filter", 3, inAnswer: 10, does: { $0.openFilter() }),
    .init(.fold, "fold the group", [.targets], ["h", .left]),
    .init(.unfold, "unfold the group", [.targets], ["l", .right]),
  ]

  private static let answers: [CommandEntry] = [
    .init(
      .openAnswer,
      "go to the selected response; in a session that was sent again, to what has changed",
      [.history, .exchanges], [.enter], footer: "open", 1),
    .init(
      .previousAnswer, "show the response before of the same request, of earlier runs too", [.main],
      ["["], footer: "older", 8, does: { $0.stepAnswer(by: -1) }),
    .init(
      .nextAnswer, "show the next response of the same request", [.main], ["]"], footer: "newer", 8,
      does: { $0.stepAnswer(by: 1) }),
    .init(
      .toggleWrap, "wrap long lines, or cut them at the edge", [.main, .diff, .session], ["z"],
      footer: "wrap", 9, inAnswer: 6),
    .init(
      .layOut, "show the exact bytes of JSON in Raw; again: lay it out", lists, ["t"],
      footer: "exact bytes", 12, inAnswer: 8, does: { $0.layOut() }),
    .init(
      .turnEnvelope, "hide the envelope beside Raw, in later runs too; again: show it", lists, [],
      does: { $0.turnEnvelope() }),
    .init(.scrollLeft, "scroll to the left while lines are cut", [.answer, .diff], ["h", .left]),
    .init(
      .scrollRight, "scroll to the right while lines are cut", [.answer, .diff], ["l", .right]),
    .init(
      .search, "search in the response; a capital makes case count", [.main, .session, .help],
      ["/"],
      footer: "search", 8, inAnswer: 3, does: { $0.openSearch() }),
    .init(.nextMatch, "go to the next match", lists, ["n"], does: { $0.search(forward: true) }),
    .init(
      .previousMatch, "go to the match before", lists, ["N"], does: { $0.search(forward: false) }),
  ]

  private static let program: [CommandEntry] = [
    .init(
      .command, "type a command by its name", [.everywhere], [":"], footer: "command", 1,
      does: { $0.open(Prompt(.command)) }),
    .init(
      .help, "explain what can be done here, then everything else", [.everywhere],
      ["?", .function(1)], footer: "help", 2, does: { $0.openHelp() }),
    .init(
      .close, "leave what is typed; clear the message, the search, then the filter",
      [.everywhere, .prompt, .form], [.escape], footer: "leave", 2, does: { $0.close() }),
    .init(
      .back, "go back; on the main screen quit", [.everywhere], ["q"], footer: "quit", 3,
      does: { $0.back() }),
    .init(.quit, "quit", [.everywhere], ["Q"], does: { $0.quit() }),
    .init(
      .interrupt, "cancel what is running, or what is typed; twice within a second quits",
      [.always], [.control("c")], does: { $0.interrupt() }),
    .init(.redraw, "draw the screen again", [.always], [.control("l")], does: { _ in [.redraw] }),
    .init(.suspend, "suspend the program", [.always], [.control("z")], does: { _ in [.suspend] }),
    .init(
      .toggleMouse, "leave the mouse to the terminal, to select text there, or take it back",
      [.everywhere], ["M"], does: { $0.toggleMouse() }),
    .init(
      .theme, "draw in the other theme, dark or light, for this run", [.everywhere], [],
      does: { $0.offerThemes() }),
    .init(
      .guide, "begin the guided minute over the demo, or end it for good", [.everywhere], [],
      does: { $0.turnGuide() }),
  ]

  private static let question: [CommandEntry] = [
    .init(
      .confirm, "yes: send them, or replace the file", [.question], ["y"], footer: "yes", 1,
      does: { $0.answer(isYes: true) }),
    .init(
      .decline, "no: leave things as they are, or send only what changes nothing", [.question],
      ["n"], footer: "no", 1, does: { $0.answer(isYes: false) }),
  ]

  private static let typing: [CommandEntry] = [
    .init(
      .accept, "take the text; Esc leaves things as they were", [.prompt], [.enter],
      footer: "accept", 1, does: { $0.accept() }),
    .init(
      .complete, "complete the word at the cursor, then take the next one that fits",
      [.prompt, .completing], [.tab], does: { $0.complete(1) }),
    .init(
      .completeBackward, "take the word before of those that fit", [.prompt, .completing],
      [.backTab], does: { $0.complete(-1) }),
    .init(
      .recallOlder, "go up in the list over the line, or back through what was typed before",
      [.prompt], [.up, .control("p")], does: { $0.recall(1) }),
    .init(
      .recallNewer, "go down in the list over the line, or forward again", [.prompt],
      [.down, .control("n")], does: { $0.recall(-1) }),
    .init(.cursorLeft, "move the cursor left", [.prompt, .form], [.left]),
    .init(.cursorRight, "move the cursor right", [.prompt, .form], [.right]),
    .init(
      .cursorToStart, "move the cursor to the start", [.prompt, .form], [.home, .control("a")]),
    .init(.cursorToEnd, "move the cursor to the end", [.prompt, .form], [.end, .control("e")]),
    .init(
      .deleteBackward, "delete the character before the cursor", [.prompt, .form],
      [.backspace, .control("h")]),
    .init(.deleteForward, "delete the character under the cursor", [.prompt, .form], [.delete]),
    .init(.deleteWord, "delete the word before the cursor", [.prompt, .form], [.control("w")]),
    .init(
      .deleteToStart, "delete everything before the cursor", [.prompt, .form], [.control("u")]),
    .init(.deleteToEnd, "delete everything after the cursor", [.prompt, .form], [.control("k")]),
  ]
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// A printable character as a literal: `"j"`.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .character(scalar) }
}
