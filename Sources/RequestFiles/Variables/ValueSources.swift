import LosslessJSON
import NetEngine

/// The variables of a person's environment in a value, and values of earlier exchanges in it.
struct ValueSources {
  /// With their values; empty for a variable that is not set.
  var variables: [EnvironmentVariable: String] = [:]
  /// Texts out of earlier exchanges: they may hold a variable that an earlier request sent.
  var taken: Set<String> = []
  /// The value with names of variables in place of theirs; nil where it has none.
  var named: String?

  init() {}

  /// The source of one value; empty unless it is a person's own.
  init(_ origin: VariableUse.Origin, _ name: String, _ value: String) {
    guard let variable = origin.environmentVariable(name) else { return }
    variables = [variable: value]
    named = "{{\(variable.name)}}"
  }

  /// Adds the sources of the next value in a text, which begins with `text`.
  mutating func add(_ other: ValueSources, of value: String, behind text: String) {
    if other.named != nil || named != nil {
      named = (named ?? text) + (other.named ?? value)
    }
    formUnion(other)
  }

  mutating func formUnion(_ other: ValueSources) {
    if !other.variables.isEmpty { variables.merge(other.variables) { _, new in new } }
    if !other.taken.isEmpty { taken.formUnion(other.taken) }
  }

  /// Both; the name of the outer value stands for the whole.
  func union(_ outer: ValueSources) -> ValueSources {
    var all = self
    all.formUnion(outer)
    all.named = outer.named ?? named
    return all
  }
}

extension VariableUse.Origin {
  /// The variable of a person's environment that a value of this origin is.
  ///
  /// Files of the collection's folder belong to the project, private ones above it to the person.
  package func environmentVariable(_ name: String) -> EnvironmentVariable? {
    switch self {
    case .process(let name): EnvironmentVariable(name)
    case .dotenv(let file) where file.isAboveFolder: EnvironmentVariable(name, in: file)
    case .environment(_, let place, isPrivate: true) where place.file.isAboveFolder:
      EnvironmentVariable(name, in: place.file)
    default: nil
    }
  }
}

extension String {
  fileprivate var isAboveFolder: Bool { utf8.starts(with: "../".utf8) }
}
