import LosslessJSON
import NetEngine

/// JSON of another tool as it is written again: every token as it stands, what was redacted in
/// place of what stood there, and no white space between.
struct ForeignText {
  typealias Pointer = UnsafePointer<UInt8>

  let base: Pointer
  private let edits: [ForeignEntry.Edit]
  private let known: EntryScan.KnownString?

  init(
    _ base: Pointer, _ edits: [ForeignEntry.Edit], passing known: EntryScan.KnownString? = nil
  ) {
    (self.base, self.edits, self.known) = (base, edits, known)
  }

  /// The entry of another tool with what was redacted.
  init(_ entry: ForeignEntry) {
    self.init(
      entry.bytes.base.assumingMemoryBound(to: UInt8.self), entry.edits, passing: entry.knownText)
  }

  /// The members of an object that stands in it.
  func members(_ start: Pointer, _ end: Pointer) -> ForeignMembers {
    ForeignMembers(start, end, passing: known)
  }

  /// Writes a stretch that begins and ends between tokens.
  func copy(_ start: Pointer, _ end: Pointer, to line: inout JSONLine) {
    var (p, kept) = (start, start)
    var next = firstEdit(from: start - base)
    var stop = place(of: next)
    while p < end {
      if p == stop || p + 1 == stop && p.pointee == 0x22, let place = stop {
        // The quotes of a text stay.
        line.raw(UnsafeRawBufferPointer(start: kept, count: place - kept))
        line.raw(edits[next].bytes)
        kept = base + edits[next].range.upperBound
        p = p < place ? kept + 1 : kept
        next += 1
        stop = self.place(of: next)
      } else if p.pointee == 0x22 {
        p = min(EntryScan.KnownString.close(of: p + 1, end, known) + 1, end)
      } else if p.pointee <= 0x20 {
        line.raw(UnsafeRawBufferPointer(start: kept, count: p - kept))
        p += 1
        kept = p
      } else {
        p += 1
      }
    }
    if p > kept { line.raw(UnsafeRawBufferPointer(start: kept, count: p - kept)) }
  }

  private func place(of edit: Int) -> Pointer? {
    edit < edits.count ? base + edits[edit].range.lowerBound : nil
  }

  /// A text as it will stand there; nil when none does.
  func text(_ range: Range<Int>) -> String? {
    let bytes = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    guard bytes.count >= 2, bytes.first == 0x22 else { return nil }
    let next = firstEdit(from: range.lowerBound)
    if next < edits.count, edits[next].range.lowerBound == range.lowerBound + 1 {
      return edits[next].bytes.withUnsafeBufferPointer { $0.scannedText }
    }
    return UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1]).scannedText
  }

  private func firstEdit(from place: Int) -> Int {
    edits.firstPlace(fromWhere: { $0.range.lowerBound >= place })
  }
}

/// The members of an object, by their places; nothing is parsed.
struct ForeignMembers {
  typealias Pointer = UnsafePointer<UInt8>
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private(set) var members: [(key: Bytes, start: Pointer, end: Pointer)] = []

  /// None.
  init() {}

  /// Those of an object; none where something else stands.
  init(_ start: Pointer, _ end: Pointer, passing known: EntryScan.KnownString? = nil) {
    var scan = EntryScan(start, end, passing: known)
    guard scan.take(0x7b) else { return }
    while let key = scan.key() {
      guard scan.peek() != nil else { return }
      let start = scan.p
      guard scan.skipValue() else { return }
      members.append((key, start, scan.p))
    }
  }

  /// The value of a member, as its bytes; nil when there is none.
  subscript(name: StaticString) -> Bytes? {
    members.last { $0.key.isText(name) }.map { Bytes(start: $0.start, count: $0.end - $0.start) }
  }

  /// In the order a list wants them: what a row shows stands first.
  mutating func sort(first names: [StaticString]) {
    func rank(_ key: Bytes) -> Int { names.firstIndex { key.isText($0) } ?? names.count }
    let ranked = members.enumerated().map { (rank($1.key), $0, $1) }
    members = ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension ForeignEntry {
  /// The text of its body as a walk over it passes it by.
  var knownText: EntryScan.KnownString? {
    let base = bytes.base.assumingMemoryBound(to: UInt8.self)
    return bodyText.map {
      EntryScan.KnownString(start: base + $0.lowerBound, close: base + $0.upperBound)
    }
  }
}
