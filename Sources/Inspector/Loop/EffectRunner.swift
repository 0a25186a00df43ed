import InspectorCore
import NetEngine

/// Carries out what the app orders of the network, and ticks while something is in flight.
///
/// Transfers run apart from the main actor: a terminal that takes no bytes does not hold them up.
package final class EffectRunner {
  private var program: Program
  private lazy var provider = recordedProvider
  private let mailbox: Mailbox
  private var running: [ExchangeID: Task<Void, Never>] = [:]
  /// How answers are read on the way; read by the transfers' threads.
  private let lens = Lock(Lens())
  private let reader: AnswerReader
  /// What is ordered of recordings.
  package let sessions: SessionRunner
  /// How many comparisons are on their way.
  private var comparisons = 0
  private var sifting: (id: Int, work: Task<Void, Never>)?
  /// Which target a transfer is of.
  private var places: [ExchangeID: Int] = [:]
  /// Firings that wait for the answers of others.
  private var waiting: [Waiting] = []
  /// Targets that are under way because others need them, and that nobody has asked for yet.
  private var implied: Set<Int> = []
  private var watch: CollectionWatch?
  private var piping: (id: Int, work: Task<Void, Never>)?
  /// Copies whose secrets are being looked for.
  private var redacting = 0
  /// Keeps what is fired; nil where nothing is recorded.
  private let recording: RecordingRunner?
  private var saving = 0
  private var lastID = 0

  /// With a folder for what the program keeps of itself, what is fired is recorded there.
  package init(program: Program, mailbox: Mailbox, recordsIn state: String? = nil) {
    recording = (program.isRecorded ? state : nil).map {
      RecordingRunner(state: $0, sessions: program.sessionFolder, mailbox: mailbox)
    }
    self.program = program
    self.mailbox = mailbox
    reader = AnswerReader(mailbox: mailbox)
    sessions = SessionRunner(mailbox: mailbox)
  }

  var firesAtStart: Bool { program.firesAtStart }

  /// Nothing is in flight and nothing will come of itself.
  package var isIdle: Bool {
    places.isEmpty && waiting.isEmpty && sifting == nil && piping == nil && redacting == 0
      && reader.isIdle && comparisons == 0 && sessions.isIdle && saving == 0
  }

  /// Fires a target; `began`, progress and one `finished` follow.
  ///
  /// A request of a file that needs answers which are not there yet waits until they are: what it
  /// needs is fired first, and seen to be.
  package func send(target place: Int) {
    // Asked for while it is under way for another's sake: one firing serves both.
    if implied.remove(place) == nil || !isUnderway(place) { start(target: place) }
  }

  private func start(target place: Int) {
    guard let collection = program.collection else {
      guard program.targets.indices.contains(place) else { return refuse(place, .cancelled) }
      let listed = program.targets[place]
      return fire(listed.target, listed.item, at: place)
    }
    if let listed = collection.composed(at: place) {
      return fire(listed.target, listed.item, at: place)
    }
    switch collection.missing(for: place) {
    case .failure(let problem): refuse(place, problem.netError)
    case .success(let needs) where needs.isEmpty: fireNow(place, of: collection)
    case .success(let needs):
      waiting.append(Waiting(place: place, needs: Set(needs)))
      for need in needs where !isUnderway(need) {
        implied.insert(need)
        start(target: need)
      }
    }
  }

  private struct Waiting {
    let place: Int
    var needs: Set<Int>
  }

  private func isUnderway(_ place: Int) -> Bool {
    places.values.contains(place) || waiting.contains { $0.place == place }
  }

  private func fireNow(_ place: Int, of collection: CollectionTargets) {
    switch collection.target(at: place) {
    case .success(let target):
      guard let item = collection.item(at: place) else { return refuse(place, .cancelled) }
      fire(target, item, at: place)
    case .failure(let problem): refuse(place, problem.netError)
    }
  }

  /// A firing that ends before it has begun.
  private func refuse(_ place: Int, _ error: NetError) {
    let id = begin(place)
    places[id] = place
    post(.finished(.failure(error)), of: id)
  }

  private func begin(_ place: Int) -> ExchangeID {
    lastID += 1
    let id = ExchangeID(lastID)
    post(.began(target: place, clock: StartClock.timeOfDay), of: id)
    return id
  }

  private func fire(_ target: some TargetType, _ item: TargetItem, at place: Int) {
    let id = begin(place)
    places[id] = place
    running[id] = start(target, item, at: place, as: id)
  }

  private func start(
    _ target: some TargetType, _ item: TargetItem, at place: Int, as id: ExchangeID
  ) -> Task<Void, Never> {
    let call = provider.request(target)
    let mailbox = mailbox
    let lens = lens
    let recording = recording
    return Task.detached(executorPreference: Workers.shared) {
      let result = await call.result { progress in
        mailbox.post(.exchange(id, .progress(progress), at: StartClock.now))
      }
      let reading = AnswerReader.onTheWay(result, expecting: item.expectations) { response in
        lens.withLock { $0.pipeline(for: item, at: place, response: response) }
      }
      await recording?.look()
      mailbox.post(.exchange(id, .finished(result, reading), at: StartClock.now))
    }
  }

  /// Answers that come from now on are read this way.
  package func look(through lens: Lens) {
    self.lens.withLock { $0 = lens }
  }

  /// Reads answers again, or large ones for the first time.
  package func read(_ orders: [ReadOrder]) {
    reader.read(orders)
  }

  /// Works through a filter; the one before it is of no use any more.
  package func sift(_ job: SiftJob?) {
    sifting?.work.cancel()
    sifting = nil
    guard let job else { return }
    let mailbox = mailbox
    let work = Task.detached(executorPreference: Workers.shared) {
      if let result = job.run(unless: { Task.isCancelled }) { mailbox.post(.sifted(result)) }
    }
    sifting = (job.id, work)
  }

  /// Puts a text into the clipboard or a file, and says where it is.
  func copy(_ clip: Clip, through send: (([UInt8]) -> Void)?) {
    do throws(TextFile.Problem) {
      mailbox.post(.done(try Clipboard(send: send).take(clip)))
    } catch {
      mailbox.post(.message("not copied: \(error.text)"))
    }
  }

  func redact(_ clip: Clip, _ type: MediaType?) {
    let mailbox = mailbox
    redacting += 1
    Task.detached(executorPreference: Workers.shared) {
      mailbox.post(.redacted(clip.redacted(type: type)))
    }
  }

  /// Works out what would be sent; plugins are only named, for they may ask a server.
  func preview(_ place: Int) {
    let names = provider.plugins.filter { !($0 is RecorderPlugin) }.map(\.name)
    var variables: [VariableUse] = []
    let request: Result<HTTPRequest, NetError>
    if let collection = program.collection, collection.composed(at: place) == nil {
      request = collection.target(at: place).mapError(\.netError).flatMap { target in
        variables = target.uses
        return provider.preview(target)
      }
    } else if let listed = listedTarget(place) {
      request = provider.preview(listed.target)
    } else {
      return
    }
    let preview = request.map { RequestPreview(request: $0, variables: variables, plugins: names) }
    mailbox.post(.previewed(place, preview))
  }

  private func listedTarget(_ place: Int) -> ListedTarget? {
    if let collection = program.collection { return collection.composed(at: place) }
    return program.targets.indices.contains(place) ? program.targets[place] : nil
  }

  /// Adds a typed request to the list and fires it.
  func compose(_ request: ComposedRequest) {
    let listed = ListedTarget(ComposedTarget(request: request), group: "ad hoc")
    let place: Int
    if let collection = program.collection {
      place = collection.add(listed)
      mailbox.post(.listed(collection.listing))
    } else {
      place = program.add(listed)
      mailbox.post(.listed(program.listing))
    }
    fire(listed.target, listed.item, at: place)
  }

  /// Runs a shell command beside the screen, one at a time.
  func pipe(_ order: PipeOrder) {
    piping?.work.cancel()
    let mailbox = mailbox
    let work = Task.detached(executorPreference: Workers.shared) {
      let command = ShellCommand(text: order.command, input: order.input)
      // One byte more than is kept says that there was more; the rest must not fill the memory.
      var room = PipeOrder.outputLimit + 1
      let end = command.run(unless: { Task.isCancelled }) { said in
        guard room > 0 else { return }
        mailbox.post(.pipe(order.id, .output(Array(said.prefix(room)))))
        room -= said.count
      }
      mailbox.post(.pipe(order.id, .ended(end)))
    }
    piping = (order.id, work)
  }

  func stopPipe(_ id: Int) {
    if piping?.id == id { piping?.work.cancel() }
  }

  /// Compares two answers; they are large, or the app would have done it itself.
  package func compare(_ order: CompareOrder) {
    comparisons += 1
    let mailbox = mailbox
    Task.detached(executorPreference: Workers.shared) {
      mailbox.post(.compared(order.from, order.to, order.run()))
    }
  }

  package func cancel(_ id: ExchangeID) {
    running[id]?.cancel()
  }

  package func cancelAll() {
    waiting = []
    implied = []
    for call in running.values { call.cancel() }
    piping?.work.cancel()
  }

  /// Something is in flight: its clock is to go on.
  package var wantsTicks: Bool { !running.isEmpty }

  /// To be told of each event before the app is: a finished exchange is no longer in flight.
  package func note(_ event: Event) {
    reader.note(event)
    if case .redacted = event { redacting -= 1 }
    if case .pipe(let id, .ended) = event, id == piping?.id { piping = nil }
    if case .compared = event { comparisons -= 1 }
    if case .recording(let event) = event, event.isAnswer { saving -= 1 }
    if case .session(let event) = event { sessions.note(event) }
    if case .sifted(let result) = event, result.id == sifting?.id { sifting = nil }
    guard case .exchange(let id, .finished(let result, _), _) = event else { return }
    running[id] = nil
    guard let place = places.removeValue(forKey: id), let collection = program.collection else {
      return
    }
    implied.remove(place)
    collection.remember(result, of: place)
    goOn(after: place, result, collection)
  }

  /// Fires what has waited for an answer, or says that it will not be fired.
  private func goOn(
    after place: Int, _ result: Result<Response, NetError>, _ collection: CollectionTargets
  ) {
    let concerned = waiting.filter { $0.needs.contains(place) }
    waiting.removeAll { $0.needs.contains(place) }
    for var one in concerned {
      if case .failure(let error) = result {
        let name = collection.item(at: place)?.name ?? ""
        refuse(one.place, error.isCancelled ? .cancelled : collection.unmet(one.place, name))
        continue
      }
      one.needs.remove(place)
      if one.needs.isEmpty { fireNow(one.place, of: collection) } else { waiting.append(one) }
    }
  }

  // MARK: The recording

  private var recordedProvider: Provider {
    var provider = program.provider()
    if let recording { provider.plugins.append(recording.plugin) }
    return provider
  }

  /// What the first row says of the recording at the start.
  package var recordingState: RecordingState? { recording?.shown }

  package func save(_ order: SaveOrder) {
    guard let recording else { return }
    saving += 1
    let mailbox = mailbox
    Task.detached(executorPreference: Workers.shared) {
      mailbox.post(.recording(await recording.save(order)))
    }
  }

  /// Says so when something can be recovered.
  func lookForLeftovers() {
    guard let recording else { return }
    Task.detached(executorPreference: Workers.shared) { recording.tellLeftovers() }
  }

  /// The last thing to do: the journal gets its end.
  package func endRecording() async {
    await recording?.end()
  }

  // MARK: Request files

  /// Takes another environment.
  func choose(environment: String) {
    guard let collection = program.collection else { return }
    collection.choose(environment: environment)
    mailbox.post(.listed(collection.listing))
  }

  func showVariables(of place: Int) {
    guard let collection = program.collection else { return }
    mailbox.post(.variables(collection.variables(of: place)))
  }

  /// Opens a request in the person's editor, which `lending` gives the terminal to.
  func edit(_ place: Int, lending: (Editor) -> String?) {
    guard let collection = program.collection, let editor = collection.editor(of: place) else {
      return
    }
    if let trouble = lending(editor) { mailbox.post(.message(trouble)) }
    if collection.reload() { mailbox.post(.listed(collection.listing)) }
  }

  /// Follows the files of a collection from now on: an edit makes another list.
  func watchFiles() {
    guard let collection = program.collection else { return }
    let mailbox = mailbox
    let look: @MainActor @Sendable () -> Void = { [weak self] in
      guard collection.reload() else { return }
      self?.watch?.watch(collection.watchedFolders)
      mailbox.post(.listed(collection.listing))
    }
    watch = CollectionWatch(collection.watchedFolders, hear: look)
    // What changed between the reading and the watching made no event.
    look()
    if watch == nil { mailbox.post(.message("files are not watched: no room for more watches")) }
  }

  private func post(_ event: ExchangeEvent, of id: ExchangeID) {
    mailbox.post(.exchange(id, event, at: StartClock.now))
  }
}
