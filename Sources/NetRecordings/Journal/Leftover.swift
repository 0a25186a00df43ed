import Glibc
import LosslessJSON
import NetEngine

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
  /// The runs that another run followed without an end between them, and that were not kept since.
  let earlierCutOffRuns: Set<String>
  private let openRun: String?
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
    earlierCutOffRuns = indexer.cutOffRuns
    openRun = indexer.openRun
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

  /// Journals in a sessions folder that programs are writing, as far as they are written.
  package static func running(in folder: String) -> [Leftover] {
    let folder = folder + "/.journal"
    return Folder.names(folder).filter { $0.hasSuffix(".jsonl") }.compactMap { name in
      let path = "\(folder)/\(name)"
      guard JournalFile.isBeingWritten(path) else { return nil }
      return (try? Leftover(path)).flatMap { $0.session.count > 0 ? $0 : nil }
    }
  }

  private static func hasEnd(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return JournalFile.hasEnd(descriptor)
  }

  /// The runs that did not end in order and were not kept since; "" for exchanges without a run.
  ///
  /// The run of a program that is still writing the journal is none of them.
  package var cutOffRuns: Set<String> {
    guard let openRun, !JournalFile.isBeingWritten(path) else { return earlierCutOffRuns }
    return earlierCutOffRuns.union([openRun])
  }

  /// Whether it has such a run, for a program that has locked the journal.
  var hasCutOffRuns: Bool { openRun != nil || !earlierCutOffRuns.isEmpty }

  /// The number of exchanges of these runs.
  package var cutOffCount: Int {
    let (runs, words) = (cutOffRuns, table.words.words)
    return (0..<table.count).count {
      !table[$0].flags.contains(.broken) && runs.contains(words[Int(table[$0].run)])
    }
  }

  /// Adds a line that says that a recording has all runs that did not end in order.
  ///
  /// Does nothing when a program writes the journal or has added to it.
  func markKept() {
    guard var file = try? JournalFile(path, creates: false) else { return }
    defer { file.close() }
    guard file.length == bytes.count, (try? setTornLineAside()) != nil,
      wholeBytes == file.length || file.cut(to: wholeBytes)
    else { return }
    let now = Recorder.realTime
    _ = file.append(JournalLine.kept(at: now) + JournalLine.end(at: now), disk: .standard)
  }

  /// The largest number of an exchange in it.
  var lastSequence: Int {
    (0..<table.count).reduce(0) { max($0, Int(table[$1].sequence)) }
  }

  /// Adds the torn line to `NAME.torn`, and moves the bodies that no whole line names beside it.
  ///
  /// Lines of earlier crashes stay in that file, and no recorder removes those bodies.
  func setTornLineAside(disk: Disk = .standard) throws(SessionProblem) {
    guard wholeBytes < bytes.count else { return }
    let torn = UnsafeRawBufferPointer(rebasing: bytes.buffer[wholeBytes...])
    let base = String(path.dropLast(6)) + ".torn"
    let earlier = try? MappedFile(base, limit: .max)
    if earlier?.buffer.suffix(torn.count).elementsEqual(torn) != true {
      let file = try NewFile(base, disk: disk, overwrites: true)
      if let earlier {
        try file.write(earlier.buffer)
        try file.write([0x0a])
      }
      try file.write(torn)
      try file.finish()
    }
    let orphans = Set(Folder.names(bodyFolder).filter(Folder.isBodyName))
      .subtracting(Self.bodyNames(in: bytes.buffer[..<wholeBytes]))
    guard !orphans.isEmpty else { return }
    try disk.makeOwnFolder(base + ".bodies")
    for name in orphans where rename("\(bodyFolder)/\(name)", "\(base).bodies/\(name)") != 0 {
      throw Disk.problem(base)
    }
  }

  private var bodyFolder: String { String(path.dropLast(6)) + ".bodies" }

  /// The bytes before the path of a body's file in an entry; in JSON, no text contains them.
  static let fileMark = Array("\"_file\":\"".utf8)

  /// The names of the body files that entries refer to.
  static func bodyNames(in entries: Slice<UnsafeRawBufferPointer>) -> Set<String> {
    let entries = UnsafeRawBufferPointer(rebasing: entries)
    var names: Set<String> = []
    var from = 0
    while let mark = ByteSearch.first(fileMark, in: entries, from: from) {
      let path = entries[mark.upperBound...].prefix { $0 != 0x22 }
      names.insert(String(decoding: path, as: UTF8.self).utf8Suffix(afterLast: 0x2f))
      from = mark.upperBound
    }
    return names
  }

  /// Removes the journal, its bodies and its rules; a torn line is set aside first.
  ///
  /// False, and all of it stays, when a program writes the journal or has added to it, or when the
  /// torn line could not be written. True when another program has removed the journal.
  @discardableResult
  package func remove() -> Bool {
    guard let lock = try? JournalFile(path, creates: false) else {
      return access(path, F_OK) != 0 && errno == ENOENT
    }
    defer { lock.close() }
    guard lock.length == bytes.count, (try? setTornLineAside()) != nil else { return false }
    lock.remove()
    unlink(String(path.dropLast(6)) + ".rules")
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
