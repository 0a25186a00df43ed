import LosslessJSON

extension Pipeline {
  /// The steps as a line: `2xx → auto → code/msg/data`; without a profile the last one is `none`.
  package var text: String {
    [filter.text, mapping.text, profile?.name ?? "none"].joined(separator: Self.arrow)
  }

  /// Reads such a line; the profile is found by its name among the given ones.
  ///
  /// Nil when a step cannot be read or nobody knows the profile.
  package init?(_ text: String, profiles: [EnvelopeProfile] = EnvelopeProfile.readyMade) {
    let parts = text.split(separator: Self.arrow, omittingEmptySubsequences: false)
    guard let first = parts.first, let filter = StatusFilter(String(first)) else { return nil }
    // A path or a name may hold an arrow itself: the place to split is where both sides read.
    for index in parts.indices.dropFirst(2) {
      let mapping = Mapping(parts[1..<index].joined(separator: Self.arrow))
      let name = parts[index...].joined(separator: Self.arrow)
      guard let mapping else { continue }
      if let profile = profiles.first(where: { $0.name == name }) {
        self.init(filter: filter, mapping: mapping, profile: profile)
        return
      }
      if name == "none" {
        self.init(filter: filter, mapping: mapping)
        return
      }
    }
    return nil
  }

  private static let arrow = " → "
}

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
