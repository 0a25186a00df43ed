import LosslessJSON
import NetEngine

/// A recording that is open on a screen, read on as programs change its file.
///
/// Each look maps the file anew. Of a growing journal it reads what has come since: what was read
/// before is shared with the session of the look before.
package final class RecordingFollower: Sendable {
  /// Touched with the lock held only.
  private final class State {
    var indexer: SessionIndexer?
    var file: MappedFile
    var session: Session

    init(_ file: MappedFile, _ session: Session) { (self.file, self.session) = (file, session) }

    func isUnchanged(in now: MappedFile) -> Bool {
      file.isSame(as: now) && file.count == now.count
    }
  }

  /// The result of a look.
  package struct Look: Sendable {
    package let session: Session
    /// No program writes it any more.
    package let isOver: Bool
  }

  package let path: String
  private let state: Lock<State>

  /// Nil for a session that has no file of its own, or a packed one.
  package init?(_ path: String, since session: Session) {
    guard let file = session.file else { return nil }
    self.path = path
    state = Lock(State(file, session))
  }

  /// Whether a program writes the journal now.
  package var isGrowing: Bool { path.hasSuffix(".jsonl") && JournalFile.isBeingWritten(path) }

  /// Whether a look may find more than the last one.
  package var isDue: Bool {
    isGrowing
      || state.withLock { state in
        (try? MappedFile(path, limit: .max)).map { !state.isUnchanged(in: $0) } ?? true
      }
  }

  /// Reads what has changed since the last look; throws where the file is another recording.
  package func look() throws(SessionProblem) -> Look {
    // Asked first, so that lines written just before the end are read below.
    let isWritten = isGrowing
    let found = state.withLock { state in
      Result { () throws(SessionProblem) in try look(state) }
    }
    let (session, hasEnd) = try found.get()
    return Look(session: session, isOver: hasEnd || !isWritten)
  }

  private func look(_ state: State) throws(SessionProblem) -> (Session, hasEnd: Bool) {
    let file = try MappedFile(path, limit: .max)
    if !isGrowing, state.isUnchanged(in: file) { return (state.session, true) }
    var indexer: SessionIndexer
    if let known = state.indexer, known.form == .journal, state.file.isSame(as: file) {
      indexer = known
      // Held once, or going on would copy what is there.
      state.indexer = nil
      indexer.goOn(in: file)
    } else {
      indexer = try SessionIndexer(file, entries: .max)
    }
    while !indexer.isFinished { try indexer.step(bytes: .max / 2) }
    let source = SessionSource(
      bytes: file, file: file, folder: path.folderOfPath, limits: .whatever)
    let session = Session(source, indexer, name: path.nameOfSession)
    guard indexer.form == .journal || session.continues(state.session) else {
      throw SessionProblem(.replaced, path: path)
    }
    (state.file, state.indexer, state.session) = (file, indexer, session)
    return (session, indexer.hasEnd)
  }
}
