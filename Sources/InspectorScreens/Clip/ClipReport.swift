import NetEngine

/// An exchange as a person pastes it into a ticket: in Markdown, without secrets.
///
/// What it means and at which step it failed comes first, then what was asked and what came, at last
/// the command that asks again.
struct ClipReport {
  private let record: ExchangeRecord
  private var text = ""
  private var redaction: ClipRedaction

  /// More of a body nobody reads in a ticket.
  private static let bodyLimit = 4_000

  /// The text, and what was taken out of it.
  static func make(
    _ record: ExchangeRecord, _ redaction: ClipRedaction
  ) -> (text: String, redaction: ClipRedaction) {
    var report = ClipReport(record, redaction)
    report.write()
    return (report.text, report.redaction)
  }

  private init(_ record: ExchangeRecord, _ redaction: ClipRedaction) {
    (self.record, self.redaction) = (record, redaction)
  }

  private mutating func write() {
    let request = record.response?.request
    let method = request?.method.rawValue ?? record.asked.method
    let url = redaction.url(request?.url ?? record.asked.url)
    line("### \(method) \(url)")
    line()
    verdict()
    if let outcome = record.reading?.outcome { steps(outcome) }
    if let request { write(request) }
    if let response = record.response { write(response) }
    guard let request else { return }
    heading("Again")
    block("sh", redaction.command(for: request))
  }

  private mutating func line(_ words: String = "") { text += words + "\n" }

  private mutating func heading(_ words: String) {
    line()
    line("**\(words)**")
    line()
  }

  /// Long enough a fence that nothing in the block ends it.
  private mutating func block(_ language: String, _ content: String) {
    var longest = 2
    var run = 0
    for byte in content.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    line(fence + language)
    text += content
    if !content.utf8.isEmpty, content.utf8.last != UInt8(ascii: "\n") { line() }
    line(fence)
  }

  // MARK: What it means

  private mutating func verdict() {
    guard let summary = record.summary else { return }
    var words = [summary.word]
    if let status = summary.status { words.insert("\(status)", at: 0) }
    if let count = summary.byteCount { words.append(Units.bytes(count)) }
    if let time = summary.time { words.append(Units.time(microseconds: time)) }
    words.append("at \(record.clock)")
    line(words.joined(separator: " · "))
    guard let failure = summary.failure else { return }
    line()
    line(prose(failure.message))
    if !failure.hint.isEmpty { line("*\(prose(failure.hint))*") }
  }

  private mutating func steps(_ outcome: Outcome) {
    line()
    line("| step | | what it saw |")
    line("| --- | --- | --- |")
    for step in outcome.steps {
      let sign = step.hasPassed.map { $0 ? "✓" : "✗" } ?? "–"
      line("| \(cell(step.name)) | \(sign) | \(cell(step.note)) |")
    }
    guard let envelope = outcome.envelope else { return }
    heading("Envelope")
    for (name, value) in [("code", envelope.code), ("message", envelope.message)] {
      if let value { line("- \(name): \(prose(value))") }
    }
  }

  private mutating func cell(_ words: String) -> String { prose(words).replacing("|", with: "\\|") }

  /// What a server said, where markup would act.
  private mutating func prose(_ words: String) -> String {
    let plain = String(decoding: redaction.line(Array(words.utf8)), as: UTF8.self)
    let escaped = plain.escapedForMessage
    return escaped.contains(where: { "<>*_[]#".contains($0) })
      ? "`\(escaped.replacing("`", with: "'"))`" : escaped
  }

  // MARK: What was said

  private mutating func write(_ request: HTTPRequest) {
    heading("Request")
    var said = "\(request.method.rawValue) \(redaction.url(request.url))\n"
    for field in request.headers {
      said += "\(field.name): \(redaction.value(field.value, of: field.name))\n"
    }
    block("http", said)
    switch request.body {
    case .none: break
    case .bytes(let body): write(body, request.headers["Content-Type"].flatMap { MediaType($0) })
    case .file(let file): line("\nThe body is the file `\(file.path)`, \(Units.bytes(file.count)).")
    case .multipart(let parts): line("\nA body of parts, \(Units.bytes(parts.count)).")
    }
    if let part = request.keptPart { line("\nOnly a beginning: \(part).") }
  }

  private mutating func write(_ response: Response) {
    heading("Answer")
    var said = "HTTP/\(response.hops.last?.httpVersion ?? "") \(response.statusLineText)\n"
    for field in response.headers {
      said += "\(field.name): \(redaction.value(field.value, of: field.name))\n"
    }
    block("http", said)
    write(response.body, response.mediaType)
    if !response.isComplete { line("\nThe rest did not arrive.") }
  }

  private mutating func write(_ body: Body, _ type: MediaType?) {
    guard !body.isEmpty else { return }
    line()
    let shown = redaction.body(body.prefix(Self.bodyLimit), type: type)
    // The cut may go through a letter.
    guard !shown.withUnsafeBytes({ $0.contains(0) }) else {
      return line("\(Units.bytes(body.count)) that are no text.")
    }
    let text = String(decoding: shown.bytes, as: UTF8.self)
    block(type?.isJSON == true || body.looksLikeJSON ? "json" : "", text)
    if body.count > Self.bodyLimit {
      line("\nThe first \(Units.bytes(Self.bodyLimit)) of \(Units.bytes(body.count)).")
    }
  }
}
