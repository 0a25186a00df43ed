import LosslessJSON
import NetEngine

/// A saved recording: a list of exchanges, each read when somebody looks at it.
///
/// A session comes from a HAR file of any tool, from a journal that a recorder has left, or from
/// exchanges in memory. Copying it copies a reference. Rows cost about sixty bytes an entry and are
/// read without parsing; `exchange(at:)` parses one entry.
public struct Session: Sendable {
  /// What people call it: the file's name without its end.
  public var name: String
  private let contents: Contents

  /// Everything else, behind one reference: a session is handed around for every row of a list.
  private final class Contents: Sendable {
    let creator: String
    let notices: [String]
    let omissions: [String]
    let count: Int
    let isComplete: Bool
    /// Those of a session in memory.
    let exchanges: [Exchange]
    /// The bytes of any other session, and its rows.
    let source: SessionSource?
    let table: SessionTable
    /// What another tool says of the session as a whole.
    let log: ForeignLog?
    let pages: [String: String]

    init(_ exchanges: [Exchange], creator: String = "Inspector", _ log: ForeignLog? = nil) {
      self.exchanges = exchanges
      self.log = log
      pages = log?.pages ?? [:]
      self.creator = creator
      count = exchanges.count
      (notices, omissions, isComplete) = ([], [], true)
      (source, table) = (nil, SessionTable())
    }

    init(_ source: SessionSource, _ indexer: SessionIndexer) {
      var source = source
      source.checksBodies = indexer.form == .journal
      source.creator = indexer.creator
      log = indexer.isForeign ? ForeignLog(source, indexer.log) : nil
      pages = indexer.isFinished ? log?.pages ?? [:] : [:]
      self.source = source
      table = indexer.table
      count = indexer.table.count
      creator = indexer.creator
      notices = indexer.notices
      omissions = indexer.omissions
      isComplete = indexer.isFinished
      exchanges = []
    }
  }

  /// Some of a session's exchanges, with what its tool says of the whole.
  public init(_ exchanges: [Exchange], of session: Session) {
    name = session.name
    contents = Contents(exchanges, creator: session.creator, session.contents.log)
  }

  /// A session of exchanges in memory.
  public init(_ exchanges: [Exchange], name: String = "") {
    self.name = name
    contents = Contents(exchanges)
  }

  init(_ source: SessionSource, _ indexer: SessionIndexer, name: String) {
    self.name = name
    contents = Contents(source, indexer)
  }

  /// The tool that wrote it, and its version.
  public var creator: String { contents.creator }
  /// What another tool says of the session as a whole; nil for one of ours.
  var log: ForeignLog? { contents.log }
  /// The pages of a browser's recording and what they are called, by their ids.
  public var pages: [String: String] { contents.pages }
  /// What a person has to know about the file: that it is cut off, that lines are torn.
  public var notices: [String] { contents.notices }
  /// Parts of the file that no entry shows: a torn line, a cut end, text between entries.
  package var omissions: [String] { contents.omissions }
  /// How many entries there are, broken ones among them.
  public var count: Int { contents.count }
  /// Whether the whole file has been looked at; false in what an opening hands out meanwhile.
  public var isComplete: Bool { contents.isComplete }

  /// An exchange as a list shows it; a broken entry is a row that says what is wrong.
  public func row(at index: Int) -> SessionRow {
    contents.source?.row(at: index, contents.table) ?? SessionRow(contents.exchanges[index])
  }

  /// An exchange with everything that is known of it; throws for a broken entry.
  public func exchange(at index: Int) throws(SessionProblem) -> Exchange {
    guard let source = contents.source else { return contents.exchanges[index] }
    return try source.exchange(at: index, contents.table)
  }

  /// Whether the entry at this place is the same in another session, byte for byte: then it need not
  /// be read twice.
  package func isSame(at index: Int, in other: Session) -> Bool {
    guard index < count, index < other.count, let source = contents.source,
      let otherSource = other.contents.source
    else { return false }
    let (table, otherTable) = (contents.table, other.contents.table)
    guard table.problems[index] == nil, table.remarks[index] == nil,
      otherTable.problems[index] == nil, otherTable.remarks[index] == nil
    else { return false }
    return source.isSame(table[index].range, as: otherSource, otherTable[index].range)
  }

  /// Whether an entry is another one than in an earlier look at the file.
  package func isAmended(at index: Int, since earlier: Session) -> Bool {
    guard let source = contents.source, let before = earlier.contents.source else {
      let (now, then) = (contents.exchanges[index], earlier.contents.exchanges[index])
      return now.altered != then.altered || now.note != then.note
    }
    let (now, then) = (contents.table[index].range, earlier.contents.table[index].range)
    if now != then || contents.table.remarks[index] != earlier.contents.table.remarks[index] {
      return true
    }
    // The lines of a journal stay as they are.
    return !source.checksBodies && !source.isSame(now, as: before, then)
  }

  /// Whether a journal has another remark than in an earlier look.
  package func hasNewRemarks(since earlier: Session) -> Bool {
    contents.table.remarks != earlier.contents.table.remarks
  }

  /// Whether every entry of an earlier look is still at its place.
  func continues(_ earlier: Session) -> Bool {
    earlier.count <= count
      && (0..<earlier.count).allSatisfy {
        sequence(at: $0) == earlier.sequence(at: $0)
          && row(at: $0).url.utf8.elementsEqual(earlier.row(at: $0).url.utf8)
      }
  }

  /// The mapped file; nil for a packed session, and for one in memory.
  var file: MappedFile? { contents.source?.file }

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
    guard contents.source != nil else { return contents.exchanges[index].sequence }
    return Int(contents.table[index].sequence)
  }

  /// Whether a person has marked an entry, without reading it unless a journal's remark says so.
  public func isMarked(at index: Int) -> Bool {
    guard contents.source != nil else { return contents.exchanges[index].isMarked }
    guard contents.table.remarks[index] == nil else { return row(at: index).isMarked }
    return contents.table[index].flags.contains(.marked)
  }

  /// Whether an entry has no answer yet, without reading it.
  package func isPending(at index: Int) -> Bool {
    guard contents.source != nil else { return contents.exchanges[index].result == nil }
    return contents.table[index].flags.contains(.pending)
  }

  /// The time an entry took in microseconds, without reading it; nil when it is not known.
  public func time(at index: Int) -> Int? {
    guard contents.source != nil else { return row(at: index).time }
    let time = contents.table[index].time
    return time == .max ? nil : Int(time)
  }

  /// The bytes of an entry's body, without reading it; nil when they are not known.
  public func size(at index: Int) -> Int? {
    guard contents.source != nil else { return row(at: index).size }
    let size = contents.table[index].size
    return size == .max ? nil : Int(size)
  }

  /// What an entry may take in memory, as far as that is known without reading it.
  func weight(at index: Int) -> Int {
    guard contents.source != nil else { return 0 }
    let range = contents.table[index].range
    // A body in a file of its own may be of any size, whatever the entry says.
    if contents.source?.namesFile(range) == true { return 16 << 20 }
    return max(range.count, size(at: index) ?? 0)
  }

  /// Whether its entries together are too large to be kept in memory.
  package var isLarge: Bool {
    var weight = 0
    for index in 0..<count {
      weight = weight.saturatingSum(self.weight(at: index))
      if weight > 32 << 20 { return true }
    }
    return false
  }

  /// Whether an entry is read in a moment: it is short, and stands in the session's file alone.
  package func isLight(at index: Int) -> Bool {
    guard size(at: index) ?? 0 <= Self.light else { return false }
    guard let source = contents.source else { return true }
    let range = contents.table[index].range
    return range.count <= Self.light && !source.namesFile(range)
  }

  private static let light = 32 << 10

  /// Whether no body of an entry can hold a word, as its bytes tell without being parsed.
  func lacks(_ pattern: Pattern, at index: Int) -> Bool {
    guard let source = contents.source, contents.table.problems[index] == nil else { return false }
    return source.lacks(pattern, in: contents.table[index].range)
  }

  /// The status of an entry, without reading it; 0 where no answer came.
  public func status(at index: Int) -> Int {
    guard contents.source != nil else {
      return contents.exchanges[index].response?.statusCode ?? 0
    }
    return Int(contents.table[index].status)
  }
}

extension Session: Hashable {
  /// Sessions are the same when one is a copy of the other; what they hold is not compared.
  public static func == (left: Session, right: Session) -> Bool {
    left.contents === right.contents && left.name == right.name
  }

  /// Tells copies from others.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(contents)) }
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
      size: exchange.truncatedFrom ?? response?.bodySize,
      time: exchange.recordedTime,
      startedAt: exchange.startedAt, failure: exchange.failureKind)
    isMarked = exchange.isMarked
    hasNote = !exchange.note.isEmpty
    isTruncated = exchange.truncatedFrom != nil
    isReplay = exchange.isReplay
    isAltered = exchange.isAltered
    hasIdleRule = exchange.hasIdleRule
    isPending = exchange.result == nil
    page = exchange.foreign?.facts.page ?? ""
    source = exchange.foreign?.facts.source
  }
}
