import LosslessJSON
import NetEngine

/// Answers from a recording, without a network: nothing in its reach could open a socket.
///
/// ```swift
/// let replay = ReplayTransport(try Session.open("sessions/login.har"))
/// let provider = Provider(transport: replay)
/// let response = try await provider.request(GitHub.zen).value      // as it was recorded
/// print(replay.report.summary)                                     // 1 used, 11 unused
/// ```
/// The n-th request of a kind gets the n-th recording of it. A request that was never recorded fails
/// with the kind `miss`, naming what comes nearest. A session of one origin answers for any other
/// as well: it matches by path and query.
public final class ReplayTransport: Transport {
  /// How a recording answers.
  public struct Options: Sendable {
    /// What a request gets once all its recordings are used.
    public var exhausted = Exhausted.last
    /// Headers that have to be the same, beside method, URL and body.
    public var matchedHeaders: [String] = []
    /// What may be another value in a request and what has to be the same: the `match` rules count.
    public var rules = Rules()
    /// How long an answer takes.
    public var latency = Latency.none
    /// What latency is measured with: the provider's clock, if it has one of its own.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Hides secrets before requests are compared, on both sides: a recording holds none.
    public var redact: @Sendable (HTTPRequest) -> HTTPRequest = { Redactor().redact($0) }
    /// Any server may be asked, also of a session that knows several.
    package var ignoresOrigin = false

    /// Answers at once, and the last recording again and again.
    public init() {}
  }

  /// What a request gets once all its recordings are used.
  public enum Exhausted: String, Sendable, Hashable, CaseIterable {
    /// The last one again.
    case last
    /// A failure of the kind `miss`.
    case error
  }

  /// How long an answer takes.
  public enum Latency: Sendable, Hashable {
    /// No time.
    case none
    /// As long as it took, times this.
    case recorded(times: Double)
    /// Always this long.
    case fixed(Duration)
  }

  private let options: Options
  private let answers: RecordedAnswers
  private let onChoice: @Sendable (Exchange) -> Void

  /// Takes the exchanges of a session; those without an answer answer nothing.
  public init(_ exchanges: [Exchange], options: Options = Options()) {
    self.options = options
    onChoice = { _ in }
    answers = RecordedAnswers(exchanges.filter(\.canReplay), options)
  }

  /// Takes the exchanges of a session.
  public convenience init(_ session: Session, options: Options = Options()) {
    self.init(Array(session.exchanges), options: options)
  }

  private init(_ other: ReplayTransport, _ onChoice: @escaping @Sendable (Exchange) -> Void) {
    (options, answers, self.onChoice) = (other.options, other.answers, onChoice)
  }

  /// The same recordings and counts, with a closure that gets each exchange that answers.
  package func noting(_ onChoice: @escaping @Sendable (Exchange) -> Void) -> ReplayTransport {
    ReplayTransport(self, onChoice)
  }

  /// Gives what was recorded, or a `miss`.
  public func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    let exchange = try choose(request)
    onChoice(exchange)
    try await wait(for: exchange)
    switch exchange.result {
    case .success(let response): return answer(response, to: request, transfer)
    case .failure(let error):
      if let failure = error.replayedFailure { throw failure }
      guard let response = error.response else { break }
      return answer(response, to: request, transfer)
    case nil: break
    }
    throw TransportError(.miss, detail: "recording #\(exchange.sequence) holds no response")
  }

  /// What was used so far, what was not, and what was missed.
  public var report: ReplayReport { answers.report }

  private func choose(_ request: HTTPRequest) throws(TransportError) -> Exchange {
    switch answers.choose(answers.candidates(for: request)) {
    case .recording(let exchange, _): return exchange
    case .miss(let miss): throw TransportError(.miss, detail: miss.detail)
    }
  }

  private func wait(for exchange: Exchange) async throws(TransportError) {
    let duration: Duration
    switch options.latency {
    case .none: return
    case .fixed(let fixed): duration = fixed
    case .recorded(let times): duration = .microseconds(exchange.replayedTime) * times
    }
    do { try await options.clock.sleep(for: duration) } catch {
      throw TransportError(.cancelled, phase: .waiting)
    }
  }

  private func answer(
    _ recorded: Response, to request: HTTPRequest, _ transfer: Transfer
  ) -> Response {
    var response = recorded
    response.request = request
    let count = response.body.count
    transfer.report?(Progress(phase: .receiving, completed: count, total: count))
    return response
  }
}

extension NetError {
  /// The failed transfer a recording stands for; nil when an answer came, be it one that was refused.
  package var replayedFailure: TransportError? {
    switch self {
    case .transport(let error): error
    case .limit(let exceeded, let response):
      TransportError(.limit(exceeded), phase: .receiving, response: response)
    case .cancelled: TransportError(.cancelled, phase: .waiting)
    case .sequence(_, let cause): cause.replayedFailure
    case .statusCode, .mapping, .business, .invalidSession, .requestMapping, .parameterEncoding,
      .plugin, .underlying:
      nil
    }
  }
}

extension Exchange {
  /// Whether there is something to answer with.
  package var canReplay: Bool {
    switch result {
    case .success: true
    case .failure(let error): error.replayedFailure != nil || error.response != nil
    case nil: false
    }
  }

  /// How long it took, in microseconds.
  package var replayedTime: Int {
    if case .failure(.transport(let error)) = result, let elapsed = error.elapsed {
      return elapsed
    }
    return response?.totalTime ?? 0
  }
}
