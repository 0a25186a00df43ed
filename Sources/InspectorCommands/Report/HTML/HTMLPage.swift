import NetEngine

/// A report as one file: no script, nothing from elsewhere, for light and dark, wide and narrow.
///
/// ```
/// heading ─ numbers ─ which ones are shown
/// waterfall: a line each, on one scale of time
/// exchanges: what was wrong │ steps, envelope, checks │ raw, as it came
/// ```
nonisolated struct HTMLPage: Report {
  private let sink: ReportSink
  private let title: String
  private var exchanges: [ReportedExchange] = []
  /// What the raw texts may be together: a page of more opens in no browser.
  private var left = 48 << 20

  init(_ sink: ReportSink, title: String) {
    (self.sink, self.title) = (sink, title)
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    var exchange = ReportedExchange(row, redaction)
    left -= exchange.raw.reduce(0) { $0 + $1.text.utf8.count }
    if left < 0, !exchange.raw.isEmpty {
      exchange.raw = []
      exchange.notes.append("what was said is left out: the page is long enough")
    }
    exchanges.append(exchange)
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    try sink.write(text(numbers: summary))
    try sink.end()
  }

  private func text(numbers: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
    <title>\(title.html)</title>
    <style>
    \(HTMLStyle.text)
    </style>
    </head>
    <body>
    <header>
    <h1>\(title.html)</h1>
    <p class="sum">\(numbers.html)</p>
    <p class="quiet">\(Self.moment) UTC · Inspector \(EngineVersion.text)</p>
    </header>
    \(choices)<main>
    \(waterfall)<section>
    <h2>Exchanges</h2>
    \(exchanges.map(Self.section).joined())</section>
    </main>
    </body>
    </html>

    """
  }

  /// `2026-01-31 08:15:00`.
  private static var moment: String {
    String(HARDate.text(VariableSystem.live.now() * 1_000).prefix(19)).replacing("T", with: " ")
  }

  /// Which of them are shown, where they are not all alike.
  private var choices: String {
    let counts = ReportedExchange.State.allCases.compactMap { state in
      let count = exchanges.count { $0.state == state }
      return count > 0 ? (state, count) : nil
    }
    guard counts.count > 1 else { return "" }
    var text = "<div class=\"show\" role=\"radiogroup\" aria-label=\"Shown\">\n"
    text += Self.choice("all", "all \(exchanges.count)", isChecked: true)
    for (state, count) in counts {
      let words =
        switch state {
        case .good: "as expected"
        case .bad: "not as expected"
        case .none: "not looked at"
        }
      text += Self.choice("only-\(state.rawValue)", "\(words) \(count)")
    }
    return text + "</div>\n"
  }

  private static func choice(_ id: String, _ words: String, isChecked: Bool = false) -> String {
    let checked = isChecked ? " checked=\"checked\"" : ""
    return "<label><input type=\"radio\" name=\"show\" id=\"\(id)\"\(checked)/> \(words)</label>\n"
  }
}

// MARK: - The waterfall

nonisolated extension HTMLPage {
  private var waterfall: String {
    let starts = exchanges.compactMap(\.start)
    let first = starts.min() ?? 0
    let last = exchanges.reduce(first) { last, exchange in
      max(last, (exchange.start ?? first).saturatingSum(Self.length(exchange)))
    }
    let total = max(1, last.saturatingSum(first == .min ? .max : -first))
    var text = "<section>\n<h2>Waterfall, \(Units.time(microseconds: total))</h2>\n"
    let used = Set(exchanges.flatMap { $0.phases.map(\.name) })
    let shown = HTMLStyle.phases.filter(used.contains)
    if !shown.isEmpty {
      let items = shown.map { "<span><i class=\"\($0)\"></i>\($0)</span>" }
      text += "<div class=\"legend quiet\">\(items.joined())</div>\n"
    }
    text += "<ol class=\"fall\">\n"
    for exchange in exchanges {
      let from = (exchange.start ?? first).saturatingSum(first == .min ? .max : -first)
      text += Self.row(exchange, bar(exchange, from: from, of: total))
    }
    return text + "</ol>\n</section>\n"
  }

  private static func length(_ exchange: ReportedExchange) -> Int {
    let sum = exchange.phases.reduce(0) { $0.saturatingSum($1.time) }
    return max(sum, exchange.time ?? 0)
  }

  private static func row(_ exchange: ReportedExchange, _ bar: String) -> String {
    """
    <li class="\(exchange.state.rawValue)"><a href="#e\(exchange.number)">\
    <span class="sign">\(exchange.state.sign)</span>\
    <span class="name">\(exchange.name.html)</span>\
    <span class="word">\(word(exchange))</span>\
    <span class="bar">\(bar)</span>\
    <span class="time quiet">\(time(exchange))</span></a></li>

    """
  }

  private static func word(_ exchange: ReportedExchange) -> String {
    exchange.status.isEmpty ? exchange.word.html : "\(exchange.status) \(exchange.word.html)"
  }

  private static func time(_ exchange: ReportedExchange) -> String {
    exchange.time.map { Units.time(microseconds: $0) } ?? ""
  }

  private func bar(_ exchange: ReportedExchange, from start: Int, of total: Int) -> String {
    var phases = exchange.phases
    if phases.isEmpty, let time = exchange.time, time > 0 {
      phases = [ReportedExchange.Phase(name: "wait", time: time)]
    }
    var at = start
    return phases.map { phase in
      let left = Self.share(at, of: total)
      at = at.saturatingSum(phase.time)
      return
        "<i class=\"\(phase.name)\" style=\"left:\(left);width:\(Self.share(phase.time, of: total))\"></i>"
    }.joined()
  }

  /// `12.34%`, at most all of it.
  private static func share(_ part: Int, of total: Int) -> String {
    let share = min(1, max(0, Double(part) / Double(total)))
    let hundredths = Int(saturating: share * 10_000)
    let digits = hundredths % 100
    return "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)%"
  }
}

// MARK: - One exchange

nonisolated extension HTMLPage {
  private static func section(_ exchange: ReportedExchange) -> String {
    var text = """
      <details class="\(exchange.state.rawValue)"\(exchange.state == .bad ? " open=\"open\"" : "")>
      <summary><span class="sign">\(exchange.state.sign)</span> \
      <span class="name">\(exchange.name.html)</span> \
      <code>\(exchange.method.html) \(exchange.url.html)</code> \
      <span class="word">\(word(exchange))</span> <span class="quiet">\(time(exchange))</span></summary>
      <div class="inside" id="e\(exchange.number)">

      """
    if !exchange.message.isEmpty { text += "<p class=\"message\">\(exchange.message.html)</p>\n" }
    if !exchange.hint.isEmpty { text += "<p>\(exchange.hint.html)</p>\n" }
    if !exchange.place.isEmpty {
      text += "<p class=\"quiet\"><code>\(exchange.place.html)</code></p>\n"
    }
    for note in exchange.notes { text += "<p class=\"quiet\">\(note.html)</p>\n" }
    let said = exchange.raw.map(raw).joined()
    let meant = meaning(exchange)
    if said.isEmpty {
      text += meant
    } else {
      text += "<div class=\"both\">\n<div>\n\(said)</div>\n<div>\n\(meant)</div>\n</div>\n"
    }
    return text + "</div>\n</details>\n"
  }

  private static func raw(_ raw: ReportedExchange.Raw) -> String {
    let note = raw.note.isEmpty ? "" : "<p class=\"quiet\">\(raw.note.html)</p>\n"
    // The first line end behind the tag is not part of the text.
    return "<h3>\(raw.title.html)</h3>\n<pre tabindex=\"0\">\n\(raw.text.html)</pre>\n\(note)"
  }

  private static func meaning(_ exchange: ReportedExchange) -> String {
    var text = ""
    if !exchange.steps.isEmpty { text += table("Steps", exchange.steps) }
    if !exchange.envelope.isEmpty {
      let rows = exchange.envelope.map { "<tr><td>\($0.name)</td><td>\($0.value.html)</td></tr>\n" }
      text += "<h3>Envelope</h3>\n<table><tbody>\n\(rows.joined())</tbody></table>\n"
    }
    if !exchange.checks.isEmpty { text += table("Expected", exchange.checks) }
    if !exchange.phases.isEmpty {
      let rows = exchange.phases.map {
        "<tr><td>\($0.name)</td><td>\(Units.time(microseconds: $0.time))</td></tr>\n"
      }
      text += "<h3>Time</h3>\n<table><tbody>\n\(rows.joined())</tbody></table>\n"
    }
    return text
  }

  private static func table(_ title: String, _ lines: [ReportedExchange.Line]) -> String {
    let rows = lines.map { line in
      "<tr class=\"\(line.state.rawValue)\"><td><span class=\"sign\">\(line.state.sign)</span> "
        + "\(line.name.html)</td><td>\(line.note.html)</td></tr>\n"
    }
    return "<h3>\(title)</h3>\n<table><tbody>\n\(rows.joined())</tbody></table>\n"
  }
}
