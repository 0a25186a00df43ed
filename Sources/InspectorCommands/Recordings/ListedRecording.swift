import NetEngine
import NetRecordings

/// `list RECORDING`: the exchanges, a line each, with heads and bodies where the line asks for them.
enum ListedRecording {
  static let options = [
    Subcommand.Option(name: "--headers", summary: "the heads too"),
    Subcommand.Option(name: "--body", summary: "the responses' bodies too"),
    Subcommand.Option(name: "--to-app", summary: "what apps got where a response was altered"),
  ]

  static func list(_ arguments: Arguments) throws -> Int32 {
    try arguments.requireOnlyWord()
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0])
    let settings = CommandSettings(besideSession: word.path)
    let pipeline = try PipelineOptions.stored(arguments, settings)
    let profiles = PipelineOptions.hinting(arguments, settings)
    let shown = Shown(arguments)
    let redaction = ReportRedaction()
    let read = shown.json ? redaction.learn(from: word.session) : [:]
    var page = ""
    let brokenCount = try word.visit(matching: filter, pipeline, knowing: read) { _, stored in
      let exchange = shown.toApp ? stored.asApp : stored
      let used = pipeline(exchange)
      let outcome = exchange.outcome(used)
      let hint = EnvelopeHint(of: outcome, used, profiles)
      if shown.json {
        return try Output.data(redaction(line: ExchangeReport(exchange, outcome, hint: hint).line))
      }
      let row = SessionRow(exchange)
      if row.page != page {
        page = row.page
        try Output.data(heading(page, word.session))
      }
      try Output.data(line(row, outcome, hint?.kind) + remarks(exchange))
      if shown.heads { try heads(exchange) }
      if shown.bodies, let body = exchange.response?.body, !body.isEmpty {
        try Output.content(body)
        if body[body.count - 1] != 0x0a { try Output.text("\n") }
      }
    }
    return brokenCount == 0 ? 0 : 2
  }

  /// What is written of each.
  private struct Shown {
    let json: Bool
    let heads: Bool
    let bodies: Bool
    let toApp: Bool

    init(_ arguments: Arguments) {
      json = arguments["--json"] != nil
      heads = arguments["--headers"] != nil
      bodies = arguments["--body"] != nil
      toApp = arguments["--to-app"] != nil
    }
  }

  /// `detected` counts in place of the outcome's kind.
  private static func line(_ row: SessionRow, _ outcome: Outcome?, _ detected: Kind?) -> String {
    let number = "\(row.sequence)".leftPadded(to: 5)
    let status = row.status.map { "\($0)" } ?? "–  "
    let part = detected == nil ? outcome?.uncheckedPart : nil
    let known = part == nil ? outcome?.kind.word : Kind.ok.uncertainWord
    let word = detected?.uncertainWord ?? known ?? "…"
    let size = row.size.map { Units.bytes($0) } ?? ""
    let time = row.time.map { Units.time(microseconds: $0) } ?? ""
    let mark = row.isMarked ? "*" : " "
    return
      "\(number)\(mark)\(status) \(word.padded(to: Kind.wordWidth)) \(row.method.padded(to: 7)) "
      + "\(size.leftPadded(to: 8)) \(time.leftPadded(to: 8))  \(row.url.withMaskedSecrets)"
      + (Exchange.isName(row.name, of: row.method) ? "  \(row.name.withMaskedSecrets)" : "")
      + (part.map { "  (\($0))" } ?? "")
  }

  /// The line above the requests of a page.
  private static func heading(_ page: String, _ session: Session) -> String {
    guard !page.isEmpty else { return "── no page" }
    let title = session.pages[page] ?? ""
    let words = title.isEmpty || title == page ? page : "\(page) · \(title)"
    // A browser's title is often a URL.
    return "── " + Redactor(style: .bullets).redact(words).escapedForMessage
  }

  /// What was done to an exchange on its way, or what only another tool's recording says of it.
  private static func remarks(_ exchange: Exchange) -> String {
    if !exchange.altered.isEmpty { return "  " + Exchange.marked(exchange.altered) }
    if let part = exchange.request.keptPart { return "  (\(part))" }
    guard let facts = exchange.foreign?.facts else { return "" }
    var parts: [String] = []
    if let source = facts.source { parts.append("from a \(source.rawValue)") }
    if facts.socketMessages > 0 {
      parts.append(Units.count(facts.socketMessages, "WebSocket message"))
    }
    if facts.streamEvents > 0 { parts.append(Units.count(facts.streamEvents, "event")) }
    return parts.isEmpty ? "" : "  (\(parts.joined(separator: ", ")))"
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
