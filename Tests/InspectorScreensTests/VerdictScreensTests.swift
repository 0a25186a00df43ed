import InspectorScreens
import NetEngine
import NetRecordings
import Testing

/// What the screens say of an answer at a glance, and after it was judged again.
struct VerdictScreensTests {
  // MARK: What is only detected

  @Test("what a detected envelope says is hinted at and not counted", arguments: [80, 120, 200])
  func hint(width: Int) {
    var stage = Stage(width, 36)
    stage.show("/escape", .success(Sample.unknownEnvelope))
    #expect(stage.rows(of: "? GET  /escape").first?.contains("200 rejected?") == true)
    #expect(stage.shows("1?") && !stage.shows("1✓") && !stage.shows("1✗"))
    #expect(!stage.shows("✓ GET"), "what was refused, as it seems, has no sign that all is well")
    #expect(stage.shows("detected: rejected") && !stage.shows("· ok ·"))
    #expect(stage.footer.hasPrefix(" P keep profile"), "what makes a verdict of it")
    stage.press("j")
    #expect(stage.roles(of: "rejected?") == (width < 100 ? [.warning] : [.warning, .warning]))
    stage.press("k")
    stage.press("P")
    #expect(stage.shows("200 rejected") && !stage.shows("rejected?"))
    #expect(!stage.shows("detected: "))
    #expect(stage.shows("1✗"))
  }

  @Test("a recording hints at it in its list too, and not once a profile is chosen")
  func hintInRecording() throws {
    var stage = Stage()
    let request = HTTPRequest(url: "http://h.test/login")
    let accepted = Sample.response("/a", body: #"{"errno":0,"data":[]}"#)
    let exchanges = [accepted, Sample.unknownEnvelope].enumerated().map { number, response in
      Exchange(
        sequence: number + 1, name: "", startedAt: 0, request: request, result: .success(response))
    }
    stage.openRecording(Session(exchanges))
    #expect(stage.rows(of: "GET     200 rejected? http://h.test/login").count == 1)
    #expect(stage.rows(of: "GET     200 ok        http://h.test/login").count == 1)
    #expect(stage.roles(of: "rejected?") == [.warning])
    stage.command("profile status/msg/data")
    stage.readAlong()
    #expect(!stage.shows("rejected?"))
  }

  @Test("a detected envelope that says yes, or that a profile reads, leaves no hint")
  func noHint() {
    var stage = Stage()
    stage.show("/unicode", .success(Sample.response("/unicode", body: #"{"errno":0,"data":[]}"#)))
    stage.show("/users/42", .success(Sample.user))
    #expect(!stage.shows("ok?") && !stage.shows("expired?"))
    #expect(!stage.shows("detected: "))
  }

  @Test("a request without an envelope by its own word has no profile, no detection and no hint")
  func leftOut() throws {
    var item = Sample.targets[Sample.target("/escape")]
    item.readsNoEnvelope = true
    var stage = Stage(120, 36, targets: [item])
    stage.press("j")
    stage.fire(0, .success(Sample.unknownEnvelope))
    #expect(stage.shows("200 ok"))
    #expect(!stage.shows("detected"))
    stage.press("P")
    #expect(stage.footer.contains("'# @profile none'"))
    let lens = Lens(fallback: Sample.standard)
    #expect(lens.pipeline(for: item).profile == nil)
  }

  @Test("an answer keeps the word it was asked with until its request is fired again")
  func leftOutBefore() {
    var stage = Stage()
    var answer = Sample.unknownEnvelope
    answer.readsNoEnvelope = true
    stage.show("/escape", .success(answer))
    #expect(stage.shows("200 ok") && !stage.shows("rejected?"))
    stage.press("P")
    #expect(stage.footer.contains("'# @profile none': send it again"))
    stage.show("/escape", .success(Sample.unknownEnvelope))
    #expect(stage.shows("200 rejected?"))
  }

  /// The screens over a recording whose only answer says: log in again.
  private static func stored(_ change: (inout Response) -> Void) -> Stage {
    var answer = Sample.user
    change(&answer)
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: answer.request, result: .success(answer))
    var stage = Stage()
    stage.app = App(
      TargetListing(title: "demo", baseURL: Sample.base, items: Sample.targets),
      profiles: [Sample.standard],
      defaultProfile: Sample.standard)
    stage.send(.resized(width: 120, height: 36))
    stage.press("O")
    stage.type("old")
    stage.press("Enter")
    let session = Session([exchange], name: "old")
    stage.send(.session(.opened(path: "old", session, fraction: 1)))
    stage.readAlong()
    return stage
  }

  @Test("a recorded answer whose request wanted no envelope has none", arguments: [true, false])
  func storedWithout(hasWord: Bool) throws {
    var stage = Self.stored { $0.readsNoEnvelope = hasWord }
    #expect(stage.shows(hasWord ? "200 ok  " : "200 expired "))
    #expect(stage.frame.text(ofRow: 0).contains(hasWord ? "no envelope" : "envelope default"))
    #expect(!stage.shows("detected"))
    stage.press("p")
    #expect(stage.shows(hasWord ? "as recorded: none" : "as recorded: default"))
    #expect(!stage.shows("detected"))
    stage.press("Esc")
    stage.command("profile default")
    stage.readAlong()
    #expect(stage.shows("200 expired "))
  }

  @Test("a profile made of such an answer reads it")
  func storedEdited() {
    var stage = Self.stored { $0.readsNoEnvelope = true }
    stage.press("Ctrl-p")
    #expect(stage.app.screenName == "profile")
    stage.press("Enter Ctrl-u")
    stage.type("mine")
    stage.press("Enter")
    stage.readAlong()
    #expect(stage.shows("200 expired ") && stage.frame.text(ofRow: 0).contains("envelope mine*"))
  }

  @Test("what is fired again is compared by what the recording says, or by what was chosen")
  func storedComparison() throws {
    let now = Sample.response("/users/42", body: #"{"status":"ok","msg":"","data":1}"#)
    func verdict(_ command: String? = nil, _ word: (inout Response) -> Void) -> Change.Verdicts? {
      var stage = Self.stored(word)
      if let command { stage.command(command) }
      guard case .session(.replay(let order)) = stage.press("R").first else {
        Issue.record("nothing was ordered")
        return nil
      }
      let comparison = order.options(rules: Rules()) { _ in nil }.comparison
      return comparison.change(from: order.exchanges[0], to: .success(now)).verdict
    }
    #expect(verdict { _ in }?.from == "expired 'invalid_session'")
    #expect(verdict { $0.readsNoEnvelope = true } == nil)
    #expect(verdict { $0.profile = Sample.numeric } == nil)
    #expect(verdict("profile default") { $0.readsNoEnvelope = true } != nil)
  }

  @Test("a hint and the mark of what no server has said stand beside each other")
  func offlineHint() {
    var stage = Stage(80, 24)
    stage.select("/escape")
    stage.finish(
      stage.begin(Sample.target("/escape"), from: .samples), .success(Sample.unknownEnvelope))
    #expect(stage.rows(of: "200 rejected?").first?.contains("◂") == true)
  }

  @Test("the help explains the question mark")
  func helpOfHint() {
    var stage = Stage(80, 24)
    stage.press("?")
    stage.press("f")
    stage.type("detected")
    stage.press("Enter")
    #expect(stage.shows("✓ expired?"))
  }

  // MARK: Profiles that fit

  /// A configured profile for which an answer without a code is a good one.
  private static let lenient = EnvelopeProfile(
    name: "lenient", statusCodeKey: "result.code", modelKey: "result.value",
    successValues: ["0"], missingCode: .success)

  /// A body, and what profiles make of it that are good where nothing stands.
  static let fits: [(body: String, verdicts: [String: String])] = [
    ("[1,2]", [:]), ("7", [:]), ("\"text\"", [:]), ("{}", [:]), ("{\"id\":43}", [:]),
    (#"{"status":"invalid_session","msg":"gone"}"#, ["status/msg/data": "✗ session"]),
    (#"{"status":"invalid_session","msg":"gone","data":null}"#, ["status/msg/data": "✗ session"]),
    (#"{"data":[]}"#, ["JSON:API": "✓ success", "GraphQL": "✓ success"]),
    (#"{"data":null,"errors":[]}"#, ["JSON:API": "✓ success", "GraphQL": "✓ success"]),
    (#"{"errors":[{"message":"no"}]}"#, ["JSON:API": "✗ business", "GraphQL": "✗ business"]),
    (#"{"type":"/gone","title":"Gone"}"#, ["problem+json": "✗ business"]),
    (#"{"result":{}}"#, [:]), (#"{"result":{"code":null}}"#, ["lenient": "✓ success"]),
    (#"{"result":{"value":1}}"#, ["lenient": "✓ success"]),
    (#"{"result":{"code":1}}"#, ["lenient": "✗ business"]),
  ]

  private static func choosing(
    _ body: String, own: EnvelopeProfile? = nil, _ command: String? = nil
  ) -> Stage {
    var item = Sample.targets[Sample.target("/escape")]
    item.pipeline.profile = own
    var stage = Stage(120, 40)
    stage.app = App(
      TargetListing(title: "demo", baseURL: Sample.base, items: [item]), profiles: [Self.lenient])
    stage.send(.resized(width: 120, height: 40))
    stage.press("j")
    stage.fire(0, .success(Sample.response("/escape", body: body)))
    if let command { stage.command(command) }
    stage.press("p")
    return stage
  }

  @Test("a profile none of whose keys an answer has does not fit it", arguments: fits.indices)
  func fit(index: Int) {
    let (body, verdicts) = Self.fits[index]
    let stage = Self.choosing(body)
    for name in ["lenient", "status/msg/data", "JSON:API", "problem+json", "GraphQL"] {
      let row = stage.rows(of: "  \(name) ").first ?? ""
      #expect(row.contains(verdicts[name] ?? "– does not fit"), "\(name): \(row)")
    }
    #expect(stage.rows(of: "HTTP status").first?.contains("✓ success") == true)
  }

  @Test("a profile that somebody has named for an answer is taken at its word")
  func fitNamed() {
    let own = Self.choosing("{\"id\":43}", own: .problem)
    #expect(own.shows("200 ok"))
    #expect(Self.listed("problem+json", own).allSatisfy { $0.contains("✓ success") })
    let chosen = Self.choosing("{\"id\":43}", "profile GraphQL")
    #expect(chosen.shows("200 ok"))
    #expect(Self.listed("GraphQL", chosen).allSatisfy { $0.contains("✓ success") })
    #expect(Self.listed("JSON:API", chosen).allSatisfy { $0.contains("– does not fit") })
  }

  /// The rows of the list of profiles with a name, one at least.
  private static func listed(_ name: String, _ stage: Stage) -> [String] {
    let rows = stage.rows(of: name).filter { !$0.contains("· status") }
    #expect(!rows.isEmpty)
    return rows
  }

  // MARK: Raw and envelope in a narrow room

  @Test("the two halves of the first tab stand under one digit", arguments: [80, 60])
  func digits(width: Int) {
    var stage = Stage(width, 24)
    stage.show("/users", .success(Sample.users))
    #expect(stage.shows("[1 Raw]") && stage.shows("Env") && !stage.shows("1 Env"))
    stage.press("1")
    #expect(stage.shows("1 Raw") && stage.shows("[Env"))
  }

  @Test("in a narrow room an answer that failed where no status says so opens at its envelope")
  func leads() {
    var stage = Stage(80, 24)
    stage.show("/status/404", .success(Sample.notFound))
    #expect(stage.shows("[1 Raw]"))
    stage.show("/users/42", .success(Sample.user))
    #expect(stage.shows("[Envelope]"))
    stage.show("/users", .success(Sample.users))
    #expect(stage.shows("[1 Raw]"))
    stage.press("3")
    stage.show("/users/42", .success(Sample.user))
    #expect(stage.shows("[3 String]"))
    stage.press("1")
    #expect(stage.shows("[Envelope]"))
    // Who turns the page has chosen it, for the answers after it too.
    stage.press("1")
    stage.show("/users", .success(Sample.broken))
    stage.show("/users/42", .success(Sample.user))
    #expect(stage.shows("[1 Raw]"))
  }

  @Test("a page stays where a person is at work in it")
  func stays() {
    var stage = Stage(80, 24)
    stage.show("/users", .success(Sample.users))
    stage.press("Tab")
    stage.fire(Sample.target("/users"), .success(Sample.broken))
    #expect(stage.shows("[1 Raw]"))
    stage.press("Tab")
    stage.show("/users/42", .success(Sample.user))
    #expect(stage.shows("[Envelope]"))
  }

  // MARK: Judged again

  private func judged() -> Stage {
    var stage = Stage(80, 24)
    stage.show("/users/42", .success(Sample.user))
    stage.show("/status/404", .success(Sample.notFound))
    stage.show("/refused", .failure(Sample.refused))
    stage.show("/users", .success(Sample.users))
    return stage
  }

  @Test("another status filter, mapping or profile says what became of the answers")
  func saysCounts() {
    var stage = judged()
    stage.command("profile status/msg/data")
    #expect(
      stage.footer == " profile status/msg/data: 3 responses judged again, 3 fail; u goes back")
    stage.command("profile none")
    #expect(
      stage.footer == " no profile: 3 responses judged again, 1 fails; was status/msg/data")
    stage.command("map image")
    #expect(stage.footer == " mapping image: 3 responses judged again, 3 fail; u goes back")
    stage.press("m g Enter")
    #expect(
      stage.footer == " each request's own mapping: 3 responses judged again, 1 fails; was image")
    stage.press("s s")
    #expect(
      stage.footer == " every status passes: 3 responses judged again, none fails; was 2xx+3xx")
    stage.command("profile none")
    #expect(stage.footer == " responses are read like that already: nothing to judge again")
  }

  @Test("u reads everything as configured again")
  func back() {
    var stage = judged()
    stage.press("u")
    #expect(stage.footer == " responses are read like that already: nothing to judge again")
    stage.command("profile status/msg/data")
    stage.press("s u")
    #expect(stage.footer == " as configured: 3 responses judged again, 2 fail")
    #expect(stage.shows("envelope numeric · status 2xx"))
    #expect(!stage.shows("*"))
  }

  @Test("counts are told when the last long reading is done, not before")
  func longReadings() throws {
    var stage = Stage(80, 24)
    let large = Sample.response(
      "/large", body: "[" + (0..<60_000).map { "\($0)" }.joined(separator: ",") + "]")
    stage.select("/large")
    stage.fire(Sample.target("/large"), .success(large))
    stage.command("profile status/msg/data")
    #expect(
      stage.footer == " profile status/msg/data: 1 response is being judged again; u goes back")
    let order = try #require(stage.lastReadOrder)
    stage.send(.read(order.number, .done(Reading(order.result, order.pipeline)), at: stage.now))
    #expect(
      stage.footer == " profile status/msg/data: 1 response judged again, 1 fails; u goes back")
  }
}

extension Stage {
  /// The roles in which a text of its own is drawn.
  fileprivate func roles(of wanted: String) -> [Style.Role] {
    var roles: [Style.Role] = []
    for row in 0..<size.height {
      frame.forEachRun(inRow: row) { _, text, style in
        if text.contains(wanted) { roles.append(style.role) }
      }
    }
    return roles
  }

  fileprivate var lastReadOrder: ReadOrder? {
    effects.compactMap { if case .read(let orders) = $0 { orders.last } else { nil } }.last
  }
}
