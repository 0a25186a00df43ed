import LosslessJSON

/// What a filter asks of an exchange; each answer is computed when it is asked for.
///
/// Conformers: a live exchange, an entry of a stored session.
package protocol FilterSubject {
  /// The method as it was sent.
  var filterMethod: String { get }
  /// The URL of the request.
  var filterURL: String { get }
  /// What lists call it.
  var filterName: String { get }
  /// The heading it stands under; a bare word is looked for in it, too.
  var filterGroup: String { get }
  /// The outcome's kind; nil while there is none.
  var filterKind: Kind? { get }
  /// Whether the kind is `ok` and only a part of the body is kept.
  var filterIsUnchecked: Bool { get }
  /// The final status; nil without an answer.
  var filterStatus: Int? { get }
  /// The request's header lines, as `Name: value`.
  var filterRequestHeaders: [String] { get }
  /// The answer's header lines.
  var filterResponseHeaders: [String] { get }
  /// The request's body; nil without one.
  var filterRequestBody: Body? { get }
  /// The answer's body, decoded; nil without an answer.
  var filterResponseBody: Body? { get }
  /// The envelope's code and message, where one was read.
  var filterEnvelope: (code: String?, message: String?)? { get }
  /// The answer's body as a document, where it is JSON.
  var filterDocument: JSON? { get }
  /// The bytes of the answer's body; known longer than the body is held.
  var filterSize: Int? { get }
  /// How long it took, in microseconds.
  var filterTime: Int? { get }
  /// How many seconds ago it was sent.
  var filterAge: Int? { get }
  /// Its number in the recording, or in the history; nil where it has none.
  var filterNumber: Int? { get }
  /// How many hops it had.
  var filterHops: Int? { get }
  /// It was marked.
  var filterIsMarked: Bool { get }
  /// It came from a recording.
  var filterIsReplay: Bool { get }
  /// Something was done to it on its way between an app and its server.
  var filterIsAltered: Bool { get }
  /// What somebody wrote about it.
  var filterNote: String { get }
  /// What its request is filed under.
  var filterTags: [String] { get }
}

extension FilterSubject {
  /// Live responses are whole.
  package var filterIsUnchecked: Bool { false }
  /// The verdict as lists show it; nil while there is none.
  package var filterVerdict: Filter.Verdict? {
    filterIsUnchecked ? .unchecked : filterKind.map { .kind($0) }
  }
  /// Only a request that stands in a file has some.
  package var filterTags: [String] { [] }
  /// It has none.
  package var filterNumber: Int? { nil }
  /// Under none.
  package var filterGroup: String { "" }
  /// As many as the body has.
  package var filterSize: Int? { filterResponseBody?.count }
}
