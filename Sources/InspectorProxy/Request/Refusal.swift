/// A request that is not read on, with the status it is answered with: its connection ends.
package struct Refusal: Error, Sendable, Hashable {
  package var status: Int
  /// One sentence about what is wrong.
  package var why: String
  /// Bytes of the response's body.
  package var sent = 0

  package init(_ status: Int, _ why: String) {
    self.status = status
    self.why = why
  }

  static func malformed(_ why: String) -> Refusal { Refusal(400, why) }
}
