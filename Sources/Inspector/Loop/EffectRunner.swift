import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// Carries out what the app orders of the network, and ticks while something is in flight.
///
/// Transfers run apart from the main actor: a terminal that takes no bytes does not hold them up.
package final class EffectRunner {
  var program: Program
  private(set) lazy var provider = recordedProvider
  /// The provider's limits before a configuration sets others; nil until there is one.
  private var plainLimits: Limits?
  let mailbox: Mailbox
  /// What waits for the first frame, not to hold it up; nil once it is drawn, and without a terminal.
  private var held: [() -> Void]?
  private var inFlight: [ExchangeID: InFlight] = [:]
  /// How answers are read on the way; read by the transfers' threads.
  let lens = Lock(Lens())
  private let reader: AnswerReader
  /// What answers set and later requests are sent.
  let cookies: ScreenCookies
  /// Origins to which a person lets bodies go without TLS.
  let plainOrigins = PlainOrigins()
  /// What is ordered of recordings.
  package let sessions: SessionRunner
  /// What is worked out of what is there already.
  package let side: SideWork
  /// What runs beside the screen.
  let jobs: Jobs
  /// What waits for the answers of others.
  private var order = FiringOrder()
  var watch: CollectionWatch?
  /// Keeps what is fired; nil where nothing is recorded.
  let recording: RecordingRunner?
  /// What stands between an app and its server while the screens are on.
  private let captured: RecordingRunner?
  /// What is altered and held of it.
  let capture: CaptureRunner?
  /// The configuration as it was at the start; the project's file is written to.
  private let files: ConfigurationFiles?
  private var configurationWatch: ConfigurationWatch?
  /// Keeps what is typed; nil where nothing is kept.
  var prompts: PromptFile?
  /// False once a typed line could not be kept.
  let keepsLines = Lock(true)
  /// What was typed since drafts were written last, by what it is a draft of.
  let drafts = Lock<[String: Draft?]>([:])
  /// Drafts that this program has read or written.
  let knownDrafts = Lock<[String: [UInt8]]>([:])
  /// Who answers in place of the network, and who answers just now.
  private(set) lazy var sources = AnswerSources(program: program, mailbox: mailbox)
  private var source = AnswerSource.network
  /// Who is to answer once it is there: what is fired meanwhile waits for it.
  private var orderedSource: AnswerSource?
  /// The variables of the environment that may be sent, and to where.
  private(set) lazy var access = makeAccess()
  /// Requests that wait for a yes to what they send of the environment.
  var asking: [WaitingRequest] = []
  /// What is being looked up in recordings.
  var lookUps: [ExchangeID: LookUp] = [:]
  /// Who answers what is fired now.
  var asked: AnswerSource { orderedSource ?? source }
  var lastID = 0

  /// With a folder for what the program keeps of itself, what is fired is recorded there.
  ///
  /// Profiles that are made on the screens are kept in the project's file.
  package init(
    program: Program, mailbox: Mailbox, recordsIn state: String? = nil,
    files: ConfigurationFiles? = nil
  ) {
    self.files = files
    // Somebody else may have made it, or a program with another mask.
    if let state { StateFolder(path: state).narrow() }
    prompts = state.map { PromptFile(folder: StateFolder(path: $0)) }
    recording = (program.isRecorded ? state : nil).map {
      RecordingRunner(state: $0, sessions: program.sessionFolder, mailbox: mailbox)
    }
    captured = program.capture.map { captured in
      RecordingRunner(
        captured.recorder, state: state ?? StateFolder().path, sessions: program.sessionFolder,
        mailbox: mailbox, leavingOut: { captured.log.skippedCount })
    }
    capture = program.capture.map { CaptureRunner($0, mailbox) }
    self.program = program
    self.mailbox = mailbox
    reader = AnswerReader(mailbox: mailbox)
    let jobs = Jobs(mailbox)
    self.jobs = jobs
    side = SideWork(mailbox: mailbox, jobs)
    cookies = ScreenCookies(state: state, mailbox: mailbox, jobs)
    sessions = SessionRunner(
      mailbox: mailbox, state: state, folder: program.sessionFolder,
      captured: program.capture?.recorder, capturedRules: program.capture?.rules.path,
      recording: recording)
    sessions.unpackers = Unpackers(program.configuration)
    sessions.environment = access
  }

  private struct InFlight {
    /// Which target it is of.
    let place: Int
    var sent: [String?]?
    /// Nil for one that ended before it began.
    var task: Task<Void, Never>?
    /// Shows the answer while it comes; a file shows itself.
    var glance: Glance?
  }

  var start: AppStart { program.start }

  /// Nothing is in flight and nothing will come of itself.
  package var isIdle: Bool {
    inFlight.isEmpty && (order.isEmpty || !asking.isEmpty) && side.isIdle && reader.isIdle
      && sessions.isIdle && jobs.pending == 0 && sources.pending == 0 && lookUps.isEmpty
  }

  /// Fires a target; `began`, progress and one `finished` follow.
  ///
  /// A request of a file that needs answers which are not there yet waits until they are: what it
  /// needs is fired first, and seen to be.
  package func send(target place: Int, from source: AnswerSource? = nil) {
    let (isForced, source) = (source != nil, source ?? asked)
    guard let collection = program.collection else {
      guard program.targets.indices.contains(place) else {
        return refuse(place, source, .cancelled)
      }
      let listed = program.targets[place]
      guard var typed = listed.target as? ComposedTarget else {
        return fire(listed.target, listed.item, at: place, source)
      }
      if waits(&typed.made, place, source) { return }
      typed.usual = provider.options
      return fire(typed, listed.item, at: place, source)
    }
    let places = Set(inFlight.values.map(\.place))
    let steps = order.ask(place, source, isForced: isForced, inFlight: places) {
      try? collection.plan(for: place).get()
    }
    carryOut(steps, of: collection)
  }

  private func carryOut(
    _ steps: [FiringOrder.Step], of collection: CollectionTargets, after failure: NetError? = nil
  ) {
    for step in steps {
      switch step {
      case .fire(let place, let source): fireNow(place, source, of: collection)
      case .share(let place): mailbox.post(.shared(target: place))
      case .refuse(let place, let source):
        guard case .failure(let problem) = collection.plan(for: place) else { continue }
        refuse(place, source, problem.netError)
      case .giveUp(let place, let source, let need, let isCancelled):
        let name = collection.item(at: need)?.name ?? ""
        refuse(place, source, isCancelled ? .cancelled : collection.unmet(place, name, failure))
      }
    }
  }

  func fireNow(
    _ place: Int, _ source: AnswerSource, of collection: CollectionTargets
  ) {
    collection.readsSamples = source == .samples
    switch collection.target(at: place) {
    case .success(var target):
      guard let item = collection.item(at: place) else {
        return refuse(place, source, .cancelled)
      }
      if waits(&target, place, source) { return }
      fire(target, item, at: place, source)
    case .failure(let problem): refuse(place, source, problem.netError)
    }
  }

  /// A firing that ends before it has begun.
  func refuse(_ place: Int, _ source: AnswerSource, _ error: NetError) {
    let id = begin(place, source)
    inFlight[id] = InFlight(place: place)
    post(.finished(.failure(error)), of: id)
  }

  private func begin(_ place: Int, _ source: AnswerSource) -> ExchangeID {
    lastID += 1
    let id = ExchangeID(lastID)
    let (clock, now) = (StartClock.timeOfDay, Recorder.realTime)
    post(.began(target: place, clock: clock, from: source, at: now), of: id)
    return id
  }

  func fire(
    _ target: any TargetType, _ item: TargetItem, at place: Int, _ source: AnswerSource
  ) {
    if program.files.indices.contains(place) {
      return look(at: program.files[place], item, at: place)
    }
    if source == .network { cookies.supply(&provider, for: program) }
    let sent = program.collection?.sent(at: place)
    sources.provider(source, provider) { [self] provider in
      guard let provider else { return refuse(place, source, .cancelled) }
      let id = begin(place, source)
      let glance = Glance()
      let environment = program.collection?.environment
      let recorded = recording?.recording(item, in: environment, with: provider) ?? provider
      let task = start(target, item, as: id, with: dating(recorded, id), glance)
      inFlight[id] = InFlight(place: place, sent: sent, task: task, glance: glance)
    }
  }

  // MARK: Files that are looked at

  /// From now on all but the first rows of what is looked at waits for ``firstFrameIsDrawn()``.
  ///
  /// A file is read faster than a frame is made, and takes a core and the memory's bandwidth from it.
  func holdForFirstFrame() { held = [] }

  func firstFrameIsDrawn() {
    let held = held ?? []
    self.held = nil
    for begin in held { begin() }
  }

  /// Reads a file; nothing is sent.
  private func look(at file: ViewedFile, _ item: TargetItem, at place: Int) {
    let id = begin(place, .network)
    inFlight[id] = InFlight(place: place)
    let start: () -> Void = { [self] in inFlight[id]?.task = read(file, item, as: id) }
    guard let others = held?.count else { return start() }
    if others == 0 {
      // One that is on a disk somewhere is read at once, beside the terminal that opens.
      guard let glimpse = file.glimpse else { return start() }
      post(.arrived(glimpse), of: id)
    }
    held?.append(start)
  }

  private func read(
    _ file: ViewedFile, _ item: TargetItem, as id: ExchangeID
  ) -> Task<Void, Never> {
    let mailbox = mailbox
    let lens = lens
    return Task.detached(executorPreference: Workers.shared) {
      let result = file.read(unless: { Task.isCancelled }) { arrival in
        mailbox.post(.exchange(id, .arrived(arrival), at: StartClock.now))
      }
      let reading = AnswerReader.onTheWay(result, of: item) { response in
        lens.withLock { $0.pipeline(for: item, response: response) }
      }
      mailbox.post(.exchange(id, .finished(result, reading), at: StartClock.now))
    }
  }

  /// From now on this one answers.
  func answer(from source: AnswerSource) {
    guard case .session(let path) = source else {
      self.source = source
      orderedSource = nil
      mailbox.post(.answering(.ready(source, count: 0)))
      return
    }
    orderedSource = source
    sources.open(path)
  }

  private func take(_ event: AnswerSourceEvent) {
    switch event {
    case .ready(let ready, _) where ready == orderedSource:
      source = ready
      orderedSource = nil
    case .failed(let failed, _) where failed == orderedSource: orderedSource = nil
    case .nothing(let source, let place): endLookUp(LookUp(place: place, source: source))
    case .ready, .failed: break
    }
    sources.note(event)
  }

  private func start(
    _ target: some TargetType, _ item: TargetItem, as id: ExchangeID, with provider: Provider,
    _ arriving: Glance
  ) -> Task<Void, Never> {
    let call = provider.request(target)
    let mailbox = mailbox
    let lens = lens
    let recording = recording
    return Task.detached(executorPreference: Workers.shared) {
      let result = await ProgramLog.$exchange.withValue(id.rawValue) {
        await call.result(arriving: arriving.arriving) { progress in
          mailbox.post(.exchange(id, .progress(progress), at: StartClock.now))
        }
      }
      let reading = AnswerReader.onTheWay(result, of: item) { response in
        lens.withLock { $0.pipeline(for: item, response: response) }
      }
      await recording?.look()
      mailbox.post(.exchange(id, .finished(result, reading), at: StartClock.now))
    }
  }

  /// Answers that come from now on are read this way.
  package func look(through lens: Lens) {
    self.lens.withLock { $0 = lens }
    capture?.read(through: lens)
  }

  /// Reads answers again, or large ones for the first time.
  package func read(_ orders: [ReadOrder]) {
    reader.read(orders)
  }

  /// The plugins that may still change a request.
  var pluginNames: [String] {
    provider.plugins.filter { !($0 is RecorderPlugin || $0 is PlainOrigins || $0 is LogPlugin) }
      .map(\.name)
  }

  /// Works out what would be sent; plugins are only named, for they may ask a server.
  func preview(_ place: Int) {
    if program.files.indices.contains(place) {
      return mailbox.post(.message("this is a file: nothing is sent for it"))
    }
    if asked == .network { cookies.supply(&provider, for: program) }
    if let collection = program.collection {
      mailbox.post(
        .previewed(place, preview { collection.target(at: place, namingMadeValues: $0) }))
    } else if program.targets.indices.contains(place) {
      let names = pluginNames
      let request = provider.preview(program.targets[place].target)
      mailbox.post(.previewed(place, request.map { RequestPreview(request: $0, plugins: names) }))
    }
  }

  /// Shows what has come of an answer, where that is news.
  func glance(at id: ExchangeID) {
    let mailbox = mailbox
    inFlight[id]?.glance?.look { mailbox.post(.exchange(id, .arrived($0), at: StartClock.now)) }
  }

  package func cancel(_ id: ExchangeID) {
    inFlight[id]?.task?.cancel()
  }

  package func cancelAll() {
    order.clear()
    if !asking.isEmpty {
      answerEnvironment(nil)
      mailbox.post(.environmentAsked([]))
    }
    for transfer in inFlight.values { transfer.task?.cancel() }
    side.cancelAll()
  }

  /// Something is in flight: its clock is to go on.
  package var wantsTicks: Bool { inFlight.values.contains { $0.task != nil } }

  /// To be told of each event before the app is: a finished exchange is no longer in flight.
  package func note(_ event: Event) {
    reader.note(event)
    side.note(event)
    if event.endsJob { jobs.end() }
    if case .keeping(let event) = event { note(event) }
    if case .reconfigured(let change) = event { take(change.new) }
    if case .answering(let event) = event { take(event) }
    if case .session(let event) = event { sessions.note(event) }
    guard case .exchange(let id, .finished(let result, _), _) = event else { return }
    lookUps[id] = nil
    cookies.save()
    guard let ended = inFlight.removeValue(forKey: id), let collection = program.collection else {
      return
    }
    collection.remember(result, of: ended.place, ended.sent)
    var error: NetError?
    if case .failure(let failure) = result { error = failure }
    let steps = order.end(
      ended.place, isFailure: error != nil, isCancelled: error?.isCancelled == true)
    carryOut(steps, of: collection, after: error)
  }

  // MARK: The recording

  private var recordedProvider: Provider {
    var provider = program.provider()
    plainLimits = provider.limits
    provider.take(program.configuration, over: provider.limits)
    provider.plugins.append(plainOrigins)
    if let recording { provider.plugins.append(recording.plugin) }
    return provider
  }

  /// What the first row says of the recording at the start.
  package var recordingState: RecordingState? { recording?.shown }

  package func save(_ order: SaveOrder) {
    guard let recording = order.isCaptured ? captured : recording else { return }
    // Those that a person has named stay where they are.
    let rules = program.capture.flatMap {
      order.isCaptured && !$0.shown.keepsRules ? $0.rules : nil
    }
    let remarks = order.isCaptured ? sessions.writing : nil
    jobs.post(in: .recording) {
      await remarks?.value
      let event = await recording.save(order)
      guard case .saved(let report, let gone, _) = event, let rules else {
        return .recording(event)
      }
      return .recording(.saved(report, gone: gone, rules: rules.copy(beside: report.path)))
    }
  }

  /// Writes a profile into the project's configuration; each change starts from the one before.
  package func configure(_ change: ConfigurationChange) {
    let path = files?.projectPath
    jobs.post(in: .configuration) { .configured(ConfigurationFile.write(change, to: path)) }
  }

  /// Follows the configuration from now on: an edit of it counts at once.
  func watchConfiguration() {
    guard let files else { return }
    let mailbox = mailbox
    configurationWatch = ConfigurationWatch(files) { mailbox.post($0) }
  }

  /// What is fired from now on, and how its answers are read, is as this says.
  private func take(_ configuration: Configuration) {
    program.configuration = configuration
    access = makeAccess()
    sessions.environment = access
    if let plainLimits {
      provider.take(configuration, over: plainLimits)
      // The recording sees what the others have made of a request.
      provider.plugins.removeAll { $0 is RecorderPlugin }
      if let recording { provider.plugins.append(recording.plugin) }
    }
    sources.take(configuration)
    sessions.unpackers = Unpackers(configuration)
    guard let collection = program.collection else { return }
    if collection.use(profiles: configuration.knownProfiles) {
      mailbox.post(.listed(collection.listing))
    }
  }

  /// Says so when something can be recovered.
  func lookForLeftovers() {
    guard let recording else { return }
    jobs.run { await recording.tellLeftovers() }
  }

  /// The line that says where the recording of this run is; nil where there is nothing to find.
  func farewell() async -> String? {
    await jobs.finish()
    guard let (count, path) = await recording?.unsaved() else { return nil }
    let file = StateFolder.shownFromHome(path)
    return "\(Units.count(count, "exchange")) recorded: inspector list \(file)"
  }

  /// The last thing to do: the journal gets its end, and whatever was to be written its place.
  ///
  /// Says what could not be kept; then the program ends with 5, unless there is a worse reason.
  package func endRecording(_ code: Int32) async -> Int32 {
    await jobs.finish()
    await sessions.finish()
    guard let problem = await recording?.end() else { return code }
    Output.talk(problem)
    return code == 0 ? 5 : code
  }

  private func post(_ event: ExchangeEvent, of id: ExchangeID) {
    mailbox.post(.exchange(id, event, at: StartClock.now))
  }
}

extension Event {
  /// Whether it is the one event of a job.
  fileprivate var endsJob: Bool {
    switch self {
    case .redacted, .written, .copied, .compared, .configured, .recalled, .keeping: true
    case .recording(let event): event.isAnswer
    default: false
    }
  }
}
