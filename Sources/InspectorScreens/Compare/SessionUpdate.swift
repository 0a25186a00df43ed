import NetEngine
import NetRecordings

/// An order to keep what a replay was answered as the recording, in the session's own file.
package struct SessionUpdate: Sendable, Hashable {
  package let path: String
  /// The new answers, by row.
  let answers: [Int: Response]
  let session: Session

  /// The rows that get a new answer.
  package var rows: [Int] { answers.keys.sorted() }

  /// Writes them, secrets taken out as sealing takes them out, and opens what stands there then.
  package func run(_ redactor: Redactor) -> SessionEvent {
    var options = SealOptions()
    options.redactor = redactor
    do throws(SessionProblem) {
      try session.write(SessionEdit(answers: answers), in: path, options)
      let now = try Session.open(path)
      var exchanges: [Int: Exchange] = [:]
      for row in rows { exchanges[row] = try now.exchange(at: row) }
      return .updated(self, now, exchanges)
    } catch {
      return .notUpdated(error.description)
    }
  }
}

/// An order to add a line to the rules of a session.
package struct SessionRule: Sendable, Hashable {
  /// The session's file.
  package let path: String
  /// The file of rules a person has named; nil for the session's own.
  package let file: String?
  /// A line without a mistake.
  package let line: String
}
