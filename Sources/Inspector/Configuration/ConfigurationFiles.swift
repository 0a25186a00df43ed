import Glibc
import InspectorCore
import NetEngine

/// The configuration in force: the person's file, then the project's over it.
package struct ConfigurationFiles {
  package private(set) var configuration = Configuration()
  /// What each file sets, the person's first.
  private(set) var layers: [(file: String, configuration: Configuration)] = []
  package private(set) var problems: [String] = []

  static let name = "inspector.json"

  /// Reads the person's file and the one in `folder`; a file that is not there sets nothing.
  package init(
    folder: String?, environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    let person = Self.personFolder(environment).map { $0 + "/" + Self.name }
    for path in [person, folder.map { $0 + "/" + Self.name }].compactMap({ $0 }) { read(path) }
    problems += Keymap.conflicts(configuration.keys)
    if let name = configuration.profile, profile == nil {
      let names = configuration.profiles.map(\.name) + EnvelopeProfile.library.map(\.name)
      let near = NearestName.of(name, in: names).map { "; did you mean '\($0)'?" } ?? ""
      problems.append("there is no profile '\(name)'\(near)")
    }
  }

  /// The profile for targets that name none.
  var profile: EnvelopeProfile? {
    guard let name = configuration.profile else { return nil }
    return configuration.profiles.first { $0.name == name } ?? EnvelopeProfile.named(name)
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

extension Program {
  /// The same with what a configuration sets for everything that is fired.
  nonisolated func configured(_ configuration: Configuration) -> Program {
    guard !configuration.headers.isEmpty || !configuration.limits.isEmpty else { return self }
    var copy = self
    let provider = provider
    copy.provider = {
      var configured = provider()
      configured.limits.take(configuration.limits)
      if !configuration.headers.isEmpty {
        configured.plugins.append(ConfiguredHeaders(fields: configuration.headers))
      }
      return configured
    }
    return copy
  }
}
