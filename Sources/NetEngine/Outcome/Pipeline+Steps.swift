extension Pipeline {
  /// The filter as a step is called.
  var filterName: String {
    if profile?.rule == .httpStatus { return "filter by profile" }
    return filter == .none ? "filter off" : "filter \(filter.text)"
  }

  /// The steps of an answer that never came.
  var stepNames: [String] {
    var names = [filterName, mapping.stepName(mapping), "envelope"]
    if case .object = mapping { names.append(mapping.objectStepName) }
    return names
  }

  /// What `auto` means for this body; `auto` itself where the bytes are nothing that is known.
  func resolvedMapping(for response: Response) -> Mapping {
    guard mapping == .auto else { return mapping }
    if response.body.isEmpty { return profile == nil || response.hasNoBodyByNature ? .none : .json }
    if response.mediaType?.isJSON == true { return .json }
    if ImageInfo(response.body) != nil { return .image }
    if response.body.looksLikeJSON, response.document.error == nil { return .json }
    return (try? response.mapString()) == nil ? .auto : .string
  }
}

extension Pipeline.Mapping {
  /// The mapping as a step is called; `auto` is named by what it turned into.
  func stepName(_ asked: Pipeline.Mapping) -> String {
    switch self {
    case .auto: "map"
    case .none: asked == .auto ? "map" : "map off"
    case .json, .object: "mapJSON"
    case .string: "mapString"
    case .stringAt(let path): "mapString(\(path))"
    case .image: "mapImage"
    }
  }

  /// The last step of an object mapping.
  var objectStepName: String {
    if case .object(let path) = self { return "mapObject(\(path))" }
    return "mapObject"
  }
}

extension Body {
  /// Whether the first byte that is not white space could start an object or an array.
  fileprivate var looksLikeJSON: Bool {
    withUnsafeBytes { bytes in
      let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      let first = bytes.dropFirst(start).first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
  }
}

extension JSON {
  /// The value in a few words: `object, 3 keys`.
  package var summary: String {
    switch kind {
    case .object: "object, \(count) \(count == 1 ? "key" : "keys")"
    case .array: "array, \(count) \(count == 1 ? "element" : "elements")"
    case .string: "string '\((string ?? "").shortened)'"
    case .number: "number \(rawText ?? "")"
    case .bool: bool == true ? "true" : "false"
    case .null: "null"
    case nil: "nothing"
    }
  }
}

extension String {
  /// The first 40 scalars, escaped.
  package var shortened: String {
    guard unicodeScalars.count > 40 else { return escapedForMessage }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(40))).escapedForMessage + "…"
  }
}
