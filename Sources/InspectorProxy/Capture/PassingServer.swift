import CurlTransport
import Glibc
import LosslessJSON
import NetEngine
import NetRecordings

/// Stands between clients and their servers: passes on what comes, and tells what it was.
///
///     client ─► ClientLane ─► PassedRequest ─► LibcurlTransport ─► server behind
///                                  └─► begun, ended ─► whoever looks
package final class PassingServer: RequestHandler {
  /// How it passes on.
  package struct Options: Sendable {
    /// Where requests go, at least one; the longest prefix of a path wins.
    package var upstreams: [Upstream]
    /// `Host` goes on as the client said it.
    package var keepsHost = false
    /// `Origin` and `Referer` go on as the client said them.
    package var keepsOrigin = false
    /// Links to the server behind in texts lead here.
    package var rewritesLinks = false
    /// The certificate of the server behind is checked.
    package var verifiesTLS = true
    /// The certificates that are trusted in place of the system's.
    package var certificateFile: String?
    package var limits = Limits()
    /// Ends rings of captures.
    package var ring = RingGuard()
    /// How much of a body is kept beside what is passed on.
    package var kept = 32 << 20
    /// What is done to answers, by the lines of rules.
    package var alterations = Alterations(Rules())
    /// Where what lines of rules hold waits.
    package var desk = HoldDesk()
    /// What was altered says so by a header.
    package var marks = true
    /// How an answer's envelope is read, for what alters it.
    package var profile: @Sendable (Response) -> EnvelopeProfile? = { _ in nil }
    /// Microseconds since 1970, by a clock that may be set back.
    package var now: @Sendable () -> Int = { Recorder.realTime }
    /// Hears on a lane's thread of each request that goes out; of two that come at one moment on two
    /// lanes the later number may be heard of first.
    package var onBegin: (@Sendable (_ number: Int, HTTPRequest) -> Void)?
    /// Gets on any thread each exchange whose response is held, before it waits.
    package var onHold: (@Sendable (PassedExchange) -> Void)?
    /// Hears on any thread of each exchange when both sides are through; who has dealt with it says
    /// so by `told`.
    package var onEnd: (@Sendable (PassedExchange) -> Void)?
    /// Hears on a lane's thread of each request that was refused.
    package var onRefusal: (@Sendable (Refusal, ClientHead?) -> Void)?

    package init(_ upstreams: [Upstream]) { self.upstreams = upstreams }
  }

  private let options: Options
  /// One for each lane, on whose thread it is served.
  private let transports: [LibcurlTransport]
  private let state = Lock(State())

  private struct State {
    /// How many exchanges are not told of yet.
    var untold = 0
    /// What of their bodies is kept until then.
    var untoldBytes = 0
    /// Those that wait until the others were told of.
    var held: [PassedRequest] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// What is done to the answer of the request whose body a connection still sends.
    var chosen: [Int32: [Alterations.Chosen]] = [:]
    /// Those that are asked for whole.
    var altered: [ClientRequest.Ticket: AlteredExchange] = [:]
    /// Connections that have become something else, by the numbers of their exchanges.
    var tunnels: [Int: Tunnel] = [:]
    /// With those that are about to.
    var tunnelCount = 0

    /// Whether another one may go out.
    var hasRoom: Bool {
      untold - held.count < PassingServer.mostUntold
        && untoldBytes < PassingServer.mostUntoldBytes
    }
  }

  package init(
    _ options: Options, transports: [LibcurlTransport] = PassingServer.transportForEachLane()
  ) {
    (self.options, self.transports) = (options, transports)
  }

  /// What passes on by one thread for each processor, up to four: the rest is theirs who answer.
  package static func transportForEachLane() -> [LibcurlTransport] {
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // Each lane has some files open for itself: where few may be, clients and servers need them.
    let count = OpenFiles.limit < 256 ? 1 : min(4, max(1, processors))
    return (0..<count).map { _ in LibcurlTransport(sharingFilesWith: count - 1) }
  }

  /// Listens; until it is stopped it passes on.
  package func listen(
    on addresses: [String], port: UInt16, hosts: HostGuard,
    limits: ListeningLimits = ListeningLimits()
  ) throws(ListeningSocket.Problem) -> ListeningServer {
    var hosts = hosts
    hosts.targets = options.upstreams.filter { $0.prefix.isEmpty && $0.basePath.isEmpty }.map(
      \.origin)
    return try ListeningServer(
      on: addresses, port: port, handler: self, hosts: hosts, limits: limits, hostedBy: transports)
  }

  /// How many are on their way.
  package var openCount: Int { state.withLock { $0.untold } }

  /// How many, and how much of their bodies, may be untold of before the next ones wait: else whoever
  /// writes them down falls behind without end.
  private static let mostUntold = 2_048
  private static let mostUntoldBytes = 64 << 20

  /// Returns once every exchange was told of; behind the server's end that is soon.
  package func settle() async {
    for tunnel in state.withLock({ $0.tunnels.values }) { tunnel.end() }
    await withCheckedContinuation { waiter in
      let isSettled = state.withLock { state in
        guard state.untold > 0 else { return true }
        state.waiters.append(waiter)
        return false
      }
      if isSettled { waiter.resume() }
    }
  }

  // MARK: Requests

  package func passes(
    _ head: ClientHead, from descriptor: Int32, on lane: ClientLane
  ) throws(Refusal) -> PassedWay? {
    try options.ring.check(head)
    guard !head.leavesItsFolder else { throw .malformed("The path leads out of itself by '..'.") }
    if ["HEAD", "TRACE"].contains(head.method), head.framing != .none {
      throw .malformed("A \(head.method) has a body.")
    }
    // It goes no further: the whole of it is answered here.
    if head.maxForwards == 0 { return nil }
    let passedHead = try passedHead(head)
    if !options.alterations.isEmpty {
      let chosen = options.alterations.choose(for: passedHead.request())
      if !chosen.isEmpty {
        state.withLock { $0.chosen[descriptor] = chosen }
        return nil
      }
    }
    if head.wantsTunnel { return .tunnel(try tunnel(passedHead, descriptor, lane)) }
    let ticket = lane.nextTicket(for: descriptor)
    let passed = PassedRequest(
      passedHead, ticket, over: transports[lane.place], startedAt: options.now(),
      limits: options.limits, kept: options.kept, onMove: { lane.hasMoved(ticket) }, report: report)
    options.onBegin?(ticket.number, passed.request)
    let mayBegin = state.withLock { state in
      let mayBegin = state.held.isEmpty && state.hasRoom
      state.untold += 1
      if !mayBegin { state.held.append(passed) }
      return mayBegin
    }
    if mayBegin { passed.begin(kept: options.kept) }
    return .request(passed)
  }

  /// Each has a thread of its own.
  private static let mostTunnels = 200

  private func tunnel(
    _ head: PassedHead, _ descriptor: Int32, _ lane: ClientLane
  ) throws(Refusal) -> Tunnel {
    let isTaken = state.withLock { state in
      guard state.tunnelCount < Self.mostTunnels else { return false }
      state.tunnelCount += 1
      state.untold += 1
      return true
    }
    guard isTaken else {
      throw Refusal(503, "\(Self.mostTunnels) tunnels are open; no more are taken.")
    }
    let number = lane.nextTicket(for: descriptor).number
    let tunnel = Tunnel(head, number: number, startedAt: options.now(), limits: options.limits) {
      [weak self] exchange in
      self?.state.withLock { state in
        state.tunnelCount -= 1
        state.tunnels[number] = nil
      }
      self?.report(exchange)
    }
    state.withLock { $0.tunnels[number] = tunnel }
    options.onBegin?(number, tunnel.request)
    return tunnel
  }

  private func passedHead(_ head: ClientHead) throws(Refusal) -> PassedHead {
    guard let upstream = options.upstreams.upstream(for: head.path) else {
      throw Refusal(404, "No server behind takes '\(head.path.shortened(to: 80))'.")
    }
    let habits = PassingHabits(
      keepsHost: options.keepsHost, keepsOrigin: options.keepsOrigin,
      rewritesLinks: options.rewritesLinks, verifiesTLS: options.verifiesTLS,
      certificateFile: options.certificateFile)
    return PassedHead(
      client: head, upstream: upstream, habits: habits, ring: options.ring.mark(for: upstream.base))
  }

  /// RFC 9110 §7.6.2: nobody else gets it; TRACE hears what has come, but for secrets.
  private func answerHere(_ request: ClientRequest) -> ClientAnswer {
    var refusal = Refusal(200, "Max-Forwards is 0: it is answered here.")
    defer { options.onRefusal?(refusal, request.head) }
    guard request.head.method == "TRACE" else {
      return ClientAnswer(status: 200, fields: [], body: .empty)
    }
    let version = request.head.isOldVersion ? "1.0" : "1.1"
    var bytes = Array("TRACE \(request.head.target) HTTP/\(version)\r\n".utf8)
    for field in request.head.headers where !field.name.isSecretHeaderName {
      bytes.append(passing: field)
    }
    bytes += [0x0d, 0x0a]
    refusal.sent = bytes.count
    return ClientAnswer(
      status: 200, fields: [HeaderField("Content-Type", "message/http")], body: Body(bytes))
  }

  private func report(_ exchange: PassedExchange) {
    state.withLock { $0.untoldBytes += exchange.keptBytes }
    guard let onEnd = options.onEnd else { return told(exchange) }
    onEnd(exchange)
  }

  /// An exchange was dealt with.
  package func told(_ exchange: PassedExchange) { told(1, bytes: exchange.keptBytes) }

  /// So many exchanges were dealt with, which kept so much of their bodies.
  package func told(_ count: Int, bytes: Int) {
    let (next, waiters) = state.withLock { state in
      state.untold -= count
      state.untoldBytes -= bytes
      var next: [PassedRequest] = []
      while !state.held.isEmpty, state.hasRoom { next.append(state.held.removeFirst()) }
      defer { if state.untold == 0 { state.waiters = [] } }
      return (next, state.untold == 0 ? state.waiters : [])
    }
    for passed in next { passed.begin(kept: options.kept) }
    for waiter in waiters { waiter.resume() }
  }

  package func answer(_ request: ClientRequest, on lane: ClientLane) -> ClientAnswer? {
    if request.head.maxForwards == 0 { return answerHere(request) }
    let chosen = state.withLock { $0.chosen.removeValue(forKey: request.ticket.descriptor) } ?? []
    let head: PassedHead
    do throws(Refusal) { head = try passedHead(request.head) } catch {
      return answer(error, request.head)
    }
    let ticket = request.ticket
    let altered = AlteredExchange(
      request, head, chosen, startedAt: options.now(),
      AlteredExchange.Means(
        lane: lane, transport: transports[lane.place], limits: options.limits,
        alterations: options.alterations, desk: options.desk, marks: options.marks,
        profile: options.profile, onHold: options.onHold
      ) { [weak self] exchange in
        self?.state.withLock { $0.altered[ticket] = nil }
        self?.report(exchange)
      })
    state.withLock { state in
      state.untold += 1
      state.altered[ticket] = altered
    }
    options.onBegin?(ticket.number, altered.request)
    return altered.begin()
  }

  package func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer {
    var (refusal, answer) = (refusal, OwnWords.sentence(refusal.status, "refused", refusal.why))
    answer.closes = true
    refusal.sent = answer.sentCount(isHead: head?.method == "HEAD")
    options.onRefusal?(refusal, head)
    return answer
  }

  package func comesBack(_ descriptor: Int32) -> Bool {
    guard let ends = SocketEnds(acrossFrom: descriptor) else { return false }
    return transports.contains { $0.hasOpened(ends) }
  }

  package func timeIsOver(_ ticket: ClientRequest.Ticket) {
    state.withLock { $0.altered[ticket] }?.timeIsOver()
  }

  package func clientLeft(_ ticket: ClientRequest.Ticket) {
    state.withLock { $0.altered[ticket] }?.leave()
  }
}
