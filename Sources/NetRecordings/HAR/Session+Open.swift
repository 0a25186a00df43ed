import LosslessJSON
import NetEngine

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
      let source = SessionSource(bytes: file, file: file, folder: folder, limits: limits)
      return try readPacked(source, name: name, onProgress)
    } catch {
      throw SessionProblem(error.reason, path: error.path.isEmpty ? path : error.path)
    }
  }

  /// Reads a session that stands in memory; bodies in files are looked for in `folder`.
  public static func read(
    _ bytes: [UInt8], name: String = "", folder: String = ".", limits: SessionLimits = .standard
  ) throws(SessionProblem) -> Session {
    let source = SessionSource(
      bytes: JSONArrayBytes(bytes), file: nil, folder: folder, limits: limits)
    return try readPacked(source, name: name, nil)
  }

  /// Reads a session that came as one piece, from a pipe for example.
  public static func read(
    _ body: Body, name: String = "", folder: String = ".", limits: SessionLimits = .standard
  ) throws(SessionProblem) -> Session {
    guard body.count <= limits.bytes else {
      throw SessionProblem(.tooLarge(bytes: body.count, allowed: limits.bytes))
    }
    let source = SessionSource(
      bytes: BodyBytes(body), file: nil, folder: folder, limits: limits)
    return try readPacked(source, name: name, nil)
  }

  static func read(
    _ source: SessionSource, name: String, _ onProgress: ((Session, Double) -> Bool)?
  ) throws(SessionProblem) -> Session {
    var indexer = try SessionIndexer(source.bytes, entries: source.limits.entries)
    // A few screens of rows first, whatever the size of the file.
    var step = 256 << 10
    while !indexer.isFinished {
      try indexer.step(bytes: step)
      source.file?.hasRead(step)
      step = 16 << 20
      let (size, part) = (source.bytes.count, indexer.fraction)
      WorkProgress.report(
        .init("reading", Int(saturating: Double(size) * part), of: size, isBytes: true))
      guard let onProgress, !indexer.isFinished else { continue }
      let soFar = Session(source, indexer, name: name)
      guard onProgress(soFar, indexer.fraction) else { return soFar }
    }
    return Session(source, indexer, name: name)
  }

  /// Whether bytes are those of a packed session, as far as their beginning tells.
  public static func isPacked(_ start: [UInt8]) -> Bool {
    start.withUnsafeBytes { Packing($0) } != nil
  }

  private static func readPacked(
    _ source: SessionSource, name: String, _ onProgress: ((Session, Double) -> Bool)?
  ) throws(SessionProblem) -> Session {
    guard let packing = Packing(source.bytes.buffer) else {
      return try read(source, name: name, onProgress)
    }
    let body = try packing.unpacked(Body(source.bytes.buffer), source.limits)
    let unpacked = SessionSource(
      bytes: BodyBytes(body), file: nil, folder: source.folder, limits: source.limits)
    return try read(unpacked, name: name, onProgress)
  }
}
