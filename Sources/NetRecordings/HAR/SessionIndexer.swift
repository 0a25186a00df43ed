import Glibc
import LosslessJSON
import NetEngine

/// Finds the entries of a session file, piece by piece, so that a list can be shown meanwhile.
///
///     ours      {"log":…,"entries":[ ⏎ {entry}, ⏎ {entry} ⏎ ]}}      lines are found by memchr
///     others    {"log":{…,"entries":[{…},{…}]}}                      brackets are counted
///     journal   {"head":…} ⏎ {"req":{entry}} ⏎ {"res":{entry}} ⏎ …   lines, answers replace requests
struct SessionIndexer {
  /// How a file is written.
  enum Form: Sendable {
    case lines, brackets, journal
  }

  private(set) var table = SessionTable()
  private(set) var notices: [String] = []
  private(set) var isFinished = false
  private(set) var form: Form
  /// The tool that wrote it.
  private(set) var creator = ""
  /// Whether another tool wrote what stands in it, be it sealed by us or not.
  private(set) var isForeign = false
  /// What stands beside the entries.
  private(set) var log = ForeignLog.Places()
  /// Whether an end follows the journal's last exchange.
  private(set) var hasEnd = false
  /// The runs that another run followed without an end between them, until a line keeps them.
  private(set) var cutOffRuns: Set<String> = []
  /// The row of the journal's last exchange, as long as neither an end nor a head follows.
  private var lastRow: Int?
  /// The run of the journal's last exchange, as long as neither an end nor a head follows.
  var openRun: String? { lastRow.map { table.words.words[Int(table[$0].run)] } }
  /// How far everything is whole: what lies behind is a torn line.
  private(set) var wholeBytes = 0
  /// Parts of the file that are in no row: a torn line, a cut end, text between entries.
  private(set) var omissions: [String] = []

  private var bytes: any JSONBytes
  private var base: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private var p: UnsafePointer<UInt8>
  private let limit: Int
  /// How much was read to find where broken entries end; in a file that names no moments each of
  /// them costs all that follows.
  private var lookedAhead = 0
  /// Lines of a journal read so far.
  private var lineCount = 0

  /// Looks at the beginning and tells what kind of file it is.
  init(_ bytes: any JSONBytes, entries limit: Int) throws(SessionProblem) {
    self.bytes = bytes
    self.limit = limit
    base = bytes.base.assumingMemoryBound(to: UInt8.self)
    end = base + bytes.count
    p = base
    form = .brackets
    if bytes.buffer.starts(with: [0xef, 0xbb, 0xbf]) { p += 3 }
    guard p < end else { throw SessionProblem(.notASession("it is empty")) }
    let line = firstLine
    if line.starts(with: "{\"head\":{".utf8) || isDamagedJournal {
      form = .journal
      creator = "Inspector"
    } else if line.starts(
      with: "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Inspector\"".utf8),
      line.suffix(11).elementsEqual("\"entries\":[".utf8)
    {
      form = .lines
      creator = "Inspector"
      p += line.count
    } else {
      try findEntries()
      isForeign = !creator.hasPrefix("Inspector")
      // Sealed by us: an entry stands in a line, and says in the first words what a list shows.
      let isSealed = line.starts(with: HARWriter.sealedHead)
      if isSealed, line.suffix(11).elementsEqual("\"entries\":[".utf8) { form = .lines }
    }
    wholeBytes = p - base
  }

  /// How much of the file has been looked at.
  var fraction: Double { bytes.count == 0 ? 1 : Double(p - base) / Double(bytes.count) }

  /// Goes on for so many bytes, or to the end.
  mutating func step(bytes count: Int) throws(SessionProblem) {
    let stop = p + min(count, end - p)
    while !isFinished, p < stop || p == end {
      switch form {
      case .lines: stepLine()
      case .journal: stepRecord()
      case .brackets: stepEntry()
      }
      guard table.count <= limit else { throw SessionProblem(.tooManyEntries(allowed: limit)) }
    }
  }

  /// Goes on in a journal that has grown since, behind the last whole line.
  mutating func goOn(in grown: any JSONBytes) {
    bytes = grown
    base = grown.base.assumingMemoryBound(to: UInt8.self)
    end = base + grown.count
    p = base + min(wholeBytes, grown.count)
    isFinished = false
    hasEnd = false
    notices.removeAll { $0 == Self.torn }
    omissions.removeAll { $0 == Self.torn }
  }

  /// No head of ours is a MiB long: a file of one line is not read to its end for it.
  private var firstLine: UnsafeBufferPointer<UInt8> {
    let length = min(end - p, 1 << 20)
    let close = memchr(p, 0x0a, length)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: p, count: close.map { UnsafePointer($0) - p } ?? length)
  }

  /// Whether the first line is damaged in a file whose next lines are a journal's.
  private var isDamagedJournal: Bool {
    let start = UnsafeRawBufferPointer(start: p, count: min(end - p, 1 << 20))
    return ["req", "res", "err"].contains { word in
      let mark = Array("\n{\"\(word)\":{\"_row\":[".utf8)
      return start.starts(with: mark.dropFirst()) || ByteSearch.first(mark, in: start) != nil
    }
  }

  private func lineEnd(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    guard let found = memchr(start, 0x0a, end - start) else { return end }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
  }

  private mutating func finish(_ notice: String? = nil) {
    isFinished = true
    if let notice { omit(notice) }
  }

  private mutating func omit(_ notice: String) {
    guard !omissions.contains(notice) else { return }
    notices.append(notice)
    omissions.append(notice)
  }

  private var isCut: String {
    "it is cut off: opened up to there, \(table.count) \(table.count == 1 ? "entry" : "entries")"
  }

  // MARK: Ours

  private mutating func stepLine() {
    guard p < end else { return finish(isCut) }
    let start = p
    let close = lineEnd(p)
    p = min(close + 1, end)
    var last = close
    while last > start, (last - 1).pointee <= 0x20 { last -= 1 }
    if last > start, (last - 1).pointee == 0x2c { last -= 1 }
    guard last > start else { return }
    if start.pointee == 0x5d {
      if isForeign { readTail(EntryScan(start + 1, end)) }
      return finish()
    }
    var row = RowScan(base: base)
    row.row.start = UInt64(start - base)
    row.row.length = UInt32(clamping: last - start)
    var scan = EntryScan(start, last)
    // Without a line's end behind it the brace may be one inside of the entry.
    let isClosed = close < end && start.pointee == 0x7b && (last - 1).pointee == 0x7d
    if isClosed, row.readOurs(&scan) { return table.append(row.finished(&table.words)) }
    // Somebody has edited it: the slow way, which also finds out whether it is cut.
    var slow = RowScan(base: base)
    slow.row.start = row.row.start
    slow.row.length = row.row.length
    scan = EntryScan(start, last)
    if slow.readAll(&scan), scan.p == last { return table.append(numbered(slow)) }
    if close == end { return finish(isCut) }
    table.appendBroken(row.row, problem(row.row.range))
  }

  /// An entry that says no number of its own is numbered by its place.
  private mutating func numbered(_ scan: RowScan) -> PackedRow {
    var row = scan.finished(&table.words)
    if row.sequence == 0 { row.sequence = UInt32(clamping: table.count + 1) }
    return row
  }

  private func problem(_ range: Range<Int>) -> String {
    let document = JSONDocument(bytes: StretchOfBytes(bytes, range))
    if let error = document.error { return "\(error)" }
    return "it is \(document.json.shownKind), not an entry"
  }

  // MARK: Journals

  static let torn = "its last line is torn: everything before it is whole"

  /// Reads a line; a damaged one is a broken row, and the lines behind it are read as usual.
  private mutating func stepRecord() {
    guard p < end else { return finish() }
    let (start, close) = (p, lineEnd(p))
    guard close < end else { return finish(Self.torn) }
    p = close + 1
    wholeBytes = p - base
    lineCount += 1
    var scan = EntryScan(start, close)
    guard scan.peek() != nil, !readRecord(start, close) else { return }
    var row = PackedRow()
    row.start = UInt64(start - base)
    row.length = UInt32(clamping: close - start)
    table.appendBroken(row, "line \(lineCount) is damaged: \(problem(row.range))")
    // A line that lost its end runs into the next line, which may be whole.
    if let next = lastRecord(start + 1, close) { _ = readRecord(next, close) }
  }

  /// Reads a record that fills these bytes; false, and nothing read, when none does.
  private mutating func readRecord(
    _ first: UnsafePointer<UInt8>, _ close: UnsafePointer<UInt8>
  ) -> Bool {
    var scan = EntryScan(first, close)
    guard scan.take(0x7b), let word = scan.key(), scan.peek() != nil, case let start = scan.p,
      scan.skipValue(), case let last = scan.p, scan.take(0x7d), scan.p == close
    else { return false }
    if word.isText("req") || word.isText("res") || word.isText("err") {
      readJournalEntry(start, last)
    } else if word.isText("note") {
      readRemark(start, last)
    } else if word.isText("end") {
      (hasEnd, lastRow) = (true, nil)
    } else if word.isText("kept") {
      cutOffRuns = []
    } else if word.isText("head") {
      if let openRun { cutOffRuns.insert(openRun) }
      lastRow = nil
      readHead(start..<last)
    }
    return true
  }

  /// The last place that begins like a record: in a whole one every quote of a text is escaped.
  private func lastRecord(
    _ start: UnsafePointer<UInt8>, _ close: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    let line = UnsafeRawBufferPointer(start: start, count: close - start)
    var last: Int?
    for word in ["head", "req", "res", "err", "note", "kept", "end"] {
      let mark = Array("{\"\(word)\":{".utf8)
      var from = 0
      while let found = ByteSearch.first(mark, in: line, from: from) {
        last = max(last ?? 0, found.lowerBound)
        from = found.upperBound
      }
    }
    return last.map { start + $0 }
  }

  private mutating func readRemark(
    _ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>
  ) {
    var scan = EntryScan(start, last)
    guard scan.take(0x7b), scan.key()?.isText("seq") == true, let sequence = scan.integer(),
      let place = table.places[UInt32(clamping: sequence)]
    else { return }
    table.remarks[place] = (start - base)..<(last - base)
  }

  /// A shape that is newer than ours is read as far as it is ours.
  private mutating func readHead(_ head: Range<UnsafePointer<UInt8>>) {
    let stretch = StretchOfBytes(bytes, (head.lowerBound - base)..<(head.upperBound - base))
    let format = JSONDocument(bytes: stretch).json["format"].int ?? JournalLine.format
    guard format > JournalLine.format else { return }
    notices.append(
      "a newer program wrote it, in shape \(format): what shape \(JournalLine.format) does not have"
        + " is not shown")
  }

  private mutating func readJournalEntry(
    _ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>
  ) {
    var scan = EntryScan(start, last)
    var row = RowScan(base: base)
    row.row.start = UInt64(start - base)
    row.row.length = UInt32(clamping: last - start)
    guard row.readOurs(&scan) else {
      let why = "line \(lineCount): \(problem(row.row.range))"
      return table.appendBroken(row.row, why)
    }
    let packed = row.finished(&table.words)
    (hasEnd, lastRow) = (false, table.places[packed.sequence] ?? table.count)
    if let place = table.places[packed.sequence] {
      table[place] = packed
    } else {
      table.places[packed.sequence] = table.count
      table.append(packed)
    }
  }

  // MARK: Others'

  private mutating func findEntries() throws(SessionProblem) {
    var scan = EntryScan(p, end)
    guard scan.take(0x7b) else { throw SessionProblem(.notASession("it does not start with '{'")) }
    while let key = scan.key() {
      guard key.isText("log") else {
        guard scan.skipValue() else { break }
        note(key, to: scan.p, at: \.root)
        continue
      }
      guard scan.take(0x7b) else { break }
      while let key = scan.key() {
        if key.isText("entries"), scan.take(0x5b) {
          p = scan.p
          return
        }
        let start = scan.p
        guard scan.skipValue() else { break }
        if key.isText("creator") { readCreator(start, scan.p) }
        note(key, to: scan.p, at: \.members)
      }
      throw SessionProblem(.notASession("its log has no entries"))
    }
    throw SessionProblem(.notASession("there is no 'log' in it"))
  }

  /// Remembers a member of the log or beside it; our own word about the sealing is said anew.
  private mutating func note(
    _ key: UnsafeBufferPointer<UInt8>, to last: UnsafePointer<UInt8>,
    at list: WritableKeyPath<ForeignLog.Places, [Range<Int>]>
  ) {
    guard !key.isText("_inspector"), let first = key.baseAddress else { return }
    log[keyPath: list].append(first - 1 - base..<last - base)
  }

  /// What stands behind the entries.
  private mutating func readTail(_ tail: EntryScan) {
    var scan = tail
    for list in [\ForeignLog.Places.members, \.root] {
      while let key = scan.key() {
        let start = scan.p
        guard scan.skipValue() else { return }
        if key.isText("creator"), list == \.members {
          readCreator(start, scan.p)
          isForeign = !creator.hasPrefix("Inspector")
        }
        note(key, to: scan.p, at: list)
      }
      guard scan.take(0x7d) else { return }
    }
  }

  private mutating func readCreator(_ start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>) {
    let json = JSONDocument(Array(UnsafeBufferPointer(start: start, count: last - start))).json
    creator = [json["name"].stringValue, json["version"].stringValue].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private mutating func stepEntry() {
    var scan = EntryScan(p, end)
    guard let first = scan.peek() else { return finish(isCut) }
    let start = scan.p
    switch first {
    case 0x5d:
      readTail(EntryScan(start + 1, end))
      return finish()
    case 0x2c: p = start + 1
    case 0x7b: readForeignEntry(start)
    default:
      guard scan.skipValue() else {
        p = start + 1
        return omit("there is something between its entries that was left out")
      }
      p = scan.p
      var row = PackedRow()
      row.start = UInt64(start - base)
      row.length = UInt32(clamping: p - start)
      table.appendBroken(row, problem(row.range))
    }
  }

  private mutating func readForeignEntry(_ start: UnsafePointer<UInt8>) {
    var scan = EntryScan(start, end)
    var row = RowScan(base: base)
    row.row.start = UInt64(start - base)
    if row.readAll(&scan) {
      row.row.length = UInt32(clamping: scan.p - start)
      p = scan.p
      return table.append(numbered(row))
    }
    // A bracket too few swallows all that follows: the next entry tells where this one ends.
    let next = nextEntry(start + 1)
    lookedAhead += (next ?? end) - start
    scan = EntryScan(start, next ?? end)
    let isClosed = scan.skipValue()
    guard isClosed || next != nil, lookedAhead <= 8 * bytes.count else {
      p = end
      return finish(isCut)
    }
    p = isClosed ? scan.p : next ?? end
    row.row.length = UInt32(clamping: p - start)
    table.appendBroken(row.row, problem(row.row.range))
  }

  /// Where the entry behind this one begins: every entry names the moment it started.
  private func nextEntry(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    let mark = Array("\"startedDateTime\"".utf8)
    let rest = UnsafeRawBufferPointer(start: start, count: end - start)
    var from = 0
    var isFirst = true
    while let found = ByteSearch.first(mark, in: rest, from: from) {
      let place = start + found.lowerBound
      from = found.upperBound
      guard !isFirst else {
        isFirst = false
        continue
      }
      var brace = place - 1
      while brace > start, brace.pointee <= 0x20 { brace -= 1 }
      if brace.pointee == 0x7b { return brace }
    }
    return nil
  }
}
