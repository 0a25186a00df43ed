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

extension Pipeline.Mapping {
  /// Reads `auto`, `json`, `string`, `string(path)`, `object(path)`, `image`, `none`.
  public init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .none
    case "json": self = .json
    case "string": self = .string
    case "image": self = .image
    default:
      guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
      let path = JSONPath(String(text[text.index(after: open)...].dropLast()))
      switch text[..<open] {
      case "string": self = .stringAt(path)
      case "object": self = .object(path)
      default: return nil
      }
    }
  }

  /// The spelling that reads back as this mapping.
  public var text: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .json: "json"
    case .string: "string"
    case .stringAt(let path): "string(\(path))"
    case .object(let path): "object(\(path))"
    case .image: "image"
    }
  }
}
