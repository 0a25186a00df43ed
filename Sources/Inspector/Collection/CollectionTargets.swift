import InspectorCore
import NetEngine

/// The requests of a collection as the screens' targets, through edits and changes of environment.
///
/// A request keeps its number for as long as the program runs, whatever becomes of its file: answers
/// belong to numbers. What is fired is worked out at the moment of firing.
package final class CollectionTargets {
  private(set) var collection: RequestCollection
  private(set) var context: RequestContext
  private let path: String
  private let title: String
  private let answers = EarlierAnswers()
  /// The number of each request that is or was there.
  private var numbers: [String: Int] = [:]
  private var items: [TargetItem] = []
  private var entries: [Int: RequestCollection.Entry] = [:]
  /// Requests that were typed on the screen, by their number.
  private var composed: [Int: ListedTarget] = [:]
  private(set) package var listing: TargetListing

  /// Reads the collection; of several environments the first one is chosen.
  package init(path: String, context: RequestContext) throws(RequestFileProblem) {
    self.path = path
    collection = try RequestCollection(path: path)
    var context = context
    if context.environment == nil { context.environment = collection.environments.first }
    let answers = answers
    context.earlier = { answers[$0] }
    self.context = context
    title = Self.title(of: path, collection)
    listing = TargetListing(title: title, baseURL: "", items: [])
    relist()
  }

  /// The last part of the path, as a person would call it.
  private static func title(of path: String, _ collection: RequestCollection) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    let name = parts.last ?? collection.folder.split(separator: "/").last ?? "/"
    return String(name)
  }

  // MARK: The list

  /// Requests of `unchanged` files are listed as they were: of 5,000 an edit makes a few anew.
  private func relist(unchanged: Set<String> = []) {
    entries = [:]
    var order: [Int] = []
    for entry in collection.entries {
      let number = numbers[entry.key] ?? numbers.count
      numbers[entry.key] = number
      if number >= items.count {
        items.append(item(of: entry))
      } else if !unchanged.contains(entry.request.place.file) {
        items[number] = item(of: entry)
      }
      entries[number] = entry
      order.append(number)
    }
    for (number, entry) in entries {
      let file = entry.request.place.file
      // What it needs in its own file is found there first, whatever the others say.
      let isSettled =
        unchanged.contains(file)
        && !items[number].needs.isEmpty
        && items[number].needs.allSatisfy { entries[$0]?.request.place.file == file }
      if !isSettled { items[number].needs = needs(of: entry) }
    }
    let bases = Set(order.filter { items[$0].flaw == nil }.map { items[$0].base })
    let base = bases.count == 1 ? bases.first ?? "" : ""
    // One base for all stands above the list; of several each shows its own.
    for number in order {
      guard !base.isEmpty else {
        items[number].path = items[number].url
        continue
      }
      let path = String(decoding: items[number].url.utf8.dropFirst(base.utf8.count), as: UTF8.self)
      items[number].path = path.isEmpty ? "/" : path
    }
    let environment = context.environment.map { "\(title) · \($0)" }
    listing = TargetListing(
      title: environment ?? title, baseURL: base, items: items,
      order: order + composed.keys.sorted())
    listing.environments = collection.environments
    listing.environment = context.environment
    listing.notice = collection.problems.first { !$0.isNote }.map { place($0) } ?? ""
  }

  private func item(of entry: RequestCollection.Entry) -> TargetItem {
    let request = entry.request
    let flaw = request.flaw.map { place($0) }
    let url = collection.url(of: entry, in: context)
    let method = request.method.rawValue == "GRAPHQL" ? HTTPMethod.post : request.method
    var item = TargetItem(
      name: request.listName, group: entry.group, method: method.rawValue, path: url,
      url: url, isSafe: method.isSafe, pipeline: collection.pipeline(of: entry),
      base: url.origin)
    item.flaw = flaw
    item.isInFile = true
    item.expectations = request.meta.expectations
    return item
  }

  private func place(_ problem: RequestFileProblem) -> String { "\(collection.origin)\(problem)" }

  private func needs(of entry: RequestCollection.Entry) -> [Int] {
    guard let order = try? collection.order([entry]) else { return [] }
    return order.dropLast().compactMap { numbers[$0.key] }
  }

  // MARK: Firing

  func item(at number: Int) -> TargetItem? {
    items.indices.contains(number) ? items[number] : nil
  }

  /// What is fired, its variables replaced now.
  func target(at number: Int) -> Result<RequestFileTarget, RequestFileProblem> {
    Result { () throws(RequestFileProblem) in
      try collection.target(try entry(at: number), in: context)
    }
  }

  /// What has to answer first and has not yet, in order.
  func missing(for number: Int) -> Result<[Int], RequestFileProblem> {
    Result { () throws(RequestFileProblem) in
      let entry = try entry(at: number)
      return try collection.order([entry]).dropLast().filter { answers[$0] == nil }
        .compactMap { numbers[$0.key] }
    }
  }

  /// Why a request was not fired whose need has failed.
  func unmet(_ number: Int, _ name: String) -> NetError {
    let place = entries[number]?.request.place ?? FilePlace(path)
    return RequestFileProblem(place, .noAnswer(name)).netError
  }

  func remember(_ result: Result<Response, NetError>, of number: Int) {
    if let entry = entries[number] { answers.remember(result, of: entry) }
  }

  private func entry(at number: Int) throws(RequestFileProblem) -> RequestCollection.Entry {
    if let entry = entries[number] { return entry }
    let name = items.indices.contains(number) ? items[number].name : "\(number)"
    throw RequestFileProblem(FilePlace(path), .unknownName(name, near: nil))
  }

  // MARK: Typed requests

  /// Adds a request that is in no file; answers its number.
  func add(_ target: ListedTarget) -> Int {
    let number = numbers.count
    // A key no entry of a file has.
    numbers["\u{0}\(number)"] = number
    composed[number] = target
    items.append(target.item)
    listing.items = items
    listing.order.append(number)
    return number
  }

  func composed(at number: Int) -> ListedTarget? { composed[number] }

  // MARK: Changes

  /// Reads again what has changed; false when nothing has.
  package func reload() -> Bool {
    guard !collection.isCurrent else { return false }
    do throws(RequestFileProblem) {
      collection = try RequestCollection(path: path, reusing: collection)
    } catch {
      listing.notice = "\(error)"
      return true
    }
    var unchanged = collection.unchangedFiles
    if let chosen = context.environment, !collection.environments.contains(chosen) {
      context.environment = collection.environments.first
      answers.forget()
      unchanged = []
    }
    relist(unchanged: unchanged)
    return true
  }

  /// Takes another environment; its answers are none of the one before.
  package func choose(environment: String) {
    guard environment != context.environment else { return }
    context.environment = environment
    answers.forget()
    relist()
  }

  // MARK: Looking closer

  /// The variables of a request, for its page; secret values are not in it.
  package func variables(of number: Int) -> VariablesPage {
    guard let entry = entries[number] else { return VariablesPage(title: "", rows: []) }
    let rows = collection.variables(of: entry, in: context).map { variable in
      switch variable.result {
      case .success(let use):
        return VariablesPage.Row(
          name: variable.name, value: use.isSecret ? "•••" : use.value,
          origin: "\(use.origin)", state: use.isSecret ? .secret : .known)
      case .failure(let problem):
        let waits = variable.waitsForAnswer
        return VariablesPage.Row(
          name: variable.name,
          value: waits ? "comes with its answer, which is fired first" : problem.message,
          origin: waits ? "" : place(problem.place), state: waits ? .waiting : .missing)
      }
    }
    return VariablesPage(title: entry.request.listName, rows: rows)
  }

  private func place(_ place: FilePlace) -> String { "\(collection.origin)\(place)" }

  /// The editor at a request's line, or at the line that is wrong.
  func editor(of number: Int) -> Editor? {
    guard let entry = entries[number] else { return nil }
    let place = entry.request.flaw?.place ?? entry.request.place
    return Editor(path: collection.origin + place.file, line: place.line)
  }

  /// The folder nothing is read outside of.
  var folder: String { collection.folder }

  /// The folders whose changes may change the list.
  var watchedFolders: [String] { collection.folders }
}

extension String {
  /// Scheme, host and port of a URL; a variable in front of the path is one too.
  fileprivate var origin: String {
    var rest = utf8[...]
    if let mark = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[mark...].starts(with: "://".utf8) {
      rest = utf8[mark...].dropFirst(3)
    }
    var depth = 0
    var end = rest.startIndex
    while end < rest.endIndex {
      let byte = rest[end]
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0, "/?#".utf8.contains(byte) { break }
      end = rest.index(after: end)
    }
    return String(self[..<end])
  }
}
