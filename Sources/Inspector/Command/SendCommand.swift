import InspectorCore
import NetEngine

/// `send`: one request from the command line, and what the pipeline makes of its answer.
enum SendCommand {
  static let words = "[METHOD] URL"

  static func run(_ arguments: Arguments) async throws -> Int32 {
    let settings = CommandSettings(folder: ".")
    let target = try AdHocTarget(arguments, settings)
    let said = try PipelineOptions.said(arguments, settings.profiles)
    let pipeline = said.over(settings.pipeline(target.baseURL))
    let cookies = CookiesCommand.store(arguments, folder: ".")
    let provider = Provider {
      settings.addPlugins(to: &$0)
      $0.cookies = cookies?.store
    }
    let outcome = await provider.request(target).outcome(pipeline)
    CookiesCommand.save(cookies)
    // '--profile none' is an answer to the question a hint would ask.
    let hint =
      arguments["--profile"] == nil
      ? EnvelopeHint(outcome, under: pipeline, knowing: settings.profiles) : nil
    if arguments["--json"] != nil {
      let redaction = ReportRedaction()
      redaction.learn(from: outcome)
      let report = ExchangeReport(outcome, of: target.words, number: 1, hint: hint)
      try Output.data(redaction(line: report.line))
    } else {
      try writeAnswer(outcome, arguments)
      talk(outcome, target)
      if let hint { Output.talk("note: the answer looks like a refusal: \(hint.words)") }
    }
    return outcome.error?.exitCode ?? 0
  }

  /// The body as it is into a pipe; on a terminal the head too, and nothing that acts on it.
  private static func writeAnswer(_ outcome: Outcome, _ arguments: Arguments) throws {
    guard let response = outcome.response else { return }
    if let path = try file(arguments, response.request.url) {
      if let real = SavedFile.linked(path) {
        Output.talk("note: \(path) is a link: the body goes to \(real)")
      }
      if let code = SavedFile.write(response.body.bytes, to: path) {
        throw Output.Failure(code: code, path: path)
      }
      return
    }
    let asksForHeads = arguments["--include"] != nil || arguments["--head"] != nil
    if Output.isTerminal || asksForHeads {
      for hop in response.hops { try Output.head(hop.head) }
    }
    try Output.content(response.body)
    if Output.isTerminal, !response.body.isEmpty, response.body[response.body.count - 1] != 0x0a {
      try Output.text("\n")
    }
  }

  /// Where the body goes; nil for stdout.
  private static func file(
    _ arguments: Arguments, _ url: String
  ) throws(UsageMistake) -> String? {
    if let path = arguments["--output"] { return path == "-" ? nil : path }
    guard arguments["--remote-name"] != nil else { return nil }
    let path = url.pathOfURL.utf8.prefix { $0 != UInt8(ascii: "?") }
    let name = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    guard let name, !name.isEmpty else {
      throw .meant("The URL names no file: '-o FILE' gives it a name.")
    }
    return String(Substring(name))
  }

  private static func talk(_ outcome: Outcome, _ target: AdHocTarget) {
    if let proxy = outcome.proxy { Output.talk("note: sent \(proxy.words)") }
    if let response = outcome.response {
      for warning in response.warnings { Output.talk("warning: \(warning.message)") }
    }
    guard let error = outcome.error else { return }
    Output.talk("\(outcome.kind.word): \(outcome.statusWords ?? "\(error)")")
  }
}
