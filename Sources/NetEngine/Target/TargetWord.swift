import FoundationEssentials
import LosslessJSON

/// A type in which a target may write one of its properties, and what it means to the engine.
///
/// A target's own words count in the type they are written in: `let timeout = Duration.seconds(3)`
/// says as much as `var timeout: Duration?`, a dictionary is headers, a `URL` is a base. What means
/// nothing to the engine does not compile, so that nothing a person writes is passed over.
public protocol TargetWord<Meaning> {
  /// What the engine reads it as.
  associatedtype Meaning = Self
  /// What it says; nil leaves the default.
  var targetWord: Meaning? { get }
}

extension TargetWord where Meaning == Self {
  /// Itself.
  public var targetWord: Self? { self }
}

extension Optional: TargetWord where Wrapped: TargetWord {
  /// What is said, if anything is.
  public var targetWord: Wrapped.Meaning? { self?.targetWord }
}

extension HTTPMethod: TargetWord {}
extension HTTPTask: TargetWord {}
extension ValidationType: TargetWord {}
extension Duration: TargetWord {}
extension AuthorizationType: TargetWord {}
extension RequestOptions: TargetWord {}
extension Limits: TargetWord {}
extension EnvelopeProfile: TargetWord {}
extension Bool: TargetWord {}
extension String: TargetWord {}
extension Body: TargetWord {}

extension Headers: TargetWord {
  /// Two of its readings fit: as headers, and as a list's.
  public typealias Meaning = Headers
}

extension URL: TargetWord {
  /// The URL as text.
  public var targetWord: String? { absoluteString }
}

extension Data: TargetWord {
  /// The bytes as a body.
  public var targetWord: Body? { Body(self) }
}

extension Array: TargetWord where Element: TargetListWord {
  /// The list, as its elements understand it.
  public var targetWord: Element.ListMeaning? { Element.targetWord(of: self) }
}

extension Dictionary: TargetWord where Key == String, Value == String {
  /// Headers by name: a dictionary has no order of its own.
  public var targetWord: Headers? {
    Headers(sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) })
  }
}

/// An element of a list that a target may write.
public protocol TargetListWord {
  /// What the engine reads the list as.
  associatedtype ListMeaning
  /// What the list says.
  static func targetWord(of list: [Self]) -> ListMeaning
}

extension UInt8: TargetListWord {
  /// The bytes as a body.
  public static func targetWord(of list: [UInt8]) -> Body { Body(list) }
}

extension NamedSecret: TargetListWord {
  /// The secrets as they are.
  public static func targetWord(of list: [NamedSecret]) -> [NamedSecret] { list }
}
