import Glibc

/// The bookkeeping in front of a storage's bytes.
package struct BodyStorageHeader {
  /// Where the bytes are; it never moves.
  fileprivate(set) var base: UnsafeMutableRawPointer
  /// How many bytes of address space stand behind `base`.
  fileprivate(set) var length: Int
  fileprivate(set) var kind: BodyStorage.Kind
  /// The hash of the first so many bytes, where whoever read them knew it.
  fileprivate(set) var known: (count: Int, digest: SHA256.Digest)?
  fileprivate(set) var charge = 0
  fileprivate(set) var budget: MemoryBudget?
}

/// The bytes behind one body and its snapshots, at an address that never moves.
///
/// One allocation when small (the bytes stand behind the object's header), anonymous pages when
/// large, a mapped file when spilled. Several bodies may be prefixes of one storage.
///
/// Who may touch what: bytes inside a body's `count` are never written again; only the one
/// `BodyBuilder` that made the storage writes, and only behind every count it has handed out.
/// The header's accounting is the builder's alone, and `deinit`'s once nobody is left. A
/// `ManagedBuffer` cannot say that it is `Sendable`: `Body` and `BodyBuilder` say it.
package final class BodyStorage: ManagedBuffer<BodyStorageHeader, UInt8> {
  package enum Kind: Sendable {
    case heap
    case pages
    case file
  }

  /// The storage of everything that has no byte.
  ///
  /// `nonisolated(unsafe)`: nobody writes to it, for it has room for nothing.
  package nonisolated(unsafe) static let empty = heap(capacity: 0)

  /// Where the bytes are; it never moves.
  package var base: UnsafeRawPointer { UnsafeRawPointer(header.base) }

  var writable: UnsafeMutableRawPointer { header.base }
  package var length: Int { header.length }
  var kind: Kind { header.kind }

  deinit {
    if header.kind != .heap { munmap(header.base, header.length) }
    if header.charge > 0 { header.budget?.giveBack(header.charge) }
  }

  /// Uninitialised memory: nothing is zeroed that is overwritten anyway.
  static func heap(capacity: Int) -> BodyStorage {
    let storage = create(minimumCapacity: capacity) { new in
      new.withUnsafeMutablePointerToElements { bytes in
        BodyStorageHeader(base: UnsafeMutableRawPointer(bytes), length: capacity, kind: .heap)
      }
    }
    return unsafeDowncast(storage, to: BodyStorage.self)
  }

  /// Reserves address space; memory comes page by page with the bytes.
  static func pages(length: Int) -> BodyStorage? {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    return mapped(mmap(nil, length, PROT_READ | PROT_WRITE, flags, -1, 0), length, .pages)
  }

  /// Maps a file that is still growing.
  ///
  /// The mapping reaches far behind the end of the file: what is written later appears in it
  /// without a new mapping. Nobody may read behind the end: that is a bus error.
  static func file(_ descriptor: Int32, length: Int) -> BodyStorage? {
    mapped(mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0), length, .file)
  }

  private static func mapped(
    _ base: UnsafeMutableRawPointer?, _ length: Int, _ kind: Kind
  ) -> BodyStorage? {
    guard let base, base != MAP_FAILED else { return nil }
    let storage = create(minimumCapacity: 0) { _ in
      BodyStorageHeader(base: base, length: length, kind: kind)
    }
    return unsafeDowncast(storage, to: BodyStorage.self)
  }

  /// Asks for large pages behind the first `offset` bytes; the kernel may have none.
  func preferHugePages(from offset: Int) {
    guard offset < header.length else { return }
    _ = madvise(header.base + offset, header.length - offset, MADV_HUGEPAGE)
  }

  /// Notes the hash of the first `count` bytes: before anybody else has the storage.
  func note(_ digest: SHA256.Digest, of count: Int) {
    header.known = (count, digest)
  }

  /// The hash of the first `count` bytes, where it is known.
  func digest(of count: Int) -> SHA256.Digest? {
    header.known.flatMap { $0.count == count ? $0.digest : nil }
  }

  /// Notes what was taken from `budget` on behalf of this storage.
  func charge(_ bytes: Int, to budget: MemoryBudget) {
    header.budget = budget
    header.charge += bytes
  }

  /// Gives back the address space and the charge behind the first `count` bytes.
  func trim(to count: Int) {
    guard kind != .heap else { return }
    let kept = max(Self.pageAligned(count), Self.pageSize)
    if kept < header.length {
      munmap(header.base + kept, header.length - kept)
      header.length = kept
    }
    if header.charge > kept {
      header.budget?.giveBack(header.charge - kept)
      header.charge = kept
    }
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  static func pageAligned(_ count: Int) -> Int {
    count.saturatingSum(pageSize - 1) & ~(pageSize - 1)
  }
}
