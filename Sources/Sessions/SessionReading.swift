import BytesAndJSON
import ExchangesAndOutcomes

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
  private let isSmall: Bool
  private var held: [[Read?]] = []

  init(_ session: Session, _ options: SealOptions) {
    self.session = session
    self.options = options
    (batches, isSmall) = Self.batches(of: session)
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
      let harmless = known.harmless
      let reads = ParallelWork.map(batch, with: { KnownSecrets(harmless) }) { [self] index, scratch in
        let read = read(index)
        if case .success(let exchange) = read { redactor.search(exchange, into: &scratch) }
        return read
      }
      for case .success(let exchange)? in reads { redactor.learn(from: exchange, into: &known) }
      if isSmall { held.append(reads) }
    }
  }

  /// Every exchange that is asked for without its secrets, in order, and what cannot be read.
  func forEach(
    knowing known: KnownSecrets,
    _ body: (Result<Redacted, SessionProblem>) throws(SessionProblem) -> Void
  ) throws(SessionProblem) {
    for (number, batch) in batches.enumerated() {
      let reads = held.isEmpty ? nil : held[number]
      let made = ParallelWork.map(batch, with: {}) { [self] index, _ in
        let read = reads.map { $0[index - batch.lowerBound] } ?? read(index)
        return read?.map { exchange in
          guard let redactor = options.redactor else { return (exchange, []) }
          var finds: [Redactor.Find] = []
          return (redactor.redact(exchange, knowingAll: known, finds: &finds), finds)
        } as Result<Redacted, SessionProblem>?
      }
      for case let result? in made { try body(result) }
    }
  }
}
