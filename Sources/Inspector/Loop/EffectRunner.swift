import InspectorCore
import NetEngine

/// Carries out what the app orders of the network, and ticks while something is in flight.
///
/// Transfers run apart from the main actor: a terminal that takes no bytes does not hold them up.
package final class EffectRunner {
  private let program: Program
  private lazy var provider = program.provider()
  private let mailbox: Mailbox
  private let ticker: Ticker
  private var running: [ExchangeID: Task<Void, Never>] = [:]
  /// How answers are read on the way; read by the transfers' threads.
  private let lens = Lock(Lens())
  private let reader: AnswerReader
  private var sifting: (id: Int, work: Task<Void, Never>)?
  private var lastID = 0

  package init(program: Program, mailbox: Mailbox) {
    self.program = program
    self.mailbox = mailbox
    ticker = Ticker(mailbox: mailbox)
    reader = AnswerReader(mailbox: mailbox)
  }

  /// Nothing is in flight and nothing will come of itself.
  package var isIdle: Bool { running.isEmpty && sifting == nil && reader.isIdle }

  /// Fires a target; `began`, progress and one `finished` follow.
  package func send(target place: Int) {
    lastID += 1
    let id = ExchangeID(lastID)
    post(.began(target: place, clock: StartClock.timeOfDay), of: id)
    guard program.targets.indices.contains(place) else {
      return post(.finished(.failure(.cancelled)), of: id)
    }
    running[id] = start(program.targets[place], at: place, as: id)
    ticker.isRunning = true
  }

  private func start(
    _ listed: ListedTarget, at place: Int, as id: ExchangeID
  ) -> Task<Void, Never> {
    let call = provider.request(listed.target)
    let item = listed.item
    let mailbox = mailbox
    let lens = lens
    return Task.detached(executorPreference: Workers.shared) {
      let result = await call.result { progress in
        mailbox.post(.exchange(id, .progress(progress), at: StartClock.now))
      }
      let reading = AnswerReader.onTheWay(result) { response in
        lens.withLock { $0.pipeline(for: item, at: place, response: response) }
      }
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

  package func cancel(_ id: ExchangeID) {
    running[id]?.cancel()
  }

  package func cancelAll() {
    for call in running.values { call.cancel() }
  }

  /// To be told of each event before the app is: a finished exchange is no longer in flight.
  package func note(_ event: Event) {
    reader.note(event)
    if case .sifted(let result) = event, result.id == sifting?.id { sifting = nil }
    guard case .exchange(let id, .finished, _) = event else { return }
    running[id] = nil
    ticker.isRunning = !running.isEmpty
  }

  private func post(_ event: ExchangeEvent, of id: ExchangeID) {
    mailbox.post(.exchange(id, event, at: StartClock.now))
  }
}
