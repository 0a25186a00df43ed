import NetEngine
import RequestFiles

/// A command of a person's own that makes something of a body before it is read: decrypts it, for one.
///
/// Who gets it: a request of a file that says `# @unpack NAME`, and whatever comes from where
/// `unpackFor` names it.
nonisolated struct Unpacker: Plugin {
  let name: String
  /// nil for the one that says that there is no such command.
  private let command: ShellStep?
  private let unpackers: Unpackers

  /// One for each command of a configuration.
  static func all(of configuration: Configuration) -> [Unpacker] {
    let unpackers = Unpackers(configuration)
    return unpackers.commands.sorted { $0.key < $1.key }.map { name, command in
      Unpacker(name: name, command: ShellStep(command: command), unpackers: unpackers)
    } + [Unpacker(name: "unpack", command: nil, unpackers: unpackers)]
  }

  func unpack(
    _ body: Body, of response: Response, for attempt: Attempt
  ) async throws -> Body? {
    let said = (attempt.target.target as? RequestFileTarget)?.unpacker
    guard let wanted = said ?? unpackers.places.naming(response.request.url), wanted != "none"
    else { return nil }
    guard let command else {
      if unpackers.commands[wanted] != nil { return nil }
      throw MissingUnpacker(name: wanted, known: unpackers.commands.keys.sorted())
    }
    return wanted == name ? try await command.output(given: body, of: response) : nil
  }
}

/// A person's commands for bodies, and whose answers they are given.
package nonisolated struct Unpackers: Sendable {
  let commands: [String: String]
  let places: [String: String]

  package init(_ configuration: Configuration) {
    (commands, places) = (configuration.unpack, configuration.unpackFor)
  }

  /// An exchange that nobody here has fired, with what its place's command makes of its answer.
  func unpacked(_ exchange: Exchange) async -> Exchange {
    guard !places.isEmpty, exchange.truncatedFrom == nil,
      let name = places.naming(exchange.request.url), name != "none"
    else { return exchange }
    var copy = exchange
    if let result = exchange.result { copy.result = await unpacked(result, by: name) }
    if let toApp = exchange.toApp { copy.toApp = await unpacked(toApp, by: name) }
    return copy
  }

  private func unpacked(
    _ result: Result<Response, NetError>, by name: String
  ) async -> Result<Response, NetError> {
    guard case .success(let response) = result, response.isComplete, !response.body.isEmpty else {
      return result
    }
    return await unpacked(response, by: name) ?? result
  }

  /// An answer with what a command makes of it; that there is no such command fails it.
  package func unpacked(_ response: Response, by name: String) async -> Result<Response, NetError>?
  {
    await response.unpacked(by: name) { body in
      guard let command = commands[name] else {
        throw MissingUnpacker(name: name, known: commands.keys.sorted())
      }
      return try await ShellStep(command: command).output(given: body, of: response)
    }
  }
}

/// A step that somebody asks for and no configuration of the person names.
nonisolated struct MissingUnpacker: Error, CustomStringConvertible {
  let name: String
  let known: [String]

  var description: String {
    let near = NearestWord.question(name, in: known).map { "; " + $0 } ?? ""
    return "your own inspector.json names no command '\(name)':"
      + " \"unpack\": { \"\(name)\": \"command\" }\(near)"
  }
}
