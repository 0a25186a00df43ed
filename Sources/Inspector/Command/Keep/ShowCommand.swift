import InspectorCore
import NetEngine

/// `show`: the exchanges of a session, a line each, and what they hold when it is asked for.
enum ShowCommand {
  static let options = [
    Command.Option(name: "--headers", summary: "the heads too"),
    Command.Option(name: "--body", summary: "the answers' bodies too"),
  ]

  static func run(_ arguments: Arguments) async throws -> Int32 {
    let pipeline = try PipelineOptions.pipeline(arguments)
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0])
    let isPlain =
      arguments["--json"] == nil && arguments["--headers"] == nil
      && arguments["--body"] == nil
    if isPlain, filter == nil, word.sequence == nil { return try list(word) }
    for exchange in try word.exchanges(matching: filter, pipeline) {
      if arguments["--json"] != nil {
        try Output.data(ExchangeReport(exchange, exchange.outcome(pipeline)).line)
        continue
      }
      try Output.data(line(SessionRow(exchange)))
      if arguments["--headers"] != nil { try heads(exchange) }
      if arguments["--body"] != nil, let body = exchange.response?.body, !body.isEmpty {
        try Output.content(body)
        if body[body.count - 1] != 0x0a { try Output.text("\n") }
      }
    }
    return 0
  }

  /// Rows only: nothing is parsed, so a large session is listed as fast as it is read.
  private static func list(_ word: SessionWord) throws -> Int32 {
    var text = ""
    var codes = ExitCodes()
    for index in 0..<word.session.count {
      let row = word.session.row(at: index)
      text += line(row) + "\n"
      if row.problem != nil { codes.add(2) }
      guard text.utf8.count > 64 << 10 else { continue }
      try Output.text(text)
      text = ""
    }
    try Output.text(text)
    return codes.first
  }

  private static func line(_ row: SessionRow) -> String {
    let number = "\(row.sequence)".leftPadded(to: 5)
    if let problem = row.problem { return "\(number) ✗ \(problem)" }
    let status = row.status.map { "\($0)" } ?? "–  "
    let word = row.failure?.word ?? (row.isPending ? "…" : "")
    let size = row.size.map { Units.bytes($0) } ?? ""
    let time = row.time.map { Units.time(microseconds: $0) } ?? ""
    let mark = row.isMarked ? "*" : " "
    return "\(number)\(mark)\(status) \(word.padded(to: 3)) \(row.method.padded(to: 7)) "
      + "\(size.leftPadded(to: 8)) \(time.leftPadded(to: 8))  \(row.url)"
  }

  /// As they went over the wire; of what was not sent over one, the fields.
  private static func heads(_ exchange: Exchange) throws {
    let hops = exchange.response?.hops ?? []
    if hops.isEmpty {
      try fields(exchange.request.headers)
    }
    for hop in hops {
      if hop.requestHead.isEmpty {
        try Output.text("\(hop.method.rawValue) \(hop.url)\n")
        try fields(exchange.request.headers)
      } else {
        try Output.content(Body(hop.requestHead.filter { $0 != 0x0d }))
      }
      if hop.head.isEmpty {
        try Output.text("\(hop.statusCode) \(hop.reason)\n")
        try fields(hop.headers)
      } else {
        try Output.content(Body(hop.head.filter { $0 != 0x0d }))
      }
    }
  }

  private static func fields(_ headers: Headers) throws {
    for field in headers { try Output.text("\(field.name): \(field.value)\n") }
    try Output.text("\n")
  }
}
