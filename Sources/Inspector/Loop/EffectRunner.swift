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
  private var lastID = 0

  package init(program: Program, mailbox: Mailbox) {
    self.program = program
    self.mailbox = mailbox
    ticker = Ticker(mailbox: mailbox)
  }

  /// Nothing is in flight and nothing will come of itself.
  package var isIdle: Bool { running.isEmpty }

  /// Fires a target; `began`, progress and one `finished` follow.
  package func send(target place: Int) {
    lastID += 1
    let id = ExchangeID(lastID)
    post(.began(target: place, clock: StartClock.timeOfDay), of: id)
    guard program.targets.indices.contains(place) else {
      return post(.finished(.failure(.cancelled)), of: id)
    }
    running[id] = start(program.targets[place].target, as: id)
    ticker.isRunning = true
  }

  private func start(_ target: some TargetType, as id: ExchangeID) -> Task<Void, Never> {
    let call = provider.request(target)
    let mailbox = mailbox
    return Task.detached(executorPreference: Workers.shared) {
      let result = await call.result { progress in
        mailbox.post(.exchange(id, .progress(progress), at: StartClock.now))
      }
      mailbox.post(.exchange(id, .finished(result), at: StartClock.now))
    }
  }

  package func cancel(_ id: ExchangeID) {
    running[id]?.cancel()
  }

  package func cancelAll() {
    for call in running.values { call.cancel() }
  }

  /// To be told of each event before the app is: a finished exchange is no longer in flight.
  package func note(_ event: Event) {
    guard case .exchange(let id, .finished, _) = event else { return }
    running[id] = nil
    ticker.isRunning = !running.isEmpty
  }

  private func post(_ event: ExchangeEvent, of id: ExchangeID) {
    mailbox.post(.exchange(id, event, at: StartClock.now))
  }
}
