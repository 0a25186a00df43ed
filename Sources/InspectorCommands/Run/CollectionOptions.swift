import NetEngine
import RequestFiles

/// What the command line says about a collection: which of its requests, with which values.
package enum CollectionOptions {
  /// What variables are worth.
  package static let values = [
    Subcommand.Option(
      name: "--env", value: "NAME", summary: "the environment; if there is only one, that one",
      aliases: ["-e", "--environment"]),
    Subcommand.Option(
      name: "--set", value: "NAME=VALUE", summary: "a variable's value; may be repeated",
      aliases: ["--var", "--variable", "--env-var"]),
    Subcommand.Option(
      name: "--variables-file", value: "FILE",
      summary: "values as a JSON object or lines NAME=VALUE; --set wins; may be repeated"),
  ]

  package static let rows = values + [OnlyOption.row]

  /// What stands first on the line as paths, the rest as names of requests.
  ///
  /// The first word is a path. A later one is when it looks like one and no request is called so.
  static func collection(
    _ words: [String]
  ) throws -> (collection: RequestCollection, names: ArraySlice<String>) {
    if let words = MeantFile.otherThanRequests(words[0]) { throw UsageMistake.meant(words) }
    let collection = try RequestCollection(path: words[0])
    let more = words.dropFirst().prefix { word in
      SavedFile.exists(word) && (try? collection.entries(named: word)) == nil
    }
    guard !more.isEmpty else { return (collection, words.dropFirst()) }
    for path in more {
      if let words = MeantFile.otherThanRequests(path) { throw UsageMistake.meant(words) }
    }
    return (try RequestCollection(paths: [words[0]] + more), words.dropFirst(1 + more.count))
  }

  /// Variables and environment; one that is not there is a mistake that names the nearest.
  package static func context(
    _ arguments: Arguments, _ collection: RequestCollection
  ) throws -> RequestContext {
    var context = RequestContext()
    RedirectOptions.apply(arguments, to: &context.options)
    let known = collection.environments
    if let name = arguments["--env"] {
      guard known.contains(name) else {
        throw UsageMistake.unknownEnvironment(
          name, near: NearestWord.of(name, in: known), known: known)
      }
      context.environment = name
    } else {
      context.environment = collection.onlyEnvironment
    }
    for path in arguments.all("--variables-file") {
      context.set.merge(try GivenFiles.variables(path)) { $1 }
    }
    var said: Set<String> = []
    for pair in arguments.all("--set") {
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex
      else {
        throw UsageMistake.badValue(option: "--set", value: pair, expected: "NAME=VALUE")
      }
      let name = String(pair[..<equals])
      said.insert(name)
      context.set[name] = String(pair[pair.utf8.index(after: equals)...])
    }
    // A value nobody asks for is a slip of the hand more often than not.
    let names = said.isEmpty ? [] : collection.variableNames
    for name in said.sorted() where !names.contains(name) {
      let near = NearestWord.question(name, in: names.sorted()).map { ": " + $0 } ?? ""
      Output.talk("note: --set \(name): no request has this variable\(near)")
    }
    return context
  }

  /// The requests that are meant: all, those named, of these the ones that match.
  static func entries(
    _ names: some Sequence<String>, _ arguments: Arguments, _ collection: RequestCollection,
    _ context: RequestContext
  ) throws -> [RequestCollection.Entry] {
    var entries: [RequestCollection.Entry] = []
    var seen: Set<Int> = []
    for name in names {
      entries += try collection.entries(named: name).filter { seen.insert($0.id).inserted }
    }
    if !names.contains(where: { _ in true }) {
      entries = collection.entries.filter { !$0.isImported }
    }
    guard let filter = try OnlyOption.filter(arguments) else { return entries }
    return try entries.filter { entry in
      let target = try? collection.target(entry, in: context)
      return try filter.matches(ListedRequest(entry: entry, target: target))
    }
  }
}

/// A request that was not fired, as filters look at it: they know how it would be sent.
private struct ListedRequest: FilterSubject {
  let entry: RequestCollection.Entry
  /// nil while a variable has no value; then it is looked at as it is written.
  let target: RequestFileTarget?

  var filterMethod: String { (target?.method ?? entry.request.method).rawValue }
  var filterURL: String { target?.baseURL ?? entry.request.target.source }
  var filterName: String { entry.request.listName }
  var filterKind: Kind? { nil }
  var filterStatus: Int? { nil }
  var filterRequestHeaders: [String] {
    target?.headers.map { "\($0.name): \($0.value)" }
      ?? entry.request.headers.map { "\($0.name.source): \($0.value.source)" }
  }
  var filterResponseHeaders: [String] { [] }
  var filterRequestBody: Body? {
    if case .data(let body) = target?.task.body { body } else { nil }
  }
  var filterResponseBody: Body? { nil }
  var filterEnvelope: (code: String?, message: String?)? { nil }
  var filterDocument: JSON? { nil }
  var filterTime: Int? { nil }
  var filterAge: Int? { nil }
  var filterHops: Int? { nil }
  var filterIsMarked: Bool { false }
  var filterIsReplay: Bool { false }
  var filterIsAltered: Bool { false }
  var filterNote: String { "" }
  var filterTags: [String] { entry.request.meta.tags }
}
