import CurlTransport
import InspectorProxy
import NetEngine
import NetRecordings
import RequestFiles

/// What is served: the exchanges of a session, or samples that stand beside requests.
struct ServedSource {
  let exchanges: [Exchange]
  /// Reads one of them again by its place, with its bodies; nil where they have them.
  let load: (@Sendable (Int) -> Exchange?)?
  let replay: ReplayTransport.Options
  let settings: CommandSettings
  /// nil for samples.
  let session: Session?
  /// Where a session that grows is kept; nil is beside the request files.
  let sessionFolder: String?
  /// Where its rules stand, or may once they are written; nil for samples without any.
  let rulesFile: RulesFile.Place?
  /// What it is, for a person.
  let description: String

  init(_ arguments: Arguments) async throws {
    let word = try Self.word(arguments)
    var options = try FromOptions.options(arguments, exhausted: .last)
    guard arguments["--from"] == nil, SavedFile.exists(word), WordKind(word) == .requests else {
      try arguments.refuse(
        CollectionOptions.values, for: "request files", with: "the recording '\(word)'")
      let session = try SessionWord(word)
      options.rules = try RulesFile.read(arguments["--rules"], beside: session.path).rules
      rulesFile = RulesFile.Place(arguments["--rules"], beside: session.path)
      (exchanges, load) = try Self.exchanges(session, try OnlyOption.filter(arguments))
      replay = options
      settings = CommandSettings(besideSession: session.path)
      self.session = session.session
      let folder = ConfigurationFolder.of(session.path)
      sessionFolder = folder
      description = "\(Units.count(exchanges.count, "exchange")) of \(session.path) answer"
      return
    }
    rulesFile = arguments["--rules"].map { RulesFile.Place($0, beside: word) }
    if let rulesFile { options.rules = try RulesFile.read(rulesFile.path, beside: word).rules }
    settings = CommandSettings(beside: word)
    (session, sessionFolder, load) = (nil, nil, nil)
    replay = options
    exchanges = try await Self.samples(arguments)
    description = "\(Units.count(exchanges.count, "sample")) of \(word) answer"
  }

  /// The exchanges that match; those of a large session without the bodies of their responses.
  private static func exchanges(
    _ word: SessionWord, _ filter: Filter?
  ) throws -> ([Exchange], load: (@Sendable (Int) -> Exchange?)?) {
    guard word.session.isLarge else { return (try word.exchanges(matching: filter), nil) }
    var (exchanges, rows): ([Exchange], [Int]) = ([], [])
    try word.visit(matching: filter) { row, exchange in
      exchanges.append(exchange.withoutResponseBodies)
      rows.append(row)
    }
    let session = word.session
    return (exchanges, { [rows] place in try? session.exchange(at: rows[place]) })
  }

  /// The recording of `--from`, or the only word, which may be a recording too.
  private static func word(_ arguments: Arguments) throws(UsageMistake) -> String {
    switch (arguments["--from"], arguments.words.first) {
    case (let from?, let word?): throw .together("--from \(from)", word)
    case (let word?, nil), (nil, let word?): return word
    case (nil, nil): throw .missingWord("--from RECORDING or a PATH of requests", command: "serve")
    }
  }

  /// The requests that have a sample, each with it.
  private static func samples(_ arguments: Arguments) async throws -> [Exchange] {
    let (collection, names) = try CollectionOptions.collection(arguments.words)
    var context = try CollectionOptions.context(arguments, collection)
    context.readsSamples = true
    let entries = try CollectionOptions.entries(names, arguments, collection, context)
    let answers = EarlierAnswers()
    context.earlier = { answers[$0] }
    let provider = Provider { $0.stub = .immediate }
    var exchanges: [Exchange] = []
    // What a request needs comes first, where that has a sample too; it is served by itself all the same.
    let all = (try? collection.order(entries)) ?? entries
    for entry in all where entry.request.meta.sample != nil {
      do throws(RequestFileProblem) {
        let target = try collection.target(entry, in: context)
        let result = await provider.request(target).result
        answers.remember(result, of: entry)
        guard case .success(var response) = result else { continue }
        response.hops[response.hops.count - 1].headers.setType(of: response.body)
        exchanges.append(
          Exchange(
            sequence: exchanges.count + 1, name: entry.request.listName, startedAt: 0,
            request: response.request, result: .success(response)))
      } catch {
        Output.talk("note: the sample of '\(entry.request.listName)' is not served: \(error)")
      }
    }
    guard !exchanges.isEmpty else {
      throw ServeProblem(
        what:
          "no request of \(arguments.words[0]) has a sample: '# @sample FILE' above it names one")
    }
    return exchanges
  }
}

extension Headers {
  /// A sample's file says no type; an app that is answered by it wants one.
  nonisolated mutating func setType(of body: Body) {
    guard !contains("Content-Type"), !body.isEmpty else { return }
    if body.wholeDocument != nil {
      self["Content-Type"] = "application/json"
    } else if body.text != nil {
      self["Content-Type"] = "text/plain; charset=utf-8"
    }
  }
}
