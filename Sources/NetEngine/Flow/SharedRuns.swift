/// Runs that several callers wait for, by what makes two of them one.
///
/// The first caller starts the run, the others join it; it is cancelled when the last one leaves. A
/// result clears its entry, a failed build included, before anybody hears of it.
final class SharedRuns<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  private struct Waiter {
    var answer: CheckedContinuation<(Output, isFirst: Bool), Never>
    var report: (@Sendable (Progress) -> Void)?
  }

  private struct Entry {
    var serial: Int
    var waiters: [Int: Waiter] = [:]
    var task: Task<Void, Never>?
  }

  private struct Table {
    var entries: [Key: Entry] = [:]
    var last = 0
  }

  private let table = Lock(Table())
  private let cancelled: Output

  /// What a caller gets who leaves early.
  init(cancelled: Output) {
    self.cancelled = cancelled
  }

  /// What is shared right now.
  var keys: [Key] { table.withLock { Array($0.entries.keys) } }

  /// How many callers wait for them.
  var waiters: Int { table.withLock { $0.entries.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Joins the run of this key, or starts one; one of those who get its result is the first.
  func share(
    _ key: Key, _ observer: CallObserver,
    start: @escaping @Sendable (CallObserver) async -> Output
  ) async -> (Output, isFirst: Bool) {
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
    _ key: Key, _ id: Int, _ waiter: Waiter,
    _ start: @escaping @Sendable (CallObserver) async -> Output
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

  private func tell(_ key: Key, _ serial: Int, _ progress: Progress) {
    let reports = table.withLock { table in
      table.entries[key].flatMap { $0.serial == serial ? $0.waiters.values.map(\.report) : nil }
    }
    for report in reports ?? [] { report?(progress) }
  }

  private func finish(_ key: Key, _ serial: Int, _ output: Output) {
    let waiters = table.withLock { table -> [Waiter] in
      guard let entry = table.entries[key], entry.serial == serial else { return [] }
      table.entries[key] = nil
      return Array(entry.waiters.values)
    }
    for (index, waiter) in waiters.enumerated() {
      waiter.answer.resume(returning: (output, isFirst: index == 0))
    }
  }

  private func leave(_ key: Key, _ id: Int) {
    let (waiter, task) = table.withLock { table -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = table.entries[key]?.waiters.removeValue(forKey: id) else {
        return (nil, nil)
      }
      guard table.entries[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, table.entries.removeValue(forKey: key)?.task)
    }
    task?.cancel()
    waiter?.answer.resume(returning: (cancelled, isFirst: false))
  }
}
