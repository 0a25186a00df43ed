import InspectorCommands
import InspectorScreens

/// Work beside the screen: what runs one after the other, and what has not answered yet.
final class Jobs {
  /// Jobs that wait for each other; the end of the program waits for the last of each.
  enum Chain { case recording, configuration, requests, prompts, drafts, clips, cookies, sessions }

  private let mailbox: Mailbox
  private var last: [Chain: Task<Void, Never>] = [:]
  /// Jobs whose last event was not noted yet.
  private(set) var pending = 0

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Runs work after the last job of its chain.
  @discardableResult
  func run(
    in chain: Chain? = nil, _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let before = chain.flatMap { last[$0] }
    let job = Task.detached(executorPreference: Workers.shared) {
      await before?.value
      await work()
    }
    if let chain { last[chain] = job }
    return job
  }

  /// Runs work that ends with an event; it is pending until ``end()``.
  @discardableResult
  func post(
    in chain: Chain? = nil, _ work: @escaping @Sendable () async -> Event
  ) -> Task<Void, Never> {
    pending += 1
    let mailbox = mailbox
    return run(in: chain) { mailbox.post(await work()) }
  }

  /// Posts the event of a job that needs no work.
  func post(_ event: Event) {
    pending += 1
    mailbox.post(event)
  }

  /// Counts a job as ended: its last event was noted.
  func end() { pending -= 1 }

  /// Waits for the last job of each chain.
  func finish() async {
    for job in last.values { await job.value }
  }
}
