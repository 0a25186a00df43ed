import Glibc
import LosslessJSON
import NetEngine

/// How recordings reach the disk; a test puts a full one in place of it.
package struct Disk: Sendable {
  /// The system's own.
  package static let standard = Disk()

  /// Works like write(2), `errno` included.
  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { descriptor, bytes in
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }
  /// Works like fdatasync(2).
  package var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }

  package init() {}

  /// Makes a folder and those above it, all of one mode; one that is there stays as it is.
  package func makeFolder(_ path: String, mode: mode_t) throws(SessionProblem) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SessionProblem(.unwritable("that is no folder's name"), path: path)
    }
    if mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, case let parent = path.folderOfPath, parent != path else {
      throw Self.problem(path)
    }
    try makeFolder(parent, mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw Self.problem(path) }
  }

  /// Makes a folder of our own below one that may be a stranger's: a link in its place is refused.
  func makeOwnFolder(_ path: String) throws(SessionProblem) {
    try makeFolder(path, mode: 0o700)
    guard Folder.isReal(path) else {
      throw SessionProblem(.unwritable("it is no folder, or a link to one"), path: path)
    }
  }

  /// Puts bytes into a file of their own that was not there; one of that name is left as it is.
  ///
  /// `isSynced` waits for the disk; a journal leaves that to its ``JournalSync``.
  func keep(_ body: Body, at path: String, isSynced: Bool) throws(SessionProblem) {
    // The name is the hash of the bytes: a file of that name and length has the same bytes.
    var facts = stat()
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      Int(facts.st_size) == body.count
    {
      return
    }
    try put(body, at: path, isSynced: isSynced)
  }

  /// Writes bytes to a file of their own; replaces a file of that name.
  func put(_ body: Body, at path: String, isSynced: Bool) throws(SessionProblem) {
    let new = try NewFile(path, disk: self, overwrites: true)
    try body.withUnsafeBytes { bytes throws(SessionProblem) in try new.write(bytes) }
    try new.finish(isSynced: isSynced)
  }

  /// Writes the bytes of a file once more, to its end without a range.
  ///
  /// After a failed fdatasync Linux takes the pages for clean: the next one has nothing to do and
  /// reports success. Bytes that cannot be read or written here stay as they were.
  static func rewrite(_ descriptor: Int32, _ range: Range<Int>? = nil) {
    // A descriptor that appends would write at the end, whatever place it is given.
    let file = open("/proc/self/fd/\(descriptor)", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var place = range?.lowerBound ?? 0
    let end = range?.upperBound ?? .max
    while place < end {
      let count = pread(file, &buffer, min(buffer.count, end - place), place)
      guard count > 0, pwrite(file, buffer, count, place) == count else { return }
      place += count
    }
  }

  static let tooLarge = "File too large for the limit of 'ulimit -f', or for the file system"

  static func problem(_ path: String, _ code: Int32 = errno) -> SessionProblem {
    let words = code == EFBIG ? tooLarge : String(cString: strerror(code))
    return SessionProblem(.unwritable(words), path: path)
  }
}

/// A file that stands at its place only when it is whole and on the disk.
///
/// File without a name (0600) → fdatasync → link → rename, if it may replace a file → fsync of the
/// folder. Until then the old file stays, and a program that is killed leaves nothing.
///
/// On a file system without unnamed files the file is named `NAME.new-…` from the start.
/// It is locked as long as its program runs: the next writer of the name removes what others left.
final class NewFile {
  private let path: String
  private let temporary: String
  private let isNamed: Bool
  private let disk: Disk
  private let overwrites: Bool
  private var descriptor: Int32

  init(_ path: String, disk: Disk, overwrites: Bool) throws(SessionProblem) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SessionProblem(.unwritable("that is no file name"), path: path)
    }
    if !overwrites, access(path, F_OK) == 0 { throw SessionProblem(.exists, path: path) }
    self.path = path
    self.disk = disk
    self.overwrites = overwrites
    temporary = "\(path).new-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    Folder.removeUnfinished(of: path)
    let unnamed = open(path.folderOfPath, O_WRONLY | Self.unnamedFlag | O_CLOEXEC, 0o600)
    isNamed = unnamed < 0 || access(Self.link(to: unnamed), F_OK) != 0
    if isNamed {
      if unnamed >= 0 { close(unnamed) }
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    } else {
      descriptor = unnamed
    }
    guard descriptor >= 0 else { throw Disk.problem(path) }
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    guard descriptor >= 0 else { return }
    if isNamed { unlink(temporary) }
    close(descriptor)
  }

  /// O_TMPFILE, which Swift's module of the C library leaves out.
  private static let unnamedFlag = 0o20_000_000 | O_DIRECTORY

  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Lets the same people read and write it as a file that is to be replaced.
  func takeMode(of path: String) {
    var facts = stat()
    if stat(path, &facts) == 0 { fchmod(descriptor, facts.st_mode & 0o777) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SessionProblem) {
    if let code = bytes.writeAll(to: descriptor, by: disk.write).code {
      throw Disk.problem(path, code)
    }
  }

  func write(_ bytes: [UInt8]) throws(SessionProblem) {
    let code = bytes.withUnsafeBytes { $0.writeAll(to: descriptor, by: disk.write).code }
    if let code { throw Disk.problem(path, code) }
  }

  func finish(isSynced: Bool = true) throws(SessionProblem) {
    guard !isSynced || disk.sync(descriptor) == 0 else { throw Disk.problem(path) }
    defer {
      close(descriptor)
      descriptor = -1
    }
    let code = place()
    if code == EEXIST, !overwrites { throw SessionProblem(.exists, path: path) }
    guard code == 0 else { throw Disk.problem(path, code) }
    if isSynced { Self.syncFolder(of: path) }
  }

  /// Gives the file its name; the system's error number where that fails, else 0.
  private func place() -> Int32 {
    // Unlike a rename, a link fails when another program has made the file meanwhile.
    if !overwrites || !isNamed {
      let source = isNamed ? temporary : Self.link(to: descriptor)
      let name = overwrites ? temporary : path
      let isLinked = linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
      let code = isLinked ? 0 : errno
      if isNamed { unlink(temporary) }
      if code != 0 || !overwrites { return code }
    }
    if rename(temporary, path) == 0 { return 0 }
    defer { unlink(temporary) }
    return errno
  }

  /// A name is on the disk only when its folder is; some file systems know no such thing.
  static func syncFolder(of path: String) {
    let folder = open(path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
