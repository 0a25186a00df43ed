import CurlTransport
import Glibc
import InspectorProxy
import NetEngine
import NetRecordings
import RequestFiles

/// `serve`: a recording, or the samples of a collection, as a server for a real app.
package enum ServeCommand {
  package static let words = "[PATH]"

  /// Where it listens when nobody asks for another port and this one is free.
  private static let usualPort: UInt16 = 8792

  package static let options =
    ListenOptions.rows(usualPort: usualPort) + [
      Subcommand.Option(
        name: "--miss", value: "HOW",
        summary: "what is not recorded: refuse it with 501, or forward it; refuse"),
      Subcommand.Option(
        name: "--to", value: "URL", summary: "the server behind, that --miss forward asks"),
      RecordOption.row, RecordOption.onlyNew, KeepOptions.force, RulesInUse.unmarked,
      Subcommand.Option(name: "--strict", summary: "what was not recorded fails, with 4"),
    ]

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let listening = try ListenOptions(arguments, usualPort: usualPort)
    let behind = try base(arguments)
    if arguments["--record"] != nil, let behind { try refusePath(in: behind) }
    let served = try await ServedSource(arguments)
    let kept = try await RecordOption.recording(arguments, in: served.sessionFolder)
    var options = RecordingServer.Options()
    options.replay = served.replay
    options.load = served.load
    options.corsOrigins = listening.origins
    let rules = try served.rulesFile.map { file throws(TextFile.Problem) in try LiveRules(file) }
    defer { rules?.stop() }
    if let rules {
      options.alterations = rules.alterations
      RulesInUse.tell(rules)
    }
    options.profile = try PipelineOptions.reading(arguments, served.settings)
    options.marks = arguments["--unmarked"] == nil
    if let behind {
      options.behind = (behind, ask(arguments, served.settings, kept?.recorder))
    } else if kept != nil {
      throw UsageMistake.needsOption("--record", "--miss forward --to URL")
    }
    let lines = try lines(arguments, served)
    options.onEnd = { lines.take($0) }
    let recorded = RecordingServer(served.exchanges, options)
    let server = try listening.listen { addresses, port, hosts throws(ListeningSocket.Problem) in
      try recorded.listen(on: addresses, port: port, hosts: hosts)
    }
    let url = listening.url(port: server.port)
    for flaw in recorded.unserved { Output.talk("note: \(flaw): it is not served") }
    let end = try await listening.serve(at: url) {
      Output.talk("\(served.description)\(listening.untilWhen)")
      lines.begin(at: url)
    }
    await server.stop()
    RulesInUse.tellUnused(options.alterations)
    var codes = exitCodes(end, recorded, lines, arguments)
    if let kept { codes.add(try await RecordOption.seal(kept, arguments)) }
    return codes.first
  }

  private static func lines(_ arguments: Arguments, _ served: ServedSource) throws -> ServedLines {
    ServedLines(
      try PipelineOptions.stored(arguments, served.settings), isJSON: arguments["--json"] != nil,
      isAside: arguments["--run"] != nil, knowing: served.session,
      profiles: PipelineOptions.hinting(arguments, served.settings))
  }

  private static func exitCodes(
    _ end: Int32, _ recorded: RecordingServer, _ lines: ServedLines, _ arguments: Arguments
  ) -> ExitCodes {
    lines.finish()
    var codes = ExitCodes()
    codes.add(end)
    codes.add(FromOptions.tell(recorded.report, arguments))
    if arguments["--strict"] != nil, lines.missCount > 0 { codes.add(4) }
    return codes
  }

  /// What is kept is what an app asks for: it would be asked for without the path.
  private static func refusePath(in base: String) throws(UsageMistake) {
    guard let url = try? URLText(base), !url.path.isEmpty else { return }
    throw .meant(
      "With '--record', '--to' names the server alone: let the app's base URL end with"
        + " '\(url.path)' instead, then what is kept is what it asks for.")
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
        result = .success(try await LibcurlTransport.shared.send(request, reporting: Transfer()))
      } catch {
        result = .failure(.transport(error))
      }
      if let exchange { await recorder?.finish(exchange, result) }
      return result
    }
  }
}
