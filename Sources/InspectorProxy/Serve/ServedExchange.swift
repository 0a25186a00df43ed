import LosslessJSON
import NetEngine
import NetRecordings

/// One request that a server was asked, and what it said.
package struct ServedExchange: Sendable {
  /// Counted from 1 in the order in which the requests were complete.
  package var number: Int
  /// What was asked, as the engine knows requests; nil where it was refused before it could be read.
  package var request: HTTPRequest?
  /// What answered.
  package var source: Source
  package var status: Int
  /// What is to be judged: the recording, or what the server behind has said; nil for our own words.
  package var result: Result<Response, NetError>?
  package var end: ClientEnd
  /// Bytes of the body as lists show them, unpacked; nil where the bytes that went out are all.
  package var size: Int?
  /// What lines of rules have made of it, in words.
  package var altered: [String] = []

  package init(
    number: Int, request: HTTPRequest?, source: Source, status: Int,
    result: Result<Response, NetError>? = nil, end: ClientEnd
  ) {
    (self.number, self.request, self.source) = (number, request, source)
    (self.status, self.result, self.end) = (status, result, end)
  }

  /// What answered a request.
  package enum Source: Sendable, Hashable {
    /// The recording of this number.
    case recording(Int)
    /// Nothing is recorded that answers it.
    case miss(RecordedAnswers.Miss)
    /// Nothing is recorded: the server behind was asked.
    case forwarded
    /// The server behind was asked, as every time.
    case passed
    /// A line of rules: nobody was asked.
    case rule
    /// The same between an app and the server behind, or a person has answered there.
    case instead
    /// A browser has asked whether a page may ask.
    case preflight
    /// It was not read, or not let in.
    case refused(String)
  }
}
