import NetEngine

/// The filter in force and what it lets through; one that is still worked out changes nothing.
struct Sieve: Sendable {
  /// What a person asked for, as it was typed; in force or on its way.
  private(set) var text = ""
  /// nil lets everything through.
  private(set) var filter: Filter?
  /// The requests that pass.
  private(set) var targets: Set<Int> = []
  /// The numbers of the firings that pass.
  private(set) var records: Set<Int> = []
  /// The long work that is going on.
  private(set) var job: SiftJob?
  /// The filter that is worked out, when it is another one.
  private var next: Filter?
  private var changedTargets: Set<Int> = []
  private var changedRecords: Set<Int> = []
  private var lastID = 0

  var isOn: Bool { filter != nil }

  /// Whether a filter is still being worked out.
  var isWorking: Bool { job != nil }

  /// Whether what shows is not yet what was asked for.
  var isUnsettled: Bool { job != nil || next != nil }

  func passes(target: Int) -> Bool { filter == nil || targets.contains(target) }

  func passes(record number: Int) -> Bool { filter == nil || records.contains(number) }

  // MARK: Another filter

  /// Lets everything through again.
  mutating func clear() { self = Sieve(lastID: lastID) }

  init() {}

  private init(lastID: Int) { self.lastID = lastID }

  /// Starts on another filter; what shows stays until it is worked out.
  mutating func start(_ filter: Filter) {
    text = filter.text
    next = filter
    job = nil
  }

  /// Everything may have changed: it is asked about again.
  mutating func startAgain() {
    guard let filter, next == nil else { return }
    next = filter
    job = nil
  }

  /// A request changed, and maybe one of its firings.
  mutating func touch(target: Int, record number: Int?) {
    changedTargets.insert(target)
    if let number { changedRecords.insert(number) }
  }

  // MARK: Working

  /// The next work there is, if none is going on.
  mutating func nextJob(_ house: House, marked: Set<Int>) -> SiftJob? {
    guard job == nil, let wanted = next ?? filter else { return nil }
    let isWhole = next != nil
    guard isWhole || !changedTargets.isEmpty || !changedRecords.isEmpty else { return nil }
    lastID += 1
    defer {
      changedTargets = []
      changedRecords = []
    }
    let job = SiftJob(
      id: lastID, filter: wanted, items: house.items, history: house.history,
      marked: wanted.readsMarks ? marked : [], now: house.now,
      targets: isWhole ? nil : changedTargets, records: isWhole ? nil : changedRecords)
    self.job = job
    return job
  }

  /// Takes the outcome of the work that is going on; false when it was another's.
  mutating func take(_ result: SiftResult) -> Bool {
    guard let job, result.id == job.id else { return false }
    self.job = nil
    guard result.trouble == nil else {
      text = filter?.text ?? ""
      next = nil
      return false
    }
    if let asked = job.targets, let askedRecords = job.records {
      targets.subtract(asked)
      records.subtract(askedRecords)
    } else {
      (targets, records) = ([], [])
      filter = job.filter
      next = nil
    }
    targets.formUnion(result.targets)
    records.formUnion(result.records)
    return true
  }
}
