import LosslessJSON
import NetEngine

/// Reads what a list shows out of an entry, in one walk over its members.
struct RowScan {
  typealias Text = UnsafeBufferPointer<UInt8>

  var row = PackedRow()
  private let base: UnsafePointer<UInt8>
  private var method = Text(start: nil, count: 0)
  private var type = Text(start: nil, count: 0)
  private var hasRow = false
  private var hasNote = false
  private var hasForeignError = false
  private var page = Text(start: nil, count: 0)
  private var entry = Text(start: nil, count: 0)
  private var run = Text(start: nil, count: 0)

  init(base: UnsafePointer<UInt8>) {
    self.base = base
  }

  /// Puts the words into the table and gives the row.
  func finished(_ words: inout WordTable) -> PackedRow {
    var row = row
    row.method = words.place(of: method)
    row.type = words.place(of: type)
    row.page = words.place(of: page)
    row.entry = words.place(of: entry)
    row.run = words.place(of: run)
    guard !hasRow else { return row }
    // A recorded status decides, whatever else went wrong.
    if hasForeignError, row.status <= 0 { row.flags.insert(.foreignFailure) }
    if row.status <= 0 { row.flags.subtract([.cached, .byWorker]) }
    return row
  }

  /// The beginning of an entry of ours, up to its URL; false when it is not written as we do.
  mutating func readOurs(_ scan: inout EntryScan) -> Bool {
    guard scan.take(0x7b), scan.key()?.isText("_row") == true, readRow(&scan) else { return false }
    while let key = scan.key() {
      if key.isText("request") {
        guard scan.take(0x7b) else { return false }
        while let key = scan.key() {
          guard readRequest(key, &scan) else { return false }
          if row.urlLength > 0 { return true }
        }
        return false
      }
      guard readMember(key, &scan) else { return false }
    }
    return false
  }

  /// All of an entry; false when it is not written as JSON demands, as far as that is looked at.
  mutating func readAll(_ scan: inout EntryScan) -> Bool {
    guard scan.take(0x7b) else { return false }
    while let key = scan.key() {
      let isRead: Bool
      if key.isText("request") {
        isRead = members(&scan) { row, key, scan in row.readRequest(key, &scan) }
      } else if key.isText("response") {
        isRead = members(&scan) { row, key, scan in row.readResponse(key, &scan) }
      } else {
        isRead = readMember(key, &scan)
      }
      guard isRead else { return false }
    }
    return scan.take(0x7d)
  }

  /// Walks over an object; anything else is stepped over.
  private mutating func members(
    _ scan: inout EntryScan, _ read: (inout RowScan, Text, inout EntryScan) -> Bool
  ) -> Bool {
    guard scan.peek() == 0x7b else { return scan.skipValue() }
    _ = scan.take(0x7b)
    while let key = scan.key() {
      guard read(&self, key, &scan) else { return false }
    }
    return scan.take(0x7d)
  }

  private mutating func readMember(_ key: Text, _ scan: inout EntryScan) -> Bool {
    if key.isText("_row") { return readRow(&scan) }
    if key.isText("pageref"), scan.peek() == 0x22 {
      guard let text = scan.string() else { return false }
      page = text
      return true
    }
    if key.isText("startedDateTime"), scan.peek() == 0x22 {
      guard let text = scan.string() else { return false }
      row.startedAt = HARDate.microseconds(text) ?? .min
      return true
    }
    if key.isText("time") {
      guard let first = scan.peek(), first == 0x2d || JSONScan.isDigit(first) else {
        return scan.skipValue()
      }
      // Nothing takes no time: it was left out.
      if let time = scan.thousandths(), time > 0 { row.time = UInt32(clamping: time) }
      return true
    }
    if key.isText("_name"), scan.peek() == 0x22 {
      guard let text = scan.string() else { return false }
      note(text, start: &row.nameStart, length: &row.nameLength)
      return true
    }
    if key.isText("_entry") || key.isText("_run"), scan.peek() == 0x22 {
      guard let text = scan.string() else { return false }
      if key.isText("_run") { run = text } else { entry = text }
      return true
    }
    if key.isText("_marked") || key.isText("_note") || key.isText("comment") {
      return readRemark(key, &scan)
    }
    if key.isText("_error") { return readError(&scan) }
    if key.isText("_pending") {
      if !hasRow, scan.peek() != UInt8(ascii: "n") { row.flags.insert(.foreignFailure) }
      return scan.skipValue()
    }
    return readSource(key, ForeignSource.entryNames, &scan)
  }

  /// Any other member: it may say that no server has answered.
  private mutating func readSource(
    _ key: Text, _ names: [String], _ scan: inout EntryScan
  ) -> Bool {
    guard let first = key.first(where: { $0 != 0x5f }), first == UInt8(ascii: "f"), !hasRow,
      let name = names.first(where: { key.elementsEqual($0.utf8) })
    else { return scan.skipValue() }
    guard scan.peek() != nil else { return false }
    let start = scan.p
    guard scan.skipValue() else { return false }
    let value = Text(start: start, count: scan.p - start)
    guard value.count < 64 else { return true }
    switch ForeignSource.source(of: name, String(decoding: value, as: UTF8.self)) {
    case .cache?: row.flags.insert(.cached)
    case .serviceWorker?: row.flags.insert(.byWorker)
    case nil: break
    }
    return true
  }

  /// Ours say it in `_row`; others' entries carry what was said about them here.
  private mutating func readRemark(_ key: Text, _ scan: inout EntryScan) -> Bool {
    let isMark = key.isText("_marked")
    guard let first = scan.peek(), isMark || first == 0x22 else { return scan.skipValue() }
    guard !isMark else {
      if first == UInt8(ascii: "t") { row.flags.insert(.marked) }
      return scan.skipValue()
    }
    guard let text = scan.string() else { return false }
    // An empty note of ours takes a comment's place.
    let isOurs = key.isText("_note")
    if isOurs { hasNote = true }
    if !text.isEmpty, isOurs || !hasNote { row.flags.insert(.noted) }
    if isOurs, text.isEmpty { row.flags.remove(.noted) }
    return true
  }

  /// An error that is an object is one of ours, whose row somebody has taken away.
  private mutating func readError(_ scan: inout EntryScan) -> Bool {
    if scan.peek() == 0x7b, !hasRow { row.flags.insert(.foreignFailure) }
    if scan.peek() != UInt8(ascii: "n") { hasForeignError = true }
    return scan.skipValue()
  }

  private mutating func readRequest(_ key: Text, _ scan: inout EntryScan) -> Bool {
    guard scan.peek() == 0x22 else { return scan.skipValue() }
    if key.isText("method") {
      guard let text = scan.string() else { return false }
      method = text
      return true
    }
    if key.isText("url") {
      guard let text = scan.string() else { return false }
      note(text, start: &row.urlStart, length: &row.urlLength)
      return true
    }
    return scan.skipValue()
  }

  private mutating func readResponse(_ key: Text, _ scan: inout EntryScan) -> Bool {
    if key.isText("status") {
      guard let first = scan.peek() else { return false }
      if first == 0x22 {
        guard let text = scan.string() else { return false }
        row.status = Int16(clamping: Int(digits: text) ?? 0)
      } else if first == 0x2d || JSONScan.isDigit(first) {
        row.status = Int16(clamping: max(0, scan.integer() ?? 0))
      } else {
        return scan.skipValue()
      }
      if row.status == 0 { row.flags.insert(.foreignFailure) }
      return true
    }
    if key.isText("_error") || key.isText("_failureText") { return readError(&scan) }
    guard key.isText("content") else {
      return readSource(key, ForeignSource.responseNames, &scan)
    }
    return members(&scan) { row, key, scan in row.readContent(key, &scan) }
  }

  private mutating func readContent(_ key: Text, _ scan: inout EntryScan) -> Bool {
    if key.isText("size"), let first = scan.peek(), first == 0x2d || JSONScan.isDigit(first) {
      if let size = scan.integer(), size >= 0 { row.size = UInt32(clamping: size) }
      return true
    }
    if key.isText("mimeType"), scan.peek() == 0x22 {
      guard let text = scan.string() else { return false }
      type = essence(text)
      return true
    }
    return scan.skipValue()
  }

  /// `[seq, method, status, type, size, failure, flags]`; the last two only where there is need.
  private mutating func readRow(_ scan: inout EntryScan) -> Bool {
    guard scan.take(0x5b), let sequence = scan.integer(), scan.take(0x2c), let word = scan.string(),
      scan.take(0x2c), let status = scan.integer(), scan.take(0x2c), let mime = scan.string(),
      scan.take(0x2c), let size = scan.integer()
    else { return false }
    hasRow = true
    row.sequence = UInt32(clamping: sequence)
    method = word
    row.status = Int16(clamping: status)
    type = mime.isText("x-unknown") ? Text(start: nil, count: 0) : mime
    row.size = UInt32(clamping: size)
    if scan.take(0x2c) {
      guard let kind = scan.string() else { return false }
      row.failure = PackedRow.number(ofKind: kind)
    }
    if scan.take(0x2c) {
      guard let flags = scan.string() else { return false }
      for letter in flags { row.flags.formUnion(PackedRow.Flags(letter: letter)) }
    }
    return scan.take(0x5d)
  }

  private func note(_ text: Text, start: inout UInt32, length: inout UInt32) {
    guard let place = text.baseAddress else { return }
    start = UInt32(clamping: place - base - Int(row.start))
    length = UInt32(clamping: text.count)
  }

  /// A name far behind the beginning, or a very long one, is left out: the URL stands for it.
  private func note(_ text: Text, start: inout UInt16, length: inout UInt16) {
    guard let place = text.baseAddress, place - base - Int(row.start) <= Int(UInt16.max),
      text.count <= Int(UInt16.max)
    else { return }
    start = UInt16(place - base - Int(row.start))
    length = UInt16(text.count)
  }

  private func essence(_ text: Text) -> Text {
    let head = text.prefix { $0 != 0x3b && $0 != 0x20 }
    let essence = Text(rebasing: head)
    return essence.isText("x-unknown") ? Text(start: nil, count: 0) : essence
  }
}

extension PackedRow.Flags {
  /// What a letter of `_row` means.
  fileprivate init(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "m"): self = .marked
    case UInt8(ascii: "n"): self = .noted
    case UInt8(ascii: "t"): self = .truncated
    case UInt8(ascii: "r"): self = .replayed
    case UInt8(ascii: "a"): self = .altered
    case UInt8(ascii: "u"): self = .idleRule
    case UInt8(ascii: "p"): self = .pending
    case UInt8(ascii: "c"): self = .cached
    case UInt8(ascii: "w"): self = .byWorker
    default: self = []
    }
  }
}
