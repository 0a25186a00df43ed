import NetEngine
import SettingsFiles

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
  /// Takes the headers, commands and limits of a configuration in place of those of the one before; `limits`
  /// are those without any.
  package nonisolated mutating func take(_ configuration: Configuration, over limits: Limits) {
    self.limits = limits
    self.limits.take(configuration.limits)
    addPlugins(of: configuration)
  }

  /// Sends the headers of a configuration with every request that does not say them itself, and gives
  /// answers to its commands.
  nonisolated mutating func addPlugins(of configuration: Configuration) {
    plugins.removeAll { $0 is ConfiguredHeaders || $0 is Unpacker }
    if !configuration.headers.isEmpty {
      plugins.append(ConfiguredHeaders(fields: configuration.headers))
    }
    plugins += Unpacker.all(of: configuration)
  }
}
