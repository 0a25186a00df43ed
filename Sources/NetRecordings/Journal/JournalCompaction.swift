import LosslessJSON
import NetEngine

/// A journal cut down to a bound: the oldest bodies go first, then the oldest exchanges.
///
///     newest   whole, while there is room for its bodies
///     older    its line, with the first bytes of its bodies
///     oldest   gone, once the lines alone are too large
struct JournalCompaction {
  /// The lines that stay, the oldest first.
  private(set) var lines: [UInt8] = []
  /// The names of the bodies they need.
  private(set) var bodies: Set<String> = []
  /// Exchanges that lost a body, and exchanges that are gone.
  private(set) var (cut, dropped) = (0, 0)

  /// Bodies in the folder that the lines do not need, and their sizes.
  var unneeded: [String: Int] {
    sizes.filter { Folder.isBodyName($0.key) && !bodies.contains($0.key) }
  }

  private let journal: Leftover
  private let folderName: String
  private let sizes: [String: Int]
  private let now: Int

  /// Plans for half of the bound, so that the next compaction is far away; the newest exchange stays
  /// whole wherever the bound allows it.
  init(_ journal: Leftover, bodyFolder: String, bound: Int, now: Int) {
    (self.journal, self.now) = (journal, now)
    folderName = bodyFolder.utf8Suffix(afterLast: 0x2f)
    sizes = Folder.sizes(bodyFolder)
    let (first, least) = firstKept(within: bound / 2)
    dropped = first
    var room = bound / 2 - (first..<journal.table.count).reduce(0) { $0 + headSize(of: $1) }
    var limit = bound / 4 * 3
    /// The least size of the heads that are not made yet.
    var ahead = (first..<journal.table.count).reduce(0) { $0 + leastSize(of: $1) }
    var made: [[UInt8]] = []
    var size = 0
    for index in (first..<journal.table.count).reversed() {
      let isNewest = index == journal.table.count - 1
      let extra = weight(of: index) - headSize(of: index)
      ahead -= leastSize(of: index)
      let isWhole = extra <= max(0, room) || isNewest && least + extra <= bound
      let short = isWhole ? nil : cutLine(of: index, within: limit - size - ahead)
      if isWhole { room -= extra }
      // Beside one large body the older heads stay.
      if isWhole, isNewest, least + extra > bound / 2 { limit = bound }
      let line = (short ?? line(of: index)) + mark(behind: index)
      let names = line.withUnsafeBytes { Leftover.bodyNames(in: $0[...]) }
      // Heads may be larger than they were planned with.
      size += line.count + names.subtracting(bodies).reduce(0) { $0 + (sizes[$1] ?? 0) }
      guard size <= limit || isNewest else {
        dropped = index + 1
        break
      }
      if short != nil { cut += 1 }
      bodies.formUnion(names)
      made.append(line)
    }
    lines = made.reversed().flatMap { $0 }
    // The run that goes on behind them is another one.
    if journal.hasEnd { lines += JournalLine.end(at: now) + JournalLine.head(at: now) }
  }

  /// The first exchange that may stay, and the least size of the heads from there on.
  private func firstKept(within limit: Int) -> (first: Int, heads: Int) {
    var (first, heads) = (journal.table.count, 0)
    while first > 0 {
      let size = leastSize(of: first - 1)
      guard heads + size <= limit || heads == 0 else { break }
      (first, heads) = (first - 1, heads + size)
    }
    return (first, heads)
  }

  private func entry(_ index: Int) -> Slice<UnsafeRawBufferPointer> {
    journal.bytes.buffer[journal.table[index].range]
  }

  private func names(in index: Int) -> Set<String> { Leftover.bodyNames(in: entry(index)) }

  /// The bytes of an exchange: its line, and the bodies that no newer one has counted.
  private func weight(of index: Int) -> Int {
    names(in: index).subtracting(bodies).reduce(entry(index).count) { $0 + (sizes[$1] ?? 0) }
  }

  /// The least bytes of its line once its bodies are cut; nothing stays of a binary body.
  private func leastSize(of index: Int) -> Int {
    let entry = entry(index)
    guard entry.count < 4 * Exchange.bodyStart else { return 4 * Exchange.bodyStart }
    // An earlier compaction has left the start of a binary body in the line.
    let start = Exchange.bodyStart / 3 * 4
    guard entry.count > start, entry.firstPlace(of: #""encoding":"base64""#.utf8) != nil else {
      return entry.count
    }
    return entry.count - start
  }

  /// The same with the start of a body that stood in a file.
  private func headSize(of index: Int) -> Int {
    leastSize(of: index) + (names(in: index).isEmpty ? 0 : 2 * Exchange.bodyStart)
  }

  /// An exchange with its bodies as they stand; a damaged line stays as it is.
  private func line(of index: Int) -> [UInt8] {
    guard journal.table.problems[index] == nil else {
      let range = journal.table[index].range
      let whole = journal.bytes.buffer
      let start = whole[..<range.lowerBound].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
      let end = whole[range.upperBound...].firstIndex(of: 0x0a) ?? whole.count
      return Array(whole[start..<end]) + [0x0a]
    }
    return JournalLine.entry(entry(index)) + remark(of: index)
  }

  /// Nil where there is no body to cut, or the exchange cannot be read.
  ///
  /// The heads of older exchanges take precedence over the start of a binary body, which is removed
  /// when the line is longer than `room`.
  private func cutLine(of index: Int, within room: Int) -> [UInt8]? {
    guard let whole = try? journal.session.exchange(at: index) else { return nil }
    func line(_ cut: Exchange?) -> [UInt8]? {
      cut.map { JournalLine.line($0, bodyFolder: folderName).line + remark(of: index) }
    }
    let short = line(whole.cut())
    guard (short?.count ?? entry(index).count) > room else { return short }
    return line(whole.cut(keepsBinaryStart: false)) ?? short
  }

  /// A head behind the last exchange of a run that was cut off, so that the run can be recovered.
  private func mark(behind index: Int) -> [UInt8] {
    let (table, runs) = (journal.table, journal.earlierCutOffRuns)
    guard !runs.isEmpty, table.problems[index] == nil,
      index + 1 == table.count || table[index + 1].run != table[index].run,
      runs.contains(table.words.words[Int(table[index].run)])
    else { return [] }
    return JournalLine.head(at: now)
  }

  private func remark(of index: Int) -> [UInt8] {
    journal.table.remarks[index].map { JournalLine.remark(journal.bytes.buffer[$0]) } ?? []
  }
}

extension Exchange {
  /// The exchange with only the first bytes of its response; nil when it has no more than those.
  ///
  /// Without `keepsBinaryStart`, nothing stays of a body that is not text.
  func cut(keepsBinaryStart: Bool = true) -> Exchange? {
    guard let body = response?.body else { return nil }
    let isBinaryStart = truncatedFrom != nil && !body.isEmpty && !keepsBinaryStart && !body.isUTF8
    guard body.count > Self.bodyStart || toApp != nil || isBinaryStart else { return nil }
    var copy = self
    if body.count > Self.bodyStart {
      copy.truncatedFrom = truncatedFrom ?? body.count
      copy.bodyHash = bodyHash ?? body.sha256.hex
    }
    copy.result = result?.cuttingBody(keepsBinaryStart)
    copy.toApp = toApp?.cuttingBody(keepsBinaryStart)
    return copy
  }
}

extension Result<Response, NetError> {
  /// A failure may come with a response too.
  fileprivate func cuttingBody(_ keepsBinaryStart: Bool) -> Self {
    map { $0.cuttingBody(keepsBinaryStart) }
      .mapError { $0.mapResponse { $0.cuttingBody(keepsBinaryStart) } }
  }
}

extension Response {
  fileprivate func cuttingBody(_ keepsBinaryStart: Bool) -> Response {
    let isWhole = body.count <= Exchange.bodyStart && keptPartOf == nil
    let start = isWhole ? body : body.start(Exchange.bodyStart, keepsBinaryStart)
    guard start.count < body.count || wire.count > Exchange.bodyStart else { return self }
    var copy = self
    if body.count > Exchange.bodyStart {
      (copy.keptPartOf, copy.keptPartHash) = (bodySize, keptPartHash ?? body.sha256.hex)
    }
    if wireSize != bodySize { copy.keptWireOf = wireSize }
    copy.outline = outline ?? body.envelopeOutline
    copy.body = start
    (copy.wire, copy.ownStep) = (copy.body, nil)
    return copy
  }
}

extension Body {
  /// The first bytes, of text up to a whole character.
  ///
  /// Without `keepsBinary`, empty when they are no text.
  fileprivate func start(_ count: Int, _ keepsBinary: Bool) -> Body {
    for length in stride(from: count, to: max(0, count - 4), by: -1) {
      let start = prefix(length)
      if start.isUTF8 { return start }
    }
    return keepsBinary ? prefix(count) : .empty
  }
}
