import LosslessJSON
import NetEngine

/// Writes exchanges as HAR 1.2 that other tools open, an entry a line, nothing of ours lost.
///
///     {"log":{…,"entries":[          the head, one line
///     {"_row":[1,"GET",200,…],…},    an exchange a line: a list needs only its beginning
///     {"_row":[2,"GET",404,…],…}
///     ]}}
///
/// What HAR has no place for stands in fields that start with `_`. An exchange is one entry however
/// many redirects it had: the entry's request is the first hop's, its response the last one's, and
/// what lies between stands in `_hops`. A head is kept as it came (`_head`) only where its fields do
/// not say it byte for byte.
public struct HARWriter: Sendable {
  /// The folder beside the session for bodies that do not stand in it; nil writes all into the line.
  public var bodyFolder: String?
  /// Bodies up to this size stand in the line, if they are text.
  public var inlineLimit = 16 << 10
  /// Bodies up to this size that are not text stand in the line too, as Base64.
  var inlineBinaryLimit = 0
  /// Of a larger body only so many bytes are kept; its hash is still that of all of it.
  public var bodyLimit = 32 << 20

  /// Writes everything into the line, or large and binary bodies into a folder.
  public init(bodyFolder: String? = nil) {
    self.bodyFolder = bodyFolder
  }

  /// What stands in front of the first entry; `comment` tells people what the session is about.
  public static func head(comment: String = "") -> [UInt8] {
    var line = JSONLine()
    line.raw("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Inspector\",\"version\":\"")
    line.raw(Array(EngineVersion.text.utf8))
    line.raw("\"},\"pages\":[]")
    if !comment.isEmpty {
      line.raw(",\"comment\":")
      line.string(comment)
    }
    line.raw(",\"entries\":[\n")
    return line.bytes
  }

  /// What stands between two entries.
  public static let separator: [UInt8] = Array(",\n".utf8)

  /// What stands behind the last entry.
  public static let tail: [UInt8] = Array("\n]}}\n".utf8)

  /// The exchange as a line.
  public func entry(_ exchange: Exchange) -> HAREntry {
    let response = exchange.response
    var run = HAREntryRun(self, exchange, response)
    run.line = JSONLine(capacity: 16_000)
    run.write(exchange, response)
    return HAREntry(line: run.line.bytes, files: run.files)
  }

  /// All of a session in one piece, bodies inside.
  public func document(_ exchanges: some Sequence<Exchange>, comment: String = "") -> [UInt8] {
    var bytes = Self.head(comment: comment)
    var isFirst = true
    for exchange in exchanges {
      if !isFirst { bytes += Self.separator }
      isFirst = false
      bytes += entry(exchange).line
    }
    return bytes + Self.tail
  }
}

/// One entry being written.
///
/// The exchange is handed from function to function, and its hops by their places: a copy of one would
/// retain what it holds piece by piece, which takes as long as writing a third of it.
struct HAREntryRun: ~Copyable {
  let writer: HARWriter
  /// Every hop, of a failed transfer too.
  let hops: [Hop]
  var line: JSONLine
  var files: [HAREntry.StoredBody] = []
  /// Leaves out what only an answer has: such a line stands in journals, until the answer's does.
  var isRequestOnly = false

  init(_ writer: HARWriter, _ exchange: Exchange, _ response: Response?) {
    self.writer = writer
    var hops = response?.hops ?? []
    if hops.isEmpty, case .failure(.transport(let error)) = exchange.result { hops = error.hops }
    self.hops = hops
    line = JSONLine()
  }

  mutating func write(_ exchange: Exchange, _ response: Response?) {
    if let foreign = exchange.foreign, !isRequestOnly, foreign.isThere() {
      return write(foreign, exchange, response)
    }
    line.raw("{")
    writeRow(exchange, response)
    line.date("startedDateTime", exchange.startedAt)
    line.key("time")
    line.milliseconds(max(0, totalTime))
    if exchange.name != exchange.request.url { line.member("_name", exchange.name) }
    if let firing = exchange.firing {
      if !firing.entry.isEmpty { line.member("_entry", firing.entry) }
      line.member("_run", firing.run)
      if let environment = firing.environment { line.member("_environment", environment) }
    }
    let hops = hops
    writeRequest(exchange.request, hops, hops.isEmpty ? nil : 0, name: "request")
    if !isRequestOnly { writeAnswer(exchange, response) }
    line.member("_seq", exchange.sequence)
    if !exchange.id.isEmpty { line.member("_id", exchange.id) }
    if let order = exchange.order { line.member("_order", order) }
    if !hops.isEmpty { writeExtras(of: hops, hops.count - 1) }
    writeResult(exchange, response)
    writeHops(isAnswered: exchange.result != nil)
    writeRemarks(exchange)
    writeToApp(exchange)
    if let fromApp = exchange.fromApp { writeRequest(fromApp, [], nil, name: "_fromApp") }
    line.raw("}")
  }

  /// What its app has got in place of the answer, member by member as the answer itself.
  private mutating func writeToApp(_ exchange: Exchange) {
    guard exchange.toApp != nil else { return }
    let seen = exchange.asApp
    let response = seen.response
    var run = HAREntryRun(writer, seen, response)
    run.line.raw("{")
    let hops = run.hops
    run.writeResponse(
      hops, hops.isEmpty ? nil : hops.count - 1, of: response, size: seen.truncatedFrom,
      name: "response")
    if !hops.isEmpty { run.writeExtras(of: hops, hops.count - 1) }
    run.writeResult(seen, response)
    run.writeHops(isAnswered: true)
    run.line.raw("}")
    line.key("_toApp")
    line.raw(run.line.bytes)
    files += run.files
  }

  private mutating func writeAnswer(_ exchange: Exchange, _ response: Response?) {
    let hops = hops
    writeResponse(
      hops, hops.isEmpty ? nil : hops.count - 1, of: response, size: exchange.truncatedFrom,
      name: "response")
    line.raw(",\"cache\":{}")
    writeTimings(hops)
    writeConnectionFields()
  }

  var totalTime: Int {
    hops.indices.reduce(0) { $0.saturatingSum(hops[$1].timings.total) }
  }

  /// What a list shows of it, so that a list reads nothing else.
  mutating func writeRow(_ exchange: Exchange, _ response: Response?) {
    let type = response?.typeSaid
    let kind = exchange.failureKind
    let isCut = exchange.truncatedFrom == nil && (response?.body.count ?? 0) > writer.bodyLimit
    let flags = exchange.rowFlags + (isCut ? "t" : "")
    line.array("_row") { line in
      line.number(exchange.sequence)
      line.string(exchange.request.method.rawValue)
      line.number(response?.statusCode ?? 0)
      line.string(type.map { Self.essence($0) } ?? HARWriter.unknownType)
      line.number(exchange.truncatedFrom ?? response?.bodySize ?? 0)
      if kind != nil || !flags.isEmpty { line.string(kind?.rawValue ?? "") }
      if !flags.isEmpty { line.string(flags) }
    }
  }

  private static func essence(_ type: String) -> String {
    let head = type.utf8.prefix { $0 != UInt8(ascii: ";") }
    let essence = String(Substring(head.trimmingBlanks))
    return essence.utf8.contains { $0 &- 0x41 < 26 } ? essence.lowercasedASCII : essence
  }

  private mutating func writeResult(_ exchange: Exchange, _ response: Response?) {
    switch exchange.result {
    case nil: line.member("_pending", true)
    case .failure(let error): writeError(error, name: "_error")
    case .success: break
    }
    guard let response else { return }
    if !response.isComplete { line.member("_incomplete", true) }
    if !response.warnings.isEmpty {
      line.array("_warnings") { line in
        for warning in response.warnings {
          line.object { line in
            line.member("kind", warning.kind.rawValue)
            if !warning.detail.isEmpty { line.member("detail", warning.detail) }
          }
        }
      }
    }
    if let profile = response.profile {
      writeProfile(profile)
    } else if response.readsNoEnvelope {
      line.member("_profile", HARWriter.noProfile)
    }
    writeCut(exchange, response)
  }

  /// Writes the sizes and the hash of a body of which only the beginning is kept.
  private mutating func writeCut(_ exchange: Exchange, _ response: Response) {
    let isCut = response.body.count > writer.bodyLimit
    if let from = exchange.truncatedFrom ?? (isCut ? response.body.count : nil) {
      line.member("_truncated", from)
    }
    let isWireCut = isCut && response.wireSize != response.bodySize
    if let size = response.keptWireOf ?? (isWireCut ? response.wireSize : nil) {
      line.member("_truncatedWire", size)
    }
    if let outline = response.outline ?? (isCut ? response.body.envelopeOutline : nil) {
      line.key("_envelope")
      outline.withUnsafeBytes { line.raw($0) }
    }
    if let hash = exchange.bodyHash {
      line.member("_bodySha256", hash)
    } else if isCut {
      line.member("_bodySha256", response.body.sha256.hex)
    }
  }

  /// What lies between the first request and the last answer.
  private mutating func writeHops(isAnswered: Bool) {
    if hops.isEmpty, isAnswered { line.raw(",\"_hops\":[]") }
    guard hops.count > 1 else { return }
    line.key("_hops")
    line.raw("[")
    let hops = hops
    for index in hops.indices {
      if index > 0 { line.raw(",") }
      line.raw("{")
      if index > 0 { writeRequest(nil, hops, index, name: "request") }
      if index < hops.count - 1 {
        writeResponse(hops, index, of: nil, size: nil, name: "response")
        writeTimings([hops[index]])
        writeExtras(of: hops, index)
      }
      line.raw("}")
    }
    line.raw("]")
  }

  private mutating func writeRemarks(_ exchange: Exchange) {
    if !exchange.note.isEmpty { line.member("_note", exchange.note) }
    if !exchange.tags.isEmpty { line.member("_tags", exchange.tags) }
    if !exchange.altered.isEmpty { line.member("_altered", exchange.altered) }
    if exchange.isMarked { line.member("_marked", true) }
    if exchange.isReplay { line.member("_replay", true) }
    if !exchange.redacted.isEmpty { line.member("_redacted", exchange.redacted) }
  }
}

extension HARWriter {
  /// What HAR calls a type nobody knows.
  static let unknownType = "x-unknown"
  /// In a profile's place where no envelope is read; a profile is an object, whatever its name.
  static let noProfile = "none"
}

extension Exchange {
  /// The kind of a failure that came instead of an answer, or with a part of one.
  public var failureKind: Kind? {
    if case .failure(let error) = result { error.kind } else { nil }
  }

  /// The letters a list shows of it: marked, noted, truncated, replayed, altered, not altered as
  /// a rule says, pending; answered by a cache, by a service worker.
  var rowFlags: String {
    var flags = ""
    if isMarked { flags += "m" }
    if !note.isEmpty { flags += "n" }
    if truncatedFrom != nil { flags += "t" }
    if isReplay { flags += "r" }
    if isAltered { flags += "a" }
    if hasIdleRule { flags += "u" }
    if result == nil { flags += "p" }
    switch foreign?.facts.source {
    case .cache?: flags += "c"
    case .serviceWorker?: flags += "w"
    case nil: break
    }
    return flags
  }
}
