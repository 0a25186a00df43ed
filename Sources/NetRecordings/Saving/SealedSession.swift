import LosslessJSON
import NetEngine

/// How a session is written to its place at rest.
public struct SealOptions: Sendable {
  /// Takes the secrets out; nil keeps them, which only a person's explicit word may do.
  public var redactor: Redactor? = Redactor()
  /// Leaves out what differs from run to run, so that the file can be kept in a repository.
  public var isStable = false
  /// Whether a session that is there may be replaced.
  public var overwrites = false
  /// Whether large and binary bodies stand in the file too, and not beside it.
  public var inlinesBodies = false
  /// What the session is about, for people who open the file.
  public var comment = ""
  /// Writes nothing at all when a part of the session cannot be read.
  public var refusesOmissions = false
  /// The number in front of the first exchange's: a run of a longer recording begins at #1.
  package var numbersAfter = 0
  /// Which exchanges; nil for all.
  public var only: (@Sendable (Exchange) -> Bool)?
  /// Responses that are in memory whole, although the session may keep only a part of them.
  package var whole = WholeResponses([])
  /// The profile that answers with an envelope name where they name none themselves.
  package var profile: EnvelopeProfile?
  package var disk = Disk.standard

  /// Redacted, with everything that was measured, and nothing replaced.
  public init() {}
}

/// What became of a session that was sealed.
public struct SealReport: Sendable, Hashable {
  /// Where it stands.
  public var path: String
  /// How many exchanges are in it.
  public var count = 0
  /// How many places had a secret in them, by what it is called.
  public var redacted: [String: Int] = [:]
  /// What could not be read and was left out.
  public var skipped: [SessionProblem] = []
  /// How many exchanges have only the beginning of a body, because there was no room for it.
  public var cutCount = 0
  /// Binary bodies of which nothing is left, because a secret stood in them: `#7 response.body`.
  public var lostBodies: [String] = []
  /// The journal that was read and stays in its place; nil when there is none any more.
  public var journal: String?
  /// Only some of the exchanges were asked for.
  var isPart = false
  /// Whether every exchange is in the file.
  var isWhole: Bool { skipped.isEmpty && !isPart }

  /// Nothing has happened yet.
  public init(path: String = "") {
    self.path = path
  }

  /// Counts what was taken out of the exchange of this number.
  mutating func note(_ finds: [Redactor.Find], ofExchange number: Int) {
    for find in finds {
      if find.name == Redactor.lostBytes {
        lostBodies.append("#\(number) \(find.path)")
      } else {
        redacted[find.name, default: 0] += 1
      }
    }
  }

  /// All places together.
  public var redactedCount: Int { redacted.values.reduce(0, +) }
}

extension Session {
  /// Writes the session as HAR to its place at rest: whole and on the disk, or not at all.
  ///
  /// Bodies that do not stand in the file are written into a folder beside it first.
  @discardableResult
  public func seal(
    to path: String, _ options: SealOptions = SealOptions()
  ) throws(SessionProblem) -> SealReport {
    let bodies = path.nameOfSession + ".bodies"
    var writer = HARWriter(bodyFolder: options.inlinesBodies ? nil : bodies)
    writer.bodyLimit = .max
    let file = try NewFile(path, disk: options.disk, overwrites: options.overwrites)
    var report = SealReport(path: path)
    report.isPart = options.only != nil
    var kept: Set<String> = []
    var frame: HARFrame?
    var buffer: [UInt8] = []
    var isFirst = true
    try forEach(options, &report) { around in
      frame = around
      buffer = around.head
    } body: { exchange throws(SessionProblem) in
      if !isFirst { buffer += HARWriter.separator }
      isFirst = false
      let entry = writer.entry(exchange)
      for stored in entry.files {
        let name = stored.path.utf8Suffix(afterLast: 0x2f)
        guard kept.insert(name).inserted else { continue }
        let folder = path.folderOfPath + "/" + bodies
        try options.disk.makeFolder(folder, mode: 0o755)
        try options.disk.keep(stored.body, at: "\(folder)/\(name)", isSynced: true)
      }
      buffer += entry.line
      guard buffer.count > 1 << 20 else { return }
      try file.write(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
    if options.refusesOmissions, let first = report.skipped.first {
      throw SessionProblem(.wouldLose(report.skipped.count, first.message), path: path)
    }
    guard report.count > 0 else { throw report.skipped.first ?? SessionProblem(.empty, path: path) }
    buffer += frame?.tail ?? HARWriter.tail
    try file.write(buffer)
    try file.finish()
    if options.overwrites, !path.sharesBodyFolder {
      Folder.remove(path.folderOfPath + "/" + bodies, keeping: kept)
    }
    return report
  }

  /// Every exchange that is asked for, as it leaves the program: redacted, made stable.
  ///
  /// Secrets are learnt from all of them first: the token of the last login is one in the first
  /// request too.
  public func forEach(
    _ options: SealOptions, _ report: inout SealReport,
    _ body: (Exchange) throws(SessionProblem) -> Void
  ) throws(SessionProblem) {
    try forEach(options, &report, around: { _ in }, body: body)
  }

  /// The same; `around` hears first what stands around the entries.
  func forEach(
    _ options: SealOptions, _ report: inout SealReport, around: (HARFrame) -> Void,
    body: (Exchange) throws(SessionProblem) -> Void
  ) throws(SessionProblem) {
    var known = options.redactor?.known ?? KnownSecrets()
    var reading = SessionReading(self, options)
    if let redactor = options.redactor { reading.learn(with: redactor, into: &known) }
    // What differs from run to run is left out in our own words only.
    let log = options.isStable ? nil : self.log
    if let redactor = options.redactor, let log {
      // A page's address may hold what no request does.
      for lesson in redactor.lessons(of: log, &known.memory) { known.learn(lesson) }
    }
    let frame = HARFrame(comment: options.comment, log, options.redactor, known)
    for find in frame.finds { report.redacted[find.name, default: 0] += 1 }
    around(frame)
    try reading.forEach(knowing: known) { read throws(SessionProblem) in
      switch read {
      case .failure(let problem): report.skipped.append(problem)
      case .success(let redacted):
        report.note(redacted.finds, ofExchange: redacted.exchange.sequence)
        var exchange = redacted.exchange
        if let profile = options.profile { exchange.name(profile) }
        if exchange.sequence > options.numbersAfter { exchange.sequence -= options.numbersAfter }
        exchange.firing = nil
        let size = exchange.truncatedFrom ?? exchange.asApp.truncatedFrom
        if (size ?? exchange.request.keptPartOf) != nil { report.cutCount += 1 }
        try body(options.isStable ? exchange.stable(number: report.count + 1) : exchange)
        report.count += 1
      }
    }
    report.skipped += omissions.map { SessionProblem(.leftOut($0)) }
  }
}

extension Exchange {
  /// Says by which profile its answers' envelopes are read, where they have one and do not say it
  /// themselves.
  fileprivate mutating func name(_ profile: EnvelopeProfile) {
    result = result.map { $0.naming(profile) }
    toApp = toApp.map { $0.naming(profile) }
  }
}

extension Result<Response, NetError> {
  fileprivate func naming(_ profile: EnvelopeProfile) -> Self {
    guard case .success(var response) = self, response.profile == nil, !response.readsNoEnvelope,
      response.mayBeJSON, let document = response.envelopeDocument, document.error == nil
    else { return self }
    let envelope = Envelope(document.json, profile: profile, statusCode: response.statusCode)
    switch envelope.verdict {
    case .bare, .malformed: return self
    case .business, .invalidSession, .success: break
    }
    response.profile = profile
    return .success(response)
  }
}

extension Session {
  /// The session as one HAR document, every body inside, as it leaves the program; `report` says
  /// what was taken out.
  package func document(
    _ options: SealOptions, _ report: inout SealReport, each: (Exchange) -> Void = { _ in }
  ) throws(SessionProblem) -> [UInt8] {
    var writer = HARWriter()
    writer.bodyLimit = .max
    var frame: HARFrame?
    var bytes: [UInt8] = []
    var isFirst = true
    try forEach(options, &report) { around in
      frame = around
      bytes = around.head
    } body: { exchange throws(SessionProblem) in
      if !isFirst { bytes += HARWriter.separator }
      isFirst = false
      bytes += writer.entry(exchange).line
      each(exchange)
    }
    return bytes + (frame?.tail ?? HARWriter.tail)
  }
}

extension String {
  /// Whether another recording, such as `r.har.gz` beside `r.har`, has its bodies in the same folder.
  fileprivate var sharesBodyFolder: Bool {
    let (own, name) = (utf8Suffix(afterLast: 0x2f), nameOfSession)
    let others = FolderListing.names(in: folderOfPath, upTo: 1) { other in
      other != own && other.nameOfSession == name
    }
    return others?.isEmpty == false
  }
}

extension Recorder {
  /// Everything that is recorded so far, on the disk or not.
  public func session() throws(SessionProblem) -> Session {
    if waiting.isEmpty, let path { return try Leftover(path).session }
    var bytes = JournalLine.head(at: settings.now())
    var folder = settings.folder + "/.journal"
    if let path {
      let file = try MappedFile(path, limit: .max)
      bytes = Array(file.buffer)
      folder = path.folderOfPath
    }
    var source = SessionSource(
      bytes: JSONArrayBytes(bytes + waiting.flatMap(\.line)), file: nil, folder: folder,
      limits: .whatever)
    for stored in waiting.flatMap(\.files) { source.bodies[stored.path] = stored.body }
    return try Session.read(source, name: settings.name, nil)
  }

  /// Writes what is recorded to its place at rest; the journal goes when all of it is there.
  ///
  /// Works too while the journal cannot be written: then another disk is a good place.
  @discardableResult
  public func seal(
    to path: String, _ options: SealOptions = SealOptions()
  ) throws(SessionProblem) -> SealReport {
    guard !isEmpty else {
      forget()
      throw SessionProblem(.empty, path: path)
    }
    var report = try session().seal(to: path, options)
    report.journal = release(after: report)
    return report
  }

  /// Removes the journal once all of it is in a session; its path when it has to stay.
  func release(after report: SealReport) -> String? {
    guard !report.isWhole, let path else {
      forget()
      return nil
    }
    end()
    return path
  }
}

extension Leftover {
  /// Writes what a program has left to its place at rest, and removes the journal once all of it is
  /// there.
  ///
  /// The journal stays when `keepsJournal` says so, when a program writes it, and when `options` ask
  /// for a part of it.
  @discardableResult
  public func seal(
    to path: String, _ options: SealOptions = SealOptions(), keepsJournal: Bool = false
  ) throws(SessionProblem) -> SealReport {
    var report = try session.seal(to: path, options)
    let isWhole = report.skipped.allSatisfy { $0.reason == .leftOut(SessionIndexer.torn) }
    if keepsJournal || !isWhole || report.isPart || !remove() { report.journal = self.path }
    return report
  }

  /// Writes the runs that did not end in order to their place at rest; the journal stays.
  ///
  /// A line in the journal says so: these runs are not offered again.
  package func sealCutOffRuns(
    to path: String, _ options: SealOptions
  ) throws(SessionProblem) -> SealReport {
    let (runs, words) = (cutOffRuns, table.words.words)
    let first = (0..<table.count).first { runs.contains(words[Int(table[$0].run)]) }
    var options = options
    options.only = { runs.contains($0.firing?.run ?? "") }
    options.numbersAfter = first.map { max(0, Int(table[$0].sequence) - 1) } ?? 0
    var report = try session.seal(to: path, options)
    report.journal = self.path
    markKept()
    return report
  }
}
