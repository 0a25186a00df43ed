import NetEngine

/// Copying: a first key says how, a second one says what.
extension App {
  enum Copying: Sendable, Hashable {
    case redacted, exact
  }

  mutating func copy(_ command: Command) -> [Effect] {
    switch command {
    case .copy: copying = .redacted
    case .copyExact: copying = .exact
    default:
      let isExact = copying == .exact
      copying = nil
      guard let kind = Clip.Kind(command) else { return [] }
      return copy(kind, isExact: isExact)
    }
    return []
  }

  /// A key that is none of the choices leaves everything as it was.
  mutating func leaveCopying() {
    copying = nil
    notice = Notice(text: "nothing copied")
  }

  mutating func copy(_ kind: Clip.Kind, isExact: Bool) -> [Effect] {
    var redaction = ClipRedaction(isOff: isExact)
    guard let body = clipped(kind, &redaction) else { return [] }
    return [.copy(Clip(kind: kind, body: body, redacted: redaction.reported))]
  }

  /// The text, or nil after a notice that says why there is none.
  private mutating func clipped(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> Body? {
    switch kind {
    case .line: return line(&redaction)
    case .value, .key, .path: return part(kind, &redaction)
    case .curl, .headers, .swift, .body: break
    }
    guard let record = shownRecord, !record.isRunning else {
      return nothing("there is no answer yet: fire the request first")
    }
    if kind == .swift { return Body(pipeline(of: record).swiftSource()) }
    guard let response = record.response else {
      return nothing("no answer came, or it is no longer held: r fires it again")
    }
    switch kind {
    case .curl: return Body(redaction.command(for: response.request) + "\n")
    case .headers:
      let lines = response.headers.map { redaction.line($0.name, $0.value) + "\n" }
      return Body(lines.joined())
    default: return response.body
    }
  }

  private mutating func nothing(_ why: String) -> Body? {
    notice = Notice(text: why, role: .warning)
    return nil
  }

  // MARK: Where the cursor is

  private mutating func line(_ redaction: inout ClipRedaction) -> Body? {
    if focus == .answer, let line = answer.currentLine { return Body(redaction.line(line)) }
    guard let target = shownRecord?.target ?? list.selectedTarget else {
      return nothing("a heading is no line to copy")
    }
    let item = list.items[target]
    return Body("\(item.method) \(shownRecord?.response?.request.url ?? item.url)")
  }

  private mutating func part(_ kind: Clip.Kind, _ redaction: inout ClipRedaction) -> Body? {
    if focus == .answer, kind != .path, let line = answer.currentLine.flatMap(HeaderLine.init) {
      if kind == .key { return Body(line.name) }
      // The line is redacted as a whole, its value is what is left behind the name.
      let text = redaction.line(line.name, line.value)
      return Body(String(text.dropFirst(line.name.count + 2)))
    }
    return nothing("there is no \(kind.words) here: headers and the JSON tab have them")
  }
}

extension Clip.Kind {
  /// What the second key of copying asks for.
  init?(_ command: Command) {
    switch command {
    case .copyLine: self = .line
    case .copyValue: self = .value
    case .copyKey: self = .key
    case .copyPath: self = .path
    case .copyCurl: self = .curl
    case .copyHeaders: self = .headers
    case .copySwift: self = .swift
    case .copyBody: self = .body
    default: return nil
    }
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
