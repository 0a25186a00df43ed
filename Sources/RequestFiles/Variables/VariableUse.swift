import LosslessJSON
import NetEngine

/// A variable as it went into a request: its value, and where that came from.
public struct VariableUse: Sendable, Hashable {
  /// What is asked for, as it is written between the braces.
  public var name: String
  /// What stands there instead.
  public var value: String
  /// Where the value comes from.
  public var origin: Origin
  /// Where it is used.
  public var place: FilePlace
  /// The value is not to be shown.
  public var isSecret: Bool

  /// Takes everything as it is.
  package init(
    name: String, value: String, origin: Origin, place: FilePlace, isSecret: Bool
  ) {
    (self.name, self.value, self.origin) = (name, value, origin)
    (self.place, self.isSecret) = (place, isSecret)
  }

  /// Where a value comes from.
  public enum Origin: Sendable, Hashable {
    /// It was set for this run: `--set name=value`.
    case set
    /// A line `@name = value`.
    case file(FilePlace)
    /// An environment of http-client.env.json or its private sister.
    case environment(String, FilePlace, isPrivate: Bool)
    /// Made for this request.
    case dynamic
    /// The process's environment; the name of the variable there.
    case process(String)
    /// It was sent before, in this run.
    case held
    /// A file `.env`.
    case dotenv(String)
    /// An earlier exchange, by its name.
    case exchange(String)
  }
}

extension VariableUse.Origin: CustomStringConvertible {
  /// A few words for the column beside the value.
  public var description: String {
    switch self {
    case .set: "set for this run"
    case .file(let place): "\(place.file):\(place.line)"
    case .environment(let name, let place, _): "\(name) in \(place.file):\(place.line)"
    case .dynamic: "made for this request"
    case .process: "the process's environment"
    case .held: "as it was sent before"
    case .dotenv(let file): file
    case .exchange(let name): "the response to \(name)"
    }
  }

  /// Values from here are credentials more often than not.
  var isSecret: Bool {
    switch self {
    case .environment(_, _, let isPrivate): isPrivate
    case .process, .held, .dotenv: true
    default: false
    }
  }
}
