import Glibc
import InspectorCore
import Listening
import NetEngine
import RequestFiles
import Sessions

/// `serve`: a recording, or the samples of a collection, as a server for a real app.
enum ServeCommand {
  static let words = "SESSION|PATH"

  /// Where it listens when nobody asks for another port and this one is free.
  static let usualPort: UInt16 = 8792

  static let options = [
    Command.Option(
      name: "--port", value: "N",
      summary: "listen there, 0 is any free port; otherwise on 8792, or on any free port"),
    Command.Option(
      name: "--listen", value: "ADDRESS",
      summary: "an address beside loopback, for a phone: everybody who reaches it is answered"),
    Command.Option(name: "--yes", summary: "no question about --listen"),
    Command.Option(
      name: "--name", value: "HOST", summary: "a name this server may be called by; repeatable"),
    Command.Option(
      name: "--cors", value: "ORIGIN", summary: "pages of this origin may ask, or *; repeatable"),
    Command.Option(
      name: "--miss", value: "HOW",
      summary: "what is not recorded: refuse it with 501, or forward it; refuse"),
    Command.Option(
      name: "--to", value: "URL", summary: "the server behind, that --miss forward asks"),
    Command.Option(
      name: "--run", value: "COMMAND",
      summary: "served while this runs, its address in $INSPECTOR_URL; ends as it ends"),
    RecordOption.row, RecordOption.onlyNew, KeepOptions.force,
    Command.Option(name: "--strict", summary: "what was not recorded fails, with 4"),
  ]

  static func run(_ arguments: Arguments) async throws -> Int32 {
    let address = try address(arguments)
    let behind = try base(arguments)
    if arguments["--record"] != nil, let behind, let url = try? URLText(behind), !url.path.isEmpty {
      throw UsageMistake.meant(
        "With '--record', '--to' names the server alone: let the app's base URL end with"
          + " '\(url.path)' instead, then what is kept is what it asks for.")
    }
    let served = try await ServedSource(arguments)
    let kept = try await RecordOption.recording(arguments, in: served.sessionFolder)
    var options = RecordingServer.Options()
    options.replay = served.replay
    options.corsOrigins = try origins(arguments)
    if let behind {
      options.behind = (behind, ask(arguments, served.settings, kept?.recorder))
    } else if kept != nil {
      throw UsageMistake.needsOption("--record", "--miss forward --to URL")
    }
    let lines = ServedLines(
      try PipelineOptions.stored(arguments, served.settings), isJSON: arguments["--json"] != nil,
      isAside: arguments["--run"] != nil, knowing: served.session)
    options.onEnd = { lines.take($0) }
    let recorded = RecordingServer(served.exchanges, options)
    let server = try listen(recorded, arguments, address)
    let host = arguments["--listen"].map { $0.utf8.contains(0x3a) ? "[\($0)]" : $0 }
    let url = "http://\(host ?? "127.0.0.1"):\(server.port)"
    for flaw in recorded.unserved { Output.talk("note: \(flaw): it is not served") }
    let end = try await serve(arguments, url) {
      let until = arguments["--run"] == nil ? ", until Ctrl-C" : ""
      Output.talk("\(served.description)\(until)")
      lines.begin(at: url)
    }
    await server.stop()
    lines.finish()
    var codes = ExitCodes()
    codes.add(end)
    codes.add(FromOptions.tell(recorded.report, arguments))
    if arguments["--strict"] != nil, lines.missCount > 0 { codes.add(4) }
    if let kept { codes.add(try await RecordOption.seal(kept, arguments)) }
    return codes.first
  }

  /// Until a signal comes, or the command has ended; answers the exit code of either.
  private static func serve(
    _ arguments: Arguments, _ url: String, _ begin: () -> Void
  ) async throws(ServeProblem) -> Int32 {
    let end = FirstEnd()
    // Heard from before the address is said: who reads it may end the program at once.
    let signals = EndingSignals { end.put(nil) }
    begin()
    let command = try arguments["--run"].map { text throws(ServeProblem) in
      try ServedCommand(text, url: url)
    }
    try command?.whenEnded { end.put($0) }
    if let code = await end.value { return code }
    let signal = signals.first ?? SIGTERM
    command?.end(signal)
    return 128 + signal
  }

  private static func listen(
    _ recorded: RecordingServer, _ arguments: Arguments, _ address: String?
  ) throws -> ListeningServer {
    var hosts = HostGuard()
    hosts.names = arguments.all("--name")
    hosts.origins = try origins(arguments)
    hosts.takesAddresses = address != nil
    let wanted = try arguments.number("--port", in: 0...65_535).map { UInt16($0) }
    let addresses = address.map { [$0] } ?? ["127.0.0.1", "::1"]
    do throws(ListeningSocket.Problem) {
      return try recorded.listen(on: addresses, port: wanted ?? usualPort, hosts: hosts)
    } catch {
      guard wanted == nil, case .portTaken = error else { throw ServeProblem(what: "\(error)") }
    }
    do throws(ListeningSocket.Problem) {
      return try recorded.listen(on: addresses, port: 0, hosts: hosts)
    } catch { throw ServeProblem(what: "\(error)") }
  }

  // MARK: What the line says

  private static func address(_ arguments: Arguments) throws(UsageMistake) -> String? {
    guard let address = arguments["--listen"] else { return nil }
    guard arguments["--yes"] != nil else {
      throw .meant(
        "'--listen \(address)' answers everybody who reaches this machine there: with '--yes' it"
          + " is meant.")
    }
    return address
  }

  private static func base(_ arguments: Arguments) throws(UsageMistake) -> String? {
    switch arguments["--miss"] {
    case nil, "refuse":
      if arguments["--to"] != nil { throw .needsOption("--to", "--miss forward") }
      return nil
    case "forward":
      guard let text = arguments["--to"] else { throw .needsOption("--miss forward", "--to URL") }
      do throws(SetupProblem) {
        let url = try URLText(text)
        guard url.query == nil, url.userInfo == nil else {
          throw SetupProblem(.url, .empty, text: text)
        }
        var base = "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "") + url.path
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        return base
      } catch {
        throw .badValue(
          option: "--to", value: text,
          expected: "a URL such as https://api.example.com/v1, without a user and a query")
      }
    case let text?:
      throw .badValue(option: "--miss", value: text, expected: "refuse or forward")
    }
  }

  private static func origins(_ arguments: Arguments) throws(UsageMistake) -> [String] {
    let origins = arguments.all("--cors")
    for text in origins where text != "*" && text != "null" {
      guard let url = try? URLText(text), url.path.isEmpty, url.query == nil else {
        throw .badValue(
          option: "--cors", value: text, expected: "an origin such as http://localhost:3000, or *")
      }
    }
    return origins
  }

  /// Asks the server behind, and writes it down where that is wanted.
  private static func ask(
    _ arguments: Arguments, _ settings: CommandSettings, _ recorder: Recorder?
  ) -> RecordingServer.Ask {
    let limits = settings.limits
    return { request in
      var request = request
      request.limits = limits
      let exchange = await recorder?.begin(request, name: "")
      let result: Result<Response, NetError>
      do throws(TransportError) {
        result = .success(try await CurlTransport.shared.send(request, reporting: Transfer()))
      } catch {
        result = .failure(.transport(error))
      }
      if let exchange { await recorder?.finish(exchange, result) }
      return result
    }
  }
}

/// What ends the serving first: a signal, or the command with its exit code.
private nonisolated final class FirstEnd: Sendable {
  private let state = Lock<(end: Int32??, waiter: CheckedContinuation<Int32?, Never>?)>((nil, nil))

  func put(_ code: Int32?) {
    let waiter = state.withLock { state in
      guard state.end == nil else { return CheckedContinuation<Int32?, Never>?.none }
      state.end = .some(code)
      return state.waiter
    }
    waiter?.resume(returning: code)
  }

  /// nil for a signal.
  var value: Int32? {
    get async {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiter = continuation }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    }
  }
}

/// Why nothing is served.
struct ServeProblem: Error, CustomStringConvertible {
  let what: String

  var description: String { what }
}
