/// What makes two calls one transfer: all that the answer depends on.
struct InflightKey: Hashable {
  var request: HTTPRequest
  /// For whom the plugins would send it.
  var identities: [String]
  var validation: ValidationType
  var authorization: AuthorizationType?
  var profile: EnvelopeProfile?
  var readsNoEnvelope: Bool
  /// What a stub answers; nil for a live transfer.
  var sample: Endpoint.Sample?
  var stub: StubBehavior
}

/// Transfers that several callers wait for, by what they send.
///
/// The first caller starts the transfer, the others join it; it is cancelled when the last one
/// leaves. A result clears its entry, a failed build included, before anybody hears of it.
final class InflightTable: Sendable {
  private struct Waiter {
    var answer: CheckedContinuation<Result<Response, NetError>, Never>
    var report: (@Sendable (Progress) -> Void)?
  }

  private struct Entry {
    var serial: Int
    var waiters: [Int: Waiter] = [:]
    var task: Task<Void, Never>?
  }

  private struct Table {
    var entries: [InflightKey: Entry] = [:]
    var last = 0
  }

  private let table = Lock(Table())

  /// How many transfers are shared right now.
  var count: Int { table.withLock(\.entries.count) }

  /// How many callers wait for them.
  var waiters: Int { table.withLock { $0.entries.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Joins the transfer that sends the same, or starts one.
  func share(
    _ key: InflightKey, _ observer: CallObserver,
    start: @escaping @Sendable (CallObserver) async -> Result<Response, NetError>
  ) async -> Result<Response, NetError> {
    let id = table.withLock { table in
      table.last += 1
      return table.last
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        join(key, id, Waiter(answer: answer, report: observer.report), start)
        // Cancelled before it joined: the handler has run and found nobody.
        if Task.isCancelled { leave(key, id) }
      }
    } onCancel: {
      leave(key, id)
    }
  }

  private func join(
    _ key: InflightKey, _ id: Int, _ waiter: Waiter,
    _ start: @escaping @Sendable (CallObserver) async -> Result<Response, NetError>
  ) {
    let isFirst = table.withLock { table in
      let isFirst = table.entries[key] == nil
      table.entries[key, default: Entry(serial: id)].waiters[id] = waiter
      return isFirst
    }
    guard isFirst else { return }
    let observer = CallObserver { [self] progress in tell(key, id, progress) }
    let task = Task { finish(key, id, await start(observer)) }
    let isGone = table.withLock { table in
      guard table.entries[key]?.serial == id else { return true }
      table.entries[key]?.task = task
      return false
    }
    // Everybody left, or the result came, before the task was noted.
    if isGone { task.cancel() }
  }

  private func tell(_ key: InflightKey, _ serial: Int, _ progress: Progress) {
    let reports = table.withLock { table in
      table.entries[key].flatMap { $0.serial == serial ? $0.waiters.values.map(\.report) : nil }
    }
    for report in reports ?? [] { report?(progress) }
  }

  private func finish(_ key: InflightKey, _ serial: Int, _ result: Result<Response, NetError>) {
    let waiters = table.withLock { table -> [Waiter] in
      guard let entry = table.entries[key], entry.serial == serial else { return [] }
      table.entries[key] = nil
      return Array(entry.waiters.values)
    }
    for waiter in waiters { waiter.answer.resume(returning: result) }
  }

  private func leave(_ key: InflightKey, _ id: Int) {
    let (waiter, task) = table.withLock { table -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = table.entries[key]?.waiters.removeValue(forKey: id) else {
        return (nil, nil)
      }
      guard table.entries[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, table.entries.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    waiter?.answer.resume(returning: .failure(.cancelled))
  }
}
