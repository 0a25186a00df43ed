import LosslessJSON

/// What is made of an answer, step by step, as a value: status filter, mapping, envelope, model.
///
/// ```
/// response ─► filter ─► mapJSON | mapString | mapImage | – ─► envelope ─► mapObject ─► ok
/// ```
/// The default filters 2xx, maps by what the body is, and has no profile.
public struct Pipeline: Sendable, Hashable {
  /// Which statuses pass.
  public var filter: StatusFilter
  /// What the body is to become.
  public var mapping: Mapping
  /// How the envelope is read; nil: it is not.
  public var profile: EnvelopeProfile?
  /// The profile is kept for whatever a backend answers, and is not this request's own: what nobody
  /// asked to be JSON, a page, an image, a stream, has then no envelope, and that is no failure.
  package var profileIsKept = false

  /// Puts the steps together.
  public init(
    filter: StatusFilter = .successful, mapping: Mapping = .auto, profile: EnvelopeProfile? = nil
  ) {
    self.filter = filter
    self.mapping = mapping
    self.profile = profile
  }

  /// What a body is to become.
  public enum Mapping: Sendable, Hashable {
    /// What it is: nothing, JSON, an image or a string; only broken JSON that says it is JSON fails.
    case auto
    /// Nothing: the bytes stand for themselves.
    case none
    /// A JSON document.
    case json
    /// Text.
    case string
    /// The text at a path of a JSON document.
    case stringAt(JSONPath)
    /// The value at a path of a JSON document, which has to be there.
    case object(JSONPath)
    /// An image.
    case image
  }
}
