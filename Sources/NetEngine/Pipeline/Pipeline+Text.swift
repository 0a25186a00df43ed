import LosslessJSON

extension Pipeline.Mapping {
  /// Reads `auto`, `json`, `string`, `string(path)`, `object(path)`, `image`, `none`.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "none": self = .none
    case "json": self = .json
    case "string": self = .string
    case "image": self = .image
    default:
      if let path = Self.path(in: text, after: "string(") {
        self = .stringAt(path)
      } else if let path = Self.path(in: text, after: "object(") {
        self = .object(path)
      } else {
        return nil
      }
    }
  }

  /// By bytes: an accent after a parenthesis would make one character of the two.
  private static func path(in text: String, after opening: String) -> JSONPath? {
    let bytes = text.utf8
    guard bytes.starts(with: opening.utf8), bytes.last == UInt8(ascii: ")") else { return nil }
    return JSONPath(
      String(decoding: bytes.dropFirst(opening.utf8.count).dropLast(), as: UTF8.self))
  }

  /// The spelling that reads back as this mapping.
  package var text: String {
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
