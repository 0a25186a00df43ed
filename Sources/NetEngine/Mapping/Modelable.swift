import LosslessJSON

/// A model that reads itself from JSON, as MoyaMapper's users know it.
///
/// Both functions are called, in this order, so that models written for either style fill. What a
/// model throws becomes ``NetError/mapping(_:_:)``; a ``BusinessFailure`` becomes
/// ``NetError/business(code:message:_:)``.
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
  /// The whole ceremony: nothing and null are no model, unless its type has a nil.
  static func model(from json: JSON) throws -> Self {
    if let error = json.error { throw error }
    if json.isNull, !(Self.self is any ExpressibleByNilLiteral.Type) {
      throw JSONAccessError(path: json.path, problem: .wrongKind(expected: .object, found: .null))
    }
    var model = try Self(json)
    try model.mapping(json)
    return model
  }
}

extension Array: Modelable where Element: Modelable {
  /// Models from the elements of an array; one that does not fit is named by its index.
  public init(_ json: JSON) throws {
    self = []
    for (index, element) in try json.expecting(.array).arrayValue.enumerated() {
      do { append(try Element.model(from: element)) } catch {
        throw MappingError(.array, .element(index: index, error), path: json.path)
      }
    }
  }
}

extension Optional: Modelable where Wrapped: Modelable {
  /// No model for null, else the model.
  public init(_ json: JSON) throws {
    self = json.isNull ? nil : try Wrapped.model(from: json)
  }
}

/// A model that can tell by itself that an answer is a failure.
public protocol ResponseModel: Decodable, Sendable {
  /// What the server objects to; nil when all is well.
  var businessFailure: BusinessFailure? { get }
}

/// A server's no in the words of its own.
///
/// Models may throw it while they read themselves, or give it as their ``ResponseModel/businessFailure``.
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
