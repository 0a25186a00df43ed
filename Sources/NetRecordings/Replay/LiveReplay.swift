import NetEngine
import RequestFiles

/// Fires the requests of a session again and says what has changed.
///
/// ```
/// recorded ─► may it be sent? ─► secrets filled in ─► moved to the base URL ─► sent ─► compared
///                  │                   │                                          │
///                  └── skipped ◄───────┘                                 redirects stay on the
///                                                                        hosts of the session
/// ```
/// Only GET, HEAD and OPTIONS are sent unless `allowsUnsafe`. Requests start in the order of the
/// recording; rows come back in that order too.
public struct LiveReplay: Sendable {
  /// How a session is fired again.
  public struct Options: Sendable {
    /// Methods that may change something are sent too.
    public var allowsUnsafe = false
    /// What was cancelled when it was recorded is sent too, though there is nothing to compare with.
    public var sendsCancelled = false
    /// Where everything goes instead: scheme, host, port, and a path put in front.
    public var baseURL: String?
    /// How many run at the same time.
    public var parallel = 1
    /// How many start in a second at most.
    public var rate: Double?
    /// The recording's own pace times this; nil is as fast as it goes.
    public var speed: Double?
    /// The values of secrets, by the names of their variables: `PASSWORD`, and `PASSWORD_2` for another
    /// value of that name.
    public var environment: @Sendable (String) -> String? = { _ in nil }
    /// Whether a variable of the environment may go to an origin.
    package var permits: @Sendable (EnvironmentUse) -> Bool = { _ in true }
    /// The values of secrets somebody has given, by their ids; they go before the environment's.
    package var secrets: [String: String] = [:]
    /// What the pace is measured with.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// What is bounded; nil keeps what the requests say.
    public var limits: Limits?
    /// The server's certificate and name are checked.
    public var verifiesTLS = true
    /// A body follows a redirect from https to http.
    public var allowsDowngrade = false
    /// Does again what somebody's own step has done with a recorded answer; nil leaves it as it came.
    package var ownStep: @Sendable (OwnStep, Response) async -> Result<Response, NetError>? = {
      _, _ in nil
    }
    /// What is taken for a change.
    public var comparison = Comparison()

    /// One after the other, as fast as it goes.
    public init() {}
  }

  /// A recorded exchange and what has become of it.
  public struct Row: Sendable {
    /// As it was recorded.
    public var recorded: Exchange
    /// What came now; nil when nothing was sent.
    public var answered: Result<Response, NetError>?
    /// What is different.
    public var change: Change

    /// Puts a row together.
    public init(
      recorded: Exchange, answered: Result<Response, NetError>? = nil, change: Change
    ) {
      self.recorded = recorded
      self.answered = answered
      self.change = change
    }
  }

  private let exchanges: [Exchange]
  private let transport: any Transport
  private let options: Options
  private let plan: ReplayPlan

  /// Takes the exchanges of a session; a base URL that is none is a ``SetupProblem``.
  public init(
    _ exchanges: [Exchange], transport: any Transport, options: Options = Options()
  ) throws(SetupProblem) {
    self.exchanges = exchanges
    self.options = options
    plan = try ReplayPlan(exchanges, options)
    self.transport = GuardedTransport(transport, origins: plan.origins)
  }

  /// Sends everything that may be sent; `progress` hears of each row as it comes, in any order.
  public func run(progress: @escaping @Sendable (Row) -> Void = { _ in }) async -> [Row] {
    await run(by: options.clock, progress)
  }

  private func run<C: Clock>(
    by clock: C, _ progress: @escaping @Sendable (Row) -> Void
  ) async -> [Row] where C.Duration == Duration {
    let start = clock.now
    return await withTaskGroup(of: (Int, Row).self) { group in
      var rows: [Row?] = Array(repeating: nil, count: exchanges.count)
      var running: Set<Int> = []
      var (fresh, sent) = (FreshSecrets(), 0)
      func take(_ done: Int, _ row: Row) {
        rows[done] = row
        running.remove(done)
        guard case .success(let response) = row.answered else { return }
        fresh.learn(plan.answers.values(of: done, in: response))
      }
      for (place, exchange) in exchanges.enumerated() {
        // What it needs of an answer that is on its way is waited for.
        let givers = plan.answers.givers(of: exchange.request, at: place)
        while !running.isDisjoint(with: givers), let (done, row) = await group.next() {
          take(done, row)
        }
        let request: HTTPRequest
        switch plan.decision(on: exchange, fresh: fresh) {
        case .send(let allowed): request = plan.permittingRedirects(of: allowed)
        case .skip(let reason):
          rows[place] = Row(recorded: exchange, change: Change(.skipped(reason)))
          rows[place].map(progress)
          continue
        }
        if running.count >= max(1, options.parallel), let (done, row) = await group.next() {
          take(done, row)
        }
        let due = start.advanced(by: pause(before: exchange, number: sent))
        try? await clock.sleep(until: due, tolerance: nil)
        sent += 1
        running.insert(place)
        group.addTask {
          let row = await fire(exchange, request)
          progress(row)
          return (place, row)
        }
      }
      while let (done, row) = await group.next() { rows[done] = row }
      return rows.compactMap { $0 }
    }
  }

  /// How long after the start of everything a request may start; the tiniest rate is a lifetime.
  private func pause(before exchange: Exchange, number: Int) -> Duration {
    var due = 0.0
    if let rate = options.rate, rate > 0 { due = Double(number) / rate }
    if let speed = options.speed, speed > 0, let first = exchanges.first {
      let offset = Double(max(0, exchange.startedAt - first.startedAt)) / speed
      due = max(due, offset / 1_000_000)
    }
    return .seconds(min(due, 3_000_000_000))
  }

  private func fire(_ exchange: Exchange, _ request: HTTPRequest) async -> Row {
    guard !Task.isCancelled else {
      return Row(recorded: exchange, change: Change(.skipped(.stopped)))
    }
    var answered: Result<Response, NetError>
    do throws(TransportError) {
      var transfer = Transfer()
      if exchange.response?.hops.contains(where: { !$0.cookies.isEmpty }) == true {
        transfer.cookies = CookieCourse(resending: request)
      }
      let response = try await transport.send(request, reporting: transfer)
      answered = .success(response)
      if let step = exchange.response?.ownStep, !response.body.isEmpty {
        answered = await options.ownStep(step, response) ?? answered
      }
    } catch {
      answered = .failure(NetError(error))
    }
    // Nobody waits for it any more: the whole replay was stopped, or its transport gave this one up.
    if case .failure(let error) = answered, error.isCancelled {
      return Row(recorded: exchange, change: Change(.skipped(.stopped)))
    }
    let change = options.comparison.change(from: exchange, to: answered)
    return Row(recorded: exchange, answered: answered, change: change)
  }
}
