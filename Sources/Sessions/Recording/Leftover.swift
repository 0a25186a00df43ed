import BytesAndJSON
import ExchangesAndOutcomes
import Glibc

/// A journal that a program has left without sealing it.
public struct Leftover: Sendable {
  /// Where it stands.
  public let path: String
  /// The exchanges in it, as far as it is whole.
  public let session: Session
  /// Whether the program that wrote it ended in order.
  public let hasEnd: Bool
  /// The bytes that make whole lines; behind them may stand a torn one.
  public let wholeBytes: Int
  let bytes: MappedFile
  let table: SessionTable

  /// Reads a journal up to a torn last line; damaged lines before it are broken entries.
  public init(_ path: String) throws(SessionProblem) {
    let limits = SessionLimits.whatever
    let file = try MappedFile(path, limit: limits.bytes)
    var indexer = try SessionIndexer(file, entries: limits.entries)
    guard indexer.form == .journal else { throw SessionProblem(.notASession("it is no journal")) }
    while !indexer.isFinished { try indexer.step(bytes: .max / 2) }
    let source = SessionSource(
      bytes: file, file: file, folder: path.folderOfPath, limits: limits)
    self.path = path
    bytes = file
    table = indexer.table
    hasEnd = indexer.hasEnd
    wholeBytes = indexer.wholeBytes
    session = Session(source, indexer, name: path.nameOfSession)
  }

  /// What can be recovered in a sessions folder: journals that no program is writing any more.
  ///
  /// `isUnfinished` leaves out those whose program ended in order; they are not even read.
  public static func all(in folder: String, isUnfinished: Bool = false) -> [Leftover] {
    let folder = folder + "/.journal"
    return Folder.names(folder).filter { $0.hasSuffix(".jsonl") }.compactMap { name in
      let path = "\(folder)/\(name)"
      guard !JournalFile.isBeingWritten(path), !isUnfinished || !hasEnd(path),
        let left = try? Leftover(path),
        left.session.count > 0
      else { return nil }
      return left
    }
  }

  private static func hasEnd(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return JournalFile.hasEnd(descriptor)
  }

  /// The largest number of an exchange in it.
  var lastSequence: Int {
    (0..<table.count).reduce(0) { max($0, Int(table[$1].sequence)) }
  }

  /// Puts the torn line beside the journal, where a person may look at it; false when it cannot.
  func keepTorn(disk: Disk = .standard) -> Bool {
    guard wholeBytes < bytes.count else { return true }
    let torn = UnsafeRawBufferPointer(rebasing: bytes.buffer[wholeBytes...])
    let place = String(path.dropLast(6)) + ".torn"
    do throws(SessionProblem) {
      let file = try NewFile(place, disk: disk, overwrites: true)
      try file.write(torn)
      try file.finish()
      return true
    } catch {
      return false
    }
  }

  private var bodyFolder: String { String(path.dropLast(6)) + ".bodies" }

  /// The names of files in an entry: what follows `"_file":"`, to the closing quote.
  static func bodyNames(in entry: UnsafeRawBufferPointer) -> Set<String> {
    let mark = Array("\"_file\":\"".utf8)
    var names: Set<String> = []
    var rest = entry[...]
    while let start = rest.firstPlace(of: mark) {
      rest = rest[start.upperBound...]
      let path = rest.prefix { $0 != 0x22 }
      names.insert(String(decoding: path, as: UTF8.self).utf8Suffix(afterLast: 0x2f))
    }
    return names
  }

  /// Takes the journal, its bodies and its rules away; a torn line and its bodies stay.
  ///
  /// False, and all of it stays, when the torn line could not be kept.
  @discardableResult
  package func remove() -> Bool {
    var kept: Set<String> = []
    if wholeBytes < bytes.count {
      guard keepTorn() else { return false }
      let whole = UnsafeRawBufferPointer(rebasing: bytes.buffer[..<wholeBytes])
      kept = Set(Folder.names(bodyFolder)).subtracting(Self.bodyNames(in: whole))
    }
    unlink(path)
    unlink(String(path.dropLast(6)) + ".rules")
    Folder.remove(bodyFolder, keeping: kept)
    return true
  }
}

extension SessionLimits {
  /// For journals, which are ours: whatever was recorded can be recovered.
  static let whatever: SessionLimits = {
    var limits = SessionLimits()
    limits.bytes = .max
    limits.entries = .max
    return limits
  }()
}
