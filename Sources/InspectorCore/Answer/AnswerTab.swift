import NetEngine

/// A way to look at an answer.
///
/// Adding one is one more entry of `all`.
struct AnswerTab: Sendable {
  /// The digit that shows it; numbers stay what they are while others are missing.
  let number: Int
  let title: String
  /// Whether its lines may be wrapped; a picture made for one width may not.
  let canWrap: Bool
  /// Whether the text has to be made again for another width.
  let followsWidth: Bool
  let document: @Sendable (ExchangeRecord, Response, _ width: Int) -> TextDocument

  static let all: [AnswerTab] = [
    AnswerTab(number: 1, title: "Raw", canWrap: true, followsWidth: false) { record, response, _ in
      RawDocument.make(record, response)
    },
    AnswerTab(number: 4, title: "Headers", canWrap: true, followsWidth: false) { _, response, _ in
      HeadersDocument.make(response)
    },
    AnswerTab(number: 5, title: "Timing", canWrap: false, followsWidth: true) {
      record, response, width in
      TimingDocument.make(record, response, width: width)
    },
    AnswerTab(number: 6, title: "Request", canWrap: true, followsWidth: false) { _, response, _ in
      RequestDocument.make(response)
    },
    AnswerTab(number: 7, title: "Hex", canWrap: false, followsWidth: true) { _, response, width in
      let perRow = HexLayout.bytesPerRow(width: width, count: response.body.count)
      return TextDocument([.body(response.body, form: .hex(bytesPerRow: perRow))])
    },
  ]

  static subscript(number: Int) -> AnswerTab? {
    all.first { $0.number == number }
  }
}

extension TextSection {
  /// A body, or words that say there is none.
  static func body(_ body: Body, form: Form = .text) -> TextSection {
    guard body.count > 0 else { return note("(no body)") }
    return TextSection(source: .body(body), form: form)
  }

  /// Words of ours on rows of their own, set apart from what came.
  static func note(_ text: String, style: Style = Style(.faint)) -> TextSection {
    var builder = TextBuilder()
    builder.addLine(text, style)
    return builder.section
  }

  static let emptyLine = TextSection(source: .bytes([0x0A]))
}
