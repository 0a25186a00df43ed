import NetEngine
import NetRecordings

/// `check`: the responses of a recording judged again, its secrets looked for, or a file's JSON
/// checked; nothing is sent.
package enum CheckCommand {
  package static let words = "RECORDING|FILE…"

  private static let judging =
    [OnlyOption.row] + PipelineOptions.rows + ReportOptions.rows.filter { $0.name != "--json" }

  package static let options = [SecretCheck.option] + judging + [ReportOptions.json]

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let word = arguments.words[0]
    if arguments["--secrets"] != nil {
      for option in judging where arguments[option.name] != nil {
        throw UsageMistake.together("--secrets", option.name)
      }
      return try SecretCheck.run(arguments)
    }
    let input = word == "-" ? try TextFile.body(word) : nil
    guard isRecording(arguments.words, stdin: input) else {
      try arguments.refuse(judging, for: "recordings", with: "the file '\(word)'")
      return try checkFiles(arguments.words, stdin: input, isJSON: arguments["--json"] != nil)
    }
    try arguments.requireOnlyWord()
    return try judge(arguments, stdin: input)
  }

  /// Whether the line names a recording; the error about a single path that does not exist says where
  /// recordings are looked for.
  private static func isRecording(_ words: [String], stdin: Body?) -> Bool {
    switch WordKind(words[0]) {
    case .recording: return true
    case .requests: return words.count == 1
    case .otherFile: return false
    case .stdin:
      guard let stdin, case .session = FileKind(stdin.prefix(4_096).bytes, path: "-") else {
        return false
      }
      return true
    }
  }

  /// Checks every file, whatever is wrong with the one before.
  private static func checkFiles(
    _ paths: [String], stdin: Body?, isJSON: Bool
  ) throws(Output.Failure) -> Int32 {
    var codes = ExitCodes()
    for path in paths {
      let body: Body
      do throws(TextFile.Problem) {
        body = if path == "-", let stdin { stdin } else { try TextFile.body(path) }
      } catch {
        Output.talk(error.text)
        codes.add(2)
        continue
      }
      let check = JSONCheck(body, name: path)
      if !check.isValid { codes.add(4) }
      try Output.data(isJSON ? check.line : check.text)
    }
    return codes.first
  }

  private static func judge(_ arguments: Arguments, stdin: Body?) throws -> Int32 {
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0], stdin: stdin)
    let settings = CommandSettings(besideSession: word.path)
    let pipeline = try PipelineOptions.stored(arguments, settings)
    let profiles = PipelineOptions.hinting(arguments, settings)
    let reports = try Reports(
      ReportOptions(arguments).wanted, "check", of: word.path, isFiltered: filter != nil)
    let read = reports.learn(from: word.session)
    do {
      let brokenCount = try word.visit(matching: filter, pipeline, knowing: read) { _, exchange in
        try reports.take(row(exchange, pipeline(exchange), profiles, reports))
      }
      if brokenCount > 0 { reports.codes.add(2) }
    } catch is Output.Failure {
      // Said by then; the other reports get their end.
    }
    reports.end()
    return reports.codes.first
  }

  private static func row(
    _ exchange: Exchange, _ pipeline: Pipeline, _ profiles: [EnvelopeProfile]?,
    _ reports: Reports
  ) -> ReportRow {
    let outcome = exchange.outcome(pipeline)
    let hint = EnvelopeHint(of: outcome, pipeline, profiles)
    let time = outcome?.response?.totalTime ?? 0
    let part = outcome?.uncheckedPart
    var row = ReportRow(
      number: exchange.sequence, name: exchange.listName,
      method: exchange.request.method.rawValue, url: exchange.request.url,
      isGood: part == nil ? outcome.map { $0.kind == .ok } : nil,
      word: part == nil
        ? hint?.kind.uncertainWord ?? outcome?.kind.word ?? "unanswered" : Kind.ok.uncertainWord,
      type: part == nil ? outcome?.kind.rawValue : nil,
      skipped: outcome == nil ? "the recording ends before the response" : part,
      json: { ExchangeReport(exchange, outcome, hint: hint).line },
      time: time > 0 ? time : nil, said: [("", exchange)], outcome: outcome)
    guard let judged = outcome, let error = judged.error else { return row }
    let server = reports.refusalWords(of: judged)
    row.message = error.message + (server?.suffix ?? "")
    row.details = [judged.words(quoting: server)]
    row.exitCode = exitCode(of: error)
    return row
  }

  /// What a recording holds has not happened to this run: nobody ended it, and its disk is not full.
  private static func exitCode(of error: NetError) -> Int32 {
    switch error.exitCode {
    case 5: 3
    case 128...: 4
    case let code: code
    }
  }
}
