import LosslessJSON

/// How an API wraps its answers: where the code, the message and the data stand, and what is good.
public struct EnvelopeProfile: Sendable, Hashable {
  /// What lists and configuration call it.
  public var name: String
  /// The path of the code.
  public var statusCodeKey: String
  /// The path of the message; empty means that there is none.
  public var tipStrKey: String
  /// The path of the data; empty is the whole body.
  public var modelKey: String
  /// What decides.
  public var rule: Rule
  /// The codes that mean success, as text.
  public var successValues: [String]
  /// The codes that mean: log in again, as text.
  public var invalidSessionValues: [String]
  /// What a body without a code is.
  public var missingCode: MissingCode
  /// For the absence rule: the path of a code within what stands at `statusCodeKey`.
  public var detailCodeKey: String

  /// Describes an envelope.
  public init(
    name: String, statusCodeKey: String, tipStrKey: String = "", modelKey: String = "",
    rule: Rule = .value, successValues: [String] = [], invalidSessionValues: [String] = [],
    missingCode: MissingCode = .malformed, detailCodeKey: String = ""
  ) {
    self.name = name
    self.statusCodeKey = statusCodeKey
    self.tipStrKey = tipStrKey
    self.modelKey = modelKey
    self.rule = rule
    self.successValues = successValues
    self.invalidSessionValues = invalidSessionValues
    self.missingCode = missingCode
    self.detailCodeKey = detailCodeKey
  }

  /// What decides whether an answer is good.
  public enum Rule: String, Codable, Sendable, Hashable, CaseIterable {
    /// The value at the code key is compared with the known ones.
    case value
    /// It is good when nothing stands at the code key.
    case absence
    /// The HTTP status is the code; takes the place of the status filter.
    case httpStatus
  }

  /// What a body without a code is.
  public enum MissingCode: String, Codable, Sendable, Hashable, CaseIterable {
    /// Not such an envelope.
    case malformed
    /// A good answer.
    case success
  }
}

extension EnvelopeProfile: Codable {
  private enum Key: String, CodingKey {
    case name, statusCodeKey, tipStrKey, modelKey, rule, successValues, invalidSessionValues
    case missingCode, detailCodeKey
  }

  /// Reads a profile; what is left out has its default, codes may be text, numbers or booleans.
  ///
  /// The name has to be there, and the key of the code wherever the rule looks at one.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String {
      try box.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func codes(_ key: Key) throws -> [String] {
      try box.decodeIfPresent([CodeText].self, forKey: key)?.map(\.text) ?? []
    }
    let rule = try box.decodeIfPresent(Rule.self, forKey: .rule) ?? .value
    self.init(
      name: try box.decode(String.self, forKey: .name),
      statusCodeKey: rule == .httpStatus
        ? try text(.statusCodeKey) : try box.decode(String.self, forKey: .statusCodeKey),
      tipStrKey: try text(.tipStrKey), modelKey: try text(.modelKey), rule: rule,
      successValues: try codes(.successValues),
      invalidSessionValues: try codes(.invalidSessionValues),
      missingCode: try box.decodeIfPresent(MissingCode.self, forKey: .missingCode) ?? .malformed,
      detailCodeKey: try text(.detailCodeKey))
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var box = encoder.container(keyedBy: Key.self)
    try box.encode(name, forKey: .name)
    try box.encode(statusCodeKey, forKey: .statusCodeKey)
    try box.encode(tipStrKey, forKey: .tipStrKey)
    try box.encode(modelKey, forKey: .modelKey)
    try box.encode(rule, forKey: .rule)
    try box.encode(successValues, forKey: .successValues)
    try box.encode(invalidSessionValues, forKey: .invalidSessionValues)
    try box.encode(missingCode, forKey: .missingCode)
    if !detailCodeKey.isEmpty { try box.encode(detailCodeKey, forKey: .detailCodeKey) }
  }

  /// A code as people write it into a configuration; it becomes the text it is compared by.
  private struct CodeText: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      if let flag = try? box.decode(Bool.self) {
        text = flag ? "true" : "false"
      } else if let number = try? box.decode(Int.self) {
        text = "\(number)"
      } else if let number = try? box.decode(Double.self) {
        text = "\(number)"
      } else {
        text = try box.decode(String.self)
      }
    }
  }
}
