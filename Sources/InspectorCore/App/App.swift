import NetEngine

/// Every screen as a value: events go in, effects and frames come out.
///
///     Event ─► update ─► [Effect]        render(size) ─► Frame
///
/// `update` never waits, reads no clock and makes no ids; `render` changes nothing.
package struct App: Sendable {
  var title: String
  var baseURL: String
  let rule: DisplayRule
  var keymap: Keymap
  /// At most 1000×500: a terminal that says more is not believed.
  var size = Size(width: 80, height: 24)
  /// The newest moment an event told of.
  var now = Instant(microseconds: 0)

  var screens: [Screen] = [.main]
  var focus = Pane.targets
  var split = Split()
  var list: TargetList
  var history = History()
  var tally = Tally()
  var sieve = Sieve()
  var historyRows = HistoryRows()
  var historyCursor = ListCursor()
  var answer = AnswerView()
  /// How answers are read.
  var lens = Lens()
  /// Profiles a person can choose from beside the library's.
  var profiles: [EnvelopeProfile]
  /// The profile that is being made of the shown answer.
  var profileEditor: ProfileEditor?
  var help: HelpPage?
  /// Whether another event came with the one that is taken: nothing is drawn in between.
  var hasMoreEvents = false
  var output: OutputView?
  /// Pipes are numbered from 1.
  var lastPipe = 0
  var variables: VariablesPage?
  var variablesPane: TextPane?
  /// Of request files; empty for other targets.
  var environments: [String] = []
  var environment: String?
  var diff: DiffView?
  var session: SessionView?
  /// What can be opened in the folder that is typed.
  var sessionNames: SessionNames?
  var prompt: Prompt?
  /// Where one stood before a filter was typed, and where Esc goes back to.
  var beforeFilter: Standing?
  /// A filter was left: as soon as the list is as it was, one stands there again.
  var returning: Standing?
  package var memory = PromptMemory()
  /// Whether somebody keeps what is typed for the next run.
  package var keepsPrompts = false
  var notice: Notice? {
    didSet { if let notice, notice != oldValue { messages.keep(notice, at: now) } }
  }
  /// The answers that are being judged again, as long as a message is to tell of them.
  var judging: Judging?
  var messages = MessageLog()
  /// When the program started, in seconds of the local day.
  package var secondsAtStart = 0
  /// The texts over the whole screen that are open.
  var pages: [Screen: TextPage] = [:]
  /// What the preview that was asked for is wanted for.
  var previewUse: PreviewUse?
  var form: ComposeForm?
  /// The requests that were typed, by their place in the list.
  var composed: [Int: ComposedRequest] = [:]
  var lastComposed: ComposedRequest?
  /// The typed request whose row is still to come.
  var awaited: ComposedRequest?
  /// The typed request that was sent last, until its answer is there.
  var sent: Sent?
  var targetOrder = TargetOrder.listed
  /// A small list to choose from, over the answer.
  var chooser: Chooser?
  /// The next key says what is copied.
  var copying: Copying?
  var hasMouse = true
  /// Whether what is fired is kept; nil where nothing is recorded.
  package var recording: RecordingState?
  /// The session that is there already, and may be replaced after a yes.
  var replaceable: Replaceable?

  /// Who answers what is fired.
  var source = AnswerSource.network
  /// Who is to answer once it is there.
  var orderedSource: AnswerSource?
  /// The recording that was open last.
  var lastSession: String?
  /// Requests whose answers are to be compared as soon as they are there.
  var replays: [Int: Replay] = [:]
  /// How several replays end, while they run.
  var replayTally: ReplayTally?
  /// The number of the answer each answer is compared with, where that was found out.
  var pairs: [Int: Int] = [:]

  /// Requests that wait for a yes, because they may change data.
  var question: [Int] = []
  /// A key came that is no answer to it.
  var isQuestionPressing = false
  /// They are to be fired again and compared.
  var questionIsReplay = false
  /// Requests that got their yes: they are asked about once.
  var approved: Set<Int> = []
  /// Firings that were ordered and have not begun, by target.
  var ordered: [Int: Int] = [:]
  /// Firings to be cancelled as soon as they begin, by target.
  var unwanted: [Int: Int] = [:]
  var lastInterrupt: Instant?
  /// What would be lost was said to the last key, which was to leave: once more leaves.
  var isLeaveAsked = false
  /// The search that goes on beside the loop, and what it was ordered for.
  var searching: (job: SearchJob, stamp: Int)?
  /// Searches are numbered from 1.
  var lastSearch = 0

  enum Screen: Sendable, Hashable, CaseIterable {
    case main, help, output, variables, diff, preview, messages, compose, session, profile
  }

  /// All screens by name, for tests that look at every one.
  package static let screenNames = Screen.allCases.map { "\($0)" }
  package var screenName: String { "\(screen)" }

  enum Pane: Sendable, Hashable {
    case targets, history, answer
  }

  /// A place in the list, and the answer that was chosen there.
  struct Standing: Sendable {
    var row: TargetList.Row?
    var cursor: ListCursor
    var pinned: Int?
  }

  /// A typed request that was sent: it is shown, whatever the list hides.
  struct Sent: Sendable {
    var target: Int
    /// It was selected; from then on the person moves the cursor.
    var isSelected = false
  }

  /// A line for the person, until the next key.
  struct Notice: Sendable, Hashable {
    var text: String
    var role = Style.Role.plain
  }

  /// Makes the app over its targets; `refused` are code points this terminal draws otherwise.
  package init(
    title: String, baseURL: String, targets: [TargetItem], keymap: Keymap = Keymap(),
    refused: RefusedScalars? = nil, profiles: [EnvelopeProfile] = [],
    defaultProfile: EnvelopeProfile? = nil, keptProfiles: [String: EnvelopeProfile] = [:]
  ) {
    self.title = title
    self.profiles = profiles
    lens = Lens(fallback: defaultProfile, kept: keptProfiles)
    self.baseURL = baseURL
    self.keymap = keymap
    rule = DisplayRule(refused: refused)
    list = TargetList(targets)
    tally.recount(list, history)
    settle()
  }

  /// Makes the app over a list that may change.
  package init(
    _ listing: TargetListing, keymap: Keymap = Keymap(), refused: RefusedScalars? = nil,
    profiles: [EnvelopeProfile] = [], defaultProfile: EnvelopeProfile? = nil,
    keptProfiles: [String: EnvelopeProfile] = [:]
  ) {
    self.init(
      title: listing.title, baseURL: listing.baseURL, targets: listing.items, keymap: keymap,
      refused: refused, profiles: profiles, defaultProfile: defaultProfile,
      keptProfiles: keptProfiles)
    (environments, environment) = (listing.environments, listing.environment)
    warn(listing.notice.isEmpty ? [] : [listing.notice])
    if environments.count > 1, environment == nil { offerEnvironments() }
  }

  /// Takes a fact in; says what the last inch is to do.
  ///
  /// Of events that came together all but the last have others behind them: nothing is drawn in
  /// between, so what only a drawing needs may wait.
  package mutating func update(_ event: Event, hasMore: Bool = false) -> [Effect] {
    hasMoreEvents = hasMore
    let effects = take(event) + sift() + rememberPrompts()
    settle()
    return effects + orderSearch() + loadExchange() + orderSessionNames()
  }

  /// What was typed goes where the next run finds it.
  private mutating func rememberPrompts() -> [Effect] {
    let fresh = memory.takeFresh()
    return keepsPrompts ? fresh.map { .remember($0) } : []
  }

  /// Whether anything is in flight or ordered: ticks are wanted only then.
  package var isBusy: Bool { !history.running.isEmpty || !ordered.isEmpty }

  private mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key, let at):
      now = max(now, at)
      return press(key)
    case .paste(let bytes):
      paste(bytes)
    case .mouse(let mouse, let at):
      now = max(now, at)
      return take(mouse)
    case .resized(let width, let height):
      size = Size(width: max(0, min(1_000, width)), height: max(0, min(500, height)))
    case .tick(let at):
      now = max(now, at)
      return glance()
    case .exchange(let id, let event, let at):
      now = max(now, at)
      return take(event, of: id)
    case .read(let number, let event, let at):
      now = max(now, at)
      take(event, of: number)
    case .searched(let finding):
      take(finding)
    case .sifted(let result):
      take(result)
    case .session(let event):
      return take(event)
    case .recording(let event):
      take(event)
    case .answering(let event):
      take(event)
    case .configured(let event):
      take(event)
    case .reconfigured(let change):
      return take(change)
    case .compared(let from, let to, let change):
      take(change, from: from, to: to)
    case .listed(let listing):
      return take(listing)
    case .uncomposed(let request, let why):
      awaited = nil
      openForm(request, mistake: why)
    case .variables(let page):
      open(page)
    case .message(let text):
      notice = Notice(text: text, role: .warning)
    case .aside(let text):
      let aside = Notice(text: text, role: .warning)
      if notice?.role == .warning { messages.keep(aside, at: now) } else { notice = aside }
    case .done(let text):
      notice = Notice(text: text, role: .ok)
    case .redacted(let clip):
      return [.copy(clip)]
    case .pipe(let id, let event):
      take(event, of: id)
    case .previewed(let target, let preview):
      return take(preview, of: target)
    case .terminated:
      return quit()
    }
    return []
  }

  // MARK: Keys

  private mutating func press(_ key: Key) -> [Effect] {
    isQuestionPressing = false
    let action = keymap.action(for: key, in: scopes)
    if action?.command != .back { isLeaveAsked = false }
    if let action {
      if prompt == nil { notice = nil }
      if screen == .main, hasQuestion, prompt == nil { return answerQuestion(action) }
      return perform(action)
    }
    if copying != nil {
      leaveCopying()
      return []
    }
    if case .character(let scalar) = key { type { $0.insert(scalar) } }
    return []
  }

  /// Where a key is looked up, the first that knows it decides.
  var scopes: [Scope] {
    if prompt != nil { return [.prompt, .always] }
    if copying != nil { return [.copying, .always] }
    switch screen {
    case .main: break
    case .compose: return [.form, .always]
    case .preview: return [.preview, .everywhere, .always]
    case .session: return sessionScopes
    case .diff: return [.diff, .everywhere, .always]
    case .profile: return [.profile, .tree, .everywhere, .always]
    case .help: return [.help, .everywhere, .always]
    case .output, .messages, .variables: return [.everywhere, .always]
    }
    if chooser != nil { return [.choice, .everywhere, .always] }
    let panes: [Scope] =
      switch focus {
      case .targets: [.targets]
      case .history: [.history]
      case .answer: (answer.scope.map { [$0] } ?? []) + [.answer]
      }
    return (hasQuestion ? [.question] : []) + panes + [.main, .everywhere, .always]
  }

  var screen: Screen { screens.last ?? .main }

  private mutating func paste(_ bytes: [UInt8]) {
    guard prompt != nil || screen == .compose else {
      notice = Notice(text: "a paste is text: open f or / first", role: .warning)
      return
    }
    let bytes = bytes.withLineFeeds
    guard prompt != nil || !pasteCurl(bytes) else { return }
    let keepsLines = prompt == nil && form?.isInBody == true
    let line = prompt?.isOfShell == true ? bytes.withoutContinuations : bytes
    type { keepsLines ? $0.insert(bytes) : $0.insertLine(line) }
  }
}

// MARK: What a host and a test may ask

extension App {
  /// The request under the cursor; nil on a heading.
  package var selectedTarget: Int? { list.selectedTarget }
  /// How many firings the history keeps a line of at most; what is over goes a thousand at a time.
  package var historyLimit: Int {
    get { history.recordLimit }
    set { history.recordLimit = newValue }
  }
  /// What is in flight, for a message: `GET http://…/hang, waiting`; the oldest first.
  package var runningWords: [String] {
    history.running.compactMap { history[$0] }.map { record in
      let item = list.items[record.target]
      return "\(item.method) \(item.url), \(record.progress.phase.words)"
    }
  }
  /// What stands in the bottom line in place of the keys; nil for nothing.
  package var noticeText: String? { notice?.text }
  /// How many firings the history has a line of.
  package var historyCount: Int { history.count }
}
