import NetEngine

/// A shell command as a step between decoding and mapping: a body in, what is packed in it out.
nonisolated struct ShellStep: Sendable {
  let command: String

  /// Longer nobody waits for a command; in microseconds.
  private static let patience = 30_000_000
  /// So much of its complaints is looked at.
  private static let complaintLimit = 4 << 10

  /// What the command says; what it complains of is thrown when it fails.
  func output(given body: Body, of response: Response) async throws -> Body {
    let isCancelled = Lock(false)
    let said = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Task.detached(executorPreference: Workers.shared) {
          continuation.resume(
            returning: run(body, response) { isCancelled.withLock { $0 } })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    try Task.checkCancellation()
    return try said.get()
  }

  private func run(
    _ body: Body, _ response: Response, _ isCancelled: () -> Bool
  ) -> Result<Body, Failure> {
    let shell = ShellCommand(
      text: command, input: body, variables: Self.variables(of: response), separatesComplaints: true
    )
    let limit = response.request.limits.decodedBody
    var (said, complaint): ([UInt8], [UInt8]) = ([], [])
    let start = MonotonicClock.microseconds
    func isOver() -> Bool {
      isCancelled() || said.count > limit
        || MonotonicClock.distance(start, MonotonicClock.microseconds) > Self.patience
    }
    let end = shell.run(unless: isOver) { bytes, isComplaint in
      if isComplaint {
        complaint += bytes.prefix(max(0, Self.complaintLimit - complaint.count))
      } else if said.count <= limit {
        said += bytes
      }
    }
    if said.count > limit {
      return .failure(
        Failure(words: "it said more than \(Units.bytes(limit)), the limit decodedBody"))
    }
    return end == .exited(0) ? .success(Body(said)) : .failure(Failure(end, complaint))
  }

  /// What a command may want to know of an answer: a key's number may stand in a header.
  private static func variables(of response: Response) -> [(name: String, value: String)] {
    let lines = response.headers.map { "\($0.name): \($0.value)\n" }
    return [
      ("INSPECTOR_URL", response.url), ("INSPECTOR_STATUS", "\(response.statusCode)"),
      ("INSPECTOR_HEADERS", lines.joined()),
    ]
  }

  /// Why a command made nothing of a body.
  private struct Failure: Error, CustomStringConvertible {
    let words: String
    var description: String { words }

    init(words: String) { self.words = words }

    init(_ end: PipeEnd, _ complaint: [UInt8]) {
      let lines = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
      let why =
        end == .cancelled ? "no end after \(ShellStep.patience / 1_000_000) s" : end.words
      words = lines.last.map { "\(why): \($0)" } ?? why
    }
  }
}
