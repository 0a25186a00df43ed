import NetEngine

/// What is there of an answer that is still coming.
package struct Arrival: Sendable {
  /// Everything up to now; marked incomplete.
  package var response: Response
  /// How large the body will be, where that is known.
  package var total: Int?
  /// The first part of the document, where it looks like one.
  package var start: JSONDocument?

  package init(_ response: Response, total: Int? = nil, start: JSONDocument? = nil) {
    self.response = response
    self.total = total
    self.start = start
  }

  /// The same as figures.
  var progress: Progress {
    Progress(phase: .receiving, completed: response.body.count, total: total)
  }
}
