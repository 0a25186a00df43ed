import LosslessJSON
import NetEngine

/// A journal that a program is still writing, read on as it grows.
///
/// Each look maps the file anew and reads what has come since: what was read before is shared with
/// the session of the look before.
package final class JournalFollower: Sendable {
  /// Touched with the lock held only.
  private final class State {
    var indexer: SessionIndexer?
    var file: MappedFile?
  }

  /// The result of a look.
  package struct Look: Sendable {
    package let session: Session
    /// No program writes it any more.
    package let isOver: Bool
  }

  package let path: String
  private let state = Lock(State())

  /// Nil for a file that is no journal, or that no program writes.
  package init?(_ path: String) {
    guard path.hasSuffix(".jsonl"), JournalFile.isBeingWritten(path),
      let file = try? MappedFile(path, limit: .max),
      (try? SessionIndexer(file, entries: .max))?.form == .journal
    else { return nil }
    self.path = path
  }

  /// Reads the lines added since the last look.
  package func look() throws(SessionProblem) -> Look {
    // Asked first, so that lines written just before the end are read below.
    let isWritten = JournalFile.isBeingWritten(path)
    let found = state.withLock { state in
      Result { () throws(SessionProblem) in try look(state) }
    }
    let (session, hasEnd) = try found.get()
    return Look(session: session, isOver: hasEnd || !isWritten)
  }

  private func look(_ state: State) throws(SessionProblem) -> (Session, hasEnd: Bool) {
    let file = try MappedFile(path, limit: .max)
    var indexer: SessionIndexer
    if let known = state.indexer, state.file?.isSame(as: file) == true {
      indexer = known
      // Held once, or going on would copy what is there.
      state.indexer = nil
      indexer.goOn(in: file)
    } else {
      indexer = try SessionIndexer(file, entries: .max)
    }
    while !indexer.isFinished { try indexer.step(bytes: .max / 2) }
    (state.file, state.indexer) = (file, indexer)
    let source = SessionSource(
      bytes: file, file: file, folder: path.folderOfPath, limits: .whatever)
    return (Session(source, indexer, name: path.nameOfSession), indexer.hasEnd)
  }
}
