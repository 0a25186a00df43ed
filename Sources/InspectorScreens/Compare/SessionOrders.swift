import NetEngine
import NetRecordings
import RequestFiles

/// Orders about a recording; each is answered by `Event.session`, and none holds up a key.
package enum SessionOrder: Hashable, Sendable {
  /// Open the file.
  case open(path: String)
  /// Look which sessions are in a folder as it was typed; empty is where they are kept, and here.
  case names(folder: String)
  /// Read the exchange at this row.
  case load(SessionLoad)
  /// Look no longer whether the journal grows.
  case leave
  /// Find out which rows are shown, and in which order.
  case sift(SessionSift)
  /// Find out of which kind the answers of some rows are.
  case judge(SessionJudging)
  /// Write marks and notes into the session's file.
  case remark(SessionRemarks)
  /// Write new answers into the session's file.
  case update(SessionUpdate)
  /// Add a line to the session's rules.
  case addRule(SessionRule)
  /// Fire these again, one after the other, or say what is needed for that.
  case replay(SessionReplay)
  /// Compare again what was fired, under another pipeline.
  case compareAgain(SessionRecomparison)
  /// Wait no longer for the one that is on its way; the next one follows.
  case giveUp
  /// Stop the replay.
  case stop
}

/// What becomes of a recording that is looked at.
package enum SessionEvent: Sendable {
  /// So much of the file is read; 1 is all of it.
  case opened(path: String, Session, fraction: Double)
  case failed(String)
  /// The journal has more by now; its writer may have ended it.
  case grown(path: String, Session, isOver: Bool)
  case names(SessionNames)
  /// An exchange, and what its answer means: the server's, or the one its app has got.
  case loaded(row: Int, Exchange, Reading?, toApp: Bool)
  case unreadable(row: Int, String)
  case sifted(id: Int, rows: [Int])
  /// The filter could not be asked of all rows, and why: what shows stays.
  case notSifted(id: Int, String)
  /// Of which kind answers are under the lens with this number.
  case judged(id: Int, [Int: JudgedRow])
  /// What was ordered stands in the file, as it is written there: without so many secrets.
  case remarked(SessionRemarks, written: [Int: Remark], secrets: Int)
  case notRemarked(String)
  /// The file has new answers: the session as it stands there, and their exchanges by row.
  case updated(SessionUpdate, Session, [Int: Exchange])
  case notUpdated(String)
  /// A line was added to the rules in this file: all of them.
  case ruled(Rules, name: String)
  case notRuled(String)
  /// Nothing was sent yet: a person has to say something first.
  case replayNeeds(SessionReplay, ReplayNeeds)
  /// Everything is there; what is forgiven stands in the rules, from this file.
  case replayStarted(Rules, name: String?)
  /// What has become of one exchange.
  case replayed(LiveReplay.Row)
  /// What changes are under another pipeline, by the numbers of their exchanges.
  case comparedAgain([Int: Change])
  /// All of them have had their turn, or nothing could be sent and why.
  case replayEnded(String?)

  /// Whether it is the one answer to an order, or the last of several.
  package var isLast: Bool {
    switch self {
    case .opened(_, _, let fraction): fraction == 1
    case .replayed, .replayStarted, .grown: false
    default: true
    }
  }
}

extension Lens {
  /// The profile of an answer of a recording where nobody has chosen another one.
  func ownProfile(ofStored response: Response?) -> EnvelopeProfile? {
    profile(of: response, or: response.flatMap { kept.reading($0.request.url) })
  }

  /// What reads the envelope of an answer that belongs to no target of the list.
  package func profile(ofStored response: Response?) -> EnvelopeProfile? {
    switch profile {
    case .own: ownProfile(ofStored: response)
    case .none: nil
    case .chosen(let profile): profile
    }
  }

  /// The pipeline for an answer that belongs to no target of the list: one of a recording.
  func pipeline(forStored response: Response?) -> Pipeline {
    var pipeline = Pipeline(
      filter: filter ?? .successful, mapping: mapping ?? .auto,
      profile: profile(ofStored: response))
    pipeline.profileIsKept = self.profile != .own || response?.profile == nil
    return pipeline
  }

  /// How two answers are compared: their status is no filter's business then.
  ///
  /// With a redactor where the secrets of one of them were taken out.
  func comparison(_ rules: Rules, _ redactor: Redactor?) -> Comparison {
    var comparison =
      redactor.map { Comparison(rules: rules, redactor: $0) } ?? Comparison(rules: rules)
    if case .chosen(let profile) = profile { comparison.pipeline.profile = profile }
    let (kept, fallback) = (kept, fallback)
    comparison.standardProfile = { kept.reading($0.url) ?? fallback }
    return comparison
  }
}

/// An order to read one exchange of a session, and what it means.
package struct SessionLoad: Sendable, Hashable {
  package let row: Int
  /// The answer that the app has got is read, where that is another than the server's.
  private let toApp: Bool
  private let session: Session
  private let lens: Lens

  package init(row: Int, toApp: Bool = false, session: Session, lens: Lens) {
    (self.row, self.toApp, self.session, self.lens) = (row, toApp, session, lens)
  }

  /// Whether that takes no longer than handing it to another thread.
  package var isLight: Bool { session.isLight(at: row) }

  /// Reads it; a body may lie in a file of its own.
  package func run() -> SessionEvent {
    do throws(SessionProblem) {
      let exchange = try session.exchange(at: row)
      let shown = toApp ? exchange.asApp : exchange
      let pipeline = lens.pipeline(forStored: shown.response)
      return .loaded(row: row, exchange, shown.result.map { Reading($0, pipeline) }, toApp: toApp)
    } catch {
      return .unreadable(row: row, error.description)
    }
  }
}

/// What the lens makes of an answer, as a list says it.
package struct JudgedRow: Sendable, Hashable {
  /// nil where it is not looked at.
  var kind: Kind?
  /// What it would be by a profile that is only detected, where that says no; `ok` where the body
  /// is kept in part.
  var detected: Kind?
}

/// An order to find out what the lens makes of answers, so that a list can say it.
package struct SessionJudging: Sendable, Hashable {
  /// The number of the lens: an answer under an older one is of no use.
  package let id: Int
  package let rows: [Int]
  let session: Session
  let lens: Lens
  /// Larger bodies are judged when they are opened.
  private static let limit = 4 << 20

  /// Reads and judges them one after the other.
  package func run() -> SessionEvent {
    var kinds: [Int: JudgedRow] = [:]
    for row in rows {
      // Of a body that is kept in part, the envelope alone is read.
      let isShort = session.size(at: row) ?? 0 <= Self.limit || session.row(at: row).isTruncated
      guard isShort, let exchange = try? session.exchange(at: row) else {
        kinds[row] = JudgedRow()
        continue
      }
      let pipeline = lens.pipeline(forStored: exchange.response)
      let outcome = exchange.outcome(pipeline)
      kinds[row] = JudgedRow(
        kind: outcome?.kind,
        detected: outcome.flatMap { outcome in
          EnvelopeHint(outcome, under: pipeline, knowing: [])?.kind
            ?? (outcome.uncheckedPart == nil ? nil : .ok)
        })
    }
    return .judged(id: id, kinds)
  }
}

/// An order to write what a person has said about exchanges into the session's file.
package struct SessionRemarks: Sendable, Hashable {
  package let path: String
  /// By row.
  package let remarks: [Int: Remark]
  /// Somebody waits to be told that it was done.
  package let isAsked: Bool
  let session: Session

  /// Writes them, the secrets taken out of notes as sealing takes them out; a journal that is being
  /// written by `recorder` gets them through it.
  package func run(_ redactor: Redactor, through recorder: Recorder?) async -> SessionEvent {
    var secrets = 0
    let clean = remarks.mapValues { remark in
      guard let note = remark.note else { return remark }
      let redacted = redactor.redact(note)
      secrets += RedactedText.names(in: redacted).count - RedactedText.names(in: note).count
      var clean = Remark(note: redacted, isMarked: remark.isMarked)
      clean.known = remark.known.map { $0 + $0.map { redactor.redact($0) } }
      return clean
    }
    do throws(SessionProblem) {
      if let recorder, await recorder.path == path {
        try await recorder.remark(clean, of: session)
      } else {
        try session.remark(clean, in: path)
      }
      return .remarked(self, written: clean, secrets: secrets)
    } catch {
      return .notRemarked(error.description)
    }
  }
}
