import NetEngine

/// A text over the whole screen, scrolled and left; what it is of says the rest.
struct TextPage: ScreenContent {
  var text: Text
  /// Made by `settle`; nil until then.
  private(set) var pane: TextPane?
  /// Other words are looked for than those the pane was made for.
  private var isStale = false
  /// The text is longer than what the pane was made of.
  private var hasNews = false

  enum Text: Sendable {
    case help(HelpPage)
    case output(CommandOutput)
    case variables(VariablesPage)
    case cookies(CookiesPage)
    /// What will be sent for the request of this name.
    case preview(of: String, TextDocument)
    case messages(TextDocument)
    /// What would be written into a file of requests.
    case keeping(KeepPage)
  }

  init(_ text: Text) { self.text = text }

  static let names = ["help", "output", "variables", "cookies", "preview", "messages", "keeping"]

  private typealias Row = (name: String, scope: Scope?, followsWidth: Bool, hasCursor: Bool)

  /// The name; the scope of keys; whether the text is another one for another width; whether a
  /// command means the row one stands on.
  private var row: Row {
    switch text {
    case .help: ("help", .help, true, false)
    case .output: ("output", nil, false, false)
    case .variables: ("variables", .variables, true, true)
    case .cookies: ("cookies", .cookies, false, true)
    case .preview: ("preview", .preview, false, false)
    case .messages: ("messages", nil, false, false)
    case .keeping: ("keeping", .keeping, false, false)
    }
  }

  var name: String { row.name }
  var scopes: [Scope] { [row.scope, .everywhere, .always].compactMap { $0 } }

  func isUseful(_ command: Command, _ house: House) -> Bool? {
    guard case .help = text, command == .search else { return nil }
    return false
  }

  /// Whether it shows what a command says.
  var isOutput: Bool { if case .output = text { true } else { false } }

  /// The variables; nil for any other text.
  var variables: VariablesPage? { if case .variables(let page) = text { page } else { nil } }

  /// What would be written; nil for any other text.
  var keeping: KeepPage? { if case .keeping(let page) = text { page } else { nil } }

  // MARK: What a person does

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    if let motion = action.command.motion {
      pane?.move(motion)
      return .done()
    }
    switch (text, action.command) {
    case (.help, .help): return .leave()
    case (.variables, .changeVariable): return changeVariable()
    case (.help(let help), .filter), (.help(let help), .search):
      var prompt = Prompt(.helpFilter(before: help.words), help.words)
      prompt.editor.selectAll()
      return .ask(prompt)
    default: return .pass
    }
  }

  mutating func perform(_ typed: TypedCommand, _ house: inout House) -> Turn {
    guard case .help = text, typed.command == .filter || typed.command == .search else {
      return .pass
    }
    look(for: typed.argument)
    return .done()
  }

  mutating func close(_ house: inout House) -> Turn {
    guard case .help(let help) = text, !help.words.isEmpty else { return .leave() }
    look(for: "")
    return .done()
  }

  mutating func take(_ mouse: Mouse, _ house: inout House) { pane?.scroll(by: mouse.notches) }

  /// What ends with the page: a command whose output nobody sees any more.
  var farewell: [Effect] {
    guard case .output(let output) = text, output.isRunning else { return [] }
    return [.stopPipe(output.order.id)]
  }

  // MARK: What the text is made of

  /// Shows what speaks of these words only.
  mutating func look(for words: String) {
    guard case .help(var help) = text, help.words != words else { return }
    help.words = words
    text = .help(help)
    isStale = true
  }

  /// Takes what would be written; what was ordered before it is out of date.
  mutating func take(_ plan: KeepPlan) {
    text = .keeping(KeepPage(order: plan.order, plan: plan))
    isStale = true
  }

  /// Takes the cookies that are left.
  mutating func take(_ page: CookiesPage) {
    text = .cookies(page)
    isStale = true
  }

  mutating func take(_ order: KeepOrder) {
    text = .keeping(KeepPage(order: order))
    isStale = true
  }

  /// Takes what the command with this number has said; what another one says is not for this page.
  mutating func take(_ event: PipeEvent, of id: Int) {
    guard case .output(var output) = text, output.order.id == id else { return }
    text = .messages(TextDocument())
    output.take(event)
    text = .output(output)
    hasNews = true
  }

  /// Follows the size of the screen and what has come.
  mutating func settle(_ house: House) {
    let wraps = wraps
    let width = max(1, house.size.width - 4)
    let height = max(1, house.size.height - 3)
    let isDue = isStale && !house.isTypedOn
    if pane == nil || isDue || row.followsWidth && pane?.width != width {
      isStale = false
      let document = document(width: width, house)
      let cursor = pane?.cursor
      pane = TextPane(
        document, width: width, height: height, wraps: wraps, rule: house.rule,
        hasCursor: row.hasCursor)
      if case .messages = text { pane?.scrollToEnd() }
      if row.hasCursor, let cursor { pane?.reveal(cursor) }
    } else if hasNews {
      let document = document(width: width, house)
      pane?.replace(document)
    }
    hasNews = false
    pane?.shape(width: width, height: height, wraps: wraps)
  }

  private mutating func document(width: Int, _ house: House) -> TextDocument {
    switch text {
    case .help(var help):
      let document = help.document(house.keymap, width: width)
      text = .help(help)
      return document
    case .output(let output): return output.document
    case .variables(let page): return VariablesDocument.make(page, width: width, rule: house.rule)
    case .cookies(let page): return page.document(rule: house.rule)
    case .preview(_, let document), .messages(let document): return document
    case .keeping(let page): return page.document
    }
  }

  /// The help breaks its lines itself.
  private var wraps: Bool { if case .help = text { false } else { !row.hasCursor } }

  // MARK: Drawing

  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    Border.rule(in: &frame, row: 0)
    frame.draw(" ", row: 0, column: 1, style: rim)
    let end = title.draw(
      in: &frame, row: 0, column: 2, fitting: size.width - 14, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end, style: rim)
    if let percent = pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: size.width - 1, fitting: 8, style: Style(.faint))
    }
    pane?.draw(
      in: &frame, Region(column: 2, row: 1, width: size.width - 4, height: size.height - 3),
      bar: row.hasCursor ? Style(.accent) : nil)
  }

  /// The blanks around the title.
  private var rim: Style {
    row.hasCursor ? Border.titleStyle(isActive: true) : .plain
  }

  private var title: Segments {
    var segments = Segments()
    let style = Border.titleStyle(isActive: true)
    switch text {
    case .help(let help):
      segments.add("Help", style)
      guard !help.words.isEmpty else { break }
      segments.add("\(help.count.shown) of \(Units.count(help.count.all, "line"))", rank: 1)
      segments.add("filter \(help.words)", Style(.accent), rank: 2)
    case .output(let output):
      segments.add("| \(output.order.command)", style)
      segments.add(output.words, Style(output.role, bold: true))
    case .variables(let page): segments.add("Variables of \(page.title)", style)
    case .cookies(let page):
      segments.add("Cookies of \(page.owner)", style)
      segments.add("\(page.cookies.count)", rank: 1)
    case .preview(let name, _): segments.add("\(name) · will be sent", style)
    case .messages: segments.add("Messages", style)
    case .keeping(let page):
      let names = page.plan?.names ?? []
      let what = names.count == 1 ? names[0] : Units.count(names.count, "request")
      segments.add(page.plan == nil ? "Keep" : "\(what) · will be kept", style)
    }
    return segments
  }
}
