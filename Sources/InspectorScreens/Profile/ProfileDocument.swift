import NetEngine

/// What a profile says so far and what follows from it, as text beside the document.
enum ProfileDocument {
  private static let labelWidth = 10

  static func make(_ editor: ProfileEditor, width: Int, rule: DisplayRule) -> TextDocument {
    var page = TextBuilder()
    let draft = editor.draft
    let envelope = editor.outcome.envelope
    addVerdict(editor, to: &page)
    page.endLine()
    if draft.rule == .httpStatus {
      add("code", "the HTTP status", envelope?.code ?? "", width, rule, to: &page)
    } else {
      add(
        "code", draft.statusCodeKey, envelope?.codeNode?.glance ?? "nothing there", width, rule,
        to: &page)
    }
    add(
      "message", draft.tipStrKey, envelope?.messageNode?.glance ?? "nothing there", width, rule,
      to: &page)
    let data = draft.modelKey.isEmpty ? "the whole body" : draft.modelKey
    let none = envelope?.isDataKept == false ? "not known" : "nothing there"
    add("data", data, envelope?.data?.glance ?? none, width, rule, to: &page)
    add("good is", words(draft), "", width, rule, to: &page)
    addCodes(editor, width, rule, to: &page)
    page.endLine()
    addSteps(editor.outcome, width, rule, to: &page)
    return TextDocument([page.section])
  }

  private static func addVerdict(_ editor: ProfileEditor, to page: inout TextBuilder) {
    page.add("verdict   ", Style(.faint))
    if editor.flaw != nil, editor.draft.statusCodeKey.isEmpty, editor.draft.rule != .httpStatus {
      page.addLine("– no code picked yet", Style(.faint))
    } else {
      let (text, style) = (editor.outcome.envelope?.verdict ?? .bare).line
      page.addLine(text, style)
    }
    guard editor.samples.count > 1 else { return }
    page.add("\(editor.samples.count) responses", Style(.faint))
    for (place, part) in editor.counts.enumerated() {
      page.add(place == 0 ? "  " : " · ", Style(.faint))
      page.add("\(part.count) \(part.words)", part.style)
    }
    page.endLine()
  }

  /// A part with its path and what stands there now.
  private static func add(
    _ label: String, _ path: String, _ value: String, _ width: Int, _ rule: DisplayRule,
    to page: inout TextBuilder
  ) {
    page.add(label + String.blanks(labelWidth - label.utf8.count), Style(.faint))
    guard !path.isEmpty else { return page.addLine("–", Style(.faint)) }
    let room = max(8, width - labelWidth)
    let shown = path.shortened(to: room)
    page.add(shown, Style(.key, bold: true))
    let used = rule.width(of: shown)
    if !value.isEmpty, room - used > 6 {
      page.add("  ")
      page.add(value.shortened(to: max(4, room - used - 3)), Style(.faint))
    }
    page.endLine()
  }

  private static func words(_ draft: EnvelopeProfile) -> String {
    switch draft.rule {
    case .value where draft.missingCode == .success: "a success code, or none at all"
    case .value: "a success code"
    case .absence: "when nothing stands there"
    case .httpStatus: "a status in 2xx"
    }
  }

  // MARK: Codes

  private static func addCodes(
    _ editor: ProfileEditor, _ width: Int, _ rule: DisplayRule, to page: inout TextBuilder
  ) {
    guard !editor.codes.isEmpty else { return }
    page.endLine()
    page.addLine("codes", Style(.title, bold: true))
    // Where room is short the kinds are called as lists call them.
    let limit = max(8, min(24, width - 25))
    let codes = editor.codes.prefix(9).map { (code: $0, text: $0.text.shortened(to: limit)) }
    let widest = codes.map { rule.width(of: $0.text) }.max() ?? 0
    for (place, (code, text)) in codes.enumerated() {
      page.add(" \(place + 1) ", Style(.accent, bold: true))
      page.add(text, code.isShown ? Style(.plain, bold: true) : .plain)
      page.add(String.blanks(widest - rule.width(of: text) + 2))
      switch code.meaning {
      case .success: page.add("✓ ok        ", Style(.ok))
      case .session: page.add("✗ expired   ", Style(.business))
      case .refusal: page.add("✗ rejected  ", Style(.business))
      }
      page.addLine(code.count == 0 ? "not seen" : "\(code.count)×", Style(.faint))
    }
    if editor.codes.count > 9 { page.addLine(" and \(editor.codes.count - 9) more", Style(.faint)) }
  }

  private static func addSteps(
    _ outcome: Outcome, _ width: Int, _ rule: DisplayRule, to page: inout TextBuilder
  ) {
    page.addLine("pipeline", Style(.title, bold: true))
    let column = min((outcome.steps.map { rule.width(of: $0.name) }.max() ?? 0) + 2, width / 2)
    for step in outcome.steps {
      let (sign, style) = step.sign
      page.add(sign + " ", style)
      page.add(step.name + String.blanks(max(2, column - rule.width(of: step.name))))
      let note = if case .failed(let error) = step.state { error.kind.word } else { step.note }
      let room = max(4, width - column - 3)
      page.addLine(note.shortened(to: room), step.hasPassed == nil ? Style(.faint) : .plain)
    }
  }
}
