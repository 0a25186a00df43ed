extension Pipeline {
  /// The pipeline as code that somebody who knows Moya would write.
  public func swiftSource(target: String = "target") -> String {
    var lines = ["let value = try await provider.request(\(target))"]
    if profile?.rule != .httpStatus, let call = filter.swiftSource { lines.append("  .\(call)") }
    if let profile {
      lines.append("  .mapResponse(Model.self, params: \(profile.swiftSource))")
    } else if let call = mapping.swiftSource {
      lines.append("  .\(call)")
    }
    lines.append("  .value")
    return lines.joined(separator: "\n")
  }
}

extension StatusFilter {
  fileprivate var swiftSource: String? {
    switch self {
    case .none: return nil
    case .successful: return "filterSuccessfulStatusCodes()"
    case .successfulAndRedirect: return "filterSuccessfulStatusAndRedirectCodes()"
    default:
      let ranges = ranges.map { "\($0.lowerBound)...\($0.upperBound)" }
      if ranges.count == 1 { return "filter(statusCodes: \(ranges[0]))" }
      return "filter(StatusFilter([\(ranges.joined(separator: ", "))]))"
    }
  }
}

extension Pipeline.Mapping {
  fileprivate var swiftSource: String? {
    switch self {
    case .auto, .none: nil
    case .json: "mapJSON()"
    case .string: "mapString()"
    case .stringAt(let path): "mapString(atKeyPath: \("\(path)".swiftLiteral))"
    case .object(let path): "map(Model.self, atKeyPath: \("\(path)".swiftLiteral))"
    case .image: "mapImage()"
    }
  }
}

extension EnvelopeProfile {
  fileprivate var swiftSource: String {
    var arguments = [
      "name: \(name.swiftLiteral)", "statusCodeKey: \(statusCodeKey.swiftLiteral)",
      "tipStrKey: \(tipStrKey.swiftLiteral)", "modelKey: \(modelKey.swiftLiteral)",
    ]
    if rule != .value { arguments.append("rule: .\(rule.rawValue)") }
    if !successValues.isEmpty { arguments.append("successValues: \(successValues.swiftLiteral)") }
    if !invalidSessionValues.isEmpty {
      arguments.append("invalidSessionValues: \(invalidSessionValues.swiftLiteral)")
    }
    if missingCode != .malformed { arguments.append("missingCode: .\(missingCode.rawValue)") }
    if !detailCodeKey.isEmpty { arguments.append("detailCodeKey: \(detailCodeKey.swiftLiteral)") }
    return "EnvelopeProfile(\(arguments.joined(separator: ", ")))"
  }
}

extension String {
  /// A Swift string literal of the text.
  package var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || 0x7f..<0xa0 ~= scalar.value:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension [String] {
  fileprivate var swiftLiteral: String {
    "[\(map(\.swiftLiteral).joined(separator: ", "))]"
  }
}
