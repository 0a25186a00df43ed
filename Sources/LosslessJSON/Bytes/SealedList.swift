/// Values of a fixed layout in an array that may move to a file once it is complete.
///
/// The lists of lines and events of a large body are as large as a JSON tape: ``ResidentMemory``
/// bounds them too.
package struct SealedList<Element: BitwiseCopyable & Sendable>: Sendable {
  private var growing: [Element] = []
  /// The values once `seal()` was called and they fill some pages.
  private var sealed: (pages: MappedPages, count: Int)?

  package init() {}

  /// Adds a value; only before `seal()`.
  package mutating func append(_ element: Element) { growing.append(element) }

  /// Moves many values out of the heap, when no more will be added.
  package mutating func seal() {
    let bytes = growing.count * MemoryLayout<Element>.stride
    guard bytes >= ResidentMemory.pagesFrom,
      let pages = MappedPages.anonymous(MappedPages.aligned(bytes))
    else { return }
    growing.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: pages.base, count: bytes).copyMemory(from: $0)
    }
    sealed = (pages, growing.count)
    growing = []
    pages.finish(in: .standard)
  }
}

extension SealedList: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { sealed?.count ?? growing.count }

  package subscript(index: Int) -> Element {
    guard let sealed else { return growing[index] }
    precondition(index >= 0 && index < sealed.count, "value \(index) of \(sealed.count)")
    defer { extendLifetime(sealed.pages) }
    return sealed.pages.base.assumingMemoryBound(to: Element.self)[index]
  }
}
