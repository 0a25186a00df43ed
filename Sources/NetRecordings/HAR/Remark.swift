import LosslessJSON
import NetEngine

/// What a person says about an exchange of a saved session; nil leaves what stands there.
public struct Remark: Sendable, Hashable {
  /// What was written about it; empty takes a note away.
  public var note: String?
  /// Whether it is marked.
  public var isMarked: Bool?
  /// The notes of the exchange that its writer has seen; nil replaces any note.
  package var known: [String]?

  /// Says what is given.
  public init(note: String? = nil, isMarked: Bool? = nil) {
    (self.note, self.isMarked) = (note, isMarked)
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { note == nil && isMarked == nil }

  /// Keeps a stored note that its writer has not seen in front of its own.
  func joined(to stored: String) -> Remark {
    guard let note, let known, !stored.isEmpty, stored != note, !known.contains(stored) else {
      return self
    }
    return Remark(note: note.isEmpty ? stored : "\(stored) / \(note)", isMarked: isMarked)
  }
}

/// An entry with a remark in it: every other byte of it stays as whoever wrote it.
struct RemarkedEntry {
  let bytes: [UInt8]

  /// Nil when the entry is no object, or does not end.
  init?(_ entry: UnsafeBufferPointer<UInt8>, _ remark: Remark) {
    guard let first = entry.baseAddress else { return nil }
    let end = first + entry.count
    var scan = EntryScan(first, end)
    guard scan.take(0x7b) else { return nil }
    var edit = Edit(remark: remark, base: first)
    var last = scan.p
    while scan.peek() != 0x7d {
      _ = scan.take(0x2c)
      guard scan.peek() == 0x22 else { return nil }
      let start = scan.p
      guard let key = scan.key(), scan.peek() != nil else { return nil }
      let value = scan.p
      guard scan.skipValue() else { return nil }
      edit.take(key, behind: last, start..<scan.p, value: value)
      last = scan.p
    }
    bytes = edit.finished(members: last, end: end)
  }

  /// The pieces that are kept, and what takes the place of the others.
  private struct Edit {
    typealias Pointer = UnsafePointer<UInt8>

    let remark: Remark
    let base: Pointer
    var out: [UInt8] = []
    /// Up to here everything is written or left out.
    var done: Pointer
    /// What stands there already; what the remark does not say is kept.
    var note = ""
    var comment = false
    var isMarked = false
    var hasMembers = false

    init(remark: Remark, base: Pointer) {
      (self.remark, self.base) = (remark, base)
      done = base
    }

    mutating func take(
      _ key: UnsafeBufferPointer<UInt8>, behind before: Pointer, _ member: Range<Pointer>,
      value: Pointer
    ) {
      let text = UnsafeBufferPointer(start: value, count: member.upperBound - value)
      if key.isText("_note") {
        if text.count >= 2, text[0] == 0x22 {
          note = UnsafeBufferPointer(rebasing: text[1..<text.count - 1]).scannedText
        }
      } else if key.isText("_marked") {
        isMarked = text.isText("true")
      } else {
        if key.isText("comment") { comment = text.count > 2 }
        if key.isText("_row") { keepRow(value, member.upperBound) }
        hasMembers = true
        return
      }
      // The member goes, and the comma in front of it; the first one's comma stands behind it.
      keep(to: hasMembers ? before : member.lowerBound)
      done = member.upperBound
      guard !hasMembers else { return }
      while done.pointee <= 0x20 { done += 1 }
      if done.pointee == 0x2c { done += 1 }
    }

    private mutating func keep(to place: Pointer) {
      if place > done { out += UnsafeBufferPointer(start: done, count: place - done) }
      done = max(done, place)
    }

    /// Where the flags of a list's row are to go: they are known at the end.
    private var rowEnd: (place: Int, kind: [UInt8], flags: [UInt8])?

    /// Keeps `[seq, method, status, type, size`; the failure's kind and the flags follow later.
    private mutating func keepRow(_ start: Pointer, _ end: Pointer) {
      var scan = EntryScan(start, end)
      guard scan.take(0x5b), scan.integer() != nil, scan.take(0x2c), scan.string() != nil,
        scan.take(0x2c), scan.integer() != nil, scan.take(0x2c), scan.string() != nil,
        scan.take(0x2c), scan.integer() != nil
      else { return }
      keep(to: scan.p)
      var (kind, flags): ([UInt8], [UInt8]) = ([], [])
      if scan.take(0x2c), let text = scan.string() { kind = Array(text) }
      if scan.take(0x2c), let text = scan.string() { flags = Array(text) }
      rowEnd = (out.count, kind, flags)
      done = end - 1
    }

    /// Writes what is left, the members of the remark behind the last one.
    mutating func finished(members last: Pointer, end: Pointer) -> [UInt8] {
      keep(to: last)
      if let new = remark.note { note = new }
      if let new = remark.isMarked { isMarked = new }
      var line = JSONLine()
      // A foreign comment reads as a note, unless ours says that there is none.
      if !note.isEmpty || comment && remark.note != nil {
        line.raw(hasMembers ? "," : "")
        line.raw("\"_note\":")
        line.raw(JSONText.token(note.utf8))
        hasMembers = true
      }
      if isMarked { line.raw(hasMembers ? ",\"_marked\":true" : "\"_marked\":true") }
      out += line.bytes
      keepRest(to: end)
      guard let rowEnd else { return out }
      out.insert(contentsOf: row(rowEnd.kind, rowEnd.flags), at: rowEnd.place)
      return out
    }

    private mutating func keepRest(to end: Pointer) {
      if end > done { out += UnsafeBufferPointer(start: done, count: end - done) }
    }

    private func row(_ kind: [UInt8], _ old: [UInt8]) -> [UInt8] {
      var flags: [UInt8] = []
      if isMarked { flags.append(UInt8(ascii: "m")) }
      if !note.isEmpty { flags.append(UInt8(ascii: "n")) }
      flags += old.filter { $0 != UInt8(ascii: "m") && $0 != UInt8(ascii: "n") }
      guard !kind.isEmpty || !flags.isEmpty else { return [] }
      let words = ",\"".utf8 + kind + "\"".utf8
      return flags.isEmpty ? Array(words) : words + ",\"".utf8 + flags + "\"".utf8
    }
  }
}
