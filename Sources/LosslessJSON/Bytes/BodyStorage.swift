import Glibc

/// The bookkeeping in front of a storage's bytes.
package struct BodyStorageHeader {
  /// Where the bytes are; it never moves.
  fileprivate(set) var base: UnsafeMutableRawPointer
  /// Bytes of the heap behind `base`; 0 where `pages` has them.
  fileprivate(set) var heapLength: Int
  fileprivate(set) var kind: BodyStorage.Kind
  /// Bytes that stand outside of the heap.
  fileprivate(set) var pages: MappedPages?
  /// The hash of the first so many bytes, where whoever read them knew it.
  fileprivate(set) var known: (count: Int, digest: SHA256.Digest)?
  fileprivate(set) var charge = MemoryCharge()
}

/// The bytes behind one body and its snapshots, at an address that never moves.
///
/// One allocation when small (the bytes stand behind the object's header), ``MappedPages`` when
/// large or spilled. Several bodies may be prefixes of one storage.
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
  package var length: Int { header.pages?.length ?? header.heapLength }
  var kind: Kind { header.kind }

  deinit { header.charge.giveBack() }

  /// Uninitialised memory: nothing is zeroed that is overwritten anyway.
  static func heap(capacity: Int) -> BodyStorage {
    let storage = create(minimumCapacity: capacity) { new in
      new.withUnsafeMutablePointerToElements { bytes in
        BodyStorageHeader(base: UnsafeMutableRawPointer(bytes), heapLength: capacity, kind: .heap)
      }
    }
    return unsafeDowncast(storage, to: BodyStorage.self)
  }

  /// Reserves address space; memory comes page by page with the bytes.
  static func pages(length: Int) -> BodyStorage? { of(MappedPages.anonymous(length), .pages) }

  /// Maps a file that is still growing.
  static func file(_ descriptor: Int32, length: Int) -> BodyStorage? {
    of(MappedPages.file(descriptor, length), .file)
  }

  private static func of(_ pages: MappedPages?, _ kind: Kind) -> BodyStorage? {
    guard let pages else { return nil }
    let storage = create(minimumCapacity: 0) { _ in
      BodyStorageHeader(base: pages.base, heapLength: 0, kind: kind, pages: pages)
    }
    return unsafeDowncast(storage, to: BodyStorage.self)
  }

  /// Storage for so many bytes that are all known: pages from a size on, or the heap.
  static func exact(_ count: Int) -> BodyStorage {
    let wantsPages = count >= ResidentMemory.pagesFrom
    return (wantsPages ? pages(length: MappedPages.aligned(count)) : nil) ?? heap(capacity: count)
  }

  /// Asks for large pages behind the first `offset` bytes; the kernel may have none.
  func preferHugePages(from offset: Int) { header.pages?.preferHugePages(from: offset) }

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
    if let pages = header.pages {
      pages.charge.add(bytes, to: budget)
    } else {
      header.charge.add(bytes, to: budget)
    }
  }

  /// The storage of a body that is whole: less of the same, or one of exactly `count` bytes.
  func finished(_ count: Int, in policy: BodyPolicy) -> BodyStorage {
    var storage = self
    if header.pages == nil, count >= ResidentMemory.pagesFrom {
      storage = .exact(count)
      memcpy(storage.writable, base, count)
      let length = MappedPages.aligned(count)
      policy.budget.force(length)
      storage.charge(length, to: policy.budget)
    }
    storage.header.pages?.trim(to: count)
    // Pages of a file are known since they were mapped.
    if kind == .file { policy.memory.look() } else { storage.settle(in: policy.memory) }
    return storage
  }

  /// Lets the pages move to a file when newer ones need the memory, or those of a file leave it.
  func settle(in memory: ResidentMemory = .standard) {
    if let pages = header.pages { pages.finish(in: memory) } else { memory.look() }
  }
}
