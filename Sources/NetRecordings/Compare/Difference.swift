import LosslessJSON
import NetEngine

/// One place at which two answers differ.
public struct Difference: Sendable, Hashable {
  /// Where.
  public var place: Place
  /// What has happened there.
  package var kind: JSONDiff.Kind
  /// What stood there, as text; nil when nothing did.
  public var from: String?
  /// What stands there now; nil when nothing does.
  public var to: String?
  /// It is forgiven: by the list of what changes with every answer, or by a rule.
  public var isNoise: Bool
  /// Both sides hold a secret that was taken out, and their marks have different hashes.
  ///
  /// Whether the secrets differ is not known, nor how. The texts have the marks without the hashes.
  public var isRedacted = false
  /// Whether the rest of the bodies is not compared: the recording keeps a part without a hash.
  package var isKeptInPart = false
  /// Why the place is not compared, in words; nil when it is.
  package var notComparedReason: String? {
    isKeptInPart ? "kept in part" : isRedacted ? "redacted" : nil
  }

  /// Describes a difference.
  package init(
    _ place: Place, _ kind: JSONDiff.Kind, from: String?, to: String?, isNoise: Bool = false,
    isRedacted: Bool = false
  ) {
    self.place = place
    self.kind = kind
    self.from = from
    self.to = to
    self.isNoise = isNoise
    self.isRedacted = isRedacted
  }

  /// A place in an answer.
  public enum Place: Sendable, Hashable {
    /// The transfer itself.
    case transfer
    /// How long it took.
    case time
    /// A redirect on the way to the answer; nil is how many there were.
    case hops(Redirect?)
    /// The status code.
    case status
    /// A header, by its name in small letters.
    case header(String)
    /// A value of a JSON body.
    case json(JSONPath)
    /// A line of a text body, counted from 1.
    case line(Int)
    /// A byte of any other body, counted from 0.
    case byte(Int)

    /// What of which redirect.
    public struct Redirect: Sendable, Hashable {
      /// What may differ of one.
      public enum Part: String, Sendable, Hashable {
        case status, location
      }

      /// Counted from 0.
      public var number: Int
      /// What of it.
      public var part: Part

      /// Names a redirect and what of it.
      public init(_ number: Int, _ part: Part) {
        self.number = number
        self.part = part
      }
    }

    /// The place as text: a JSON Pointer for a value, words for everything else.
    public var text: String {
      switch self {
      case .transfer: "transfer"
      case .time: "/time"
      case .hops(nil): "/hops"
      case .hops(let redirect?): "/hops/\(redirect.number)/\(redirect.part.rawValue)"
      case .status: "status"
      case .header(let name): "header \(name)"
      case .json(let path): path.pointer
      case .line(let number): "line \(number)"
      case .byte(let offset): "byte \(offset)"
      }
    }
  }
}
