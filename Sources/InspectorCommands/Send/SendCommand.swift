import CurlTransport
import NetEngine

/// `send`: one request from the command line, and what the pipeline makes of its answer.
package enum SendCommand {
  package static let words = "[METHOD] URL"

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let settings = CommandSettings(folder: ".")
    let target = try AdHocTarget(arguments, settings)
    let said = try PipelineOptions.said(arguments, settings.profiles)
    let pipeline = said.over(settings.pipeline(target.baseURL))
    let cookies = CookiesCommand.store(arguments, folder: ".")
    let provider = Provider {
      settings.addPlugins(to: &$0)
      $0.cookies = cookies?.store
    }
    let lines = try streamedLines(arguments, target)
    let outcome = await outcome(of: provider.request(target), pipeline, writing: lines)
    CookiesCommand.save(cookies)
    ProgramLog.noteVerdict(outcome, of: 1)
    if let failure = lines?.failure { throw failure }
    let hint = EnvelopeHint(of: outcome, pipeline, PipelineOptions.hinting(arguments, settings))
    if arguments["--json"] != nil {
      let redaction = ReportRedaction()
      redaction.learn(from: outcome)
      let report = ExchangeReport(outcome, of: target.words, number: 1, hint: hint)
      try Output.data(redaction(line: report.line))
    } else {
      try writeAnswer(outcome, arguments, behind: lines)
      talk(outcome, target)
      if let hint { Output.talk("note: the response looks like a refusal: \(hint.words)") }
    }
    return outcome.error?.exitCode ?? 0
  }

  /// What writes a stream while it comes; nil where something else becomes of the body.
  private static func streamedLines(
    _ arguments: Arguments, _ target: AdHocTarget
  ) throws -> StreamedLines? {
    guard arguments["--json"] == nil, try file(arguments, target.baseURL) == nil else { return nil }
    return StreamedLines(saysHeads: saysHeads(arguments))
  }

  @Sendable private nonisolated static func report(_ progress: Progress) {
    let name = progress.phase == .sending ? "sending" : "receiving"
    let total = progress.total ?? 0
    WorkProgress.report(.init(name, progress.completed, of: total, isBytes: true))
  }

  private static func outcome(
    of call: Call<Response>, _ pipeline: Pipeline, writing lines: StreamedLines?
  ) async -> Outcome {
    guard let lines else {
      return Classifier.classify(await call.result(onProgress: report), pipeline)
    }
    let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let transfer = Task.detached(executorPreference: Workers.shared) {
      await call.result(arriving: lines.arriving) { progress in
        report(progress)
        bell.yield()
      }
    }
    // Not on the transport's thread: a reader that takes its time holds up no transfer.
    let writer = Task.detached(executorPreference: Workers.shared) {
      for await _ in news where !lines.look() { transfer.cancel() }
    }
    let result = await transfer.value
    bell.finish()
    await writer.value
    return Classifier.classify(result, pipeline)
  }

  /// A person reads the heads too.
  private static func saysHeads(_ arguments: Arguments) -> Bool {
    Output.isTerminal || arguments["--include"] != nil || arguments["--head"] != nil
  }

  /// The body as it is into a pipe; on a terminal the head too, and nothing that acts on it.
  private static func writeAnswer(
    _ outcome: Outcome, _ arguments: Arguments, behind lines: StreamedLines?
  ) throws {
    guard let response = outcome.response else { return }
    if let path = try file(arguments, response.request.url) {
      // Nothing has arrived: what lies there from before is better than nothing.
      switch outcome.error {
      case .transport where response.body.isEmpty, .limit where response.body.isEmpty: return
      default: break
      }
      if let real = SavedFile.linked(path) {
        Output.talk("note: \(path) is a link: the body goes to \(real)")
      }
      if let code = SavedFile.write(response.body.bytes, to: path) {
        throw Output.Failure(code: code, path: path)
      }
      return
    }
    if saysHeads(arguments), lines?.hasHeads != true {
      for hop in response.hops { try Output.head(hop.head) }
    }
    let written = lines?.written ?? 0
    if written > 0 {
      try Output.content(Body(response.body.bytes.dropFirst(written)))
    } else if try Output.laidOut(response.body) {
      return
    } else {
      try Output.content(response.body)
    }
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
    let (word, text) = (outcome.kind.word, outcome.statusWords ?? "\(error)")
    Output.talk(text.hasPrefix(word) ? text : "\(word): \(text)")
  }
}
