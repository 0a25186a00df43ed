import InspectorScreens
import NetEngine
import Testing

/// Every key of the table, pressed where it works, at two sizes: what each does is written down.
///
/// A command that is added is walked as well, and the list kept of the walk differs until somebody
/// has looked at what it does.
struct WalkTests {
  static let sizes = [Size(width: 80, height: 24), Size(width: 120, height: 36)]

  @Test("every key does in every place what it did when that was looked at", arguments: sizes)
  func walk(size: Size) {
    var out = ""
    for entry in CommandTable.entries {
      for scope in entry.scopes {
        guard let key = entry.keys.first else { continue }
        out += "\(entry.name) \(key) in \(scope): \(Self.press(key, in: scope, size))\n"
      }
    }
    expectGolden(out, "walk-\(size.width)x\(size.height)")
  }

  /// What comes of a key: what is ordered, which screen is there, what is said.
  private static func press(_ key: Key, in scope: Scope, _ size: Size) -> String {
    var stage = Stage(size.width, size.height)
    guard open(scope, in: &stage) else { return "no such place at this size" }
    let before = stage.frame
    stage.pass(milliseconds: 5_000)
    let effects = stage.send(.key(key, at: stage.now))
    let after = stage.frame
    expectHarmless(after)
    #expect(after.width == size.width && after.height == size.height)
    var words = effects.map { "orders \("\($0)".prefix { $0 != "(" })" }
    if stage.app.screenName != "main" { words.append(stage.app.screenName) }
    let rows = (0..<after.height).count { before.text(ofRow: $0) != after.text(ofRow: $0) }
    if before == after {
      words.append("the same screen")
    } else {
      words.append(rows == 0 ? "another look" : "another screen")
    }
    if let notice = stage.app.noticeText { words.append("'\(notice)'") }
    return words.joined(separator: ", ")
  }

  /// Brings about a state in which the keys of a scope count; false where the size has no such place.
  private static func open(_ scope: Scope, in stage: inout Stage) -> Bool {
    stage.playSession()
    switch scope {
    case .main, .targets, .everywhere, .always: break
    case .history:
      stage.press("Shift-Tab")
      return stage.shows("History")
    case .answer: stage.showLarge()
    case .tree:
      stage.showTree(Sample.tree)
      stage.press("j j j")
    case .headers:
      stage.show("/users", .success(Sample.users))
      stage.press("4 Tab")
    case .string:
      stage.show("/users", .success(Sample.users))
      stage.press("3 Tab")
    case .diff:
      stage.showTwoAnswers()
      stage.press("D")
    case .session, .exchanges: stage.openRecording()
    case .question:
      stage.select("/users", "POST")
      stage.press("Space a")
    case .choice: stage.press("p")
    case .copying: stage.press("y")
    case .profile: stage.editProfile()
    case .variables: stage.send(.variables(Sample.variables))
    case .cookies: stage.send(.cookies(Sample.cookies, removed: 0))
    case .preview:
      stage.press("i")
      stage.send(.previewed(0, .success(Sample.preview)))
    case .form: stage.press("c")
    case .keeping:
      stage.press("W Enter")
      if case .planKeep(let order) = stage.effects.last {
        stage.send(.keeping(.planned(stage.plan(order))))
      }
    case .formBody: stage.press("c PgDn")
    case .completing:
      stage.press("c Tab")
      stage.type("cont")
    case .help: stage.press("?")
    case .prompt:
      stage.press("f")
      stage.type("users")
    }
    return true
  }
}
