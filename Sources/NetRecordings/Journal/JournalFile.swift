import Glibc
import LosslessJSON
import NetEngine

/// A journal that is open for writing: lines are added at its end, one write a line.
///
/// A line that does not fit on the disk is taken back, so that nothing torn ever stands in front of
/// a later line. Whole lines stay: readers may have mapped them. One owner: the recorder.
struct JournalFile {
  let path: String
  let descriptor: Int32
  /// Where the next line goes.
  private(set) var length: Int
  /// The folder for large bodies, beside it.
  let bodyFolder: String
  /// Its last part: every line that is written asks for it.
  let bodyFolderName: String

  /// Opens a journal, or makes one, and locks it; nil when another program has the lock.
  ///
  /// Where the journal has to be there, this waits up to a second for a program that compacts it or
  /// writes remarks into it.
  init?(_ path: String, creates: Bool = true) throws(SessionProblem) {
    let create = creates ? O_CREAT : 0
    let flags = O_RDWR | O_APPEND | create | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    while true {
      let descriptor = open(path, flags, 0o600)
      guard descriptor >= 0 else { throw Disk.problem(path) }
      var facts = stat()
      guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        Glibc.close(descriptor)
        throw SessionProblem(.notAFile, path: path)
      }
      var pauses = creates ? 0 : 100
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard pauses > 0, !Self.isBeingWritten(descriptor) else {
          Glibc.close(descriptor)
          return nil
        }
        pauses -= 1
        usleep(10_000)
      }
      // Another file may have been renamed to this path before we had the lock.
      var named = stat()
      if lstat(path, &named) == 0, named.st_ino == facts.st_ino, named.st_dev == facts.st_dev {
        self.init(path: path, descriptor: descriptor, length: Int(facts.st_size))
        return
      }
      Glibc.close(descriptor)
    }
  }

  /// Where a compaction writes the journal that takes the place of this one.
  var newPath: String { path + ".new" }

  /// Adds lines; the system's error number when not all of them fit, and then the first ones that
  /// did stay, as whole lines.
  mutating func append(_ line: [UInt8], disk: Disk) -> Int32? {
    line.withUnsafeBytes { append($0, disk: disk) }
  }

  mutating func append(_ line: UnsafeRawBufferPointer, disk: Disk) -> Int32? {
    // A short write does not say why: the next one does.
    let (count, code) = line.writeAll(to: descriptor, by: disk.write)
    guard code != nil else {
      length += count
      return nil
    }
    if count > 0 {
      let whole = line[..<count].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      // If the torn bytes cannot be removed, the next line follows them.
      let isTakenBack = whole == count || ftruncate(descriptor, length + whole) == 0
      length += isTakenBack ? whole : count
    }
    return code
  }

  /// F_OFD_GETLK and F_OFD_SETLK, which Swift's module of the C library leaves out.
  private static let (queryMark, setMark) = (Int32(36), Int32(37))

  /// Marks the journal as one that a recorder writes, until it is closed.
  ///
  /// The lock alone does not say so: a program that compacts or removes a journal has it too. The
  /// mark is a lock of fcntl(2), which others can ask about without taking it.
  func markRecording() {
    var mark = flock(l_type: F_WRLCK)
    _ = fcntl(descriptor, Self.setMark, &mark)
  }

  private static func isBeingWritten(_ descriptor: Int32) -> Bool {
    var mark = flock(l_type: F_WRLCK)
    return fcntl(descriptor, queryMark, &mark) != 0 || mark.l_type != Int16(F_UNLCK)
  }

  /// Whether a recorder has it open, or it cannot be looked at.
  static func isBeingWritten(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { Glibc.close(descriptor) }
    return isBeingWritten(descriptor)
  }

  /// Whether lines behind those that are there can be read: the file begins as a journal does.
  var isJournal: Bool {
    guard let file = try? MappedFile(path, limit: .max) else { return false }
    return (try? SessionIndexer(file, entries: .max))?.form == .journal
  }

  /// Whether the last line of an open journal is the one an orderly end writes.
  static func hasEnd(_ descriptor: Int32) -> Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return false }
    var tail = [UInt8](repeating: 0, count: min(200, Int(facts.st_size)))
    guard !tail.isEmpty,
      pread(descriptor, &tail, tail.count, facts.st_size - tail.count) == tail.count,
      tail.last == 0x0a
    else { return false }
    let line = tail.dropLast().lastIndex(of: 0x0a).map { tail[($0 + 1)...] } ?? tail[...]
    return line.starts(with: "{\"end\":".utf8)
  }

  /// Removes the bytes behind the last whole line.
  mutating func cut(to length: Int) -> Bool {
    guard ftruncate(descriptor, length) == 0 else { return false }
    self.length = length
    return true
  }

  private init(path: String, descriptor: Int32, length: Int) {
    self.path = path
    self.descriptor = descriptor
    self.length = length
    bodyFolder = String(path.dropLast(6)) + ".bodies"
    bodyFolderName = bodyFolder.utf8Suffix(afterLast: 0x2f)
  }

  /// The same file under the name it was given.
  func placed(at path: String) -> JournalFile {
    JournalFile(path: path, descriptor: descriptor, length: length)
  }

  /// Lets it go at once: a program that is being started has a copy of the descriptor until it runs,
  /// and would keep the lock as long.
  func close() {
    var mark = flock(l_type: F_UNLCK)
    _ = fcntl(descriptor, Self.setMark, &mark)
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }

  /// Takes the journal and its bodies away, and what a killed compaction has left of it.
  func remove() {
    unlink(path)
    unlink(newPath)
    Folder.remove(bodyFolder)
  }
}

extension flock {
  /// A lock of a whole file.
  fileprivate init(l_type: Int32) {
    self.init()
    self.l_type = Int16(l_type)
  }
}
