import NetEngine

/// `check`: a session's answers judged again, nothing sent.
package enum CheckCommand {
  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0])
    let settings = CommandSettings(besideSession: word.path)
    let pipeline = try PipelineOptions.stored(arguments, settings)
    let profiles = PipelineOptions.hinting(arguments, settings)
    let reports = try Reports(
      ReportOptions(arguments).wanted, "check", of: word.path, isFiltered: filter != nil)
    let read = reports.learn(from: word.session)
    do {
      let brokenCount = try word.visit(matching: filter, pipeline, knowing: read) { _, exchange in
        try reports.take(row(exchange, pipeline(exchange), profiles))
      }
      if brokenCount > 0 { reports.codes.add(2) }
    } catch is Output.Failure {
      // Said by then; the other reports get their end.
    }
    reports.end()
    return reports.codes.first
  }

  private static func row(
    _ exchange: Exchange, _ pipeline: Pipeline, _ profiles: [EnvelopeProfile]?
  ) -> ReportRow {
    let outcome = exchange.outcome(pipeline)
    let hint = EnvelopeHint(of: outcome, pipeline, profiles)
    let time = outcome?.response?.totalTime ?? 0
    var row = ReportRow(
      number: exchange.sequence, name: exchange.listName,
      method: exchange.request.method.rawValue, url: exchange.request.url,
      isGood: outcome.map { $0.kind == .ok }, word: outcome?.kind.rawValue ?? "unanswered",
      skipped: outcome == nil ? "the recording ends before the answer" : nil,
      json: { ExchangeReport(exchange, outcome, hint: hint).line },
      time: time > 0 ? time : nil, said: [("", exchange)], outcome: outcome)
    guard let error = outcome?.error else { return row }
    (row.message, row.details) = (error.message, [error.description])
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
