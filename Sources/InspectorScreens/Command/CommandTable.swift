/// What there is to know about a command, and what it does; keys, footer, help and documentation all
/// read this.
package struct CommandEntry: Sendable {
  package var command: Command
  /// A verb, as it is written in a configuration or typed as a command.
  package var name: String
  /// What it does, in a sentence without its first capital and its full stop.
  package var help: String
  package var scopes: [Scope]
  package var keys: [Key]
  /// A word for the footer, and how much it belongs there: 1 comes first.
  package var footer: Footer?
  /// What it does where no screen has done something else; the number is which of its keys it was.
  let run: @Sendable (inout App, Int) -> [Effect]

  package struct Footer: Sendable, Hashable {
    package var label: String
    package var priority: Int
    /// How much it belongs there while an answer has the focus, where that is another number.
    package var priorityInAnswer: Int
  }

  /// A command by the number of its key.
  init(
    _ command: Command, _ name: String, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer: Footer? = nil, numbered run: @escaping @Sendable (inout App, Int) -> [Effect]
  ) {
    (self.command, self.name, self.help) = (command, name, help)
    (self.scopes, self.keys, self.footer, self.run) = (scopes, keys, footer, run)
  }

  /// A command with orders for the last inch.
  init(
    _ command: Command, _ name: String, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer: Footer? = nil, orders: @escaping @Sendable (inout App) -> [Effect]
  ) {
    self.init(
      command, name, help, scopes, keys, footer: footer, numbered: { app, _ in orders(&app) })
  }

  /// A command that changes what is on the screen.
  init(
    _ command: Command, _ name: String, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer: Footer? = nil, does: @escaping @Sendable (inout App) -> Void
  ) {
    self.init(
      command, name, help, scopes, keys, footer: footer,
      numbered: { app, _ in
        does(&app)
        return []
      })
  }

  /// A command that one screen does, and that is typed in vain elsewhere.
  init(
    _ command: Command, _ name: String, _ help: String, _ scopes: [Scope], _ keys: [Key],
    footer: Footer? = nil, onlyWhere place: Place
  ) {
    self.init(
      command, name, help, scopes, keys, footer: footer,
      does: { app in if let notice = place.notice { app.house.notice = notice } })
  }

  /// Where alone a command does something.
  enum Place: Sendable {
    /// In a line that is typed: there is no name for it elsewhere.
    case typed
    case profile, compared, session

    /// What is said of it elsewhere.
    var notice: Notice? {
      switch self {
      case .typed: nil
      case .profile:
        Notice(text: "edit-profile opens the answer in which its keys are picked")
      case .compared: Notice(text: "nothing is compared here: D does")
      case .session:
        Notice(text: "that is for a session: O opens one", role: .warning)
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
    CommandEntry(
      .moveDown, "move-down", "move down", [.everywhere], ["j", .down],
      does: { $0.main.move(.down, $0.house.history) }),
    CommandEntry(
      .moveUp, "move-up", "move up", [.everywhere], ["k", .up],
      does: { $0.main.move(.up, $0.house.history) }),
    CommandEntry(
      .goToStart, "go-to-start", "go to the start", [.everywhere], ["g", .home],
      does: { $0.main.move(.start, $0.house.history) }),
    CommandEntry(
      .goToEnd, "go-to-end", "go to the end", [.everywhere], ["G", .end],
      does: { $0.main.move(.end, $0.house.history) }),
    CommandEntry(
      .halfPageDown, "half-page-down", "move down by half a page", [.everywhere], [.control("d")],
      does: { $0.main.move(.halfPageDown, $0.house.history) }),
    CommandEntry(
      .halfPageUp, "half-page-up", "move up by half a page", [.everywhere], [.control("u")],
      does: { $0.main.move(.halfPageUp, $0.house.history) }),
    CommandEntry(
      .pageDown, "page-down", "move down by a page", [.everywhere], [.pageDown],
      does: { $0.main.move(.pageDown, $0.house.history) }),
    CommandEntry(
      .pageUp, "page-up", "move up by a page", [.everywhere], [.pageUp],
      does: { $0.main.move(.pageUp, $0.house.history) }),
    CommandEntry(
      .nextPane, "next-pane", "go to the next pane", [.main, .session], [.tab],
      footer: .init("pane", 4, inAnswer: 5), does: { $0.main.turnFocus(by: 1, $0.house) }),
    CommandEntry(
      .previousPane, "previous-pane", "go to the pane before", [.main, .session], [.backTab],
      does: { $0.main.turnFocus(by: -1, $0.house) }),
    CommandEntry(
      .zoom, "zoom", "give the pane the whole screen; again: all panes theirs", [.main, .session],
      ["Z"], footer: .init("zoom", 13, inAnswer: 7), does: { $0.main.zoom(&$0.house) }),
    CommandEntry(
      .narrower, "narrower", "give the list less room and the answer more", [.main, .session],
      ["<"], does: { $0.main.moveSplit(by: -1, &$0.house) }),
    CommandEntry(
      .wider, "wider", "give the list more room and the answer less", [.main, .session], [">"],
      does: { $0.main.moveSplit(by: 1, &$0.house) }),
    CommandEntry(
      .showTab, "show-tab", "show the tab with this number", [.main, .session],
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"], numbered: { $0.showTab(at: $1) }),
  ]

  private static let requests: [CommandEntry] = [
    CommandEntry(
      .fire, "fire", "fire the selected request; on a heading fold or unfold it", [.targets],
      [.enter], footer: .init("fire", 1), orders: { $0.fireSelected() }),
    CommandEntry(
      .fireAgain, "fire-again", "fire the request of the shown answer again", [.main], ["r"],
      footer: .init("again", 6, inAnswer: 4), orders: { $0.fireAgain() }),
    CommandEntry(
      .mark, "mark", "mark the request, or take the mark away, and move on",
      [.targets, .exchanges], [" "],
      footer: .init("mark", 7), does: { $0.main.toggleMark() }),
    CommandEntry(
      .fireAll, "fire-all",
      "fire all marked requests, or all that are shown; asks before one that may change data",
      [.targets, .exchanges], ["a"], footer: .init("fire all", 5), orders: { $0.fireAll() }),
    CommandEntry(
      .cancel, "cancel",
      "cancel the selected request; while a session is fired again the one on its way",
      [.main, .session], ["x"],
      footer: .init("cancel", 2, inAnswer: 1), orders: { $0.cancelSelected() }),
    CommandEntry(
      .cancelAll, "cancel-all", "cancel everything that is running", [.main, .session], ["X"],
      footer: .init("cancel all", 10), orders: { $0.cancelAll() }),
    CommandEntry(
      .filter, "filter",
      "show only what matches an expression: words, ~c 4xx, ~kind rejected …; in the help: words",
      [.main, .session, .help], ["f"], footer: .init("filter", 3, inAnswer: 10),
      does: { $0.openFilter() }),
    CommandEntry(
      .fold, "fold", "fold the group", [.targets], ["h", .left],
      does: { $0.main.list.setFolded(true) }),
    CommandEntry(
      .unfold, "unfold", "unfold the group", [.targets], ["l", .right],
      does: { $0.main.list.setFolded(false) }),
  ]

  private static let answers: [CommandEntry] = [
    CommandEntry(
      .openAnswer, "open-answer",
      "go to the selected answer; in a session that was fired again, to what has changed",
      [.history, .exchanges], [.enter],
      footer: .init("open", 1), does: { $0.isInAnswer = true }),
    CommandEntry(
      .previousAnswer, "previous-answer",
      "show the answer before of the same request, of earlier runs too", [.main],
      ["["], footer: .init("older", 8), orders: { $0.stepAnswer(by: -1) }),
    CommandEntry(
      .nextAnswer, "next-answer", "show the next answer of the same request", [.main], ["]"],
      footer: .init("newer", 8), orders: { $0.stepAnswer(by: 1) }),
    CommandEntry(
      .toggleWrap, "toggle-wrap", "wrap long lines, or cut them at the edge",
      [.main, .diff, .session], ["z"],
      footer: .init("wrap", 9, inAnswer: 6), does: { $0.toggleWrap() }),
    CommandEntry(
      .layOut, "lay-out",
      "show the exact bytes of JSON in Raw; again: lay it out",
      [.main, .session], ["t"], footer: .init("exact bytes", 12, inAnswer: 8),
      does: { $0.layOut() }),
    CommandEntry(
      .turnEnvelope, "turn-envelope",
      "hide the envelope beside Raw, in later runs too; again: show it", [.main, .session], [],
      does: { $0.turnEnvelope() }),
    CommandEntry(
      .scrollLeft, "scroll-left", "scroll to the left while lines are cut", [.answer, .diff],
      ["h", .left], does: { $0.scrollSideways(by: -8) }),
    CommandEntry(
      .scrollRight, "scroll-right", "scroll to the right while lines are cut", [.answer, .diff],
      ["l", .right], does: { $0.scrollSideways(by: 8) }),
    CommandEntry(
      .search, "search", "search in the answer; a capital makes case count",
      [.main, .session, .help], ["/"],
      footer: .init("search", 8, inAnswer: 3), does: { $0.openSearch() }),
    CommandEntry(
      .nextMatch, "next-match", "go to the next match", [.main, .session], ["n"],
      does: { $0.search(forward: true) }),
    CommandEntry(
      .previousMatch, "previous-match", "go to the match before", [.main, .session], ["N"],
      does: { $0.search(forward: false) }),
  ]

  private static let program: [CommandEntry] = [
    CommandEntry(
      .command, "command", "type a command by its name", [.everywhere], [":"],
      footer: .init("command", 1), does: { $0.open(Prompt(.command)) }),
    CommandEntry(
      .help, "help", "explain what can be done here, then everything else", [.everywhere],
      ["?", .function(1)],
      footer: .init("help", 2), does: { $0.openHelp() }),
    CommandEntry(
      .close, "close", "leave what is typed; clear the message, the search, then the filter",
      [.everywhere, .prompt, .form], [.escape], footer: .init("leave", 2),
      orders: { $0.close() }),
    CommandEntry(
      .back, "back", "go back; on the main screen quit", [.everywhere], ["q"],
      footer: .init("quit", 3), orders: { $0.back() }),
    CommandEntry(.quit, "quit", "quit", [.everywhere], ["Q"], orders: { $0.quit() }),
    CommandEntry(
      .interrupt, "interrupt",
      "cancel what is running, or what is typed; twice within a second quits", [.always],
      [.control("c")], orders: { $0.interrupt() }),
    CommandEntry(
      .redraw, "redraw", "draw the screen again", [.always], [.control("l")],
      orders: { _ in [.redraw] }),
    CommandEntry(
      .suspend, "suspend", "suspend the program", [.always], [.control("z")],
      orders: { _ in [.suspend] }),
    CommandEntry(
      .toggleMouse, "toggle-mouse",
      "leave the mouse to the terminal, to select text there, or take it back", [.everywhere],
      ["M"], orders: { $0.toggleMouse() }),
    CommandEntry(
      .theme, "theme", "draw in the other theme, dark or light, for this run", [.everywhere], [],
      does: { $0.offerThemes() }),
    CommandEntry(
      .guide, "guide", "begin the guided minute over the demo, or end it for good", [.everywhere],
      [], orders: { $0.turnGuide() }),
  ]

  private static let question: [CommandEntry] = [
    CommandEntry(
      .confirm, "confirm", "yes: fire them, or replace the file", [.question], ["y"],
      footer: .init("yes", 1), orders: { $0.answer(isYes: true) }),
    CommandEntry(
      .decline, "decline", "no: leave things as they are, or fire only what changes nothing",
      [.question], ["n"],
      footer: .init("no", 1), orders: { $0.answer(isYes: false) }),
  ]

  private static let typing: [CommandEntry] = [
    CommandEntry(
      .accept, "accept", "take the text; Esc leaves things as they were", [.prompt], [.enter],
      footer: .init("accept", 1), orders: { $0.accept() }),
    CommandEntry(
      .complete, "complete", "complete the word at the cursor, then take the next one that fits",
      [.prompt, .completing], [.tab], does: { $0.complete(1) }),
    CommandEntry(
      .completeBackward, "complete-backward", "take the word before of those that fit",
      [.prompt, .completing], [.backTab], does: { $0.complete(-1) }),
    CommandEntry(
      .recallOlder, "recall-older", "go back through what was typed before", [.prompt], [.up],
      does: { $0.recall(1) }),
    CommandEntry(
      .recallNewer, "recall-newer", "go forward again", [.prompt], [.down], does: { $0.recall(-1) }),
    CommandEntry(
      .moveCursorLeft, "cursor-left", "move the cursor left", [.prompt, .form], [.left],
      onlyWhere: .typed),
    CommandEntry(
      .moveCursorRight, "cursor-right", "move the cursor right", [.prompt, .form], [.right],
      onlyWhere: .typed),
    CommandEntry(
      .moveCursorToStart, "cursor-to-start", "move the cursor to the start", [.prompt, .form],
      [.home, .control("a")], onlyWhere: .typed),
    CommandEntry(
      .moveCursorToEnd, "cursor-to-end", "move the cursor to the end", [.prompt, .form],
      [.end, .control("e")], onlyWhere: .typed),
    CommandEntry(
      .deleteBackward, "delete-backward", "delete the character before the cursor",
      [.prompt, .form],
      [.backspace, .control("h")], onlyWhere: .typed),
    CommandEntry(
      .deleteForward, "delete-forward", "delete the character under the cursor", [.prompt, .form],
      [.delete], onlyWhere: .typed),
    CommandEntry(
      .deleteWord, "delete-word", "delete the word before the cursor", [.prompt, .form],
      [.control("w")], onlyWhere: .typed),
    CommandEntry(
      .deleteToStart, "delete-to-start", "delete everything before the cursor", [.prompt, .form],
      [.control("u")], onlyWhere: .typed),
    CommandEntry(
      .deleteToEnd, "delete-to-end", "delete everything after the cursor", [.prompt, .form],
      [.control("k")], onlyWhere: .typed),
  ]
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// A printable character as a literal: `"j"`.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self = .character(scalar)
  }
}
