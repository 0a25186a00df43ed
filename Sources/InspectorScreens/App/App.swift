import NetEngine

/// Every screen as a value: events go in, effects and frames come out.
///
///     Event ─► update ─► [Effect]        render(size) ─► Frame
///
/// `update` never waits, reads no clock and makes no ids; `render` changes nothing.
package struct App: Sendable {
  var house: House
  var main: MainScreen
  /// The screens over the main one, the one that is on last.
  var above: [any ScreenContent] = []
  /// The session the program was started with, until it is there.
  var opening: Opening?
  /// Pipes are numbered from 1.
  var lastPipe = 0
  /// What can be opened in the folder that is typed.
  var sessionNames: SessionNames?
  var prompt: Prompt?
  package var memory = PromptMemory()
  /// Whether somebody keeps what is typed for the next run.
  package var keepsPrompts = false
  /// The answers that are being judged again, as long as a message is to tell of them.
  var judging: Judging?
  /// The row of the session that is to be changed as soon as it is read.
  var awaitsForm: Int?
  /// What the preview that was asked for is wanted for.
  var previewUse: (target: Int, use: PreviewUse)?
  /// The next key says what is copied.
  var copying: Copying?
  /// A key came that is no answer to what is asked.
  var isQuestionPressing = false
  /// What is to be tried next, in the demo.
  var guide: Guide?
  var lastInterrupt: Instant?
  /// The warning that the last key showed because it would quit, without its numbers; the same key
  /// quits unless another warning is due by then.
  var leaveWarning: String?
  /// The search that goes on beside the loop, and what it was ordered for.
  var searching: (job: SearchJob, stamp: Int)?
  /// The body that is laid out beside the loop.
  var layingOut: LayoutJob?
  /// Searches and layouts are numbered from 1.
  var lastJob = 0

  /// Makes the app over a list that may change; `refused` are code points this terminal draws
  /// otherwise.
  package init(
    _ listing: TargetListing, keymap: Keymap = Keymap(), refused: RefusedScalars? = nil,
    profiles: [EnvelopeProfile] = [], defaultProfile: EnvelopeProfile? = nil,
    keptProfiles: [String: EnvelopeProfile] = [:]
  ) {
    house = House(
      rule: DisplayRule(refused: refused), keymap: keymap, title: listing.title,
      baseURL: listing.baseURL, items: listing.items, profiles: profiles)
    house.lens = Lens(fallback: defaultProfile, kept: keptProfiles)
    main = MainScreen(listing.items)
    main.tally.recount(main.list, house)
    settle()
    (house.environments, house.environment) = (listing.environments, listing.environment)
    warn(listing.notice.isEmpty ? [] : [listing.notice])
    if house.environments.count > 1, house.environment == nil { _ = offerEnvironments() }
  }
}

extension App {
  /// Takes a fact in; says what the last inch is to do.
  ///
  /// Of events that came together all but the last have others behind them: nothing is drawn in
  /// between, so what only a drawing needs may wait.
  package mutating func update(_ event: Event, hasMore: Bool = false) -> [Effect] {
    if hold(event) { return [] }
    house.isTypedOn = hasMore && prompt != nil
    let (drafts, split) = (house.drafts, house.split)
    let effects =
      take(event) + sift() + rememberPrompts() + rememberDraft(over: drafts)
      + rememberSplit(over: split)
    // Keys that follow an accepted line act on what it has led to.
    house.isTypedOn = hasMore && prompt != nil
    noteValues(after: event)
    settle()
    // A copy: what it looks at holds it.
    if var followed = guide {
      followed.follow(event, self)
      guide = followed
    }
    return effects + orderSearch() + orderLayout() + (above.session?.load(house) ?? [])
      + orderSessionNames()
      + release(after: event)
  }

  /// The firing that the history shows under a number.
  package func id(of number: Int) -> ExchangeID? { house.history[number]?.id }

  /// The answers that are held.
  package var answers: [Response] { house.history.records.compactMap { $0.result?.response } }

  /// So does the line between the panes, once it is let go.
  private func rememberSplit(over before: Split) -> [Effect] {
    guard keepsPrompts, !house.split.isDragging, house.split != before else { return [] }
    return [.keepSplit(house.split)]
  }

  /// What was typed goes where the next run finds it.
  private mutating func rememberPrompts() -> [Effect] {
    let fresh = memory.takeFresh()
    return keepsPrompts ? fresh.map { .remember($0) } : []
  }

  /// Whether anything is in flight or ordered: ticks are wanted only then.
  package var isBusy: Bool { !house.history.running.isEmpty || !house.firing.ordered.isEmpty }

  private mutating func take(_ event: Event) -> [Effect] {
    switch event {
    case .key(let key, let at):
      house.now = max(house.now, at)
      return press(key)
    case .paste(let bytes): paste(bytes)
    case .mouse(let mouse, let at):
      house.now = max(house.now, at)
      return take(mouse)
    case .resized(let width, let height):
      take(whole: Size(width: max(0, min(1_000, width)), height: max(0, min(500, height))))
    case .tick(let at):
      house.now = max(house.now, at)
      return glance()
    case .exchange(let id, let event, let at):
      house.now = max(house.now, at)
      return take(event, of: id)
    case .read(let number, let event, let at):
      house.now = max(house.now, at)
      take(event, of: number)
    case .searched(let finding): take(finding)
    case .sifted(let result): take(result)
    case .laidOut(let result): take(result)
    case .session(let event): return take(event)
    case .capture(let event): take(event)
    case .recording(let event): take(event)
    case .answering(let event): return take(event)
    case .recalled(let order, let answer): return take(answer, for: order)
    case .configured(let event): take(event)
    case .reconfigured(let change): return take(change)
    case .compared(let subject, let change): show(change, of: subject)
    case .listed(let listing): return take(listing)
    case .uncomposed(let request, let why): refuse(request, why)
    case .variables(let page): show(TextPage(.variables(page)))
    case .cookies(let page, let removed): take(page, removed: removed)
    case .shared(let target): share(target)
    case .environmentAsked(let uses): main.ask(.sendEnvironment(uses))
    case .message(let text): house.warn(text)
    case .aside(let text):
      let aside = Notice(text: text, role: .warning)
      if house.notice?.role == .warning {
        house.messages.keep(aside, at: house.now)
      } else {
        house.notice = aside
      }
    case .done(let text): house.notify(text, .ok)
    case .copied(var clip, let program):
      clip.isHandedBack = true
      guard let program else { return [.copy(clip)] }
      house.notify("copied \(clip.words), by \(program)", .ok)
    case .written(let clip, let writing): take(writing, of: clip)
    case .redacted(let clip): return [.copy(clip)]
    case .pipe(let id, let event): take(event, of: id)
    case .previewed(let target, let preview): return take(preview, of: target)
    case .keeping(let event): take(event)
    case .draftEdited(let text): take(edited: text)
    case .draftPreviewed(let preview): take(draftPreview: preview)
    case .terminated: return quit()
    }
    return []
  }

  // MARK: Keys

  private mutating func press(_ key: Key) -> [Effect] {
    isQuestionPressing = false
    // Who does something else meanwhile does not want it any more.
    awaitsForm = nil
    let action = house.keymap.action(for: key, in: scopes)
    if action?.command != .back { leaveWarning = nil }
    if let action {
      // Where Esc would let a search or a filter go, the message is what goes first.
      if prompt == nil, action.command == .close, question == nil, house.notice?.saysEsc == false,
        isListOn
      {
        house.notice = nil
        return []
      }
      if prompt == nil { house.notice = nil }
      if prompt == nil, question?.holdsKeys == true { return answerQuestion(action) }
      return perform(action)
    }
    if copying != nil {
      leaveCopying()
      return []
    }
    if case .character(let scalar) = key { type { $0.insert(scalar) } }
    if prompt == nil, form == nil { tellIdle(key) }
    return []
  }

  /// A key that does nothing here says so, the first time.
  private mutating func tellIdle(_ key: Key) {
    guard house.idleKeys.insert(key).inserted else { return }
    house.notify("\(key) does nothing here: ? lists what does, : finds it by words")
  }

  /// Where a key is looked up, the first that knows it decides.
  var scopes: [Scope] {
    if prompt != nil { return [.prompt, .always] }
    if copying != nil { return [.copying, .always] }
    return top.scopes
  }

  private mutating func paste(_ bytes: [UInt8]) {
    guard prompt != nil || form != nil else { return pasteRequest(bytes) }
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
  package var selectedTarget: Int? { main.list.selectedTarget }
  /// How many firings the history keeps a line of at most; what is over goes a thousand at a time.
  package var historyLimit: Int {
    get { house.history.recordLimit }
    set { house.history.recordLimit = newValue }
  }
  /// What is in flight, for a message: `GET http://…/hang, waiting`; the oldest first.
  package var runningWords: [String] {
    house.history.running.compactMap { house.history[$0] }.map { record in
      let item = house.items[record.target]
      return "\(item.method) \(item.url), \(record.progress.phase.rawValue)"
    }
  }
  /// When the program started, in seconds of the local day.
  package var secondsAtStart: Int {
    get { house.messages.start }
    set { house.messages.start = newValue }
  }
  /// Whether what is fired is kept; nil where nothing is recorded.
  package var recording: RecordingState? {
    get { house.recording }
    set { house.recording = newValue }
  }
  /// What stands in the bottom line in place of the keys; nil for nothing.
  package var noticeText: String? { house.notice?.text }
  /// How the screen is divided.
  package var split: Split {
    get { house.split }
    set { house.split = newValue }
  }
  /// What was typed and not sent.
  package var drafts: Drafts {
    get { house.drafts }
    set { house.drafts = newValue }
  }
  /// How many firings the history has a line of.
  package var historyCount: Int { house.history.count }
}
