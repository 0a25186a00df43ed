/// A model that reads itself from JSON, as MoyaMapper's users know it.
///
/// Both functions are called, in this order, so that models written for either style fill.
public protocol Modelable {
  /// Makes the model; throw what does not fit, or read leniently with `stringValue` and its kin.
  init(_ json: JSON) throws
  /// Fills what the initialiser left; does nothing unless the model says so.
  mutating func mapping(_ json: JSON) throws
}

extension Modelable {
  /// Nothing is left to fill.
  public mutating func mapping(_ json: JSON) throws {}
}

extension Modelable {
  /// The whole ceremony.
  static func model(from json: JSON) throws -> Self {
    var model = try Self(json)
    try model.mapping(json)
    return model
  }
}

/// A model that can tell by itself that an answer is a failure.
public protocol ResponseModel: Decodable, Sendable {
  /// What the server objects to; nil when all is well.
  var businessFailure: BusinessFailure? { get }
}

/// A server's no in the words of its own.
public struct BusinessFailure: Error, Sendable, Hashable {
  /// The code, as text.
  public var code: String
  /// The message, possibly empty.
  public var message: String

  /// Takes both as they are.
  public init(code: String, message: String = "") {
    self.code = code
    self.message = message
  }
}
