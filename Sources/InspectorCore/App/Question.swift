import FramesAndWidgets
import NetEngine

/// Something that waits in the bottom line for a yes or a no.
enum Question: Sendable, Hashable {
  /// Requests that may change data, or need one that does, are to be fired.
  case fire([Int])
  /// A redirect would take the body of a request from https to this origin without TLS.
  case downgrade(Int, TransportError.Downgrade)
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
    switch self {
    case .fire, .downgrade, .replay, .replace, .overwrite, .sendEnvironment: true
    case .replaySession: false
    }
  }

  /// What is asked, and which keys answer it.
  func words(_ house: House) -> (text: String, answers: String) {
    switch self {
    case .fire(let targets) where targets.allSatisfy { house.items[$0].confirmation != nil }:
      return ("fire \(Self.confirmed(targets, house))?", "y fire   n leave")
    case .downgrade(let target, let way):
      return (
        "\(house.items[target].title): a redirect from \(way.from) leads to \(way.to), where its body"
          + " would travel unencrypted: send it?", "y send   n leave"
      )
    case .fire(let targets), .replay(let targets):
      let unsafe = house.unsafe(among: targets)
      let names = unsafe.prefix(3).map { house.items[$0].title }
      return (
        Self.warning(Units.count(unsafe.count, "request"), names, of: unsafe.count),
        "y fire   n leave"
      )
    case .replace(let file):
      return ("\(file.place) is there already: replace it?", "y replace   n leave")
    case .overwrite(let clip):
      let path = clip.file?.path.escapedForMessage ?? ""
      return ("\(path) is there already: replace it?", "y replace   n leave")
    case .sendEnvironment(let uses):
      let more = uses.count > 3 ? " and \(uses.count - 3) more" : ""
      return (
        "send of the environment \(uses.prefix(3).joined(separator: ", "))\(more)?",
        "y send, remember   n leave"
      )
    case .replaySession(let count, let names, let safe):
      // Which requests they are needs the room.
      return (
        Self.warning(Units.count(count, "exchange"), names, of: count),
        safe == 0 ? "y fire   n leave" : "y all   n the other \(safe)   Esc none"
      )
    }
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
      if case .finished(let summary) = history.state(of: need) { return summary.status == nil }
      return true
    }
    let unsafe = Set(targets).union(needed).filter { !items[$0].isSafe }
    return unsafe.isEmpty ? targets : unsafe.sorted()
  }
}

/// What a yes and a no do.
extension App {
  /// What is asked on the screen that is on.
  var question: Question? {
    guard let screen = above.last else { return main.questions.last }
    return screen.question
  }

  mutating func answer(isYes: Bool) -> [Effect] {
    switch question {
    case .fire(let targets):
      main.questions.removeLast()
      return isYes ? fireAsked(targets) : leave(targets)
    case .downgrade(let target, let way):
      main.questions.removeLast()
      guard isYes else { return leave([target]) }
      return [.allowDowngrade(to: way.to)] + send(asking: [target])
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
      house.notice = Notice(text: "\(clip.file?.path.escapedForMessage ?? "") is as it was")
    case .sendEnvironment:
      main.questions.removeLast()
      return [.answerEnvironment(isYes: isYes)]
    case .replaySession:
      guard let place = sessionPlace else { return [] }
      return above[place].session?.answer(isYes: isYes, &house) ?? []
    case nil:
      house.notice = Notice(text: "nothing is asked")
    }
    return []
  }

  private mutating func replace(_ file: Question.Replaceable, isYes: Bool) -> [Effect] {
    guard isYes else {
      house.notice = Notice(text: "\(file.place) is as it was: w saves under another name")
      return []
    }
    var order = SaveOrder(name: file.name, replaces: true)
    order.profile = house.lens.chosenProfile
    return [.save(order)]
  }

  private mutating func leave(_ targets: [Int]) -> [Effect] {
    house.notice = Notice(text: "\(Units.count(targets.count, "request")) not fired")
    return []
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
    case .back:
      return answer(isYes: false)
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
    case .downgrade(let target, _):
      questions.removeAll { $0.isDowngrade(of: target) }
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
      if case .downgrade = question { return question }
      return .fire(targets)
    }
  }

  /// Nobody is asked about a file any more.
  mutating func leaveFile() {
    questions.removeAll { $0.targets == nil && !$0.isAboutEnvironment }
  }
}

extension Question {
  fileprivate func isDowngrade(of target: Int) -> Bool {
    if case .downgrade(target, _) = self { true } else { false }
  }

  /// The requests it is about; nil where it is about none.
  fileprivate var targets: [Int]? {
    switch self {
    case .fire(let targets), .replay(let targets): targets
    case .downgrade(let target, _): [target]
    case .replace, .overwrite, .replaySession, .sendEnvironment: nil
    }
  }

  fileprivate var isAboutEnvironment: Bool {
    if case .sendEnvironment = self { true } else { false }
  }
}
