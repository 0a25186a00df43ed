import FramesAndWidgets
import NetEngine

extension FormTable {
  /// Longer names do not push the values of the others away.
  private static let nameWidth = 28

  /// A row with what it is, then a row a field; what is no field stands below them as it came.
  func sections(hint: String? = nil, number: Int = 0) -> [TextSection] {
    var builder = TextBuilder()
    builder.add(Units.count(fields.count, "field"), Style(.title, bold: true))
    let notes = [kind, hint].compactMap { $0 }
    builder.addLine("  " + notes.joined(separator: "; "), Style(.faint))
    let rule = DisplayRule()
    let widths = fields.map { min(Self.nameWidth, rule.width(of: $0.nameText)) }
    let width = widths.max() ?? 0
    for (field, own) in zip(fields, widths) {
      builder.add(field.nameText, field.hasName ? Style(.key) : Style(.faint))
      builder.add(String(repeating: " ", count: width - own + 2))
      add(field, to: &builder)
      builder.endLine()
    }
    var table = builder.section
    table.table = number
    return [table] + remarks
  }

  private var kind: String {
    switch form.content {
    case .pairs: form.isQuery ? "of the query" : "urlencoded"
    case .parts, .encoded: "multipart"
    }
  }

  private func add(_ field: FormField, to builder: inout TextBuilder) {
    if let fileName = field.fileName {
      builder.add(text: fileName, Style(.string))
    } else if !field.hasValue {
      builder.add("(no value)", Style(.faint))
    } else if field.value.isEmpty {
      builder.add("(empty)", Style(.faint))
    } else {
      builder.add(text: field.value)
    }
    if !field.isWhole, field.fileName == nil { builder.add("…", Style(.faint)) }
    var facts: [String] = []
    if let type = field.type { facts.append(String(decoding: type, as: UTF8.self)) }
    if field.fileName != nil || !field.isWhole {
      facts.append(field.isEnded ? Units.bytes(field.size) : "\(Units.bytes(field.size)) and more")
    }
    if !facts.isEmpty { builder.add("  " + facts.joined(separator: ", "), Style(.faint)) }
    for trouble in field.troubles { builder.add("  ! \(trouble)", Style(.warning)) }
  }

  /// What there is to say of the whole, and what is shown as it came.
  private var remarks: [TextSection] {
    var sections = troubles.map { TextSection.note("! \($0)", style: Style(.warning)) }
    if !isWhole {
      sections.append(.note("looking for the other fields", style: Style(.progress, bold: true)))
    }
    guard let rest, !rest.range.isEmpty else { return sections }
    if !fields.isEmpty {
      sections.append(
        .note("\(Units.bytes(rest.range.count)) behind them, as they came:", style: Style(.faint)))
    }
    return sections + [TextSection(source: .part(rest.body, rest.range))]
  }

  /// The field on a line of the table; the first line has none.
  func field(atLine line: Int) -> FormField? {
    fields.indices.contains(line - 1) ? fields[line - 1] : nil
  }
}

extension FormField {
  fileprivate var nameText: String {
    hasName ? String(decoding: name, as: UTF8.self) : "(no name)"
  }
}

extension TextBuilder {
  fileprivate mutating func add(text bytes: [UInt8], _ style: Style = .plain) {
    bytes.withUnsafeBufferPointer { add($0, style) }
  }
}
