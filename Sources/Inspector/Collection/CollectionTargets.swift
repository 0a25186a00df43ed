import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// The requests of a collection as the screens' targets, through edits and changes of environment.
///
/// A request keeps its number for as long as the program runs, whatever becomes of its file: answers
/// belong to numbers. What is fired is worked out at the moment of firing.
package final class CollectionTargets {
  private(set) var collection: RequestCollection
  private(set) var context: RequestContext
  private let paths: [String]
  let title: String
  /// Variables that were given on the command line: nobody is asked for them.
  private let givenAtStart: [String: String]
  /// Names of variables that were given another value on the screens.
  private var setHere: Set<String> = []
  private let answers = EarlierAnswers()
  /// The environment that was asked for: a file that cannot be read for a second takes none away.
  private var wanted: String?
  /// The number of each request that is or was there.
  var numbers: [String: Int] = [:]
  var items: [TargetItem] = []
  var entries: [Int: RequestCollection.Entry] = [:]
  /// Requests that were typed on the screen, by their number.
  var typed: [Int: Typed] = [:]
  private(set) package var listing: TargetListing

  /// Reads the collection; the only environment is chosen, of several none: one may be production.
  package init(paths: [String], context: RequestContext) throws(RequestFileProblem) {
    self.paths = paths
    collection = try RequestCollection(paths: paths)
    collection.given = Set(context.set.keys)
    givenAtStart = context.set
    var context = context
    if context.environment == nil { context.environment = collection.onlyEnvironment }
    wanted = context.environment
    let answers = answers
    context.earlier = { answers[$0] }
    context.kept = { answers.kept($0) }
    self.context = context
    title = Self.title(of: paths, collection)
    listing = TargetListing(title: title, baseURL: "", items: [])
    relist()
  }

  /// The last part of the path, as a person would call it.
  private static func title(of paths: [String], _ collection: RequestCollection) -> String {
    let path = paths.count == 1 ? paths[0] : collection.folder
    let parts = path.split(separator: "/").filter { $0 != "." }
    let name = parts.last ?? collection.folder.split(separator: "/").last ?? "/"
    return String(name)
  }

  // MARK: The list

  /// Requests that `isKept` takes are listed as they were: of 5,000 an edit makes a few anew.
  func relist(keeping isKept: (RequestCollection.Entry) -> Bool = { _ in false }) {
    keepNumbers()
    entries.removeAll(keepingCapacity: true)
    var order: [Int] = []
    var made: Set<Int> = []
    for entry in collection.entries {
      let number = numbers[entry.key] ?? numbers.count
      if number == numbers.count { numbers[entry.key] = number }
      let isNew = number >= items.count
      if isNew || !isKept(entry) {
        let item = item(of: entry)
        if isNew { items.append(item) } else { items[number] = item }
        made.insert(number)
        forgetIfMoved(entry)
      }
      entries[number] = entry
      if !entry.isImported { order.append(number) }
    }
    for (number, entry) in entries {
      // What it needs in its own file is found there first, whatever the others say.
      let isSettled =
        !made.contains(number) && !items[number].needs.isEmpty
        && items[number].needs.allSatisfy { entries[$0]?.isInFile(of: entry) == true }
      if !isSettled { items[number].needs = needs(of: entry) }
    }
    // One whose URL has no value yet says nothing of the others.
    let whole = order.lazy.filter { [items] in items[$0].flaw == nil && !items[$0].base.isEmpty }
    let first = whole.first.map { items[$0].base } ?? ""
    let base = whole.allSatisfy { items[$0].base == first } ? first : ""
    // One base for all stands above the list; of several each shows its own.
    for number in order where base != listing.baseURL || made.contains(number) {
      setPath(of: number, below: base)
    }
    order += listTyped(base: base)
    let environment = context.environment.map { "\(title) · \($0)" }
    listing = TargetListing(
      title: environment ?? title, baseURL: base, items: items, order: order)
    listing.environments = collection.environments
    listing.environment = context.environment
    listing.set = setHere.sorted()
    let worst =
      collection.problems.first { !$0.isNote }
      ?? collection.entries.lazy.flatMap(\.problems).first(where: \.spoilsATest)
    listing.notice = worst.map { place($0) } ?? ""
  }

  /// Keeps the numbers of requests whose keys change because a request of their name came or went.
  private func keepNumbers() {
    let new = collection.entries.filter { numbers[$0.key] == nil }
    guard !new.isEmpty, !entries.isEmpty else { return }
    func words(_ entry: RequestCollection.Entry) -> [String] {
      [entry.group, entry.listName, entry.method.rawValue, entry.request.target.source]
    }
    let keys = Set(collection.entries.map(\.key))
    var left: [[String]: Int] = [:]
    for (number, entry) in entries where entry.key.utf8.first != 0 && !keys.contains(entry.key) {
      left[words(entry)] = number
    }
    for entry in new {
      guard let number = left.removeValue(forKey: words(entry)), let old = entries[number] else {
        continue
      }
      numbers[old.key] = nil
      numbers[entry.key] = number
    }
  }

  func item(of entry: RequestCollection.Entry) -> TargetItem {
    let request = entry.request
    let flaw = request.flaw.map { place($0) }
    let url = collection.url(of: entry, in: context)
    let method = request.method.rawValue == "GRAPHQL" ? HTTPMethod.post : request.method
    var item = TargetItem(
      name: request.listName, group: entry.group, method: method.rawValue, path: url,
      url: url, isSafe: method.isSafe,
      pipeline: collection.pipeline(of: entry, profiles: context.profiles),
      base: url.urlOrigin)
    item.flaw = flaw
    item.source = request.target.source
    item.origin = .file(request)
    item.prompts = request.meta.prompts.filter {
      givenAtStart[$0.name] == nil && !setHere.contains($0.name)
    }
    item.confirmation = request.meta.confirmation
    item.isKeptBack = request.aside != nil
    item.key = collection.lastingKey(of: entry)
    item.isInFile = true
    item.tags = request.meta.tags
    item.readsNoEnvelope = request.meta.readsNoEnvelope
    item.expectations = collection.expectations(of: entry, in: context)
    return item
  }

  /// What the list shows of a URL, and of a request that has no name.
  func setPath(of number: Int, below base: String) {
    // What cannot be read has a URL of its own kind.
    let isBelow = !base.isEmpty && items[number].base == base
    let path = String(
      decoding: items[number].url.utf8.dropFirst(isBelow ? base.utf8.count : 0), as: UTF8.self)
    items[number].path = path.isEmpty ? "/" : path
    // Its method stands beside it, and its variables have values here.
    let isNamed = entries[number]?.name != nil
    if !isNamed, items[number].flaw == nil { items[number].name = items[number].path }
  }

  private func place(_ problem: RequestFileProblem) -> String { "\(collection.origin)\(problem)" }

  /// What it names itself: with all that those need, a chain's list would be its length squared.
  func needs(of entry: RequestCollection.Entry) -> [Int] {
    guard let needs = try? collection.dependencies(of: entry) else { return [] }
    return needs.compactMap { numbers[$0.key] }
  }

  /// Whether `# @sample` answers what is fired next.
  var readsSamples: Bool {
    get { context.readsSamples }
    set { context.readsSamples = newValue }
  }

  /// Takes the profiles `# @profile` can name beside the library's.
  ///
  /// False when it knows them already.
  @discardableResult
  func use(profiles: [EnvelopeProfile]) -> Bool {
    guard profiles != context.profiles else { return false }
    context.profiles = profiles
    relist()
    return true
  }

  // MARK: Firing

  func item(at number: Int) -> TargetItem? {
    items.indices.contains(number) ? items[number] : nil
  }

  /// What is fired, its variables replaced now.
  func target(
    at number: Int, namingMadeValues: Bool = false
  ) -> Result<RequestFileTarget, RequestFileProblem> {
    Result { () throws(RequestFileProblem) in
      try collection.target(
        try entry(at: number),
        in: context(of: typed[number], namingMadeValues: namingMadeValues))
    }
  }

  /// All that has to be fired for a request, each with what it waits for: what has not answered yet
  /// of what it needs, and the request itself last.
  ///
  /// Worked out for all of them at once: asked one by one, a chain would take its length squared.
  func plan(for number: Int) -> Result<[FiringOrder.Need], RequestFileProblem> {
    Result { () throws(RequestFileProblem) in
      let entry = try entry(at: number)
      var plan: [FiringOrder.Need] = []
      // What is missing of each: it, or, where its answer is there, what it would need itself.
      var missing: [Int: Set<Int>] = [:]
      for one in try collection.order([entry]).dropLast() {
        let needs = try lacks(one, missing)
        if let place = numbers[one.key], answers[one] == nil {
          plan.append((place, Array(needs)))
          missing[one.id] = [place]
        } else {
          missing[one.id] = needs
        }
      }
      plan.append((number, Array(try lacks(entry, missing))))
      return plan
    }
  }

  private func lacks(
    _ entry: RequestCollection.Entry, _ missing: [Int: Set<Int>]
  ) throws(RequestFileProblem) -> Set<Int> {
    var lacks: Set<Int> = []
    for need in try collection.dependencies(of: entry) { lacks.formUnion(missing[need.id] ?? []) }
    return lacks
  }

  /// Why a request was not fired whose need has failed.
  func unmet(_ number: Int, _ name: String, _ failure: NetError?) -> NetError {
    let place = entries[number]?.request.place ?? FilePlace(paths[0])
    let reason = failure.map { RequestFileProblem.Reason.failedNeed(name, how: $0.message) }
    return RequestFileProblem(place, reason ?? .noAnswer(name)).netError
  }

  /// Keeps a response, unless an edit or another environment has replaced the request it is of.
  func remember(_ result: Result<Response, NetError>, of number: Int, _ sent: [String?]?) {
    guard let entry = entries[number], sent == self.sent(at: number) else { return }
    answers.remember(result, of: entry)
    forgetIfMoved(entry)
  }

  /// The method, the written URL and the environment of a request that is sent now.
  func sent(at number: Int) -> [String?] {
    [item(at: number)?.method, item(at: number)?.source, context.environment]
  }

  private func forgetIfMoved(_ entry: RequestCollection.Entry) {
    answers.forget(entry, ifNotFrom: collection.receiver(of: entry, in: context))
  }

  private func entry(at number: Int) throws(RequestFileProblem) -> RequestCollection.Entry {
    if let entry = entries[number] { return entry }
    let name = items.indices.contains(number) ? items[number].name : "\(number)"
    throw RequestFileProblem(FilePlace(paths[0]), .unknownName(name, near: nil))
  }

  // MARK: Changes

  /// Reads again what has changed; false when nothing has.
  package func reload() -> Bool {
    guard !collection.isCurrent else { return false }
    do throws(RequestFileProblem) {
      collection = try RequestCollection(paths: paths, reusing: collection)
      collection.given = Set(context.set.keys)
    } catch {
      listing.notice = "\(error)"
      return true
    }
    var isKnown = true
    let names = collection.environments
    let chosen = wanted.flatMap { names.contains($0) ? $0 : nil } ?? collection.onlyEnvironment
    if chosen != context.environment {
      context.environment = chosen
      answers.forget()
      isKnown = false
    }
    relist(keeping: { isKnown && collection.isUnchanged($0) })
    return true
  }

  /// Takes another environment; its answers are none of the one before.
  package func choose(environment: String) {
    wanted = environment
    guard environment != context.environment else { return }
    context.environment = environment
    answers.forget()
    relist()
  }

  /// Takes values of variables for all that is fired from now on.
  package func give(_ values: [String: String]) {
    context.set.merge(values) { _, new in new }
    collection.given = Set(context.set.keys)
    relist()
  }

  /// Gives a variable another value for all that is fired from now on; nil takes that back.
  package func set(_ name: String, to value: String?) {
    context.set[name] = value ?? givenAtStart[name]
    if value == nil { setHere.remove(name) } else { setHere.insert(name) }
    collection.given = Set(context.set.keys)
    relist()
  }

  // MARK: Looking closer

  /// The variables of a request, for its page; secret values are not in it.
  package func variables(of number: Int) -> VariablesPage {
    guard let entry = entries[number] else { return VariablesPage(title: "", rows: []) }
    let receiver = collection.environmentUses(of: entry, in: context).first?.origin
    let variables = collection.variables(
      of: entry, in: context(of: typed[number], namingMadeValues: true), nested: true)
    let hiding = VariableUse.hiding(variables.compactMap { try? $0.result.get() })
    let rows = variables.map { variable in
      switch variable.result {
      case .success(let use):
        let shown = use.hidden(by: hiding)
        return VariablesPage.Row(
          name: variable.name, value: shown.value,
          origin: Self.words(use, to: receiver), state: shown == use ? .known : .secret,
          depth: variable.depth, written: hiding.redact(variable.written))
      case .failure(let problem):
        let waits = variable.waitsForAnswer
        return VariablesPage.Row(
          name: variable.name,
          value: waits ? "comes with its response, which is sent first" : problem.message,
          origin: waits ? "" : place(problem.place), state: waits ? .waiting : .missing,
          depth: variable.depth, written: variable.written)
      }
    }
    return VariablesPage(title: entry.request.listName, rows: rows)
  }

  /// The origin of a value; for the environment also the origin that receives it.
  private static func words(_ use: VariableUse, to receiver: String?) -> String {
    guard let receiver, use.origin.environmentVariable(use.name) != nil else {
      return "\(use.origin)"
    }
    return "\(use.origin), goes to \(receiver)"
  }

  private func place(_ place: FilePlace) -> String { "\(collection.origin)\(place)" }

  /// The editor at a request's line, or at the line that is wrong.
  func editor(of number: Int) -> Editor? {
    guard let entry = entries[number] else { return nil }
    let place = entry.request.flaw?.place ?? entry.request.place
    return Editor(path: collection.origin + place.file, line: place.line)
  }

  /// The environment that is chosen.
  var environment: String? { context.environment }

  /// The folder nothing is read outside of.
  var folder: String { collection.folder }

  /// The same from the root, links followed: what is kept of it is found from anywhere.
  var wholeFolder: String { SavedFile.resolved(folder) }

  /// The folders whose changes may change the list.
  var watchedFolders: [String] { collection.folders }
}
