import NetEngine
import NetRecordings
import RequestFiles

/// What would be sent if a request were fired now, and where its values come from.
package struct RequestPreview: Sendable {
  package var request: HTTPRequest
  package var variables: [VariableUse]
  /// Plugins that may still change it: they are asked when it is sent.
  package var plugins: [String]
  /// The request with names in the place of values that each firing makes anew; nil without such.
  private var named: HTTPRequest?

  package init(request: HTTPRequest, variables: [VariableUse] = [], plugins: [String] = []) {
    (self.request, self.variables, self.plugins) = (request, variables, plugins)
  }

  /// Shows the names that another preview has in the place of values that each firing makes anew.
  package mutating func name(as other: RequestPreview) {
    var request = other.request
    for use in other.variables where use.origin == .dynamic {
      // A path has no such bytes, and a query has few of them: they were escaped.
      for refused in [" \"<>`{}\\^|", " \"<>"] {
        let escaped = use.value.percentEscaped { !refused.utf8.contains($0) }
        request.url = request.url.replacing(escaped, with: use.value)
      }
    }
    named = request
    variables = other.variables
  }

  /// The request as it will go out, its variables, and what else there is to know.
  ///
  /// With the sources of what a person has written each part says where it comes from.
  ///
  /// Values that are hidden in the table of variables are hidden wherever they stand.
  func document(_ sources: Draft.Sources? = nil) -> TextDocument {
    let hiding = VariableUse.hiding(variables, request.secrets)
    var shown = self
    shown.request = hiding.redact(named ?? request)
    shown.variables = variables.map { $0.hidden(by: hiding) }
    return shown.document(ofShown: sources)
  }

  private func document(ofShown sources: Draft.Sources?) -> TextDocument {
    var said = sources?.headers ?? []
    func words(of field: HeaderField) -> String? {
      if let words = field.source.words { return words }
      guard let place = said.firstIndex(where: { $0.name.isSameHeaderName(as: field.name) }) else {
        return sources == nil ? nil : "added for its body"
      }
      return said.remove(at: place).words
    }
    var head = TextBuilder()
    head.add(request.method.rawValue + " ", Style(.title, bold: true))
    head.add(marking: request.url, Style(.title, bold: true))
    head.endLine()
    func count(_ field: HeaderField) -> Int {
      field.name.unicodeScalars.count + field.value.unicodeScalars.count + 2
    }
    let width = request.headers.map(count).max() ?? 0
    for field in request.headers {
      head.add(field.name, Style(.key))
      head.add(": ")
      head.add(marking: field.value, .plain)
      if let words = words(of: field) {
        head.add(.blanks(max(1, min(width, 60) - count(field) + 2)))
        head.add(words, Style(.faint))
      }
      head.endLine()
    }
    head.endLine()
    let written = sources.map(table)
    return TextDocument(
      [head.section] + body + [written, variableTable, facts].compactMap { $0 })
  }

  /// Where the parts come from that are no header.
  private func table(of sources: Draft.Sources) -> TextSection {
    var builder = TextBuilder()
    builder.endLine()
    builder.addLine("where it comes from", Style(.title, bold: true))
    let parts = [("method", sources.method), ("URL", sources.url), ("body", sources.body)]
    for (name, words) in parts where !words.isEmpty {
      builder.add("  \(name)", Style(.key))
      builder.add(.blanks(max(1, 8 - name.utf8.count)))
      builder.addLine(words, Style(.faint))
    }
    return builder.section
  }

  private var body: [TextSection] {
    let isText = if case .bytes = request.body { true } else { false }
    return request.body.sections + (isText ? [.emptyLine] : [])
      + FormTable.sections(of: request)
  }

  private var variableTable: TextSection? {
    guard !variables.isEmpty else { return nil }
    var builder = TextBuilder()
    builder.endLine()
    builder.addLine("variables", Style(.title, bold: true))
    let names = min(28, variables.map { $0.name.utf8.count }.max() ?? 0)
    let values = min(40, variables.map { $0.value.unicodeScalars.count }.max() ?? 0)
    var seen: Set<VariableUse> = []
    for use in variables where seen.insert(use).inserted {
      builder.add("  \(use.name)", Style(.key))
      builder.add(.blanks(max(1, names - use.name.utf8.count + 2)))
      builder.add(use.value)
      builder.add(.blanks(max(1, values - use.value.unicodeScalars.count + 2)))
      builder.addLine("\(use.origin)", Style(.faint))
    }
    return builder.section
  }

  private var facts: TextSection? {
    var lines: [String] = []
    if !request.options.followsRedirects { lines.append("redirects are not followed") }
    if !request.options.verifiesTLS { lines.append("the certificate is NOT VERIFIED") }
    if let timeout = request.timeout {
      let microseconds = Int(saturating: timeout / .microseconds(1))
      lines.append("it may take \(Units.time(microseconds: microseconds))")
    }
    if !plugins.isEmpty {
      lines.append("plugins that may change it: \(plugins.joined(separator: ", "))")
    }
    guard !lines.isEmpty else { return nil }
    var builder = TextBuilder()
    builder.endLine()
    for line in lines { builder.addLine(line, Style(.faint)) }
    return builder.prose
  }
}

extension VariableUse {
  /// Hides secret values, and names and shapes of secrets, in whatever a screen shows.
  package static func hiding(
    _ uses: some Sequence<VariableUse>, _ secrets: [NamedSecret] = []
  ) -> Redactor {
    Redactor(style: .bullets).knowing(
      uses.filter(\.isSecret).map { NamedSecret(name: $0.name, value: $0.value) } + secrets)
  }

  /// The same with bullets in the place of a secret value, or of the secrets inside.
  package func hidden(by hiding: Redactor) -> VariableUse {
    var shown = self
    shown.value = isSecret ? "•••" : hiding.redact(value)
    return shown
  }
}

/// What is wanted of a preview once it is there.
enum PreviewUse: Sendable, Hashable {
  case show
  case copy(isExact: Bool)
}

extension App {
  /// Asks what will be sent for the selected request.
  mutating func preview(for use: PreviewUse) -> [Effect] {
    guard let target = shownRecord?.target ?? main.list.selectedTarget else {
      return house.notify("a heading sends nothing: select a request")
    }
    previewUse = (target, use)
    return [.preview(target: target)]
  }

  mutating func take(_ preview: Result<RequestPreview, NetError>, of target: Int) -> [Effect] {
    guard house.items.indices.contains(target) else { return [] }
    guard let wanted = previewUse, wanted.target == target else {
      main.unsent?.take(preview, of: target, house)
      return []
    }
    previewUse = nil
    switch (preview, wanted.use) {
    case (.failure(let error), _): house.warn("\(error.message); \(error.hint)")
    case (.success(let preview), .show):
      main.list.select(target: target)
      let name = house.items[target].name.withMaskedSecrets
      show(TextPage(.preview(of: name, preview.document(house.sources(of: target)))))
    case (.success(let preview), .copy(let isExact)):
      var redaction = ClipRedaction(isOff: isExact)
      let text = redaction.command(for: preview.request) + "\n"
      return [.copy(Clip(kind: .curl, body: Body(text), redacted: redaction.reported))]
    }
    return []
  }

  /// Fires what the page shows.
  mutating func firePreviewed() -> [Effect] {
    above.removeAll { $0.name == "preview" }
    if form != nil { return sendForm() }
    return perform(Keymap.Action(command: .fire, index: 0))
  }
}

extension House {
  /// Where the parts of a request that somebody has written come from.
  func sources(of target: Int) -> Draft.Sources? {
    composed[target]?.draft.sources ?? items[target].writtenDraft?.sources
  }
}

extension TextBuilder {
  /// Adds a text in which names in braces, which have no value, stand out.
  fileprivate mutating func add(marking text: String, _ style: Style) {
    var rest = text[...]
    while let start = rest.utf8.firstPlace(of: "{{".utf8)?.lowerBound,
      let end = rest[start...].utf8.firstPlace(of: "}}".utf8)?.upperBound
    {
      add(String(rest[..<start]), style)
      add(String(rest[start..<end]), Style(.warning, bold: true))
      rest = rest[end...]
    }
    add(String(rest), style)
  }
}
