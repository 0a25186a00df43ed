import NetEngine

/// A way to look at an answer; raw and envelope share the first tab.
enum AnswerPage: Hashable, Sendable, CaseIterable {
  case raw, envelope, json, string, headers, timing, request, hex

  /// The digit that shows it, its title, a word for where there is no room for the title, whether
  /// lines may be wrapped, and whether another pipeline makes another text.
  private var row: (number: Int, title: String, short: String, canWrap: Bool, isRead: Bool) {
    switch self {
    case .raw: (1, "Raw", "Raw", true, false)
    case .envelope: (1, "Envelope", "Env", false, true)
    case .json: (2, "JSON", "JSON", false, true)
    case .string: (3, "String", "Str", true, true)
    case .headers: (4, "Headers", "Head", true, false)
    case .timing: (5, "Timing", "Time", false, false)
    case .request: (6, "Request", "Req", true, false)
    case .hex: (7, "Hex", "Hex", false, false)
    }
  }

  var number: Int { row.number }
  var title: String { row.title }
  var shortTitle: String { row.short }
  var canWrap: Bool { row.canWrap }
  /// Whether the text has to be made again for another width.
  var followsWidth: Bool { !canWrap }
  var followsReading: Bool { row.isRead }

  /// The pages under a digit, in order.
  static func pages(_ number: Int) -> [AnswerPage] { allCases.filter { $0.number == number } }
}

/// What a page is made of.
struct AnswerContext {
  let record: ExchangeRecord
  let item: TargetItem
  let response: Response
  /// How answers are read just now.
  let lens: Lens
  let width: Int
  let rule: DisplayRule
  /// How the newest firings of the same target ended, this one's among them.
  let firings: [AnswerSummary]
  var sortsHeaders = false
  /// The path of the string to show; nil for the whole body.
  var stringPath: JSONPath?
  /// Which of the documents of lines it leads into.
  var stringPart: Int?
  /// How the body is shown in the Raw tab.
  var layout = BodyLayout.Shown.asItCame(nil)
}

extension AnswerPage {
  /// Makes the page's text, and where parts of it stand in the body.
  func document(_ context: AnswerContext) -> (text: TextDocument, links: [BodyLink]) {
    let response = context.response
    switch self {
    case .raw: return (RawDocument.make(context.record, response, context.layout), [])
    case .envelope: return EnvelopeDocument.make(context)
    case .json: return (NoTreeDocument.make(context), [])
    case .string: return (StringDocument.make(context), [])
    case .headers: return (HeadersDocument.make(response, isSorted: context.sortsHeaders), [])
    case .timing: return (TimingDocument.make(context.firings, response, width: context.width), [])
    case .request: return (RequestDocument.make(response, context.record.fromApp), [])
    case .hex:
      let perRow = HexLayout.bytesPerRow(width: context.width, count: response.body.count)
      return (TextDocument([.body(response.body, form: .hex(bytesPerRow: perRow))]), [])
    }
  }
}

/// Lines of a page that speak of bytes of the body.
struct BodyLink: Sendable, Hashable {
  /// Bytes of the page's own text.
  var lines: Range<Int>
  /// Bytes of the body.
  var body: Range<Int>
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
    return builder.prose
  }

  static let emptyLine = TextSection(source: .bytes([0x0A]))
}
