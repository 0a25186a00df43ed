import Glibc
import LosslessJSON
import NetEngine

/// What is to become of a session's file: new answers in place of recorded ones, and exchanges
/// behind the last.
package struct SessionEdit: Sendable {
  /// Answers that take the place of what was recorded, by row.
  package var answers: [Int: Response] = [:]
  /// What the session has not.
  package var added: [Exchange] = []

  /// Replaces answers and adds exchanges.
  package init(answers: [Int: Response] = [:], added: [Exchange] = []) {
    (self.answers, self.added) = (answers, added)
  }
}

extension Session {
  /// Writes an edit into the file this session was opened from, or into `other`, which becomes a
  /// session of its own.
  ///
  /// Only entries with a new answer are written anew: with its result and its timings, without its
  /// secrets. The request stays as it was recorded, the moment too, from which a replay reads its
  /// pace, and what a person has said. All else stays byte for byte. Written whole or not at all.
  @discardableResult
  package func write(
    _ edit: SessionEdit, in path: String, to other: String? = nil, _ options: SealOptions
  ) throws(SessionProblem) -> SealReport {
    do throws(SessionProblem) {
      return try SessionFile.withLock(at: path) { () throws(SessionProblem) in
        let now = try SessionFile(path, of: self, rows: edit.answers.keys)
        guard now.indexer.form != .journal else { throw SessionProblem(.journal) }
        var run = SessionEditRun(edit, now, to: other ?? now.place, options)
        let overwrites = other == nil || options.overwrites
        let new = try NewFile(run.place, disk: options.disk, overwrites: overwrites)
        new.takeMode(of: now.place)
        if other != nil { try run.copyBodies() }
        let added = try run.added()
        let rows = edit.answers.keys
        try now.write(to: new, rows: rows, added: added) { row throws(SessionProblem) in
          try run.entry(at: row)
        }
        return run.report
      }
    } catch {
      throw SessionProblem(error.reason, path: error.path.isEmpty ? path : error.path)
    }
  }
}

extension Session {
  /// Throws what would keep an edit from its file, before anything is done for it.
  package func checkWriting(
    in path: String, to other: String? = nil, overwrites: Bool = false
  ) throws(SessionProblem) {
    do throws(SessionProblem) {
      let now = try SessionFile(path, of: self, rows: EmptyCollection())
      guard now.indexer.form != .journal else { throw SessionProblem(.journal) }
      let target = other ?? now.place
      if other != nil, !overwrites, access(target, F_OK) == 0 {
        throw SessionProblem(.exists, path: target)
      }
      guard access(target.folderOfPath, W_OK) == 0 else { throw Disk.problem(target) }
    } catch {
      throw SessionProblem(error.reason, path: error.path.isEmpty ? path : error.path)
    }
  }
}

/// Entries as an edit makes them, without their secrets.
private struct SessionEditRun {
  let place: String
  private(set) var report: SealReport
  private let edit: SessionEdit
  private let now: SessionFile
  private let options: SealOptions
  private var writer: HARWriter
  private let known: KnownSecrets
  /// Marks that new answers keep, by row: later requests of the file refer to them.
  private let kept: [Int: Redactor.KeptMarks]

  init(_ edit: SessionEdit, _ now: SessionFile, to place: String, _ options: SealOptions) {
    (self.edit, self.now, self.place, self.options) = (edit, now, place, options)
    report = SealReport(path: place)
    writer = HARWriter(bodyFolder: place.nameOfSession + ".bodies")
    writer.bodyLimit = .max
    var known = options.redactor?.known ?? KnownSecrets()
    var kept: [Int: Redactor.KeptMarks] = [:]
    if let redactor = options.redactor {
      // What a login gave a moment ago is a secret in every answer after it, as in sealing.
      for exchange in now.session.exchanges { redactor.learn(from: exchange, into: &known) }
      for answer in edit.answers.values {
        let sent = Exchange(
          sequence: 1, name: "", startedAt: 0, request: answer.request, result: .success(answer))
        redactor.learn(from: sent, into: &known)
      }
      for exchange in edit.added { redactor.learn(from: exchange, into: &known) }
      for (row, answer) in edit.answers {
        guard let recorded = try? now.session.exchange(at: row).response else { continue }
        for (mark, value) in AnsweredSecrets.values(markedIn: recorded, in: answer) {
          known.learn(Array(value.utf8), name: mark.name)
          kept[row, default: [:]][Array(value.utf8)] = (mark.name, mark.hash)
        }
      }
    }
    (self.known, self.kept) = (known, kept)
  }

  /// An entry with its new answer in it.
  mutating func entry(at row: Int) throws(SessionProblem) -> [UInt8] {
    let recorded = try now.session.exchange(at: row)
    guard let answer = edit.answers[row] else { return Array(now.entry(at: row)) }
    let exchange = recorded.answered(by: answer)
    var line = try self.line(
      exchange, isStable: recorded.isStable, number: recorded.sequence, keeping: kept[row])
    line = now.entry(at: row).withMemoryRebound(to: UInt8.self) { old in
      line.withUnsafeBufferPointer { Self.merged($0, with: old, isOurs: recorded.foreign == nil) }
    }
    report.count += 1
    return line
  }

  /// What stands behind the last entry, numbered on.
  mutating func added() throws(SessionProblem) -> [[UInt8]] {
    let session = now.session
    var number = (0..<session.count).reduce(0) { max($0, session.sequence(at: $1)) }
    let isStable = session.count > 0 && (try? session.exchange(at: 0))?.isStable == true
    var lines: [[UInt8]] = []
    for var exchange in edit.added {
      number += 1
      exchange.sequence = number
      exchange.order = nil
      lines.append(try line(exchange, isStable: isStable, number: number))
      report.count += 1
    }
    return lines
  }

  private mutating func line(
    _ exchange: Exchange, isStable: Bool, number: Int, keeping own: Redactor.KeptMarks? = nil
  ) throws(SessionProblem) -> [UInt8] {
    var exchange = exchange
    if let redactor = options.redactor {
      var finds: [Redactor.Find] = []
      // One value has one mark, also where another response repeats it; its own row decides.
      let marks = kept.sorted { $0.key < $1.key }.map { $0.value } + (own.map { [$0] } ?? [])
      let all = marks.reduce(into: Redactor.KeptMarks()) { $0.merge($1) { $1 } }
      exchange = (isStable ? Redactor() : redactor).keeping(all)
        .redact(exchange, knowingAll: known, finds: &finds)
      report.note(finds, ofExchange: number)
    }
    if isStable { exchange = exchange.stable(number: number) }
    let entry = writer.entry(exchange)
    for stored in entry.files { try keep(stored.body, at: stored.path) }
    return entry.line
  }

  private func keep(_ body: Body, at name: String) throws(SessionProblem) {
    let path = place.folderOfPath + "/" + name
    try options.disk.makeFolder(path.folderOfPath, mode: 0o755)
    try options.disk.keep(body, at: path, isSynced: true)
  }

  /// Puts the bodies that stand in files beside the session to the same names beside the new one.
  mutating func copyBodies() throws(SessionProblem) {
    guard let folder = try? ConfinedFolder(now.place.folderOfPath) else { return }
    let file = UnsafeRawBufferPointer(start: now.file.base, count: now.file.count)
    let base = now.file.base.assumingMemoryBound(to: UInt8.self)
    var from = 0
    var done: Set<String> = []
    while let found = ByteSearch.first(Leftover.fileMark, in: file, from: from) {
      var scan = EntryScan(base + found.upperBound - 1, base + file.count)
      guard let name = scan.string()?.scannedText else { return }
      from = scan.p - base
      guard done.insert(name).inserted, !name.split(separator: "/").contains(".."),
        let bytes = try? folder.read(name, limit: .max)
      else { continue }
      try keep(Body(bytes), at: name)
    }
  }

  /// The new entry with the request as it stands in the old one; of another tool's entry, with what
  /// it says of the request beside it.
  private static func merged(
    _ new: UnsafeBufferPointer<UInt8>, with old: UnsafeBufferPointer<UInt8>, isOurs: Bool
  ) -> [UInt8] {
    let (fresh, recorded) = (members(of: new), members(of: old))
    var line = JSONLine(capacity: new.count + old.count / 4)
    line.raw("{")
    for (key, start, end) in fresh.members {
      line.key(key)
      if isOurs, key.isText("request"), let request = recorded["request"] {
        line.raw(UnsafeRawBufferPointer(request))
      } else {
        line.raw(UnsafeRawBufferPointer(start: start, count: end - start))
      }
    }
    if !isOurs, let first = old.baseAddress {
      let text = ForeignText(first, [])
      for (key, start, end) in recorded.members where staysBeside.contains(where: key.isText) {
        line.key(key)
        text.copy(start, end, to: &line)
      }
    }
    line.raw("}")
    return line.bytes
  }

  /// What browsers say of a request and not of its answer.
  private static let staysBeside: [StaticString] = [
    "pageref", "comment", "_initiator", "_priority", "_resourceType",
  ]

  private static func members(of entry: UnsafeBufferPointer<UInt8>) -> ForeignMembers {
    guard let first = entry.baseAddress else { return ForeignMembers() }
    return ForeignMembers(first, first + entry.count)
  }
}

extension Exchange {
  /// Whether it was sealed without what differs from run to run.
  fileprivate var isStable: Bool { startedAt == sequence &* 1_000_000 }

  /// The recorded request with a new answer; what a person has said of it stays.
  fileprivate func answered(by answer: Response) -> Exchange {
    var copy = self
    var response = answer
    response.request = request
    // The request decides the profile; only the response is new.
    if let old = self.response {
      response.profile = old.profile ?? (old.readsNoEnvelope ? nil : response.profile)
      response.readsNoEnvelope = old.readsNoEnvelope
    }
    if !response.hops.isEmpty {
      // A replay may have gone to another host, and was sent with secrets that are none of the file's.
      let first = self.response?.hops.first
      response.hops[0].url = request.url
      response.hops[0].requestHead = first?.requestHead ?? []
    }
    copy.result = .success(response)
    (copy.truncatedFrom, copy.bodyHash, copy.toApp) = (nil, nil, nil)
    copy.altered = altered.filter { !Exchange.isOfAnswer($0) }
    copy.redacted = redacted.filter { place in
      !["response.", "hops.", "toApp."].contains { place.hasPrefix($0) }
    }
    return copy
  }
}
