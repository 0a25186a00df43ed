import Glibc
import LosslessJSON
import NetEngine

/// The bytes of an opened session, and how an entry is read out of them.
struct SessionSource: Sendable {
  var bytes: any JSONBytes
  /// The file itself, while it is mapped.
  let file: MappedFile?
  /// Where it lies: bodies may stand in files beside it.
  let folder: String
  let limits: SessionLimits
  /// Bodies that have no file yet.
  var bodies: [String: Body] = [:]
  /// Whether files are held against the hash in their name: a crash may have left less of them.
  var checksBodies = false
  /// What was held against its name already, and need not be again: sealing reads each body three
  /// times, and several exchanges may have the same.
  private let checked = Lock<[String: SHA256.Digest]>([:])
  /// Who wrote it, as it says.
  var creator = ""

  func row(at index: Int, _ table: SessionTable) -> SessionRow {
    let packed = table[index]
    var row = SessionRow(
      sequence: Int(packed.sequence), name: "", method: table.words.words[Int(packed.method)],
      url: "", status: packed.status == 0 ? nil : Int(packed.status),
      type: packed.type == 0 ? nil : table.words.words[Int(packed.type)],
      size: packed.size == .max ? nil : Int(packed.size),
      time: packed.time == .max ? nil : Int(packed.time),
      startedAt: packed.startedAt == .min ? nil : packed.startedAt, failure: packed.kind)
    row.isMarked = packed.flags.contains(.marked)
    row.hasNote = packed.flags.contains(.noted)
    row.isTruncated = packed.flags.contains(.truncated)
    row.isReplay = packed.flags.contains(.replayed)
    row.isAltered = packed.flags.contains(.altered)
    row.hasIdleRule = packed.flags.contains(.idleRule)
    row.isPending = packed.flags.contains(.pending)
    row.page = packed.page == 0 ? "" : table.words.words[Int(packed.page)]
    row.entry = table.words.words[Int(packed.entry)]
    row.run = table.words.words[Int(packed.run)]
    row.source = packed.source
    row.problem = table.problems[index]
    guard isWhole else {
      row.problem = SessionProblem(.changed).message
      return row
    }
    row.url = text(packed, at: packed.urlStart, length: packed.urlLength)
    row.name = text(packed, at: UInt32(packed.nameStart), length: UInt32(packed.nameLength))
    if row.name.isEmpty { row.name = row.url }
    let isUnclear = packed.flags.contains(.foreignFailure) || table.remarks[index] != nil
    if isUnclear, let exchange = try? exchange(at: index, table) {
      row.failure = exchange.failureKind
      row.isPending = exchange.result == nil
      row.isMarked = exchange.isMarked
      row.hasNote = !exchange.note.isEmpty
    }
    return row
  }

  func exchange(at index: Int, _ table: SessionTable) throws(SessionProblem) -> Exchange {
    if let problem = table.problems[index] {
      throw SessionProblem(.brokenEntry(index + 1, problem))
    }
    let range = table[index].range
    let document = try document(range)
    defer { file?.hasRead(range.count) }
    if let error = document.error {
      throw SessionProblem(.brokenEntry(index + 1, "\(error)"))
    }
    let reader = HAREntryReader(file: { body(inFile: $0) }, tool: creator)
    var exchange = try reader.exchange(document.json, number: index + 1)
    if !document.json.isOurEntry, document.encoding == .utf8 {
      let isThere: @Sendable () -> Bool = { [file] in file?.isWhole ?? true }
      exchange.keep(
        reader.foreign(document.json, StretchOfBytes(bytes, range), isThere: isThere))
    }
    if let remark = table.remarks[index] {
      let json = try self.document(remark).json
      exchange.note = json["note"].stringValue
      exchange.isMarked = json["marked"].bool == true
      exchange.tags = json["tags"].arrayValue.compactMap(\.string)
    }
    return exchange
  }

  /// Members by which a body says what its bytes do not.
  private static let hiding: [StaticString] = ["\"encoding\"", "\"_file\"", "\"params\""]

  /// Whether an entry's bodies cannot hold a word: its bytes do not, and hide nothing.
  ///
  /// Words are letters, digits and what no writer escapes; an entry with escapes that could be any
  /// letter, with base64, with a file of its own or with parameters in place of a text is not judged.
  func lacks(_ pattern: Pattern, in range: Range<Int>) -> Bool {
    guard pattern.isLiteral, !pattern.text.isEmpty, isWhole,
      pattern.text.utf8.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5f })
    else { return false }
    let entry = UnsafeRawBufferPointer(rebasing: bytes.buffer[range])
    do throws(Pattern.Trouble) {
      guard try pattern.firstMatch(in: entry) == nil else { return false }
    } catch {
      return false
    }
    // An escape of any letter: `\u`.
    return !ByteSearch.holds(0x5c, before: 0x75, in: entry)
      && !SessionSource.hiding.contains { entry.holds($0) }
  }

  /// Whether two entries are the same bytes, read by the same rules, with no body elsewhere.
  func isSame(_ range: Range<Int>, as other: SessionSource, _ otherRange: Range<Int>) -> Bool {
    guard isWhole, other.isWhole, creator == other.creator, range.count == otherRange.count else {
      return false
    }
    let entry = bytes.base + range.lowerBound
    guard memcmp(entry, other.bytes.base + otherRange.lowerBound, range.count) == 0 else {
      return false
    }
    return !namesFile(range)
  }

  /// Whether an entry may have a body in a file of its own.
  func namesFile(_ range: Range<Int>) -> Bool {
    defer { file?.hasRead(range.count) }
    return isWhole && UnsafeRawBufferPointer(rebasing: bytes.buffer[range]).holds("\"_file\"")
  }

  private func document(_ range: Range<Int>) throws(SessionProblem) -> JSONDocument {
    guard isWhole else { throw SessionProblem(.changed) }
    return JSONDocument(bytes: StretchOfBytes(bytes, range))
  }

  private var isWhole: Bool { file?.isWhole ?? true }

  private func text(_ row: PackedRow, at start: UInt32, length: UInt32) -> String {
    guard length > 0 else { return "" }
    let place = bytes.base.assumingMemoryBound(to: UInt8.self) + Int(row.start) + Int(start)
    return UnsafeBufferPointer(start: place, count: Int(length)).scannedText
  }

  /// A body that stands in a file beside the session, never outside of its folder.
  private func body(inFile name: String) -> Result<Body, SessionProblem> {
    if let body = bodies[name] { return .success(body) }
    do throws(ConfinedFolder.Refusal) {
      let body = try ConfinedFolder(folder).body(name, limit: limits.bytes)
      let hash = name.utf8Suffix(afterLast: 0x2f)
      guard checksBodies, Folder.isBodyName(hash) else { return .success(body) }
      let digest = checked.withLock { $0[name] } ?? body.sha256
      guard digest.hex == hash else {
        return .failure(SessionProblem(.bodyFile(name, why: "it is not what was recorded")))
      }
      checked.withLock { $0[name] = digest }
      return .success(Body(body, knownBy: digest))
    } catch {
      let why = error.why.replacing("the collection's folder", with: "the session's folder")
      return .failure(SessionProblem(.bodyFile(name, why: why)))
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ text: StaticString) -> Bool {
    let word = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return ByteSearch.first(word, in: self) != nil
  }
}
