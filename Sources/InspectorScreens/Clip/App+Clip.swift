import NetEngine

/// Copying: a first key says how, a second one says what.
extension App {
  enum Copying: Sendable, Hashable {
    case redacted, exact
  }

  /// What the second key asks for.
  mutating func copy(_ kind: Clip.Kind) -> [Effect] {
    let isExact = copying == .exact
    copying = nil
    return copy(kind, isExact: isExact)
  }

  /// A key that is none of the choices leaves everything as it was.
  mutating func leaveCopying() {
    copying = nil
    house.notify("nothing copied")
  }

  mutating func copy(_ kind: Clip.Kind, isExact: Bool) -> [Effect] {
    if kind == .curl, viewedRecord?.response == nil, !shown.isRecorded {
      return preview(for: .copy(isExact: isExact))
    }
    if kind == .body, !isExact, let response = viewedRecord?.response,
      response.body.count > App.readAtOnce
    {
      house.notify("looking for secrets in \(Units.bytes(response.body.count))…")
      var clip = Clip(kind: .body, body: response.body, redacted: nil)
      clip.secrets = response.request.secrets
      clip.exactKeys = exactKeys(kind)
      clip.partOf = response.keptPartOf
      return [.redact(clip, type: response.mediaType)]
    }
    let secrets = shownRecord?.response?.request.secrets ?? []
    var redaction = ClipRedaction(isOff: isExact, secrets: secrets)
    guard let body = clipped(kind, &redaction) else { return [] }
    var clip = Clip(kind: kind, body: body, redacted: redaction.reported)
    if redaction.count > 0 { clip.exactKeys = exactKeys(kind) }
    if kind == .body { clip.partOf = viewedRecord?.response?.keptPartOf }
    return [.copy(clip)]
  }

  /// What copies the same as it came: `Y v`.
  private func exactKeys(_ kind: Clip.Kind) -> String? {
    let command = Command.allCases.first { $0.name == "copy-\(kind.rawValue)" }
    let keys = [.copyExact, command].compactMap { $0 }.map(house.keymap.keys)
    let names = keys.compactMap { $0.first?.shortName }
    return names.count == 2 ? names.joined(separator: " ") : nil
  }

  /// The text, or nil after a notice that says why there is none.
  private mutating func clipped(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> Body? {
    switch kind {
    case .line, .value, .key, .path:
      if let value = treeValue { return part(kind, of: value, &redaction) }
      return kind == .line ? line(&redaction) : part(kind, &redaction)
    case .curl, .headers, .swift, .body, .report, .request, .exchange: break
    }
    if kind == .curl, let request = session?.exchange?.request {
      return Body(redaction.command(for: request) + "\n")
    }
    guard let record = viewedRecord, !record.isRunning else {
      return nothing(
        shown.isRecorded
          ? "there is no response in this exchange"
          : "there is no response yet: send the request first"
      )
    }
    if kind == .report {
      let report = ClipReport.make(record, redaction)
      redaction = report.redaction
      return Body(report.text)
    }
    if kind == .swift { return Body(currentPipeline.swiftSource()) }
    guard let response = record.response else {
      return nothing("no response came, or it is no longer held: r sends it again")
    }
    switch kind {
    case .curl: return Body(redaction.command(for: response.request) + "\n")
    case .headers:
      let lines = response.headers.map { "\($0.name): \(redaction.value($0.value, of: $0.name))\n" }
      return Body(lines.joined())
    case .request: return Body(redaction.wire(response, isWhole: false))
    case .exchange: return Body(redaction.wire(response, isWhole: true))
    default: return redaction.body(response.body, type: response.mediaType)
    }
  }

  private mutating func part(
    _ kind: Clip.Kind, of value: TreeValue, _ redaction: inout ClipRedaction
  ) -> Body? {
    guard value.count <= App.readAtOnce else {
      return nothing("\(Units.bytes(value.count)) are too much for one value: b copies the body")
    }
    guard let text = value.text(kind, &redaction) else {
      return nothing("an element has no key: p copies the path to it")
    }
    return Body(text)
  }

  private mutating func nothing(_ why: String) -> Body? {
    house.warn(why)
    return nil
  }

  // MARK: Where the cursor is

  private mutating func line(_ redaction: inout ClipRedaction) -> Body? {
    if isInAnswer, let value = answer.prettyElement, value.count <= App.readAtOnce,
      let text = value.text(.line, &redaction)
    {
      return Body(text)
    }
    if isInAnswer, let line = answer.currentLine { return Body(redaction.line(line)) }
    if let request = session?.exchange?.request {
      return Body("\(request.method.rawValue) \(redaction.url(request.url))")
    }
    guard let target = shownRecord?.target ?? main.list.selectedTarget else {
      return nothing("a heading is no line to copy")
    }
    let item = house.items[target]
    let url = redaction.url(shownRecord?.response?.request.url ?? item.url)
    return Body("\(item.method) \(url)")
  }

  private mutating func part(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> Body? {
    if isInAnswer, kind != .path, let line = answer.currentLine.flatMap(HeaderLine.init) {
      if kind == .key { return Body(line.name) }
      return Body(redaction.value(line.value, of: line.name))
    }
    return nothing("there is no \(kind.words) here: the JSON tab (2) has them")
  }
}

extension AnswerView {
  /// The whole line the cursor is in, without its end; nil where there is no text.
  var currentLine: [UInt8]? { pane.flatMap { $0.line(at: $0.cursor) } }
}

extension TextPane {
  /// Longer lines are no lines to copy: the body is.
  private static var lineLimit: Int { 64 << 10 }

  /// The bytes from line feed to line feed around a place.
  func line(at position: TextPosition) -> [UInt8]? {
    guard document.sections.indices.contains(position.section) else { return nil }
    let section = document.sections[position.section]
    return section.source.withBuffer { bytes in
      guard position.offset <= bytes.count else { return nil }
      var start = position.offset
      while start > 0, bytes[start - 1] != 0x0A {
        if position.offset - start > Self.lineLimit { return nil }
        start -= 1
      }
      var end = position.offset
      while end < bytes.count, bytes[end] != 0x0A {
        if end - start > Self.lineLimit { return nil }
        end += 1
      }
      if section.form == .head, end > start, bytes[end - 1] == 0x0D { end -= 1 }
      return Array(bytes[start..<end])
    }
  }
}
