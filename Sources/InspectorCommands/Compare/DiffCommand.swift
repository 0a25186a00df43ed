import NetEngine
import NetRecordings

/// `diff`: two sessions, or two exchanges of them, compared.
package enum DiffCommand {
  package static let words = "A B"

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let filter = try OnlyOption.filter(arguments)
    guard !arguments.words.allSatisfy({ $0 == "-" }) else {
      throw TextFile.Problem(path: "-", what: "stdin is read once: the other session is a file")
    }
    let first = try SessionWord(arguments.words[0])
    let second = try SessionWord(arguments.words[1], sharing: first)
    let settings = CommandSettings(besideSession: first.path)
    let comparison = try ComparisonOptions.comparison(arguments, settings, beside: first.path)
    let reports = try Reports(
      ReportOptions(arguments).wanted, "diff", of: second.path, isFiltered: filter != nil)
    let rows = try rows(first, second, filter, comparison, reports)
    for row in rows {
      guard let exchange = row.from ?? row.to else { continue }
      let counterpart = row.from == nil ? nil : row.to?.sequence
      let side = row.change.kind == .unmatched ? row.from == nil ? "B" : "A" : nil
      var line = ReportRow(exchange, row.change, counterpart: counterpart, side: side)
      if let side {
        line.word = "only in \(side)"
        line.exitCode = 4
      }
      line.said = [("A: ", row.from), ("B: ", row.to)].compactMap { who, exchange in
        exchange.map { (who, $0) }
      }
      do { try reports.take(line) } catch { break }
    }
    reports.end()
    if first.isIncomplete || second.isIncomplete { reports.codes.add(2) }
    let isPart = !first.isWhole(filter) || !second.isWhole(filter)
    ComparisonOptions.tellUnused(
      comparison.rules, by: rows.map(\.change),
      of: isPart ? rows.compactMap { ($0.from ?? $0.to)?.request } : nil)
    return reports.codes.first
  }

  private static func rows(
    _ first: SessionWord, _ second: SessionWord, _ filter: Filter?, _ comparison: Comparison,
    _ reports: Reports
  ) throws -> [SessionDiff.Row] {
    let (left, right) = try exchanges(first, second, filter, reports)
    // Two that were named are compared, whatever they asked.
    if first.sequence != nil, second.sequence != nil, let from = left.first, let to = right.first {
      guard let answered = to.result else {
        return [SessionDiff.Row(from: from, to: to, change: Change(.unmatched))]
      }
      let change = comparison.change(from: from, to: to, answered: answered)
      return [SessionDiff.Row(from: from, to: to, change: change)]
    }
    return SessionDiff(
      from: left, to: right, comparison: comparison, redact: { Redactor().redact($0) }
    ).rows
  }

  /// Those that are meant of both; all that is whole is looked through for secrets as it is read.
  ///
  /// What is the same in both is read once: of two recordings of one day that is most.
  private static func exchanges(
    _ first: SessionWord, _ second: SessionWord, _ filter: Filter?, _ reports: Reports
  ) throws -> (left: [Exchange], right: [Exchange]) {
    guard first.isWhole(filter), second.isWhole(filter) else {
      reports.learn(from: first.session)
      reports.learn(from: second.session)
      return (try first.exchanges(matching: filter), try second.exchanges(matching: filter))
    }
    let read = reports.learn(from: first.session, holdingAll: true)
    var left: [Exchange] = []
    try first.visit(knowing: read) { left.append($1) }
    let known = read.filter { first.session.isSame(at: $0.key, in: second.session) }
    var (right, new): ([Exchange], [Exchange]) = ([], [])
    try second.visit(knowing: known) { index, exchange in
      right.append(exchange)
      if known[index] == nil { new.append(exchange) }
    }
    reports.learn(from: Session(new))
    return (left, right)
  }
}
