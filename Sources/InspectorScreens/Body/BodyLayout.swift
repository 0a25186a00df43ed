import NetEngine

/// Whether the Raw tab shows JSON as it came or laid out.
struct BodyLayout: Sendable {
  var isOn = true
  /// A key asked for the layout of the large body that shows.
  private var isLargeWanted = false
  private var isLarge = false
  /// Larger bodies show as they came until a key asks for their layout.
  private static let largest = 4 << 20
  /// Whether the body that shows is to be laid out.
  var isWanted: Bool { isOn && (!isLarge || isLargeWanted) }
  /// What the Raw tab was made of.
  private(set) var shown = Shown.asItCame(nil)
  /// The document that a background job lays out.
  private(set) var work: JSONDocument?
  private var pretty: (document: JSONDocument, made: Result<PrettyBody, PrettyBody.Trouble>)?

  /// Shows the body in the other way; so do the next ones, unless this one is large.
  mutating func turn() {
    isLargeWanted = !isWanted
    if isLargeWanted || !isLarge { isOn = isLargeWanted }
  }

  enum Shown: Sendable {
    /// With the reason why the body is not laid out.
    case asItCame(String?)
    case pretty(PrettyBody)

    var isLaidOut: Bool { if case .pretty = self { true } else { false } }
    var why: String? { if case .asItCame(let why) = self { why } else { nil } }
  }

  /// So much of a pretty text is made between two keys.
  private static let atOnce = 2 << 20

  /// Another answer shows: nothing of the one before is needed.
  mutating func forget() {
    (shown, work, pretty, isLargeWanted) = (.asItCame(nil), nil, nil, false)
  }

  /// Says how the Raw tab shows an answer from now on.
  mutating func layOut(_ record: ExchangeRecord) -> Shown {
    isLarge = record.response.map { $0.body.count > Self.largest } ?? false
    shown = isWanted ? laidOut(record) : .asItCame(nil)
    return shown
  }

  private mutating func laidOut(_ record: ExchangeRecord) -> Shown {
    if record.arrival != nil {
      return .asItCame("it is still coming: laid out once it is all here")
    }
    guard let reading = record.reading else {
      return .asItCame("it is being read: laid out in a moment")
    }
    if let noun = reading.parts?.noun {
      return .asItCame("not laid out: there is a document in each \(noun); 2 shows them as trees")
    }
    guard record.isJSON, let document = reading.document else { return .asItCame(nil) }
    if let error = document.error {
      return .asItCame("not laid out: the JSON is broken, \(error.place): \(error.trouble)")
    }
    return pretty(document)
  }

  private mutating func pretty(_ document: JSONDocument) -> Shown {
    if pretty?.document !== document {
      pretty = nil
      let isShort = document.parsedBytes <= App.readAtOnce
      guard isShort, let made = try? PrettyBody(document, limit: Self.atOnce) else {
        work = document
        return .asItCame("it is being laid out…")
      }
      pretty = (document, .success(made))
    }
    switch pretty?.made {
    case .success(let body): return .pretty(body)
    case .failure(let trouble): return .asItCame(trouble.words)
    case nil: return .asItCame(nil)
    }
  }

  /// Takes a finished layout; false when another document shows by now.
  mutating func take(_ result: LayoutResult) -> Bool {
    guard result.document === work else { return false }
    work = nil
    pretty = (result.document, result.made)
    return true
  }
}
