/// A saved recording: a list of exchanges, each read when somebody looks at it.
///
/// A session comes from a HAR file of any tool, from a journal that a recorder has left, or from
/// exchanges in memory. Copying it copies a reference. Rows cost about sixty bytes an entry and are
/// read without parsing; `exchange(at:)` parses one entry.
public struct Session: Sendable {
  /// What people call it: the file's name without its end.
  public var name: String
  /// The tool that wrote it, and its version.
  public let creator: String
  /// What a person has to know about the file: that it is cut off, that lines are torn.
  public let notices: [String]
  /// How many entries there are, broken ones among them.
  public let count: Int
  /// Whether the whole file has been looked at; false in what an opening hands out meanwhile.
  public let isComplete: Bool
  private let storage: Storage

  private enum Storage: Sendable {
    case memory([Exchange])
    case file(SessionSource, SessionTable)
  }

  /// A session of exchanges in memory.
  public init(_ exchanges: [Exchange], name: String = "") {
    self.name = name
    creator = "Inspector"
    notices = []
    count = exchanges.count
    isComplete = true
    storage = .memory(exchanges)
  }

  init(_ source: SessionSource, _ indexer: SessionIndexer, name: String) {
    self.name = name
    creator = indexer.creator
    notices = indexer.notices
    count = indexer.table.count
    isComplete = indexer.isFinished
    storage = .file(source, indexer.table)
  }

  /// An exchange as a list shows it; a broken entry is a row that says what is wrong.
  public func row(at index: Int) -> SessionRow {
    switch storage {
    case .memory(let exchanges): SessionRow(exchanges[index])
    case .file(let source, let table): source.row(at: index, table, self)
    }
  }

  /// An exchange with everything that is known of it; throws for a broken entry.
  public func exchange(at index: Int) throws(SessionProblem) -> Exchange {
    switch storage {
    case .memory(let exchanges): return exchanges[index]
    case .file(let source, let table): return try source.exchange(at: index, table)
    }
  }

  /// The place of the exchange with this number; nil when there is none.
  public func index(ofSequence sequence: Int) -> Int? {
    // Usually it is where it should be.
    if sequence > 0, sequence <= count, self.sequence(at: sequence - 1) == sequence {
      return sequence - 1
    }
    return (0..<count).first { self.sequence(at: $0) == sequence }
  }

  /// Every exchange that can be read, in order; each is parsed when it is its turn.
  public var exchanges: some Sequence<Exchange> {
    (0..<count).lazy.compactMap { try? exchange(at: $0) }
  }

  /// The number of an entry, without reading it.
  public func sequence(at index: Int) -> Int {
    switch storage {
    case .memory(let exchanges): exchanges[index].sequence
    case .file(_, let table): Int(table[index].sequence)
    }
  }

  /// The status of an entry, without reading it; 0 where no answer came.
  public func status(at index: Int) -> Int {
    switch storage {
    case .memory(let exchanges): exchanges[index].response?.statusCode ?? 0
    case .file(_, let table): Int(table[index].status)
    }
  }
}

extension SessionRow {
  /// The row of an exchange in memory.
  public init(_ exchange: Exchange) {
    let response = exchange.response
    let status = response?.statusCode ?? 0
    self.init(
      sequence: exchange.sequence, name: exchange.name, method: exchange.request.method.rawValue,
      url: exchange.request.url, status: status == 0 ? nil : status,
      type: response?.mediaType?.essence,
      size: exchange.truncatedFrom ?? response?.body.count,
      time: response.flatMap { $0.totalTime == 0 ? nil : $0.totalTime },
      startedAt: exchange.startedAt, failure: exchange.failureKind)
    isMarked = exchange.isMarked
    hasNote = !exchange.note.isEmpty
    isTruncated = exchange.truncatedFrom != nil
    isReplay = exchange.isReplay
    isPending = exchange.result == nil
  }
}
