import LosslessJSON

/// A value of a request's parameters, written as a literal.
///
/// `["name": "Ada", "tags": ["a", "b"], "page": ["size": 20]]`
public enum Parameter: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false; how it is spelled in a query is the encoding's choice.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A number by its digits, exact at any size; JSON refuses text that is no number.
  case digits(String)
  /// Text.
  case string(String)
  /// A list.
  case array([Parameter])
  /// Named values; they are written in the order of their names.
  case object([String: Parameter])
}

extension Parameter {
  /// A whole number of any type and size, such as `UInt64.max`.
  public init(_ number: some BinaryInteger) {
    self = Int(exactly: number).map { .integer($0) } ?? .digits("\(number)")
  }
}

/// Named parameters of a request.
public typealias Parameters = [String: Parameter]

extension Parameter: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Parameter: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension Parameter: ExpressibleByFloatLiteral {
  /// Any other number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Parameter: ExpressibleByBooleanLiteral {
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Parameter: ExpressibleByNilLiteral {
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
}

extension Parameter: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: Parameter...) { self = .array(elements) }
}

extension Parameter: ExpressibleByDictionaryLiteral {
  /// Named values; of two with one name the last one counts.
  public init(dictionaryLiteral elements: (String, Parameter)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
