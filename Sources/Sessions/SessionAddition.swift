import BytesAndJSON
import ExchangesAndOutcomes

/// What became of a recording that was added to a session.
package struct SessionAddition: Sendable, Hashable {
  /// What was added, and where it stands.
  package var report: SealReport
  /// How many the session had an answer for already.
  package var thereCount = 0
  /// How many had no answer to keep.
  package var unansweredCount = 0
}

extension Session {
  /// Adds the exchanges of another session this one has no answer for, by what a replay goes by.
  ///
  /// What stands in the file stays byte for byte. Of requests that are alike and both new, both are
  /// added: a replay gives the n-th to the n-th.
  package func add(
    _ other: Session, in path: String, by matching: ReplayTransport.Options, _ options: SealOptions
  ) throws(SessionProblem) -> SessionAddition {
    let recordings = Recordings(Array(exchanges), matching)
    var addition = SessionAddition(report: SealReport(path: path))
    var edit = SessionEdit()
    for exchange in other.exchanges {
      let key = recordings.key(of: matching.redact(exchange.request))
      if recordings.places[key] != nil {
        addition.thereCount += 1
      } else if exchange.result?.failedTransfer == nil, exchange.response != nil {
        edit.added.append(exchange)
      } else {
        addition.unansweredCount += 1
      }
    }
    guard !edit.added.isEmpty else { return addition }
    if count > 0 {
      addition.report = try write(edit, in: path, options)
    } else {
      var options = options
      options.overwrites = true
      addition.report = try Session(edit.added, of: self).seal(to: path, options)
    }
    return addition
  }
}

extension Recorder {
  /// Adds what is recorded to the session at a place; only then the journal goes.
  package func add(
    to path: String, by matching: ReplayTransport.Options, _ options: SealOptions
  ) throws(SessionProblem) -> SessionAddition {
    let addition = try Session.open(path).add(session(), in: path, by: matching, options)
    forget()
    return addition
  }
}
