import Glibc

/// How much memory a body may take, and where the rest goes.
package struct BodyPolicy: Sendable {
  package static let standard = BodyPolicy()

  /// A body larger than this is spilled.
  package var memoryLimit: Int
  /// What all bodies together may hold; a body that does not fit is spilled.
  package var budget: MemoryBudget
  package var spill: BodySpill
  /// Moves finished bodies to files once newer ones need the memory.
  package var memory: ResidentMemory

  package init(
    memoryLimit: Int = 32 << 20, budget: MemoryBudget = .standard, spill: BodySpill = .standard,
    memory: ResidentMemory = .standard
  ) {
    self.memoryLimit = memoryLimit
    self.budget = budget
    self.spill = spill
    self.memory = memory
  }
}

/// Collects a body as it arrives; every byte is copied once, or twice when the body spills.
///
///     heap object ──256 KiB──► reserved pages ──memory limit or budget──► unlinked file, mapped
///     (doubles)                (never move)                               (never moves)
///
/// `snapshot()` costs the same at every size: it is a prefix of what is there, and what is there
/// is never moved or changed under it. An error keeps all that came before it.
///
/// `@unchecked Sendable`: it cannot be copied, so one owner has it, and its bytes.
package struct BodyBuilder: ~Copyable, @unchecked Sendable {
  /// How many bytes have arrived and are kept.
  package private(set) var count = 0
  /// The error that ended the growth; every later `append` throws it again.
  package private(set) var failure: BodyError?

  private var storage = BodyStorage.empty
  /// Bytes of `storage` that may be filled in memory; 0 once that is over.
  private var capacity = 0
  private var file: BodySpillFile?
  private var expected: Int
  private let policy: BodyPolicy

  /// Beyond this a body moves from the heap to pages of its own.
  private static let heapLimit = 256 << 10
  /// Below this a body never spills for the budget's sake: a file each would cost more.
  private static let spillFloor = 64 << 10
  /// Pages are paid for in steps of this size.
  private static let step = 1 << 20
  /// Address space for a body of unknown length: it costs nothing, and moving doubles the memory.
  private static let reserved = 1 << 30
  /// From here on pages of 2 MiB are asked for: a fault for each 4 KiB takes longer than the copy.
  private static let hugePagesFrom = 8 << 20

  /// `expected` is what the sender announced: a hint for the first allocation, never trusted.
  package init(policy: BodyPolicy = .standard, expected: Int = 0) {
    self.policy = policy
    self.expected = expected
  }

  /// Takes what the sender announces once it is known; before the first byte.
  package mutating func expect(_ length: Int) {
    if count == 0 { expected = max(0, length) }
  }

  /// Whether the bytes are in a file by now.
  package var isSpilled: Bool { file != nil }

  /// The spill file while it is written, for tests that look at its mode and links.
  package var spillDescriptor: Int32? { file?.descriptor }

  /// Adds `chunk`, or throws and keeps what it could.
  package mutating func append(_ chunk: UnsafeRawBufferPointer) throws(BodyError) {
    guard let source = chunk.baseAddress, !chunk.isEmpty else { return }
    if chunk.count > capacity - count {
      if let failure { throw failure }
      guard try makeRoom(for: chunk.count) else { return try writeOut(chunk) }
    }
    memcpy(storage.writable + count, source, chunk.count)
    count += chunk.count
  }

  /// What has arrived so far, as a body of its own; later appends do not touch it.
  package func snapshot() -> Body { Body(storage: storage, count: count) }

  /// The whole body, copied at most once more if it is on the heap; the builder is empty afterwards
  /// and can start again.
  package mutating func finish() -> Body {
    if count == 0 { storage = .empty }
    let body = Body(storage: storage.finished(count, in: policy), count: count)
    storage = .empty
    count = 0
    capacity = 0
    file = nil
    failure = nil
    return body
  }

  /// Makes memory ready for `more` bytes; false when they belong into the file.
  private mutating func makeRoom(for more: Int) throws(BodyError) -> Bool {
    if file != nil { return false }
    let needed = count + more
    if needed <= policy.memoryLimit {
      if needed <= Self.heapLimit, growHeap(to: needed) { return true }
      // An announced giant goes to disk at once: its first 32 MiB need not be written twice.
      if needed > Self.heapLimit, expected <= policy.memoryLimit, growPages(to: needed) {
        return true
      }
    }
    try spill()
    return false
  }

  private mutating func growHeap(to needed: Int) -> Bool {
    let hint = min(expected, Self.spillFloor)
    let wanted = max(needed, min(max(capacity * 2, hint), Self.heapLimit))
    if !policy.budget.take(wanted) {
      guard needed <= Self.spillFloor else { return false }
      policy.budget.force(wanted)
    }
    move(to: .heap(capacity: wanted))
    storage.charge(wanted, to: policy.budget)
    capacity = wanted
    return true
  }

  private mutating func growPages(to needed: Int) -> Bool {
    let fits = storage.kind == .pages && needed <= storage.length
    let length = fits ? storage.length : reserve(for: needed)
    let paid = fits ? capacity : 0
    // A step ahead, or when the budget is nearly used up just what this chunk needs.
    let least = MappedPages.aligned(needed)
    guard
      let ready = [min(length, least + Self.step), least].first(where: {
        policy.budget.take($0 - paid)
      })
    else { return false }
    if !fits {
      guard let pages = Self.pages(length: length, atLeast: least) else {
        policy.budget.giveBack(ready)
        return false
      }
      move(to: pages)
    }
    let huge = Self.hugePagesFrom
    if paid <= huge, huge < ready { storage.preferHugePages(from: huge) }
    storage.charge(ready - paid, to: policy.budget)
    capacity = ready
    return true
  }

  /// Address space for what was announced, or for a body that may still grow to the memory limit.
  private func reserve(for needed: Int) -> Int {
    let ahead = needed.multipliedReportingOverflow(by: 4)
    let unknown = max(Self.reserved, ahead.overflow ? needed : ahead.partialValue)
    let most = expected >= needed ? expected : unknown
    return MappedPages.aligned(min(policy.memoryLimit, most))
  }

  /// Less where the process may not have so much address space.
  private static func pages(length: Int, atLeast least: Int) -> BodyStorage? {
    var length = length
    while true {
      if let pages = BodyStorage.pages(length: length) { return pages }
      if length <= least { return nil }
      length = max(least, MappedPages.aligned(length / 4))
    }
  }

  private mutating func move(to new: BodyStorage) {
    if count > 0 { memcpy(new.writable, storage.base, count) }
    storage = new
  }

  /// Moves what is in memory to a file; on an error it is still in memory.
  private mutating func spill() throws(BodyError) {
    do throws(BodyError) {
      let new = try BodySpillFile(in: policy.spill)
      let result = new.append(UnsafeRawBufferPointer(start: storage.base, count: count))
      if let code = result.code {
        throw BodyError(step: .write, directory: new.directory, code: code, kept: count)
      }
      storage = try map(new, covering: count)
      file = new
      capacity = 0
    } catch {
      throw fail(error)
    }
  }

  private mutating func writeOut(_ chunk: UnsafeRawBufferPointer) throws(BodyError) {
    guard let file else { return }
    do throws(BodyError) {
      if count + chunk.count > storage.length {
        storage = try map(file, covering: count + chunk.count)
      }
      let result = file.append(chunk)
      count += result.written
      policy.memory.look()
      if let code = result.code {
        throw BodyError(step: .write, directory: file.directory, code: code, kept: count)
      }
    } catch {
      throw fail(error)
    }
  }

  /// Maps ahead of the writing, so that nothing can fail once the bytes are in the file.
  private func map(_ file: BodySpillFile, covering needed: Int) throws(BodyError) -> BodyStorage {
    let least = MappedPages.aligned(max(needed, 1))
    var length = max(1 << 30, least * 4)
    while true {
      if let mapped = BodyStorage.file(file.descriptor, length: length) {
        mapped.settle(in: policy.memory)
        return mapped
      }
      let code = errno
      length /= 2
      if length < least {
        throw BodyError(step: .map, directory: file.directory, code: code, kept: count)
      }
    }
  }

  private mutating func fail(_ error: BodyError) -> BodyError {
    var error = error
    error.kept = count
    failure = error
    capacity = 0
    return error
  }
}
