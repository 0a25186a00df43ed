import LosslessJSON

/// Guesses how an API wraps its answers, from answers alone.
///
/// ```
/// samples ─► heads (top-level keys) ─┬► errors by absence: GraphQL, JSON:API, `{"error": {…}}` …
///                                    └► a code that is compared: `{"code": 0, "msg": …}` …
///                                       ─► the surest of them, or nothing
/// ```
/// What it finds is a proposal, with a confidence and its reason in words. It is shown as detected
/// and never applied by itself: no verdict follows from a guess.
public enum EnvelopeDetector {
  /// Below this nothing is proposed.
  static let threshold = 0.5

  /// The surest guess for these answers, nil when they look like plain data.
  ///
  /// More answers make it surer, above all good and bad ones of the same API.
  public static func detect(_ samples: [EnvelopeSample]) -> DetectedEnvelope? {
    let heads = samples.map { EnvelopeHead($0) }
    guard heads.contains(where: { !$0.members.isEmpty }) else { return nil }
    let guesses = ErrorShapes(heads: heads).guesses + CodeShapes(heads: heads).guesses
    let best = guesses.max { $0.confidence < $1.confidence }
    return best.flatMap { $0.confidence >= threshold ? $0 : nil }
  }

  /// The guess for one response, from its whole body; nil when the body is incomplete or broken.
  public static func detect(_ response: Response) -> DetectedEnvelope? {
    response.envelopeDocument.flatMap { detect(response, $0) }
  }

  /// The same where the document is read already; of a body that is kept in part it is the outline.
  package static func detect(_ response: Response, _ document: JSONDocument) -> DetectedEnvelope? {
    guard document.error == nil else { return nil }
    return detect([EnvelopeSample(document.json, statusCode: response.statusCode)])
  }
}

/// A proposed profile, how sure the guess is, and what speaks for it.
public struct DetectedEnvelope: Sendable, Hashable {
  /// What is proposed.
  public var profile: EnvelopeProfile
  /// From 0 to 1; what is proposed at all is 0.5 or more.
  public var confidence: Double
  /// For people: which keys, in how many answers, and where the success values come from.
  public var reason: String
}

/// An answer to guess from: its document and its HTTP status.
public struct EnvelopeSample: Sendable {
  /// The document; a part of one from its beginning will do.
  public var json: JSON
  /// The HTTP status it came with.
  public var statusCode: Int

  /// How much of a body is read: an envelope shows itself early.
  static let window = 64 << 10

  /// Takes a document that somebody has parsed already.
  public init(_ json: JSON, statusCode: Int = 200) {
    self.json = json
    self.statusCode = statusCode
  }

  /// Reads the beginning of a body, or the outline of one that is kept in part; nil when it is not
  /// JSON.
  public init?(_ response: Response) {
    let body = response.outline ?? response.body
    let document = JSONDocument(body.prefix(Self.window))
    if let error = document.error {
      // Cut by the window, and fine as far as it goes.
      let isCut = body.count > Self.window || response.keptPartOf != nil
      guard isCut, error.reason == .truncated else { return nil }
    }
    self.init(document.json, statusCode: response.statusCode)
  }
}
