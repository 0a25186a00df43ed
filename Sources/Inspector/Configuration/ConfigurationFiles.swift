import Glibc
import InspectorCore
import NetEngine

/// The configuration in force: the person's file, then the project's over it.
package struct ConfigurationFiles {
  package private(set) var configuration = Configuration()
  /// Where the project's file is, or would be.
  let projectPath: String?
  /// What each file sets, the person's first.
  private(set) var layers: [(file: String, configuration: Configuration)] = []
  package private(set) var problems: [String] = []

  static let name = "inspector.json"

  /// Reads the person's file and the one in `folder`; a file that is not there sets nothing.
  package init(
    folder: String?, environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    projectPath = folder.map { $0 == "." ? Self.name : $0 + "/" + Self.name }
    let person = Self.personFolder(environment).map { $0 + "/" + Self.name }
    for path in [person, projectPath].compactMap({ $0 }) { read(path) }
    problems += Keymap.conflicts(configuration.keys)
    let wanted =
      [configuration.profile].compactMap { $0 } + configuration.profileFor.values.sorted()
    for name in wanted where named(name) == nil {
      let names = profiles.map(\.name)
      let near = NearestWord.of(name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      problems.append("there is no profile '\(name)'\(near)")
    }
  }

  /// The profile for targets that name none.
  var profile: EnvelopeProfile? { configuration.profile.flatMap { named($0) } }

  /// The profiles by what the URLs begin with whose answers they read.
  var keptProfiles: [String: EnvelopeProfile] {
    configuration.profileFor.compactMapValues { named($0) }
  }

  /// All profiles that have a name here, a person's own before the library's.
  var profiles: [EnvelopeProfile] { configuration.knownProfiles }

  private func named(_ name: String) -> EnvelopeProfile? {
    profiles.first { $0.name == name }
  }

  private static func personFolder(_ variable: (String) -> String?) -> String? {
    if let said = variable("XDG_CONFIG_HOME"), said.hasPrefix("/") { return said + "/inspector" }
    return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config/inspector" : nil }
  }

  private mutating func read(_ path: String) {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return }
    do throws(TextFile.Problem) {
      let reader = ConfigurationReader(try TextFile.read(path), file: path)
      layers.append((path, reader.configuration))
      configuration.overlay(reader.configuration)
      problems += reader.problems.map(\.description)
    } catch {
      problems.append(error.text)
    }
  }
}

/// Puts the headers of the configuration on requests that do not say them themselves.
nonisolated struct ConfiguredHeaders: Plugin {
  let fields: [HeaderField]

  var name: String { "inspector.json" }

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    var request = request
    for field in fields where !request.headers.contains(field.name) {
      request.headers.append(field)
    }
    return request
  }
}

extension Provider {
  /// Sends the headers of a configuration with every request that does not say them itself.
  nonisolated mutating func addHeaders(of configuration: Configuration) {
    guard !configuration.headers.isEmpty else { return }
    plugins.append(ConfiguredHeaders(fields: configuration.headers))
  }
}

extension Program {
  /// The same with what a configuration sets for everything that is fired.
  nonisolated func configured(_ configuration: Configuration) -> Program {
    guard !configuration.headers.isEmpty || !configuration.limits.isEmpty else { return self }
    var copy = self
    let provider = provider
    copy.provider = {
      var configured = provider()
      configured.limits.take(configuration.limits)
      configured.addHeaders(of: configuration)
      return configured
    }
    return copy
  }
}
