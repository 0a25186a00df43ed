import NetEngine
import RequestFiles

/// An order from the app to the last inch; plain data, so that a test can compare it.
package enum Effect: Hashable, Sendable {
  /// Fire the target at this place of the list; answered by `Event.exchange(_, .began, _)`.
  case send(target: Int)
  /// The same, answered by this source whoever answers otherwise.
  case ask(AnswerSource, target: Int)
  /// Find an answer in what earlier runs have kept; answered by one `Event.recalled`.
  case lookBack(LookBackOrder)
  /// Look up what a recording has for the target; answered as a firing where it has something,
  /// otherwise by `Event.answering(.nothing)`.
  case lookUp(AnswerSource, target: Int)
  /// From now on this source answers what is fired; answered by `Event.answering`.
  case answer(from: AnswerSource)
  /// Send the variables of the environment that the question showed, and remember those; nil keeps
  /// the requests back.
  case answerEnvironment([String]?)
  case cancel(ExchangeID)
  /// Say what has come of this answer so far; answered by `ExchangeEvent.arrived` if that is more
  /// than was said before.
  case glance(ExchangeID)
  /// From now on answers are read this way as they come.
  case look(Lens)
  /// Read these answers of the history apart from the screen; each ends in one `Event.read`.
  case read([ReadOrder])
  /// Write this into the project's `inspector.json`; answered by `Event.configured`.
  case configure(ConfigurationChange)
  /// Draw in this theme from now on; nil is the usual one.
  case recolor(String?)
  /// Keep how the screen is divided for the next run.
  case keepSplit(Split)
  /// Keep for the next runs that the guided minute is over.
  case keepGuideEnded
  /// Keep a typed line for the next run.
  case remember(PromptLineTyped)
  /// Something about a recording.
  case session(SessionOrder)
  /// Something about the traffic the program stands in.
  case capture(CaptureOrder)
  /// Open a text of it in an editor.
  case editCaptured(CapturedText)
  /// Make a session of what was recorded; answered by one `Event.recording`.
  case save(SaveOrder)
  /// Compare these two answers apart from the screen; answered by `Event.compared`.
  case compare(CompareOrder)
  /// Take the mouse from the terminal, or give it back so that text can be selected there.
  case captureMouse(Bool)
  /// Work through `App.searchJob` with this id away from the loop, in place of any before it, and
  /// answer with `Event.searched`; nil only ends the one before.
  case search(Int?)
  /// Work through `App.siftJob` with this id away from the loop, in place of any before it, and
  /// answer with `Event.sifted`.
  case sift(Int)
  /// Work through `App.layoutJob` with this id away from the loop, in place of any before it, and
  /// answer with `Event.laidOut`; nil only ends the one before.
  case layOut(Int?)
  /// Put a text where a person can paste it from; answered by `Event.done` or `Event.message`.
  case copy(Clip)
  /// Take the secrets out of a long text; answered by `Event.redacted`.
  case redact(Clip, type: MediaType?)
  /// Give a body to a shell command; answered by `Event.pipe`.
  case pipe(PipeOrder)
  /// End the shell command with this number.
  case stopPipe(Int)
  /// Open the request's file in an editor, at its line; `Event.listed` follows if it changed.
  case edit(target: Int)
  /// Open the text of a request in an editor; answered by `Event.draftEdited` if it changed.
  case editDraft(String)
  /// Work out what keeping these requests in a file comes to; answered by `Event.keeping`.
  case planKeep(KeepOrder)
  /// Write what was looked at; answered by `Event.keeping`.
  case keep(KeepPlan)
  /// Keep what is typed for the next run, in place of what was kept of the same request.
  case keepDraft(Drafts.Kept)
  /// Nothing is to be kept of this request any more.
  case dropDraft(key: String)
  /// Take another environment; `Event.listed` follows.
  case choose(environment: String)
  /// From now on these variables have these values; answered by `Event.listed`.
  case give([String: String])
  /// From now on this variable has this value, with nil again what its files say; answered by
  /// `Event.listed`.
  case setVariable(name: String, value: String?)
  /// Work out the variables of a request; answered by `Event.variables`.
  case showVariables(target: Int)
  /// Show the cookies that are kept for this list; answered by `Event.cookies`.
  case showCookies
  /// Requests may follow such a redirect: until the program ends without encryption, from now on
  /// with variables of the environment.
  case allowRedirect(TransportError.KeptRedirect)
  /// Take these away; answered by `Event.cookies`.
  case removeCookies([Cookie])
  /// Work out what would be sent; answered by `Event.previewed`.
  case preview(target: Int)
  /// The same for a request that is typed beside the one at a place; answered by
  /// `Event.draftPreviewed`.
  case previewDraft(ComposedRequest, beside: Int?)
  /// Add a request to the list, typed beside the one at a place, and fire it; answered by
  /// `Event.listed` and what a firing brings, or by `Event.uncomposed`.
  case compose(ComposedRequest, beside: Int?)
  /// Take a typed request out of the list; answered by `Event.listed`.
  case discard(target: Int)
  case quit
  case suspend
  /// Paint every cell again.
  case redraw
}
