import NetEngine
import NetRecordings

/// Whether what is fired is being kept, as the first row says it.
package struct RecordingState: Sendable, Hashable {
  /// What the recording is called.
  package var name: String
  /// Exchanges that are not on the disk, or were given up.
  package var shortfall = Shortfall()

  /// Why the newest is in memory only; nil while all of it is on the disk.
  var problem: SessionProblem? { shortfall.problem }

  package init(name: String, _ shortfall: Shortfall = Shortfall()) {
    (self.name, self.shortfall) = (name, shortfall)
  }
}

/// An order to make a session of what was recorded.
package struct SaveOrder: Sendable, Hashable {
  /// As it was typed, without `.har`: a name, or a path where it has a folder.
  package var name: String
  /// A person has said that the file of this name may go.
  package var replaces: Bool
  /// The profile a person reads envelopes by: answers that name none name it from then on.
  package var profile: EnvelopeProfile?
  /// It is of what was captured, not of what was fired here.
  package var isCaptured = false
  /// Responses in memory: the history on the disk may have cut their bodies.
  package var whole = WholeResponses([])

  package init(name: String, replaces: Bool = false) {
    (self.name, self.replaces) = (name, replaces)
  }

  /// Takes what was typed, with or without `.har`.
  init(typed text: String) {
    self.init(name: text.hasSuffix(".har") ? String(text.dropLast(4)) : text)
  }

  /// Whether a folder was said: then it is not kept with the others.
  package var isPath: Bool { name.utf8.contains(UInt8(ascii: "/")) }
}

/// What becomes of the recording, and of an order to save it.
package enum RecordingEvent: Sendable, Hashable {
  /// It is another than before: its name, or whether it is on the disk.
  case state(RecordingState)
  /// What this run has sent stands in a file now, but for the oldest that had to make room; why the
  /// rules of a capture do not stand beside it.
  case saved(SealReport, gone: Int = 0, rules: String? = nil)
  /// There is a file of this name, at this place.
  case exists(name: String, place: String)
  /// It was not saved; what happened and what to do.
  case failed(String)
  /// Nothing was sent in this run.
  case empty
  /// So many exchanges were left behind by a program that did not end in order.
  case recoverable(Int)

  /// Whether it is the one answer to an order.
  package var isAnswer: Bool {
    switch self {
    case .saved, .exists, .failed, .empty: true
    case .state, .recoverable: false
    }
  }
}
