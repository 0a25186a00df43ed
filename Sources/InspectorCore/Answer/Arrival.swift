import NetEngine

/// What is there of an answer that is still coming.
package struct Arrival: Sendable {
  /// Everything up to now; marked incomplete.
  package var response: Response
  /// How large the body will be, where that is known.
  package var total: Int?
  /// The first part of the document, or of its lines, where it looks like one.
  package var start: JSONForest?

  package init(_ response: Response, total: Int? = nil, start: JSONForest? = nil) {
    self.response = response
    self.total = total
    self.start = start
  }

  /// What a reader must know of the bytes shown: there will be more, and what they were made of.
  var words: String {
    let coded = response.headers.values("Content-Encoding").filter { !$0.isEmpty }
    guard !coded.isEmpty, !response.wire.isEmpty else { return "the rest is still coming" }
    let codings = coded.joined(separator: ", ")
    let wire = Units.bytes(response.wire.count)
    return response.body.isEmpty
      ? "the rest is still coming; \(wire) of \(codings) have come, too few to be decoded"
      : "the rest is still coming; shown is what the first \(wire) of \(codings) decode to"
  }

  /// The same as figures.
  var progress: Progress {
    Progress(phase: .receiving, completed: response.wire.count, total: total)
  }
}
