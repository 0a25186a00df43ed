import Glibc

/// The words of a document, in one piece that grows without moving once it is large.
///
/// Small tapes live on the heap. From a huge page's size on, address space for the whole limit is
/// reserved once: growing is free, untouched pages cost nothing, and huge pages save most of the
/// page faults, which would be a fifth of the parse.
///
/// `@unchecked Sendable`: one parser appends to it; once a document holds it nobody does.
final class JSONTape: @unchecked Sendable {
  private static let hugePage = 2 << 20
  private static let page = Int(getpagesize())

  package private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  var count = 0
  private var mappedBytes = 0

  /// Room for the words a document of that many bytes usually needs.
  init(expectedBytes: Int, limitBytes: Int) {
    let wished = max(16, min(expectedBytes, limitBytes) / 16)
    if wished * 8 >= Self.hugePage, let region = Self.reserve(limitBytes) {
      words = region.words
      capacity = region.bytes / 8
      mappedBytes = region.bytes
    } else {
      capacity = min(wished, Self.hugePage / 8)
      words = .allocate(capacity: capacity)
    }
  }

  /// A copy of the first words of another tape.
  init(copying other: JSONTape, count: Int) {
    capacity = max(count, 1)
    words = .allocate(capacity: capacity)
    words.update(from: other.words, count: count)
    self.count = count
  }

  deinit {
    if mappedBytes > 0 { munmap(words, mappedBytes) } else { words.deallocate() }
  }

  /// Adds a word; there is room for it.
  func append(_ word: UInt64) {
    words[count] = word
    count += 1
  }

  /// Makes room for at least two more words; false when that would pass the limit.
  func grow(limitBytes: Int) -> Bool {
    guard count + 2 > capacity else { return true }
    let allowed = limitBytes / 8
    guard mappedBytes == 0, count + 2 <= allowed else { return false }
    if capacity * 4 * 8 >= Self.hugePage, let region = Self.reserve(limitBytes) {
      move(to: region.words)
      capacity = region.bytes / 8
      mappedBytes = region.bytes
    } else {
      let larger = min(max(capacity * 4, count + 2), allowed)
      move(to: .allocate(capacity: larger))
      capacity = larger
    }
    return true
  }

  /// Gives back what is not used; called once, when nothing will be appended any more.
  func seal() {
    if mappedBytes > 0 {
      let used = max(Self.page, (count * 8 + Self.page - 1) & ~(Self.page - 1))
      guard used < mappedBytes else { return }
      munmap(UnsafeMutableRawPointer(words) + used, mappedBytes - used)
      mappedBytes = used
      capacity = used / 8
    } else if capacity > count + count / 8 + 8 {
      let exact = max(count, 1)
      move(to: .allocate(capacity: exact))
      capacity = exact
    }
  }

  private func move(to place: UnsafeMutablePointer<UInt64>) {
    place.update(from: words, count: count)
    words.deallocate()
    words = place
  }

  /// Address space on a huge-page boundary, or nil where the system does not give it.
  private static func reserve(
    _ limitBytes: Int
  ) -> (words: UnsafeMutablePointer<UInt64>, bytes: Int)? {
    let size = limitBytes & ~(page - 1)
    guard size >= hugePage else { return nil }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let place = mmap(nil, size + hugePage, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let place, place != MAP_FAILED else { return nil }
    let head = (hugePage - Int(bitPattern: place) % hugePage) % hugePage
    if head > 0 { munmap(place, head) }
    if head < hugePage { munmap(place + head + size, hugePage - head) }
    madvise(place + head, size, MADV_HUGEPAGE)
    return ((place + head).assumingMemoryBound(to: UInt64.self), size)
  }
}
