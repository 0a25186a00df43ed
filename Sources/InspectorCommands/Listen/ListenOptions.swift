import Glibc
import InspectorProxy
import NetEngine

/// Where a command listens, who may ask there, and until when.
package struct ListenOptions {
  /// Whose pages may ask.
  let origins: [String]
  private let arguments: Arguments
  /// An address beside loopback; nil for loopback alone.
  private let address: String?
  private let usualPort: UInt16

  package static func rows(usualPort: UInt16) -> [Subcommand.Option] {
    [
      Subcommand.Option(
        name: "--port", value: "N",
        summary: "listen there, 0 is any free port; otherwise on \(usualPort), or on any free port"),
      Subcommand.Option(
        name: "--listen", value: "ADDRESS",
        summary:
          "another address than loopback, for a phone; everyone who reaches it gets responses"),
      Subcommand.Option(name: "--yes", summary: "asks nothing about --listen"),
      Subcommand.Option(
        name: "--name", value: "HOST", summary: "a host name that clients may use; repeatable"),
      Subcommand.Option(
        name: "--cors", value: "ORIGIN",
        summary: "lets pages of this origin, or *, use the server; repeatable"),
      Subcommand.Option(
        name: "--run", value: "COMMAND",
        summary: "runs a command with the address in $INSPECTOR_URL, and ends with its exit code"),
    ]
  }

  package init(_ arguments: Arguments, usualPort: UInt16) throws(UsageMistake) {
    self.arguments = arguments
    self.usualPort = usualPort
    address = arguments["--listen"]
    if let address, arguments["--yes"] == nil {
      throw .meant(
        "'--listen \(address)' answers everybody who reaches this machine there: with '--yes' it"
          + " is meant.")
    }
    origins = arguments.all("--cors")
    for text in origins where text != "*" && text != "null" {
      guard let url = try? URLText(text), url.path.isEmpty, url.query == nil else {
        throw .badValue(
          option: "--cors", value: text, expected: "an origin such as http://localhost:3000, or *")
      }
    }
  }

  /// Listens on the port that is asked for; on any free one where none is and the usual one is taken.
  package func listen(
    _ open: ([String], UInt16, HostGuard) throws(ListeningSocket.Problem) -> ListeningServer
  ) throws -> ListeningServer {
    var hosts = HostGuard()
    hosts.names = arguments.all("--name")
    hosts.origins = origins
    hosts.takesAddresses = address != nil
    let wanted = try arguments.number("--port", in: 0...65_535).map { UInt16($0) }
    let addresses = address.map { [$0] } ?? ["127.0.0.1", "::1"]
    do throws(ListeningSocket.Problem) {
      return try open(addresses, wanted ?? usualPort, hosts)
    } catch {
      guard wanted == nil, case .portTaken = error else {
        throw ServeProblem(what: Self.words(error, on: addresses[0]))
      }
    }
    do throws(ListeningSocket.Problem) {
      return try open(addresses, 0, hosts)
    } catch { throw ServeProblem(what: "\(error)") }
  }

  /// Why nobody can listen there, and where one could.
  private static func words(_ problem: ListeningSocket.Problem, on address: String) -> String {
    guard case .portTaken(let port) = problem,
      let free = ListeningSocket.firstFree(after: port, on: address)
    else { return "\(problem)" }
    return "port \(port) is taken by another program; \(free) is free, 0 is any free one"
  }

  /// What clients are told to ask.
  package func url(port: UInt16) -> String {
    let host = address.map { $0.utf8.contains(0x3a) ? "[\($0)]" : $0 }
    return "http://\(host ?? "127.0.0.1"):\(port)"
  }

  /// What is said behind what is done, where only a signal ends it.
  package var untilWhen: String { arguments["--run"] == nil ? ", until Ctrl-C" : "" }

  /// Until a signal comes, or the command has ended; answers the exit code of either.
  package func serve(at url: String, _ begin: () -> Void) async throws(ServeProblem) -> Int32 {
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
package struct ServeProblem: Error, CustomStringConvertible {
  let what: String

  package var description: String { what }
}
