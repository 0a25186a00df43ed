import Glibc
import InspectorProxy

/// One accepted connection, served by one thread from its first request to its end.
struct Connection: Sendable {
  let core: ServerCore
  let number: Int
  let descriptor: Int32
  let port: UInt16

  /// How a connection came to its end.
  private enum End {
    case peer(duringExchange: Bool)
    case own
    case reset
  }

  func serve() {
    let lifetime = core.configuration.connectionLifetimeMilliseconds
    let wire = Wire(descriptor: descriptor, end: .now.advanced(byMilliseconds: lifetime))
    let end = converse(wire)
    switch end {
    case .own: wire.closeGently()
    case .reset: wire.prepareReset()
    case .peer: break
    }
    core.release(number)
    close(descriptor)
    // Counted after the descriptor is closed, so that who waits for it finds it gone.
    core.state.update { state in
      guard case .peer(let duringExchange) = end, !state.isStopping else { return }
      state.counters.closedByPeer += 1
      if duringExchange { state.counters.abandoned += 1 }
    }
  }

  /// Reads and answers requests until one side ends the connection.
  private func converse(_ wire: Wire) -> End {
    var reader = RequestReader(
      wire: wire, idleMilliseconds: core.configuration.idleMilliseconds,
      keptBodyBytes: core.configuration.keptBodyBytes)
    while true {
      var isBusy = false
      do throws(WireEnd) {
        let head = try reader.readHead()
        isBusy = true
        switch try answer(head, &reader) {
        case .keepAlive: continue
        case .close: return .own
        case .reset: return .reset
        }
      } catch {
        guard error == .peerGone else { return .own }
        return .peer(duringExchange: isBusy || !wire.unused.isEmpty)
      }
    }
  }

  private func answer(
    _ head: Result<Request, Refusal>, _ reader: inout RequestReader
  ) throws(WireEnd) -> ReplyPlayer.Ending {
    let wire = reader.wire
    var request: Request
    switch head {
    case .failure(let refusal): return try refuse(refusal, on: wire)
    case .success(let read): request = read
    }
    request.connection = number
    request.port = port
    request.memory = core.memory
    let match = core.routes.match(method: request.method, path: request.path)
    request.parameters = match.parameters
    let leavesBody = match.answersBeforeBody && request.announcesBody
    if !match.answersBeforeBody {
      if request.header("Expect")?.lowercased() == "100-continue" {
        try wire.send(Head(100).bytes)
        try wire.flush()
      }
      if let refusal = try reader.readBody(of: &request) { return try refuse(refusal, on: wire) }
    }
    record(&request)
    var player = ReplyPlayer(wire: wire, request: request, mustClose: leavesBody)
    let ending = try player.play(match.reply(to: request))
    core.state.update { $0.counters.answered += 1 }
    return ending
  }

  /// Numbers the request and writes it into the log.
  private func record(_ request: inout Request) {
    request = core.state.update { [request] state in
      var request = request
      state.counters.requests += 1
      request.number = state.counters.requests
      state.log.append(request)
      return request
    }
  }

  /// Tells the client what is wrong with its request, and ends the connection.
  private func refuse(
    _ refusal: Refusal, on wire: Wire
  ) throws(WireEnd) -> ReplyPlayer.Ending {
    core.state.update { $0.counters.malformed += 1 }
    var head = Head(refusal.status)
    let body = Array((refusal.why + "\n").utf8)
    head.fields = [
      Field("Content-Type", "text/plain; charset=utf-8"),
      Field("Content-Length", "\(body.count)"), Field("Connection", "close"),
    ]
    try wire.send(head.bytes + body)
    try wire.flush()
    return .close
  }
}
