import BytesAndJSON
import ExchangesAndOutcomes

extension Session {
  /// Opens a HAR file or a journal; `onProgress` sees what there is so far and may end it.
  ///
  /// The first call comes with the first rows, the next ones every few MiB: with the session as far
  /// as it is read and the part of the file that is done. When it answers false, the opening ends
  /// with what there is.
  public static func open(
    _ path: String, limits: SessionLimits = .standard,
    onProgress: ((Session, Double) -> Bool)? = nil
  ) throws(SessionProblem) -> Session {
    let file = try MappedFile(path, limit: limits.bytes)
    let folder = path.folderOfPath
    let name = path.nameOfSession
    do throws(SessionProblem) {
      guard file.buffer.starts(with: [0x1f, 0x8b]) else {
        let source = SessionSource(bytes: file, file: file, folder: folder, limits: limits)
        return try read(source, name: name, onProgress)
      }
      let unpacked = try unpack(file, limits)
      let source = SessionSource(
        bytes: BodyBytes(unpacked), file: nil, folder: folder, limits: limits)
      return try read(source, name: name, onProgress)
    } catch {
      var problem = error
      if problem.path.isEmpty { problem.path = path }
      throw problem
    }
  }

  /// Reads a session that stands in memory; bodies in files are looked for in `folder`.
  public static func read(
    _ bytes: [UInt8], name: String = "", folder: String = ".", limits: SessionLimits = .standard
  ) throws(SessionProblem) -> Session {
    let source = SessionSource(
      bytes: JSONArrayBytes(bytes), file: nil, folder: folder, limits: limits)
    return try read(source, name: name, nil)
  }

  static func read(
    _ source: SessionSource, name: String, _ onProgress: ((Session, Double) -> Bool)?
  ) throws(SessionProblem) -> Session {
    var indexer = try SessionIndexer(source.bytes, entries: source.limits.entries)
    // A few screens of rows first, whatever the size of the file.
    var step = 256 << 10
    while !indexer.isFinished {
      try indexer.step(bytes: step)
      step = 16 << 20
      guard let onProgress, !indexer.isFinished else { continue }
      let soFar = Session(source, indexer, name: name)
      guard onProgress(soFar, indexer.fraction) else { return soFar }
    }
    return Session(source, indexer, name: name)
  }

  private static func unpack(_ file: MappedFile, _ limits: SessionLimits) throws(SessionProblem)
    -> Body
  {
    var allowed = DecodeLimits()
    allowed.decoded = limits.bytes
    let decoded = ContentDecoder.decode(
      Body(file.buffer), codings: [.gzip], limits: allowed)
    switch decoded.problem {
    case .tooLarge?:
      throw SessionProblem(.tooLarge(bytes: limits.bytes.saturatingSum(1), allowed: limits.bytes))
    case let problem? where decoded.body.isEmpty:
      throw SessionProblem(.notASession(problem.words))
    // What came out before the damage is opened as a file that was cut off.
    default: return decoded.body
    }
  }
}

extension String {
  /// `.` of a plain name.
  var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: 0x2f) else { return "." }
    return slash == utf8.startIndex ? "/" : String(self[..<slash])
  }

  /// The last part of a path without its end: `.har`, `.har.gz`, `.zhar`, `.jsonl`.
  var nameOfSession: String {
    var name = String(split(separator: "/").last ?? "")
    for end in [".gz", ".har", ".zhar", ".jsonl"] where name.hasSuffix(end) {
      name.removeLast(end.count)
    }
    return name
  }
}
