import InspectorProxy
import LosslessJSON
import NetEngine

/// Finds the response to each request in the table of routes, and counts what happens.
final class RouteHandler: RequestHandler {
  struct State {
    var counters = Counters()
    var log = RequestLog()
    /// Open connections by their descriptors.
    var connections: [Int32: (number: Int, port: UInt16)] = [:]
    var routes: RouteTable?
    var hasEnded = false
  }

  private let configuration: DemoServer.Configuration
  private let memory: ServerMemory
  let state = Monitor(State())

  init(_ configuration: DemoServer.Configuration, _ memory: ServerMemory) {
    (self.configuration, self.memory) = (configuration, memory)
  }

  /// The table, made for the first request: the program's start does not wait for it.
  private var routes: RouteTable {
    state.withLock { state in
      let routes = state.routes ?? RouteTable(configuration.routes)
      state.routes = routes
      return routes
    }
  }

  // MARK: Connections

  func opened(_ descriptor: Int32, at port: UInt16) {
    state.update { state in
      state.counters.accepted += 1
      state.counters.open += 1
      state.connections[descriptor] = (state.counters.accepted, port)
    }
  }

  func closed(_ descriptor: Int32, byClient: Bool, isBusy: Bool) {
    state.update { state in
      guard state.connections.removeValue(forKey: descriptor) != nil else { return }
      state.counters.open -= 1
      guard byClient else { return }
      state.counters.closedByPeer += 1
      if isBusy { state.counters.abandoned += 1 }
    }
  }

  // MARK: Requests

  func passes(_ head: ClientHead, from descriptor: Int32, on lane: ClientLane) -> PassedWay? {
    guard head.framing != .none else { return nil }
    let request = Request(head)
    let match = routes.match(method: request.method, path: request.path)
    guard match.answersBeforeBody else { return nil }
    return .answer(play(match, for: request, over: descriptor, closes: true))
  }

  func answer(_ asked: ClientRequest, on lane: ClientLane) -> ClientAnswer? {
    var request = Request(asked.head)
    request.trailerLines = asked.trailers.map { Array("\($0.name): \($0.value)".utf8) }
    request.body = RequestBody(asked.body, keeping: configuration.keptBodyBytes)
    return play(
      routes.match(method: request.method, path: request.path), for: request,
      over: asked.ticket.descriptor, closes: !asked.head.keepsAlive)
  }

  func answer(_ refusal: Refusal, _ head: ClientHead?) -> ClientAnswer {
    state.update { state in
      if refusal.status == 503 {
        state.counters.refused += 1
      } else {
        state.counters.malformed += 1
      }
    }
    return ClientAnswer(
      status: refusal.status,
      fields: [HeaderField("Content-Type", "text/plain; charset=utf-8")],
      body: Body(refusal.why + "\n"))
  }

  /// Numbers the request, writes it into the log, and begins its reply.
  private func play(
    _ match: RouteTable.Match, for request: Request, over descriptor: Int32, closes: Bool
  ) -> ClientAnswer {
    var request = request
    request.parameters = match.parameters
    request.memory = memory
    state.update { state in
      state.counters.requests += 1
      request.number = state.counters.requests
      (request.connection, request.port) = state.connections[descriptor] ?? (0, 0)
      state.log.append(request)
    }
    let player = ReplyPlayer(match.reply(to: request), to: request, closes: closes) { [state] in
      state.update { $0.counters.answered += 1 }
    }
    var answer = ClientAnswer(status: 200, head: [])
    answer.next = { player.next() }
    return answer
  }
}
