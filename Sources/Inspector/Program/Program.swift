import CurlTransport
import InspectorCommands
import InspectorProxy
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// What the screens are opened on: a list of targets and the provider that fires them.
package nonisolated struct Program: Sendable {
  package var title: String
  package var targets: [ListedTarget]
  /// Request files in place of targets that are there from the start.
  package var collection: CollectionTargets?
  /// Asked once, by the first firing: the first frame does not need a provider.
  package var provider: @Sendable () -> Provider
  /// What is set for everything that is fired.
  var configuration = Configuration()
  /// What is read in place of being sent, by its place in the list: files that are looked at.
  var files: [ViewedFile] = []
  /// The session that is open when the screens begin.
  var session: String?
  /// The URL in the form that is open when the screens begin.
  var url: String?
  /// The number of its exchange that is selected then.
  var exchange: Int?
  /// What happens as soon as the screen is there; files that are looked at are all read.
  package var start: AppStart {
    session.map { .session($0, at: exchange) } ?? url.map { .form(url: $0) }
      ?? (files.isEmpty ? .list : .everything)
  }
  /// What is passed on for an app while the screens are on.
  var capture: Captured?
  /// Shown at the start: why these requests opened, or what else a file is good for.
  var note: String?
  /// Files that are looked at are not recorded: they are there already.
  package var isRecorded = true
  /// Whether whoever has never seen the screens is shown around.
  var isGuided = false
  /// What must live as long as the program: the demo's server.
  package var backend: (any AnyObject & Sendable)?

  /// The base of the targets there were at the start.
  private var shownBase: String?

  package init(
    title: String, targets: [ListedTarget], provider: @escaping @Sendable () -> Provider
  ) {
    self.title = title
    self.targets = targets
    self.provider = provider
  }

  /// Opens request files.
  package init(
    _ collection: CollectionTargets, provider: @escaping @Sendable () -> Provider = { Provider() }
  ) {
    self.init(title: "", targets: [], provider: provider)
    self.collection = collection
  }

  /// What is captured, and how it is read.
  struct Captured: Sendable {
    let shown: Capture
    /// What it is kept by.
    let recorder: Recorder
    let lens: @Sendable (inout Lens) -> Void
    let rules: LiveRules
    /// The profile of an answer that a line of rules is about.
    let reading: Lock<@Sendable (Response) -> EnvelopeProfile?>
    let desk: HoldDesk
    let refusals: RefusedRequests
    let log: CaptureLog
  }

  /// The base all targets share; empty when they have several.
  package var baseURL: String {
    guard let first = targets.first?.words.baseURL else { return "" }
    return targets.allSatisfy { $0.words.baseURL == first } ? first : ""
  }

  /// Where sessions of it are saved.
  @MainActor
  var sessionFolder: String { collection.map { $0.folder + "/sessions" } ?? "sessions" }

  /// The screens as they begin; with a folder for what is kept, in the environment chosen last.
  @MainActor
  package func app(
    refused: RefusedScalars? = nil, _ files: ConfigurationFiles? = nil,
    recalling state: String? = nil
  ) -> App {
    let recalled = session == nil ? state.flatMap { recallEnvironment(in: $0) } : nil
    if let files { collection?.use(profiles: files.profiles) }
    var app = App(
      collection?.listing ?? listing,
      keymap: Keymap(overrides: files?.configuration.commandKeys ?? [:]),
      refused: refused, profiles: files?.configuration.profiles ?? [],
      defaultProfile: files?.profile, keptProfiles: files?.keptProfiles ?? [:])
    if let recalled { app.tell("environment \(recalled), as last time here; E takes another one") }
    if let note { app.tell(note) }
    if let rules = capture?.rules { app.tell(rules) }
    let added = collection == nil ? nil : files?.addedHeaders
    if let added { app.tell(added) }
    let unread = collection.flatMap { files?.unread(near: $0.collection) }
    app.warn(
      (files?.warnings ?? []) + [unread].compactMap { $0 },
      beside: added == nil ? nil : files?.addedHeadersInShort)
    // Its answers are there already; who fires a request of the folder beside it chooses then.
    if session != nil { app.decideNothing() }
    if let capture { app.begin(capture.shown, reading: capture.lens) }
    return app
  }

  /// Targets that were taken out of the list again.
  private var discarded: Set<Int> = []

  /// Takes a target out of the list; the others keep their places.
  mutating func discard(_ place: Int) { discarded.insert(place) }

  /// Adds a target at the end; answers its place.
  mutating func add(_ target: ListedTarget) -> Int {
    if shownBase == nil { shownBase = baseURL }
    targets.append(target)
    return targets.count - 1
  }

  /// The list as it is now; one target elsewhere does not take the others' base away.
  var listing: TargetListing {
    let base = shownBase ?? baseURL
    return TargetListing(
      title: title, baseURL: base, items: targets.map { $0.item(below: base) },
      order: targets.indices.filter { !discarded.contains($0) })
  }
}

extension Program {
  /// The same with what a configuration sets for everything that is fired.
  nonisolated func configured(_ configuration: Configuration) -> Program {
    var copy = self
    copy.configuration = configuration
    return copy
  }
}
