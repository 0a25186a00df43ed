import LosslessJSON
import NetEngine

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
    var skipped = other.omissions.map { SessionProblem(.leftOut($0)) }
    for index in 0..<other.count {
      let exchange: Exchange
      do throws(SessionProblem) { exchange = try other.exchange(at: index) } catch {
        skipped.append(error)
        continue
      }
      let request = exchange.appsRequest
      let key = recordings.key(of: matching.redact(request), from: request)
      if recordings.places[key] != nil {
        addition.thereCount += 1
      } else if exchange.result?.failedTransfer == nil, exchange.response != nil {
        edit.added.append(exchange)
      } else {
        addition.unansweredCount += 1
      }
    }
    addition.report.skipped = skipped
    guard !edit.added.isEmpty else { return addition }
    if count > 0 || !omissions.isEmpty {
      addition.report = try write(edit, in: path, options)
    } else {
      var options = options
      options.overwrites = true
      addition.report = try Session(edit.added, of: self).seal(to: path, options)
    }
    addition.report.skipped = skipped + addition.report.skipped
    return addition
  }
}

extension Recorder {
  /// Adds what is recorded to the session at a place; the journal goes when all of it is there.
  package func add(
    to path: String, by matching: ReplayTransport.Options, _ options: SealOptions
  ) throws(SessionProblem) -> SessionAddition {
    var addition = try Session.open(path).add(session(), in: path, by: matching, options)
    addition.report.journal = release(after: addition.report)
    return addition
  }
}
