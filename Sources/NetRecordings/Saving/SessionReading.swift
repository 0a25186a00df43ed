import LosslessJSON
import NetEngine

/// A session's exchanges read for what leaves the program, several at once.
///
/// Each is looked at twice, to learn what is secret and to take it out; of a session that is not large
/// what was read the first time is kept.
struct SessionReading {
  private typealias Read = Result<Exchange, SessionProblem>
  typealias Redacted = (exchange: Exchange, finds: [Redactor.Find])

  private let session: Session
  private let options: SealOptions
  private let batches: [Range<Int>]
  private let holdsAll: Bool
  /// Whether what only another tool's fields hold is looked into.
  private let looksIntoForeign: Bool
  private var held: [[Read?]] = []

  init(
    _ session: Session, _ options: SealOptions, looksIntoForeign: Bool = true,
    holdsAll: Bool = false
  ) {
    self.session = session
    self.options = options
    self.looksIntoForeign = looksIntoForeign
    let (batches, isSmall) = Self.batches(of: session)
    self.batches = batches
    self.holdsAll = holdsAll || isSmall
  }

  /// What goes through memory at once: two hundred entries, unless they are large.
  private static func batches(of session: Session) -> (ranges: [Range<Int>], isSmall: Bool) {
    var ranges: [Range<Int>] = []
    var (start, weight, all) = (0, 0, 0)
    for index in 0..<session.count {
      weight = weight.saturatingSum(session.weight(at: index))
      guard weight > 8 << 20 || index + 1 - start == 200 || index + 1 == session.count else {
        continue
      }
      ranges.append(start..<index + 1)
      (start, weight, all) = (index + 1, 0, all.saturatingSum(weight))
    }
    return (ranges, all <= 32 << 20)
  }

  /// What an entry says, nil for one that is not asked for.
  private func read(_ index: Int) -> Read? {
    do throws(SessionProblem) {
      var exchange = try session.exchange(at: index)
      options.whole.complete(&exchange)
      guard options.only?(exchange) ?? true else { return nil }
      if options.isStable { exchange.keep(nil) }
      return .success(exchange)
    } catch {
      return .failure(error)
    }
  }

  /// Learns in the order of the entries: of two names for one secret the first one holds.
  mutating func learn(with redactor: Redactor, into known: inout KnownSecrets) {
    for batch in batches {
      let harmless = known.memory.harmless
      let made = ParallelWork.map(
        batch, with: { SearchMemory(harmless) },
        { [self] index, memory in
          let read = read(index)
          let lessons = forLearning(read).map { redactor.lessons(of: $0, &memory) }
          return (read: read, lessons: lessons ?? [])
        })
      for (_, lessons) in made { for lesson in lessons { known.learn(lesson) } }
      if holdsAll { held.append(made.map(\.read)) }
      WorkProgress.report(.init("looking for secrets", batch.upperBound, of: session.count))
    }
  }

  private func forLearning(_ read: Read?) -> Exchange? {
    guard case .success(var exchange) = read else { return nil }
    if !looksIntoForeign { exchange.keep(nil) }
    return exchange
  }

  /// What was kept of the first look, by its places.
  var heldExchanges: [Int: Exchange] {
    var found: [Int: Exchange] = [:]
    for (batch, reads) in zip(batches, held) {
      for (index, read) in zip(batch, reads) {
        if case .success(let exchange)? = read { found[index] = exchange }
      }
    }
    return found
  }

  /// Every exchange that is asked for without its secrets, in order, and what cannot be read.
  func forEach(
    knowing known: KnownSecrets,
    _ body: (Result<Redacted, SessionProblem>) throws(SessionProblem) -> Void
  ) throws(SessionProblem) {
    for (number, batch) in batches.enumerated() {
      let reads = held.isEmpty ? nil : held[number]
      let made = ParallelWork.map(
        batch, with: {},
        { [self] index, _ in
          let read = reads.map { $0[index - batch.lowerBound] } ?? read(index)
          return read?.map { exchange in
            guard let redactor = options.redactor else { return (exchange, []) }
            var finds: [Redactor.Find] = []
            return (redactor.redact(exchange, knowingAll: known, finds: &finds), finds)
          } as Result<Redacted, SessionProblem>?
        })
      for case let result? in made { try body(result) }
      WorkProgress.report(.init("writing", batch.upperBound, of: session.count))
    }
  }
}

extension Redactor {
  /// Learns all that is secret in a session, but for what only another tool's fields hold; gives
  /// what was read by its places, of a large session only where all of it is asked for.
  public func learn(
    from session: Session, into known: inout KnownSecrets, holdingAll: Bool = false
  ) -> [Int: Exchange] {
    var reading = SessionReading(
      session, SealOptions(), looksIntoForeign: false, holdsAll: holdingAll)
    reading.learn(with: self, into: &known)
    return reading.heldExchanges
  }
}
