import FramesAndWidgets
import NetEngine

/// Whether bodies show as they came or laid out, and what was made for that.
struct BodyLayout: Sendable {
  /// The Raw tab shows JSON pretty, and a form as a table.
  var isOn = false
  /// The Request tab shows forms as they were sent, not as tables.
  var showsFormsAsSent = false
  /// What the Raw tab was made of.
  private(set) var shown = Shown.asItCame(nil)
  /// The forms that show as tables: of the body, and of the query.
  var tables: [AnswerPage: [FormTable?]] = [:]
  /// What has to be made beside the loop.
  private(set) var work: LayoutJob.Work?
  private var pretty: (document: JSONDocument, made: Result<PrettyBody, PrettyBody.Trouble>)?
  private var forms: [FormTable] = []

  enum Shown: Sendable {
    /// With what is to be said of that.
    case asItCame(String?)
    case pretty(PrettyBody)
    case form(FormTable)

    /// A word for the title of the tab; nil where there is nothing to say.
    var title: String? {
      switch self {
      case .asItCame: nil
      case .pretty: "pretty"
      case .form: "table"
      }
    }
  }

  /// So much of a pretty text is made between two keys.
  private static let atOnce = 2 << 20

  /// Another answer shows: nothing of the one before is needed.
  mutating func forget() {
    (shown, work, pretty, forms, tables) = (.asItCame(nil), nil, nil, [], [:])
  }

  /// Says how the Raw tab shows an answer from now on.
  mutating func layOut(_ record: ExchangeRecord) -> Shown {
    shown = isOn ? laidOut(record) : .asItCame(nil)
    return shown
  }

  private mutating func laidOut(_ record: ExchangeRecord) -> Shown {
    if record.arrival != nil {
      return .asItCame("it is still coming: laid out once it is all here")
    }
    if let form = record.response?.form { return .form(table(of: form)) }
    guard let reading = record.reading else {
      return .asItCame("it is being read: laid out in a moment")
    }
    if let noun = reading.parts?.noun {
      return .asItCame("not pretty: there is a document in each \(noun); 2 shows them as trees")
    }
    guard record.isJSON, let document = reading.document else { return .asItCame(nil) }
    if let error = document.error {
      return .asItCame("not pretty: the JSON is broken, \(error.place): \(error.trouble)")
    }
    return pretty(document)
  }

  private mutating func pretty(_ document: JSONDocument) -> Shown {
    if pretty?.document !== document {
      pretty = nil
      let isShort = document.parsedBytes <= App.readAtOnce
      guard isShort, let made = try? PrettyBody(document, limit: Self.atOnce) else {
        work = .pretty(document)
        return .asItCame("making it pretty…")
      }
      pretty = (document, .success(made))
    }
    switch pretty?.made {
    case .success(let body): return .pretty(body)
    case .failure(let trouble): return .asItCame(trouble.words)
    case nil: return .asItCame(nil)
    }
  }

  /// The fields of a form; of a long one those at its beginning, until all are found.
  mutating func table(of form: FormBody) -> FormTable {
    if let known = forms.first(where: { $0.form.isSame(as: form) }) { return known }
    let table = FormTable(form, atMost: FormTable.atOnce)
    if table.isWhole { keep(table) } else { work = .form(form) }
    return table
  }

  /// An answer has two at most, its own and its request's.
  private mutating func keep(_ table: FormTable) { forms = forms.suffix(1) + [table] }

  /// Takes what was made; false where nobody wants it any more.
  mutating func take(_ result: LayoutResult) -> Bool {
    guard result.work == work else { return false }
    work = nil
    switch (result.work, result.made) {
    case (.pretty(let document), .pretty(let made)): pretty = (document, made)
    case (_, .form(let table)): keep(table)
    default: return false
    }
    return true
  }
}
