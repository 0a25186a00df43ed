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

  package private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  var count = 0
  private var pages: MappedPages?

  /// Room for the words a document of that many bytes usually needs.
  init(expectedBytes: Int, limitBytes: Int) {
    let wished = max(16, min(expectedBytes, limitBytes) / 16)
    if wished * 8 >= Self.hugePage, let pages = Self.reserve(limitBytes) {
      self.pages = pages
      words = pages.base.assumingMemoryBound(to: UInt64.self)
      capacity = pages.length / 8
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
    if pages == nil { words.deallocate() }
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
    guard pages == nil, count + 2 <= allowed else { return false }
    if capacity * 4 * 8 >= Self.hugePage, let pages = Self.reserve(limitBytes) {
      move(to: pages)
    } else {
      let larger = min(max(capacity * 4, count + 2), allowed)
      move(to: .allocate(capacity: larger), larger)
    }
    return true
  }

  /// Gives back what is not used; called once, when nothing will be appended any more.
  ///
  /// From some pages on the words may move to a file while nothing reads them, at their address.
  func seal() {
    let bytes = count * 8
    if pages == nil, bytes >= ResidentMemory.pagesFrom,
      let exact = MappedPages.anonymous(MappedPages.aligned(bytes))
    {
      move(to: exact)
    } else if pages == nil, capacity > count + count / 8 + 8 {
      move(to: .allocate(capacity: max(count, 1)), max(count, 1))
    }
    guard let pages else { return }
    pages.trim(to: bytes)
    capacity = pages.length / 8
    pages.finish(in: .standard)
  }

  private func move(to new: MappedPages) {
    move(to: new.base.assumingMemoryBound(to: UInt64.self), new.length / 8)
    pages = new
  }

  private func move(to place: UnsafeMutablePointer<UInt64>, _ capacity: Int) {
    place.update(from: words, count: count)
    words.deallocate()
    words = place
    self.capacity = capacity
  }

  /// Address space on a huge-page boundary, or nil where the system does not give it.
  private static func reserve(_ limitBytes: Int) -> MappedPages? {
    let size = limitBytes & ~(MappedPages.size - 1)
    guard size >= hugePage else { return nil }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let place = mmap(nil, size + hugePage, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let place, place != MAP_FAILED else { return nil }
    let head = (hugePage - Int(bitPattern: place) % hugePage) % hugePage
    if head > 0 { munmap(place, head) }
    if head < hugePage { munmap(place + head + size, hugePage - head) }
    madvise(place + head, size, MADV_HUGEPAGE)
    return MappedPages(adopting: place + head, length: size)
  }
}
