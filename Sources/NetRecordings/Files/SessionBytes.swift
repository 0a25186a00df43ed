import Glibc
import LosslessJSON
import NetEngine

/// What a session file may cost; a larger one is refused by name.
public struct SessionLimits: Sendable, Hashable {
  /// Bytes of the file, unpacked.
  public var bytes = 512 << 20
  /// Entries in it.
  public var entries = 200_000

  /// The limits in force when nothing is said.
  public static let standard = SessionLimits()

  /// 512 MiB and 200,000 entries.
  public init() {}
}

/// A file mapped into memory, read as it is looked at.
///
/// The pages behind a journal's last whole line are a copy. The program that writes the journal may
/// truncate a torn line at any time, and reading a page behind the end of a file raises SIGBUS.
///
/// `@unchecked Sendable`: everything is set in `init`; the mapping is never written.
final class MappedFile: JSONBytes, @unchecked Sendable {
  let base: UnsafeRawPointer
  let count: Int
  private let descriptor: Int32
  private let length: Int
  /// The length of the part that is not a copy.
  private let mappedLength: Int
  /// Bytes that were read since pages were given back.
  private let read = Lock(0)
  private static let mostRead = 16 << 20

  /// Maps a plain file; a FIFO is not waited for.
  init(_ path: String, limit: Int) throws(SessionProblem) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SessionProblem(.unreadable("that is no file name"), path: path)
    }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SessionProblem(.unreadable(String(cString: strerror(errno))), path: path)
    }
    var facts = stat()
    var problem: SessionProblem.Reason?
    if fstat(descriptor, &facts) != 0 {
      problem = .unreadable(String(cString: strerror(errno)))
    } else if facts.st_mode & S_IFMT != S_IFREG {
      problem = .notAFile
    } else if facts.st_size > limit {
      problem = .tooLarge(bytes: Int(facts.st_size), allowed: limit)
    }
    count = Int(facts.st_size)
    length = max(count, 1)
    let mapped = problem == nil ? mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0) : nil
    guard problem == nil, let mapped, mapped != MAP_FAILED else {
      let reason = problem ?? .unreadable(String(cString: strerror(errno)))
      close(descriptor)
      throw SessionProblem(reason, path: path)
    }
    self.descriptor = descriptor
    base = UnsafeRawPointer(mapped)
    madvise(mapped, length, MADV_SEQUENTIAL)
    mappedLength =
      path.hasSuffix(".jsonl") ? Self.copyTail(of: descriptor, count, into: mapped) : length
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: base), length)
    close(descriptor)
  }

  /// Replaces the pages from the end of the last whole line on by a copy; the length before them.
  private static func copyTail(
    of descriptor: Int32, _ count: Int, into base: UnsafeMutableRawPointer
  ) -> Int {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = endOfLines(of: descriptor, count) / page * page
    guard start < count else { return count }
    let copy = mmap(
      base + start, count - start, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0)
    guard let copy, copy != MAP_FAILED else { return count }
    var place = start
    while place < count {
      let got = pread(descriptor, copy + (place - start), count - place, place)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      place += got
    }
    return start
  }

  /// The end of the last line that has a line feed, found from the file's end.
  private static func endOfLines(of descriptor: Int32, _ count: Int) -> Int {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var end = count
    while end > 0 {
      let start = max(0, end - buffer.count)
      let got = pread(descriptor, &buffer, end - start, start)
      if got > 0, let feed = buffer[..<got].lastIndex(of: 0x0a) { return start + feed + 1 }
      end = start
    }
    return 0
  }

  /// Gives pages back to the system once many bytes were read: they are read again where needed.
  func hasRead(_ count: Int) {
    let isMuch = read.withLock { read in
      read += count
      guard read >= Self.mostRead else { return false }
      read = 0
      return true
    }
    // A copy would be lost.
    if isMuch { madvise(UnsafeMutableRawPointer(mutating: base), mappedLength, MADV_DONTNEED) }
  }

  /// Whether another mapping is of the same file, which has only grown since.
  func isSame(as later: MappedFile) -> Bool {
    var (mine, other) = (stat(), stat())
    guard fstat(descriptor, &mine) == 0, fstat(later.descriptor, &other) == 0 else { return false }
    return mine.st_ino == other.st_ino && mine.st_dev == other.st_dev && later.count >= count
  }

  /// Whether all that was mapped is still there: a page behind a file's end kills its reader.
  var isWhole: Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_size >= count
  }
}

/// A stretch of other bytes.
///
/// `@unchecked Sendable`: both properties are set in `init`, and the owner's bytes do not move.
final class StretchOfBytes: JSONBytes, @unchecked Sendable {
  private let owner: any JSONBytes
  let base: UnsafeRawPointer
  let count: Int

  init(_ owner: any JSONBytes, _ range: Range<Int>) {
    self.owner = owner
    base = owner.base + range.lowerBound
    count = range.count
  }
}
