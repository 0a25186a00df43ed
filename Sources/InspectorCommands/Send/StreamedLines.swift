import NetEngine

/// The lines of a stream on their way to stdout while the answer comes: an endless one has no other time.
///
/// Events and lines of JSON are written as soon as they are whole, so that nothing of a terminal's reading
/// is cut in the middle of a letter. Every other answer is written at its end, by `SendCommand`.
nonisolated final class StreamedLines: Sendable {
  /// What the transport notes the answer in.
  let arriving = ArrivingAnswer()
  /// Whether the heads are written in front of the body.
  private let saysHeads: Bool
  private let state = Lock(State())

  private struct State {
    var written = 0
    var hasHeads = false
    var failure: Output.Failure?
  }

  init(saysHeads: Bool) { self.saysHeads = saysHeads }

  /// How many bytes of the body are written.
  var written: Int { state.withLock(\.written) }
  var hasHeads: Bool { state.withLock(\.hasHeads) }
  /// Why nothing more can be written; nil while it can.
  var failure: Output.Failure? { state.withLock(\.failure) }

  /// Writes the lines that have come since the last look; false once nobody reads any more.
  func look() -> Bool {
    guard failure == nil else { return false }
    guard arriving.hasNews, let response = arriving.look(), response.isStreamOfLines else {
      return true
    }
    return state.withLock { state in
      do throws(Output.Failure) {
        try write(response, &state)
      } catch {
        state.failure = error
      }
      return state.failure == nil
    }
  }

  private func write(_ response: Response, _ state: inout State) throws(Output.Failure) {
    if saysHeads, !state.hasHeads {
      state.hasHeads = true
      for hop in response.hops { try Output.head(hop.head) }
    }
    let body = response.body
    guard body.count > state.written else { return }
    let new = body[state.written..<body.count]
    guard let end = new.lastIndex(of: 0x0a) else { return }
    let lines = Array(new[...end])
    state.written += lines.count
    try Output.content(Body(lines))
  }
}

nonisolated extension Response {
  /// Whether it comes line by line, however long it takes.
  fileprivate var isStreamOfLines: Bool {
    let types = [
      "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
      "application/x-jsonlines", "application/stream+json",
    ]
    return mediaType.map { types.contains($0.essence) } ?? false
  }
}
