import LosslessJSON

extension Pipeline {
  /// The pipeline as code that somebody who knows Moya would write, ready to paste.
  ///
  /// `target` is put in as it is; `Model` stands for the reader's own type. A profile that is not of
  /// the library is declared in front.
  package func swiftSource(target: String = "target") -> String {
    var operators: [String] = []
    if profile?.rule != .httpStatus, let call = filter.swiftSource { operators.append(call) }
    guard let profile else {
      if let call = mapping.swiftSource { operators.append(call) }
      return Self.source("value", target, operators)
    }
    let known = EnvelopeProfile.shared.first { $0.profile == profile }
    let params = "params: \(known.map { ".\($0.name)" } ?? "profile")"
    let code = source(target, operators, params, modelKey: profile.modelKey)
    return known == nil ? "\(profile.swiftSource)\n\(code)" : code
  }

  private func source(
    _ target: String, _ operators: [String], _ params: String, modelKey: String
  ) -> String {
    switch mapping {
    case .auto, .json:
      return Self.source("value", target, operators + ["mapResponse(Model.self, \(params))"])
    case .object(let path) where path == JSONPath(modelKey):
      return Self.source("value", target, operators + ["mapResponse(Model.self, \(params))"])
    case .none:
      return Self.source("value", target, operators + ["mapEmptyResponse(\(params))"])
    case .string, .stringAt, .object, .image:
      // The verdict comes first, then something other than the envelope's data is wanted.
      let lines = [
        Self.source("response", target, operators),
        "try response.mapEmptyResponse(\(params))",
        "let value = try response.\(mapping.swiftSource ?? "body")",
      ]
      return lines.joined(separator: "\n")
    }
  }

  private static func source(_ name: String, _ target: String, _ operators: [String]) -> String {
    let lines = ["let \(name) = try await provider.request(\(target))"]
    return (lines + (operators + ["value"]).map { "  .\($0)" }).joined(separator: "\n")
  }
}

extension StatusFilter {
  fileprivate var swiftSource: String? {
    switch self {
    case .none: return nil
    case .successful: return "filterSuccessfulStatusCodes()"
    case .successfulAndRedirect: return "filterSuccessfulStatusAndRedirectCodes()"
    default:
      if ranges.count == 1, ranges[0].count == 1 {
        return "filter(statusCode: \(ranges[0].lowerBound))"
      }
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
    case .object(let path) where path.steps.isEmpty: "map(Model.self)"
    case .object(let path): "map(Model.self, atKeyPath: \("\(path)".swiftLiteral))"
    case .image: "mapImage()"
    }
  }
}

extension EnvelopeProfile {
  /// The profile's declaration, an argument a line.
  fileprivate var swiftSource: String {
    var arguments = [
      "name: \(name.swiftLiteral)", "statusCodeKey: \(statusCodeKey.swiftLiteral)",
    ]
    if !tipStrKey.isEmpty { arguments.append("tipStrKey: \(tipStrKey.swiftLiteral)") }
    if !modelKey.isEmpty { arguments.append("modelKey: \(modelKey.swiftLiteral)") }
    if rule != .value { arguments.append("rule: .\(rule.rawValue)") }
    if !successValues.isEmpty { arguments.append("successValues: \(successValues.swiftLiteral)") }
    if !invalidSessionValues.isEmpty {
      arguments.append("invalidSessionValues: \(invalidSessionValues.swiftLiteral)")
    }
    if missingCode != .malformed { arguments.append("missingCode: .\(missingCode.rawValue)") }
    if !detailCodeKey.isEmpty { arguments.append("detailCodeKey: \(detailCodeKey.swiftLiteral)") }
    return "let profile = EnvelopeProfile(\n  \(arguments.joined(separator: ",\n  ")))"
  }
}

extension String {
  /// A Swift string literal of the text; nothing in it turns the direction of writing around.
  package var swiftLiteral: String {
    let inside = spelling { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isUnsafeToShow ? "\\u{\(String(scalar.value, radix: 16))}" : nil
      }
    }
    return "\"\(inside)\""
  }
}

extension [String] {
  fileprivate var swiftLiteral: String {
    "[\(map(\.swiftLiteral).joined(separator: ", "))]"
  }
}
