import NetEngine
import NetRecordings
import RequestFiles

/// A fact the outside world tells the app; every time and every id comes in one of these.
package enum Event: Sendable {
  case key(Key, at: Instant)
  /// Pasted text, as bytes: it may hold anything.
  case paste([UInt8])
  case mouse(Mouse, at: Instant)
  case resized(width: Int, height: Int)
  /// Comes a few times a second while something is in flight, never otherwise.
  case tick(at: Instant)
  case exchange(ExchangeID, ExchangeEvent, at: Instant)
  /// How a reading goes on that was ordered for the exchange with this number.
  case read(Int, ReadEvent, at: Instant)
  /// What comes of `Effect.search`, piece by piece.
  case searched(SearchFinding)
  /// The answer to `Effect.sift`.
  case sifted(SiftResult)
  /// The answer to `Effect.layOut`.
  case laidOut(LayoutResult)
  /// What becomes of an order about a recording.
  case session(SessionEvent)
  /// What becomes of the traffic the program stands in.
  case capture(CaptureEvent)
  /// What becomes of the recording.
  case recording(RecordingEvent)
  /// The answer to `Effect.answer`; also when a recording was opened to look something up.
  case answering(AnswerSourceEvent)
  /// The answer to `Effect.lookBack`; nil where earlier runs have none.
  case recalled(LookBackOrder, RecalledAnswer?)
  /// The answer to `Effect.configure`.
  case configured(ConfigurationEvent)
  /// An `inspector.json` was edited.
  case reconfigured(Reconfiguration)
  /// The change that `Effect.compare` asked for.
  case compared(CompareSubject, Change)
  /// The requests are others now: a file was edited, or another environment chosen.
  case listed(TargetListing)
  /// A typed request cannot be sent, and why: it is to be mended.
  case uncomposed(ComposedRequest, String)
  /// The answer to `Effect.showVariables`.
  case variables(VariablesPage)
  /// The cookies that are kept now, and how many of them were taken away just now.
  case cookies(CookiesPage, removed: Int)
  /// An order to send a request begins nothing: another one of the same request serves both.
  case shared(target: Int)
  /// Requests wait for a yes: these variables of the environment would go to these origins.
  case environmentAsked([String])
  /// A warning that pushes no other one aside.
  case aside(String)
  /// Something the person should know, from the last inch: a copy that failed, a file not read.
  case message(String)
  /// What a person asked for was done, and where it is: a copy, a file.
  case done(String)
  /// The program that has the clipboard took it, by its name; nil where it did not.
  case copied(Clip, by: String?)
  /// What became of a clip that was to go into a file.
  case written(Clip, ClipWriting)
  /// A long text without its secrets, to be copied now.
  case redacted(Clip)
  /// What comes of the shell command with this number.
  case pipe(Int, PipeEvent)
  /// What would be sent for the request at this place.
  case previewed(Int, Result<RequestPreview, NetError>)
  /// What becomes of requests that are to be kept in a file.
  case keeping(KeepEvent)
  /// What an editor has made of the request in the form.
  case draftEdited(String)
  /// What would be sent of the request in the form.
  case draftPreviewed(Result<RequestPreview, NetError>)
  /// A signal or a closed window asks the program to end.
  case terminated
}

/// Names one firing of one target.
package struct ExchangeID: Hashable, Comparable, Sendable {
  package var rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static func < (left: ExchangeID, right: ExchangeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What happens to an exchange, in this order; `finished` comes exactly once.
package enum ExchangeEvent: Sendable {
  /// The target at this place of the list was fired; `clock` is the local time of day as shown,
  /// `at` is in microseconds since 1970.
  case began(target: Int, clock: String, from: AnswerSource = .network, at: Int = 0)
  /// When the recorded response that answers was asked for, and that time as a person reads it.
  case recorded(at: Int, moment: String)
  case progress(Progress)
  /// What has come so far can be looked at; each one holds more than the one before.
  case arrived(Arrival)
  /// The end; without a reading where the body is too large to be read on the way.
  case finished(Result<Response, NetError>, Reading? = nil)
}
