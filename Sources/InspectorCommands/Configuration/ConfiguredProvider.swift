import NetEngine
import RequestFiles

/// Puts the headers of the configuration on requests that do not say them themselves.
nonisolated struct ConfiguredHeaders: Plugin {
  /// The person's, for every request.
  let fields: [HeaderField]
  /// The project's, for requests that stand in its files.
  let ofFiles: [HeaderField]

  var name: String { "inspector.json" }

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    var request = request
    let isInFile = (attempt.target.target as? RequestFileTarget)?.isInFile ?? false
    for field in (isInFile ? ofFiles : []) + fields where !request.headers.contains(field.name) {
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

  /// Adds the headers of a configuration to requests that do not say them, its commands for bodies,
  /// and the log.
  nonisolated mutating func addPlugins(of configuration: Configuration) {
    plugins.removeAll { $0 is ConfiguredHeaders || $0 is Unpacker || $0 is LogPlugin }
    if !configuration.headers.isEmpty || !configuration.headersOfFiles.isEmpty {
      plugins.append(
        ConfiguredHeaders(fields: configuration.headers, ofFiles: configuration.headersOfFiles))
    }
    plugins += Unpacker.all(of: configuration)
    if ProgramLog.isOn { plugins.append(LogPlugin()) }
  }
}
