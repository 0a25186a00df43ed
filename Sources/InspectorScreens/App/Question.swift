import NetEngine

/// Something that waits in the bottom line for a yes or a no.
enum Question: Sendable, Hashable {
  /// Requests that may change data, or need one that does, are to be fired.
  case fire([Int])
  /// A redirect would take content of a request to an origin that may not receive it.
  case redirect(Int, TransportError.KeptRedirect)
  /// The same to be fired again, and compared.
  case replay([Int])
  /// A session is to take the place of the file that is there.
  case replace(Replaceable)
  /// What is copied into a file is to take the place of the one that is there.
  case overwrite(Clip)
  /// Requests would send variables of the environment, each with its origin.
  case sendEnvironment([String])
  /// Exchanges of a session are to be fired again: so many may change data, the first of them by
  /// name, and so many do not.
  case replaySession(count: Int, names: [String], safe: Int)

  /// A file that is replaced once a person has said yes.
  struct Replaceable: Sendable, Hashable {
    var name: String
    var place: String
  }

  /// Whether every key but those that look about waits for the answer.
  var holdsKeys: Bool {
    if case .replaySession = self { false } else { true }
  }

  /// What is asked, and which keys answer it.
  func words(_ house: House) -> (text: String, answers: String) {
    switch self {
    case .fire(let targets) where targets.allSatisfy { house.items[$0].confirmation != nil }:
      return ("send \(Self.confirmed(targets, house))?", "y send   n leave")
    case .redirect(let target, let way): return Self.words(house.items[target].title, way, house)
    case .fire(let targets), .replay(let targets):
      let unsafe = house.unsafe(among: targets)
      let names = unsafe.prefix(3).map { house.items[$0].title }
      return (
        Self.warning(Units.count(unsafe.count, "request"), names, of: unsafe.count),
        "y send   n leave"
      )
    case .replace(let file):
      return ("\(file.place) is there already: replace it?", "y replace   n leave")
    case .overwrite(let clip):
      let path = clip.file?.path.escapedForMessage ?? ""
      return ("\(path) is there already: replace it?", "y replace   n leave")
    case .sendEnvironment(let uses): return Self.words(uses, house)
    case .replaySession(let count, let names, let safe):
      // Which requests they are needs the room.
      return (
        Self.warning(Units.count(count, "exchange"), names, of: count),
        safe == 0 ? "y send   n leave" : "y all   n the other \(safe)   Esc none"
      )
    }
  }

  private static func words(
    _ title: String, _ way: TransportError.KeptRedirect, _ house: House
  ) -> (text: String, answers: String) {
    let text = wholeText(title, way)
    guard house.rule.width(of: text) <= room(house) else {
      return ("widen the window to see where the redirect leads", "n leave")
    }
    return (text, way.variables.isEmpty ? "y send   n leave" : rememberingAnswers)
  }

  /// The question about a redirect.
  ///
  /// Only its title is shortened: a yes counts for the origins and the variables.
  private static func wholeText(_ title: String, _ way: TransportError.KeptRedirect) -> String {
    let start = "\(title.shortened(to: 60)): a redirect from \(way.from) leads to \(way.to), "
    guard !way.variables.isEmpty else {
      return start + "where its body would travel unencrypted: send it?"
    }
    let names = way.variables.map(\.description).joined(separator: ", ")
    return start + "which would get \(names) of the environment: send it?"
  }

  /// Whether the screen has room for everything a yes counts for.
  fileprivate static func isShown(
    _ way: TransportError.KeptRedirect, of target: Int, _ house: House
  )
    -> Bool
  {
    house.rule.width(of: wholeText(house.items[target].title, way)) <= room(house)
  }

  /// The cells of the rows that a question may take, less those of its own words.
  private static func room(_ house: House) -> Int {
    (house.size.width - 2) * max(0, house.size.height / 2) - 60
  }

  private static let rememberingAnswers = "y send, remember   n leave"

  /// Whether its text takes rows above the last one rather than lose its end.
  var isShownWhole: Bool {
    switch self {
    case .sendEnvironment, .redirect: true
    default: false
    }
  }

  private static func words(_ uses: [String], _ house: House) -> (text: String, answers: String) {
    let shown = shown(uses, house)
    guard !shown.isEmpty else {
      return ("widen the window to see which variable of the environment goes where", "n leave")
    }
    let more = uses.count - shown.count
    return (
      "send of the environment \(shown.joined(separator: ", "))?"
        + (more > 0 ? " \(more) more follow" : ""), rememberingAnswers
    )
  }

  /// The uses that the rows of a question have room for: a yes counts for those alone.
  static func shown(_ uses: [String], _ house: House) -> [String] {
    let room = room(house)
    var (shown, width): ([String], Int) = ([], 0)
    for use in uses {
      width += house.rule.width(of: use) + 2
      guard width <= room else { break }
      shown.append(use)
    }
    return shown
  }

  /// Requests that want a yes, with what they say about it.
  private static func confirmed(_ targets: [Int], _ house: House) -> String {
    let words = targets.prefix(3).map { target in
      let (item, more) = (house.items[target], house.items[target].confirmation ?? "")
      return "\(item.title)\(more.isEmpty ? "" : ": \(more)")"
    }
    let more = targets.count > words.count ? " and \(targets.count - words.count) more" : ""
    return words.joined(separator: ", ") + more
  }

  private static func warning(_ what: String, _ names: [String], of count: Int) -> String {
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return "\(what) may change data: \(names.joined(separator: ", "))\(more)"
  }
}

extension House {
  /// Those that may change data: of what is to be fired and of what that needs, which a safe request is
  /// asked about for; all of them where none may.
  fileprivate func unsafe(among targets: [Int]) -> [Int] {
    let needed = needs(of: targets).filter { need in
      if case .finished(let summary) = state(of: need) { return summary.status == nil }
      return true
    }
    let unsafe = Set(targets).union(needed).filter { !items[$0].isSafe }
    return unsafe.isEmpty ? targets : unsafe.sorted()
  }
}

/// What a yes and a no do.
extension App {
  /// What is asked on the screen that is on.
  var question: Question? { top.question }

  mutating func answer(isYes: Bool) -> [Effect] {
    switch question {
    case .fire(let targets):
      main.questions.removeLast()
      return isYes ? fireAsked(targets) : leave(targets)
    case .redirect(let target, let way):
      guard !isYes || Question.isShown(way, of: target, house) else { return [] }
      main.questions.removeLast()
      guard isYes else { return leave([target]) }
      return [.allowRedirect(way)] + send(asking: [target])
    case .replay(let targets):
      main.questions.removeLast()
      house.firing.approved.formUnion(isYes ? targets : [])
      return isYes ? replayAsked(targets) : leave(targets)
    case .replace(let file):
      main.questions.removeLast()
      return replace(file, isYes: isYes)
    case .overwrite(var clip):
      main.questions.removeLast()
      clip.file?.replaces = true
      if isYes { return [.copy(clip)] }
      house.notify("\(clip.file?.path.escapedForMessage ?? "") is as it was")
    case .sendEnvironment(let uses) where above.isEmpty:
      let shown = Question.shown(uses, house)
      guard !isYes || !shown.isEmpty else { return [] }
      main.questions.removeLast()
      return [.answerEnvironment(isYes ? shown : nil)]
    case .replaySession, .sendEnvironment: return above.session?.answer(isYes: isYes, &house) ?? []
    case nil: house.notify("nothing is asked")
    }
    return []
  }

  private mutating func replace(_ file: Question.Replaceable, isYes: Bool) -> [Effect] {
    guard isYes else {
      return house.notify("\(file.place) is as it was: w saves under another name")
    }
    var order = SaveOrder(name: file.name, replaces: true)
    order.profile = house.lens.chosenProfile
    order.whole = house.history.heldResponses
    house.saved.begin(house.history.recordedCount)
    return [.save(order)]
  }

  private mutating func leave(_ targets: [Int]) -> [Effect] {
    house.notify("\(Units.count(targets.count, "request")) not sent")
  }

  /// While a question waits, keys that look about and those that cancel go on working; every other
  /// one is told that an answer comes first.
  mutating func answerQuestion(_ action: Keymap.Action) -> [Effect] {
    switch action.command {
    case .confirm, .decline, .close, .moveDown, .moveUp, .goToStart, .goToEnd, .halfPageDown,
      .halfPageUp, .pageDown, .pageUp, .nextPane, .previousPane, .showTab, .previousAnswer,
      .nextAnswer, .scrollLeft, .scrollRight, .foldValue, .unfoldValue, .cancel, .cancelAll,
      .interrupt, .quit, .redraw, .suspend:
      return perform(action)
    case .back: return answer(isYes: false)
    default:
      isQuestionPressing = true
      return []
    }
  }
}

extension MainScreen {
  /// Asks; a question of the same kind gives way, and one about a file is asked before the others.
  mutating func ask(_ question: Question) {
    switch question {
    case .fire, .replay:
      leaveFirings { _ in false }
      if question.targets?.isEmpty == false { questions.insert(question, at: 0) }
    case .redirect(let target, _):
      questions.removeAll { $0.isRedirect(of: target) }
      questions.insert(question, at: 0)
    case .replace, .overwrite:
      leaveFile()
      questions.append(question)
    case .sendEnvironment(let uses):
      questions.removeAll(where: \.isAboutEnvironment)
      if !uses.isEmpty { questions.append(question) }
    // A session asks on its own screen.
    case .replaySession: return
    }
  }

  /// Requests that are gone are asked about no more.
  mutating func leaveFirings(unless isThere: (Int) -> Bool) {
    questions = questions.compactMap { question in
      guard let targets = question.targets?.filter(isThere) else { return question }
      guard !targets.isEmpty else { return nil }
      if case .replay = question { return .replay(targets) }
      if case .redirect = question { return question }
      return .fire(targets)
    }
  }

  /// Nobody is asked about a file any more.
  mutating func leaveFile() { questions.removeAll { $0.targets == nil && !$0.isAboutEnvironment } }
}

extension Question {
  fileprivate func isRedirect(of target: Int) -> Bool {
    if case .redirect(target, _) = self { true } else { false }
  }

  /// The requests it is about; nil where it is about none.
  fileprivate var targets: [Int]? {
    switch self {
    case .fire(let targets), .replay(let targets): targets
    case .redirect(let target, _): [target]
    case .replace, .overwrite, .replaySession, .sendEnvironment: nil
    }
  }

  fileprivate var isAboutEnvironment: Bool {
    if case .sendEnvironment = self { true } else { false }
  }
}
