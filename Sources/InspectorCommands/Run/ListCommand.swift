import NetEngine
import RequestFiles

/// `list`: the requests of a collection, a line each, broken ones included, and what is wrong; or the
/// exchanges of a recording.
package enum ListCommand {
  package static let words = "PATH… [NAME…] | RECORDING"

  package static let options =
    CollectionOptions.rows + ListedRecording.options + PipelineOptions.rows + [ReportOptions.json]

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let word = arguments.words[0]
    switch WordKind(word) {
    case .recording, .stdin:
      try arguments.refuse(
        CollectionOptions.values, for: "request files", with: "the recording '\(word)'")
      return try ListedRecording.list(arguments)
    case .requests, .otherFile:
      try arguments.refuse(
        ListedRecording.options + PipelineOptions.rows, for: "recordings",
        with: "the requests of '\(word)'")
      return try requests(arguments)
    }
  }

  private static func requests(_ arguments: Arguments) throws -> Int32 {
    var (collection, names) = try CollectionOptions.collection(arguments.words)
    let context = try CollectionOptions.context(arguments, collection)
    collection.given = Set(context.set.keys)
    let entries = try CollectionOptions.entries(
      names, arguments, collection, context)
    var codes = RunCommand.tell(of: collection, entries, context)
    let (problems, urls) = look(at: entries, collection, context)
    codes.add(contentsOf: tell(of: problems, collection))
    let sent = collection.environmentUses(of: entries, in: context)
    let lines =
      arguments["--json"] == nil
      ? zip(text(entries, urls, collection), sent).map { $0 + told($1) }
      : zip(zip(entries, urls), sent).map { line($0.0, $0.1, $1, collection, context) }
    // One write for all: five thousand of them cost what one does.
    if !lines.isEmpty { try Output.data(lines.joined(separator: "\n")) }
    // The program ends here: freeing thousands of requests would only take time.
    _ = Unmanaged.passRetained(Held(collection: collection))
    return codes.first
  }

  private final class Held {
    private let collection: RequestCollection
    init(collection: RequestCollection) { self.collection = collection }
  }

  /// Says what is wrong with the requests, with its place; a variable two of them lack is one line.
  private static func tell(
    of found: [[RequestFileProblem]], _ collection: RequestCollection
  ) -> ExitCodes {
    var codes = ExitCodes()
    var said: Set<String> = []
    for problems in found {
      for problem in problems {
        codes.add(problem.exitCode)
        let line = "\(collection.origin)\(problem)"
        if said.insert(line).inserted { Output.talk(line) }
      }
    }
    return codes
  }

  /// What makes each of them unusable, and where it goes; without an environment only what is wrong in
  /// all of those.
  private static func look(
    at entries: [RequestCollection.Entry], _ collection: RequestCollection,
    _ context: RequestContext
  ) -> (problems: [[RequestFileProblem]], urls: [String]) {
    guard context.environment == nil, let first = collection.environments.first else {
      let found = collection.problemsAndURLs(of: entries, in: context)
      return (found.map { $0.problems.filter { !$0.isNote } }, found.map(\.url))
    }
    func problems(
      _ entries: [RequestCollection.Entry], _ environment: String
    ) -> [[RequestFileProblem]] {
      var chosen = context
      chosen.environment = environment
      return collection.problems(of: entries, in: chosen).map { $0.filter { !$0.isNote } }
    }
    var found = problems(entries, first)
    for environment in collection.environments.dropFirst() {
      let places = found.indices.filter { !found[$0].isEmpty }
      let there = problems(places.map { entries[$0] }, environment)
      for (place, there) in zip(places, there) {
        found[place].removeAll { problem in !there.contains { $0.place == problem.place } }
      }
    }
    return (found, collection.urls(of: entries, in: context))
  }

  /// Method, URL as far as it is known, name, place; what is wrong stands in place of the URL.
  private static func text(
    _ entries: [RequestCollection.Entry], _ urls: [String], _ collection: RequestCollection
  ) -> [String] {
    let rule = DisplayRule()
    func name(_ entry: RequestCollection.Entry) -> String {
      entry.flaw == nil ? entry.name ?? "" : entry.shortName
    }
    let width = min(32, entries.map { rule.width(of: name($0), upTo: 33) }.max() ?? 0)
    return zip(entries, urls).map { entry, url in
      let name = name(entry).withMaskedSecrets
      let blanks = String(repeating: " ", count: max(0, width - rule.width(of: name)))
      if let flaw = entry.flaw {
        return "✗       \(name)\(blanks)  \(collection.origin)\(flaw)"
      }
      let method = entry.method.rawValue.padded(to: 7)
      return
        "\(method) \(name)\(blanks)  \(url.withMaskedSecrets.escapedForMessage)"
        + "  \(collection.origin)\(entry.place)"
    }
  }

  /// The variables of the environment that go to the request's origin.
  private static func told(_ uses: [EnvironmentUse]) -> String {
    uses.isEmpty ? "" : "  sends \(uses.map(\.description).joined(separator: ", "))"
  }

  private static func line(
    _ entry: RequestCollection.Entry, _ url: String, _ sent: [EnvironmentUse],
    _ collection: RequestCollection, _ context: RequestContext
  ) -> String {
    var members: [(key: String, value: JSON)] = [
      ("name", JSON(entry.request.listName.withMaskedSecrets)),
      ("method", JSON(entry.request.method.rawValue)),
      ("url", JSON(url.withMaskedSecrets)),
      ("group", JSON(entry.group)),
      ("file", JSON(collection.origin + entry.request.place.file)),
      ("line", JSON(entry.request.place.line)),
    ]
    let tags = entry.request.meta.tags
    if !tags.isEmpty { members.append(("tags", JSON(tags.map { JSON($0) }))) }
    var variables: [(key: String, value: JSON)] = []
    for variable in collection.variables(of: entry, in: context) {
      let use = try? variable.result.get()
      let value = use.map { $0.isSecret ? JSON("***") : JSON($0.value.withMaskedSecrets) }
      variables.append((variable.name, value ?? nil))
    }
    members.append(("vars", JSON(members: variables)))
    if !sent.isEmpty {
      members.append(("env", JSON(members: sent.map { ("\($0.variable)", JSON($0.origin)) })))
    }
    if let flaw = entry.request.flaw {
      members.append(
        (
          "error",
          JSON(members: [
            ("line", JSON(flaw.place.line)), ("column", JSON(flaw.place.column)),
            ("message", JSON(flaw.message)), ("hint", JSON(flaw.hint)),
          ])
        ))
    }
    return MachineLine.text(members)
  }
}
