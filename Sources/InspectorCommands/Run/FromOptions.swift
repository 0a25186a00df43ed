import NetEngine
import NetRecordings

/// `--from RECORDING` of `run` and `serve`, and how a recording answers.
package enum FromOptions {
  /// `standard` is what becomes of a request whose recordings are used up.
  package static func rows(_ standard: String) -> [Subcommand.Option] {
    [
      Subcommand.Option(
        name: "--from", value: "RECORDING",
        summary: "takes responses from a recording; nothing is sent"),
      Subcommand.Option(
        name: "--exhausted", value: "HOW",
        summary: "once a request's recordings are used: last again, or error; \(standard)"),
      Subcommand.Option(
        name: "--fail-unused", summary: "unused recordings are a failure"),
      Subcommand.Option(
        name: "--match-header", value: "NAME",
        summary: "compares this request header too; may be repeated"),
      Subcommand.Option(
        name: "--rules", value: "FILE",
        summary: "rules for what may differ in a request; else the recording's .rules file"),
      Subcommand.Option(
        name: "--latency", value: "L", summary: "none, recorded, x2, or a time such as 200ms; none"),
    ]
  }

  /// What answers in place of the network, and the session it is from; nil without `--from`.
  static func source(
    _ arguments: Arguments
  ) throws -> (transport: ReplayTransport, session: Session)? {
    guard let path = arguments["--from"] else {
      for row in rows("error") where arguments[row.name] != nil {
        throw UsageMistake.needsOption(row.name, "--from RECORDING")
      }
      return nil
    }
    if arguments["--stub"] != nil { throw UsageMistake.together("--from", "--stub") }
    // Nobody is there to see that an answer came twice.
    var options = try options(arguments, exhausted: .error)
    let beside = RecordOption.folder(arguments)
    let word = try SessionWord(
      path, keptIn: beside == "sessions" ? [beside] : [beside, "sessions"])
    options.rules = try RulesFile.read(arguments["--rules"], beside: word.path).rules
    let exchanges = try word.exchanges()
    ProgramLog.note(.info, "source \(word.path), \(Units.count(exchanges.count, "exchange"))")
    return (ReplayTransport(exchanges, options: options), word.session)
  }

  /// All that the line says but the rules, which may lie beside the session.
  static func options(
    _ arguments: Arguments, exhausted standard: ReplayTransport.Exhausted
  ) throws(UsageMistake) -> ReplayTransport.Options {
    var options = ReplayTransport.Options()
    options.exhausted = standard
    if let text = arguments["--exhausted"] {
      guard let exhausted = ReplayTransport.Exhausted(rawValue: text) else {
        throw UsageMistake.badValue(option: "--exhausted", value: text, expected: "last or error")
      }
      options.exhausted = exhausted
    }
    options.matchedHeaders = arguments.all("--match-header")
    options.latency = try latency(arguments)
    return options
  }

  private static func latency(
    _ arguments: Arguments
  ) throws(UsageMistake) -> ReplayTransport.Latency {
    switch arguments["--latency"] {
    case nil, "none": return .none
    case "recorded": return .recorded(times: 1)
    case let text? where text.hasPrefix("x"):
      guard let times = Int(digits: text.utf8.dropFirst()), 1...1_000 ~= times else {
        throw .badValue(option: "--latency", value: text, expected: "x1 to x1000, such as x2")
      }
      return .recorded(times: Double(times))
    default:
      return try LimitOptions.duration(arguments, "--latency").map { .fixed($0) } ?? .none
    }
  }

  /// Says what was used and what was not; answers 4 when that is a failure.
  static func tell(_ report: ReplayReport, _ arguments: Arguments) -> Int32 {
    Output.talk("recording: \(report.summary)")
    let fails = arguments["--fail-unused"] != nil && !report.unused.isEmpty
    if fails {
      let numbers = report.unused.prefix(20).map { "#\($0)" }.joined(separator: ", ")
      let more = report.unused.count > 20 ? ", …" : ""
      Output.talk("nobody asked for \(numbers)\(more)")
    }
    return fails ? 4 : 0
  }
}
