import LosslessJSON

extension Pipeline {
  /// The filter as a step is called.
  var filterName: String {
    if profile?.rule == .httpStatus { return "filter by profile" }
    return filter == .none ? "filter off" : "filter \(filter.text)"
  }

  /// Whether the filter lets a status pass; a profile that judges by the status takes its place.
  func accepts(_ statusCode: Int) -> Bool {
    guard profile?.rule == .httpStatus else { return filter.accepts(statusCode) }
    // It has a verdict on these; nothing else is an answer to it.
    return 200..<300 ~= statusCode || 400..<500 ~= statusCode
  }

  /// The steps of an answer that never came.
  var stepNames: [String] {
    var names = [filterName, mapping.stepName, "envelope"]
    if case .object(let path) = mapping { names.append(Mapping.objectStepName(path)) }
    return names
  }
}

extension Pipeline.Mapping {
  /// The mapping as a step is called.
  var stepName: String {
    switch self {
    case .auto: "map"
    case .none: "map off"
    case .json, .object: "mapJSON"
    case .string: "mapString"
    case .stringAt(let path): "mapString(\(path))"
    case .image: "mapImage"
    }
  }

  /// The last step of an object mapping.
  static func objectStepName(_ path: JSONPath) -> String {
    path.steps.isEmpty ? "mapObject" : "mapObject(\(path))"
  }
}

extension Body {
  /// Whether the first byte that is not white space could start an object or an array.
  package var looksLikeJSON: Bool {
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
    case .number: "number \((rawText ?? "").shortened)"
    case .bool: bool == true ? "true" : "false"
    case .null: "null"
    case nil: "nothing"
    }
  }
}
