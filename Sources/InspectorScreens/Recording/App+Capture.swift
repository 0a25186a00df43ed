import NetEngine
import NetRecordings

/// Standing between an app and its server: altering what passes, and letting go what is held.
extension App {
  mutating func take(_ event: CaptureEvent) {
    switch event {
    case .inForce(let count, let own, let file):
      house.capture?.ruleCount = count
      house.capture?.unsavedRules = own
      house.notify("\(Units.count(count, "line")) of \(file.escapedForMessage) in force", .ok)
    case .added(let rule, let line, let file):
      house.notice =
        if let why = impossible(line) {
          Notice(text: "rule \(rule) will not be applied: \(why)", role: .warning)
        } else {
          Notice(
            text: "rule \(rule) counts from now on; B edits them all, in \(file.escapedForMessage)",
            role: .ok)
        }
    case .notTaken(let words): house.warn("not taken, the lines before stay: \(words)")
    case .held(let held):
      let before = house.capture?.held ?? [:]
      house.capture?.held = held
      if let number = held.keys.filter({ before[$0] == nil }).max() {
        house.notice = Self.notice(ofHeld: number)
      } else if before.keys.contains(where: {
        held[$0] == nil && house.notice == Self.notice(ofHeld: $0)
      }) {
        house.notice = nil
      }
    }
  }

  private static func notice(ofHeld number: Int) -> Notice {
    Notice(text: "#\(number) is held: L lets it go, E edits it, x drops it")
  }
}

extension App {
  /// What was captured and stands in no session, in words; nil where nothing is.
  var unsavedCapture: String? {
    guard let capture = house.capture, let session, session.path == capture.journal else {
      return nil
    }
    let count = capture.unsavedCount(of: session.session.count)
    let what =
      (count > 0 ? [Units.count(count, "exchange")] : [])
      + (capture.unsavedRules > 0 ? [Units.count(capture.unsavedRules, "rule")] : [])
      + (capture.hasUnsavedRemarks ? ["marks or notes"] : [])
    guard !what.isEmpty, session.session.count > 0 else { return nil }
    let isOne = what.count == 1 && what[0].hasPrefix("1 ")
    return "\(what.joined(separator: " and ")) \(isOne ? "is" : "are") not saved yet,"
      + " w saves \(isOne ? "it" : "them")"
  }
}

extension SessionScreen {
  /// What stands between an app and its server, where this is what it has seen.
  func capture(_ house: House) -> Capture? {
    house.capture.flatMap { $0.journal == path ? $0 : nil }
  }

  /// The number of the selected exchange, where it is held.
  func heldNumber(_ house: House) -> Int? {
    guard let held = capture(house)?.held, !held.isEmpty, let row = selected else { return nil }
    let number = session.sequence(at: row)
    return held[number] == nil ? nil : number
  }

  /// Changes what passes, where something does.
  func intervene(_ command: Command, _ house: inout House) -> Turn {
    guard let capture = capture(house) else { return Self.notCaptured(&house) }
    switch command {
    case .alter: return alter(house)
    case .hold: return .ask(Prompt(.hold))
    case .release: return release(all: false, &house)
    case .editHeld: return editHeld(&house)
    case .editRules: return .done([.editCaptured(.rules)])
    case .pause: return pause(capture, &house)
    default: return .pass
    }
  }

  /// Asks for a line that alters answers to requests like the selected one.
  private func alter(_ house: House) -> Turn {
    let row = selected.map { session.row(at: $0) }
    let path = row.flatMap { try? URLText($0.url) }.map { $0.path.isEmpty ? "/" : $0.path }
    // What the app got is none that the next line begins with.
    let servers = record?.shownAnswer == .apps ? nil : record?.reading
    let what =
      switch servers?.outcome.envelope?.verdict {
      case nil, .bare: "status 503"
      case .success: "as invalidSession"
      case .business, .invalidSession, .malformed: "as success"
      }
    return .ask(Prompt(.alteration, "\(row?.method ?? "*") \(path ?? "/**") answer \(what)"))
  }

  /// Asks which parts of the selected path are values, as they look; the line goes into the rules.
  func nameTemplate(_ house: House) -> Turn {
    guard let row = selected.map({ session.row(at: $0) }),
      let template = PathTemplate.all(
        of: [HTTPRequest(method: HTTPMethod(rawValue: row.method), url: row.url)], rules.all
      ).first
    else { return .done() }
    let prompt = capture(house) == nil ? PromptRow.sessionRule : .alteration
    return .ask(Prompt(prompt, "\(template.words) template"))
  }

  /// Traffic goes on; the list does not.
  private func pause(_ before: Capture, _ house: inout House) -> Turn {
    var capture = before
    capture.isPaused.toggle()
    house.capture = capture
    house.notify(
      capture.isPaused
        ? "what begins from now on passes and is not kept; :pause again goes on" : "kept again")
    return .done([.capture(.pause(capture.isPaused))])
  }

  func release(all: Bool, _ house: inout House) -> Turn {
    guard let capture = capture(house) else { return Self.notCaptured(&house) }
    let numbers =
      all ? capture.held.keys.sorted() : heldNumber(house).map { [$0] } ?? capture.firstHeld
    guard !numbers.isEmpty else {
      return .done(house.notify("nothing is held: :hold FILTER holds what it lets through"))
    }
    return .done([.capture(.release(numbers))])
  }

  private func editHeld(_ house: inout House) -> Turn {
    guard let number = heldNumber(house) ?? house.capture?.firstHeld.first else {
      return .done(house.notify("nothing is held: :hold FILTER holds what it lets through"))
    }
    return .done([.editCaptured(.held(number))])
  }

  static func notCaptured(_ house: inout House) -> Turn {
    .done(house.notify("nothing is captured here: inspector capture --to URL does"))
  }

  /// `:hold FILTER`, `:hold answer FILTER`.
  func hold(_ text: String, _ house: inout House) -> Turn {
    guard capture(house) != nil else { return Self.notCaptured(&house) }
    if Self.mistake(inRule: Rules.line(holding: text)) != nil { return .ask(Prompt(.hold, text)) }
    return .done([.capture(.alter(Rules.line(holding: text)))])
  }

  /// What holding these would do, or what is wrong with the words.
  static func note(ofHold text: String) -> Prompt.Note {
    mistake(inRule: Rules.line(holding: text))
      ?? .words("the rule is: \(Rules.line(holding: text).escapedForMessage)")
  }
}

extension App {
  /// What a line that is typed would do, or what is wrong with it.
  func note(ofAlteration text: String) -> Prompt.Note {
    if let mistake = SessionScreen.mistake(inRule: text) { return mistake }
    if text.hasSuffix(" template") {
      return .words("paths that differ only where braces stand are one target")
    }
    if let why = impossible(text) { return .words("it will not be applied: \(why)") }
    return .words(
      "as success|business|invalidSession|code V, status N, body set /PATH V, header set N=V, late 2s,"
        + " slow, cut, reset, hang, one behind another; then every N, first N")
  }

  /// Why a line that is to change the envelope of answers like the shown one could not.
  private func impossible(_ text: String) -> String? {
    guard let reading = viewedRecord?.reading, reading.pipeline.profile == nil,
      let request = session?.exchange?.request, let line = (try? Rules(text))?.all.first,
      line.isAbout(request), case .altering(let rule) = line.part,
      rule.alterations.contains(where: { if case .means = $0 { true } else { false } })
    else { return nil }
    guard let detected = reading.detected else {
      return "no profile reads this response; p chooses one"
    }
    let way = prompt == nil ? "P keeps" : "Esc, then P keeps"
    return "no profile reads this response; \(way) \(detected.profile.name)"
  }
}
