import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// Carries out what the app orders of recordings: files are read and requests sent apart from it.
package final class SessionRunner {
  private let mailbox: Mailbox
  private var opening: Task<Void, Never>?
  private var sifting: (id: Int, work: Task<Void, Never>)?
  private var replaying: (work: Task<Void, Never>, transport: PatientTransport)?
  /// Where the salt of redactions is kept; nil for none.
  private let state: String?
  /// Where sessions are kept that are called by a bare name.
  private let folder: String
  /// What writes the journal of what is captured here.
  private let captured: Recorder?
  /// What keeps this run, and knows what earlier ones have left.
  private let recording: RecordingRunner?
  private var watch: RecordingWatch?
  /// The last order to write into a session's file.
  private(set) var writing: Task<Void, Never>?
  /// What does again what was done with recorded answers.
  var unpackers = Unpackers(Configuration())
  /// The variables of the environment that a replay may send, and to where.
  var environment: EnvironmentAccess?
  /// Where the rules of what is captured here stand.
  private let capturedRules: String?
  /// Orders that have not been answered yet, beside sifting: one that was replaced answers nothing.
  private let jobs: Jobs

  package init(
    mailbox: Mailbox, state: String?, folder: String, captured: Recorder?,
    capturedRules: String? = nil, recording: RecordingRunner? = nil
  ) {
    self.capturedRules = capturedRules
    self.mailbox = mailbox
    jobs = Jobs(mailbox)
    self.recording = recording
    self.captured = captured
    self.state = state
    self.folder = folder
  }

  package var isIdle: Bool { jobs.pending == 0 && sifting == nil }

  package func perform(_ order: SessionOrder) {
    switch order {
    case .open(let path): open(path)
    case .names(let typed):
      let folder = folder
      let recording = recording
      begin {
        var names = SessionWord.names(in: typed, kept: folder)
        if typed.isEmpty, let look = await recording?.lookBack { names.runs = look.runs() }
        return .names(names)
      }
    case .load(let load) where load.isLight: jobs.post(.session(load.run()))
    case .load(let load): begin { load.run() }
    case .sift(let sift): self.sift(sift)
    case .judge(let judging): begin { judging.run() }
    case .leave: leave()
    case .remark(let remarks):
      let captured = captured
      save { await remarks.run($0, through: captured) }
    case .update(let update): save { update.run($0) }
    case .addRule(let rule): begin { Self.add(rule) }
    case .compareAgain(let again): begin { again.run() }
    case .replay(let replay): self.replay(replay)
    case .giveUp: replaying?.transport.giveUp()
    case .stop: replaying?.work.cancel()
    }
  }

  /// To be told of each event before the app is.
  package func note(_ event: SessionEvent) {
    switch event {
    case .sifted(let id, _), .notSifted(let id, _): if id == sifting?.id { sifting = nil }
    default: if event.isLast { jobs.end() }
    }
    switch event {
    case .opened(let path, let session, fraction: 1): follow(path, session)
    case .grown: watch?.goOn()
    default: break
    }
  }

  /// Looks at a recording again whenever a program has changed its file.
  private func follow(_ path: String, _ session: Session) {
    leave()
    guard let follower = RecordingFollower(path, since: session) else { return }
    watch = RecordingWatch(follower, mailbox)
  }

  private func leave() {
    watch?.end()
    watch = nil
  }

  /// Waits until what was ordered to be written is written: the last thing before the end.
  func finish() async { await jobs.finish() }

  /// Runs beside the screen and posts what comes of it.
  @discardableResult
  private func begin(_ work: @escaping @Sendable () async -> SessionEvent) -> Task<Void, Never> {
    jobs.post { .session(await work()) }
  }

  /// Works through a filter; the one before it is of no use any more.
  private func sift(_ sift: SessionSift) {
    sifting?.work.cancel()
    let mailbox = mailbox
    // What is captured has its rules in a file of its own.
    let file = sift.rules ?? (watch?.isGrowing == true ? capturedRules : nil)
    let work = jobs.run {
      let now = VariableSystem.live.now() * 1_000
      let rules = sift.isByPath ? RulesFile.all(file, beside: sift.path) : Rules()
      if let event = sift.run(now: now, rules, unless: { Task.isCancelled }) {
        mailbox.post(.session(event))
      }
    }
    sifting = (sift.id, work)
  }

  private func open(_ word: String) {
    opening?.cancel()
    let (mailbox, folder) = (mailbox, folder)
    opening = begin {
      do throws(SessionProblem) {
        let path = try SessionWord.path(of: word, keptIn: [folder])
        let session = try Session.open(path) { part, fraction in
          if fraction < 1 {
            mailbox.post(.session(.opened(path: path, part, fraction: fraction)))
          }
          return !Task.isCancelled
        }
        return .opened(path: path, session, fraction: 1)
      } catch {
        return .failed(error.description)
      }
    }
  }

  /// One after the other: each starts from the file the one before has left.
  private func save(_ write: @escaping @Sendable (Redactor) async -> SessionEvent) {
    let state = state
    writing = jobs.post(in: .sessions) {
      let salt = state.flatMap { try? Redactor.salt(in: $0) }
      return .session(await write(Redactor(salt: salt)))
    }
  }

  private nonisolated static func add(_ rule: SessionRule) -> SessionEvent {
    do throws(TextFile.Problem) {
      let (rules, path, _) = try RulesFile.add(
        rule.line, to: RulesFile.Place(rule.file.map(Self.file), beside: rule.path))
      return .ruled(rules, name: path)
    } catch {
      return .notRuled(error.text)
    }
  }

  /// The file a person has named: `-` is one too, and not stdin.
  private nonisolated static func file(_ named: String) -> String { named == "-" ? "./-" : named }

  private func replay(_ order: SessionReplay) {
    let mailbox = mailbox
    let transport = PatientTransport()
    let (unpackers, access) = (unpackers, environment)
    let work = jobs.post {
      .session(
        await Self.run(order, over: transport, unpackers, access) { mailbox.post(.session($0)) })
    }
    replaying = (work, transport)
  }

  /// Asks for what is missing, or fires everything; the last word is answered.
  private nonisolated static func run(
    _ order: SessionReplay, over transport: PatientTransport, _ unpackers: Unpackers,
    _ access: EnvironmentAccess?,
    _ tell: @escaping @Sendable (SessionEvent) -> Void
  ) async -> SessionEvent {
    do {
      let (rules, path) = try RulesFile.read(
        order.settings.rules.map(file), beside: order.path)
      var options = order.options(rules: rules, environment: VariableSystem.live.environment)
      // A variable that may not go there yet is asked for, as one without a value is.
      options.permits = { access?.unknown([$0]).isEmpty ?? true }
      options.ownStep = { await unpackers.unpacked($1, by: $0.name) }
      let exchanges = order.exchanges
      let uses = ReplayPlan.environmentUses(exchanges, options)
      access?.remember(uses.filter { order.settings.allowedUses.contains($0.description) })
      if let needs = try order.needs(exchanges, options, asking: access?.unknown(uses) ?? []) {
        return .replayNeeds(order, needs)
      }
      tell(.replayStarted(rules, name: path))
      let replay = try LiveReplay(exchanges, transport: transport, options: options)
      let rows = await replay.run { tell(.replayed($0)) }
      guard !Task.isCancelled else { return .replayEnded(nil) }
      return .replayEnded(RulesFile.unused(rules, by: rows.map(\.change)).first)
    } catch let problem as TextFile.Problem {
      return .replayEnded(problem.text)
    } catch let problem as SetupProblem {
      return .replayEnded(problem.message)
    } catch {
      return .replayEnded("\(error)")
    }
  }
}
