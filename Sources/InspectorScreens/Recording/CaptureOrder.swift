import NetRecordings

/// Orders about the traffic the program stands in.
package enum CaptureOrder: Hashable, Sendable {
  /// Add a line to the rules; answered by `CaptureEvent.added`.
  case alter(String)
  /// What is held of these exchanges goes on as it is.
  case release([Int])
  /// What is held of this exchange goes nowhere: the client's connection breaks.
  case drop(Int)
  /// Keep nothing of what begins from now on, or everything again.
  case pause(Bool)
}

/// A text of the capture that a person edits in their own editor.
package enum CapturedText: Hashable, Sendable {
  case rules
  /// What is held of the exchange with this number.
  case held(Int)
}

/// What becomes of the traffic the program stands in.
package enum CaptureEvent: Sendable {
  /// The rules were saved: so many lines alter something now, and so many stand in the file.
  case inForce(Int, own: Int, file: String)
  /// A line was added to them.
  case added(rule: Int, String, file: String)
  /// They cannot be used as they are: the lines before stay in force.
  case notTaken(String)
  /// What waits, by the numbers of its exchanges.
  case held([Int: Alteration.Side])
}
