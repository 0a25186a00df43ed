import Glibc
import LosslessJSON
import NetEngine

/// A file of requests, or a folder of such files, as a list of requests in order.
///
/// A value: reading it again after an edit gives another one. Groups are files.
public struct RequestCollection: Sendable {
  /// The folder nothing is read outside of.
  public let folder: String
  /// What stands in front of a file's name to make a path of it, as the collection's was given.
  public let origin: String
  /// The files in order.
  public let files: [RequestFile]
  /// Every request in order, broken ones included.
  public let entries: [Entry]
  /// The real path of each file, escaped for keys.
  private let filePaths: [String]
  /// The names of the environments, in order, each once.
  public let environments: [String]
  /// The environment nobody has to choose, because there is no other.
  public var onlyEnvironment: String? { environments.count == 1 ? environments[0] : nil }
  /// What is wrong apart from single requests: files that cannot be read, environments.
  public let problems: [RequestFileProblem]
  /// The folders in which a new file, or another version of one, would change the collection.
  public let folders: [String]
  /// For each file, whether it is as it was in the collection this one was read over, and so are the
  /// variables its requests find.
  private let unchanged: [Bool]
  let confined: ConfinedFolder
  let settings: [String: FolderSettings]
  /// What stands beside each file and above it, the nearest first.
  let surroundings: [Surroundings]
  private let stamps: [String: CollectionStamp]
  let places: [String: [Int]]
  /// The requests whose answers set a variable, by its name.
  private let keepers: [String: [Int]]
  /// The places of the files that a file imports, directly or by another one.
  private let imports: [[Int]]
  /// Variables that are given a value for this run: nothing has to be fired for them.
  public var given: Set<String> = []
  /// Why requests cannot be brought into an order, by their place; nil until somebody asks.
  private let orderProblems = Lock<[Int: RequestFileProblem]?>(nil)

  /// A request in its collection.
  public struct Entry: Sendable, Identifiable {
    /// What it is known by as long as the collection is not read again: its place in `entries`.
    public let id: Int
    /// It stands in a file that is only imported: it is fired for others, and no part of the list.
    public let isImported: Bool
    /// Its file.
    let file: Int
    /// Whether it stands in a file, and was not typed.
    var isInFile: Bool { id >= 0 }
    @usableFromInline let held: HeldRequest

    init(id: Int, held: HeldRequest, isImported: Bool, file: Int) {
      (self.id, self.held, self.isImported, self.file) = (id, held, isImported, file)
    }

    /// One that stands in no file.
    init(
      id: Int, request: FileRequest, group: String, key: String, isImported: Bool, file: Int
    ) {
      self.init(
        id: id, held: HeldRequest(request, group: group, key: key), isImported: isImported,
        file: file)
    }

    /// The request; looked at in place, for other modules too: it is large to copy.
    @inlinable public var request: FileRequest { _read { yield held.request } }
    /// Where it stands.
    ///
    /// This and what follows is asked of thousands after each edit, without a copy of all of the
    /// request. What is worked out is a call: inlined into other modules it would copy.
    public var place: FilePlace { held.request.place }
    /// The name others refer to it by.
    public var name: String? { held.request.name }
    /// What lists show: its name, or the request line.
    @inline(never) public var listName: String { held.request.listName }
    /// What stands beside its method: its name, or the target.
    @inline(never) public var shortName: String { held.request.shortName }
    /// The method.
    public var method: HTTPMethod { held.request.method }
    /// What makes it unusable.
    @inline(never) public var flaw: RequestFileProblem? { held.request.flaw }
    /// How many checks stand in it that are not made.
    @inline(never) public var uncheckedCount: Int { held.request.uncheckedCount }
    /// What is wrong with it, and what is worth knowing.
    public var problems: [RequestFileProblem] { held.request.problems }
    /// The heading it stands under: its file without the extension.
    public var group: String { held.group }
    /// What it is known by across readings: file and name; method, URL and a number where that is
    /// not enough.
    public var key: String { held.key }
    /// Whether both stand in one file.
    public func isInFile(of other: Entry) -> Bool { file == other.file }
    /// The variables it names, in order.
    var uses: [Template.Use] { held.uses }
  }

  /// Reads a file or a folder.
  ///
  /// Fails only when there is nothing to read: a broken file is a problem, a broken request a row.
  /// Of the collection it was before, files that have not changed are taken over.
  public init(
    path: String, reusing before: RequestCollection? = nil
  ) throws(RequestFileProblem) {
    try self.init(paths: [path], reusing: before)
  }

  /// Reads several files and folders as one collection, whose folder is what they have in common.
  public init(
    paths: [String], reusing before: RequestCollection? = nil
  ) throws(RequestFileProblem) {
    let root = try CollectionRoot(paths)
    let memberCount: Int
    let taken: Set<String>
    do throws(ConfinedFolder.Refusal) {
      confined = try ConfinedFolder(root.folder).reachingRepository()
      origin = Self.origin(root.folder)
      var reader = CollectionReader(confined)
      if let before, before.folder == confined.path {
        reader.knownStamps = before.stamps
        reader.known = Dictionary(
          before.files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      }
      for member in root.members {
        if member.isFolder { reader.readFolder(member.name) } else { reader.readFile(member.name) }
      }
      memberCount = reader.readImports()
      let settings = reader.readSettings()
      self.settings = settings
      environments = Self.environments(settings)
      taken = reader.hasSameSettings ? reader.taken : []
      (files, stamps) = (reader.files, reader.stamps)
      surroundings = Self.surroundings(of: files, settings, confined)
      folders = reader.folders.isEmpty ? [confined.path] : reader.folders
      problems = reader.problems + reader.files.flatMap(\.problems)
    } catch {
      throw RequestFileProblem(FilePlace(paths[0]), .file(paths[0], why: error.why))
    }
    folder = confined.path
    filePaths = Self.realPaths(of: files, confined)
    entries = Self.entries(of: files, members: memberCount)
    (places, keepers) = Self.placesAndKeepers(of: entries)
    imports = Self.imports(of: files, confined)
    unchanged = Self.unchanged(files, imports, taken)
  }

  /// Where each name stands in the list, and which requests keep a variable of each name.
  private static func placesAndKeepers(
    of entries: [Entry]
  ) -> (places: [String: [Int]], keepers: [String: [Int]]) {
    var places: [String: [Int]] = [:]
    var keepers: [String: [Int]] = [:]
    for entry in entries {
      places[entry.listName, default: []].append(entry.id)
      for name in entry.held.request.answerScript.names {
        keepers[name, default: []].append(entry.id)
      }
    }
    return (places, keepers)
  }

  /// The same for a file whichever folder it was opened from; `#` and `%` are escaped.
  private static func realPaths(
    of files: [RequestFile], _ confined: ConfinedFolder
  ) -> [String] {
    files.map { file in
      confined.realPath(of: file.name).percentEscaped {
        $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "%")
      }
    }
  }

  private static func unchanged(
    _ files: [RequestFile], _ imports: [[Int]], _ taken: Set<String>
  ) -> [Bool] {
    let isTaken = files.map { taken.contains($0.name) }
    return files.indices.map { isTaken[$0] && imports[$0].allSatisfy { isTaken[$0] } }
  }

  /// The environments and `.env` files a file's variables are looked for in.
  struct Surroundings: Sendable {
    var layers: [EnvironmentLayer]
    var dotenv: [DotEnv]

    init(_ folders: [FolderSettings]) {
      layers = folders.flatMap(\.environments).flatMap(\.layers)
      dotenv = folders.compactMap(\.dotenv)
    }
  }

  private static func surroundings(
    of files: [RequestFile], _ settings: [String: FolderSettings], _ folder: ConfinedFolder
  ) -> [Surroundings] {
    var known: [String: Surroundings] = [:]
    return files.map { file in
      let name = file.name.folderName
      if let found = known[name] { return found }
      let found = Surroundings(folder.folders(above: file.name).compactMap { settings[$0] })
      known[name] = found
      return found
    }
  }

  /// Each file's own imports, then what those import.
  private static func imports(of files: [RequestFile], _ folder: ConfinedFolder) -> [[Int]] {
    guard files.contains(where: { !$0.imports.isEmpty }) else { return files.map { _ in [] } }
    let places = Dictionary(
      files.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let own = files.map { file in
      file.imports.compactMap { path in
        (try? folder.locate(path.value, from: file.name.folderName))
          .flatMap { places[folder.name(of: $0)] }
      }
    }
    return own.indices.map { start in
      var found: [Int] = []
      var next = own[start][...]
      while let place = next.popFirst() {
        guard place != start, !found.contains(place) else { continue }
        found.append(place)
        next += own[place]
      }
      return found
    }
  }

  /// The files a file imports.
  func imported(by file: Int) -> [Int] { imports[file] }

  /// The request whose answer sets a variable for another one: the nearest above it in its file, else
  /// below, else the only one of those it imports, or of all.
  func keeper(of name: String, for entry: Entry) -> Entry? {
    guard let ids = keepers[name], !given.contains(name) else { return nil }
    let others = ids.map { entries[$0] }.filter { $0.id != entry.id }
    let near = others.filter { $0.file == entry.file }
    if let above = near.last(where: { $0.request.place.line < entry.request.place.line }) {
      return above
    }
    if let below = near.first { return below }
    let imported = others.filter { imports[entry.file].contains($0.file) }
    if let first = imported.first { return first }
    return others.count == 1 ? others[0] : nil
  }

  /// Without a path `.` in front: nobody writes that.
  private static func origin(_ folder: String) -> String {
    var bytes = Substring(folder).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let path = String(Substring(bytes))
    return path.isEmpty || path == "." ? "" : path == "/" ? path : path + "/"
  }

  private static func entries(of files: [RequestFile], members: Int) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(files.reduce(0) { $0 + $1.held.count })
    for (index, file) in files.enumerated() {
      for held in file.held {
        entries.append(
          Entry(id: entries.count, held: held, isImported: index >= members, file: index))
      }
    }
    return entries
  }

  /// A key of an entry that is the same whichever folder the collection was opened in: the real path
  /// of its file, and its name there.
  package func lastingKey(of entry: Entry) -> String {
    guard filePaths.indices.contains(entry.file),
      let mark = entry.key.utf8.firstIndex(of: UInt8(ascii: "#"))
    else { return "\(folder)#\(entry.key)" }
    return filePaths[entry.file] + entry.key[mark...]
  }

  /// Whether its file is as it was in the collection this one was read over, with all variables it
  /// finds.
  public func isUnchanged(_ entry: Entry) -> Bool { unchanged[entry.file] }

  /// Whether everything that was read is still as it was; false means: read it again.
  public var isCurrent: Bool {
    stamps.allSatisfy { CollectionStamp($0.key) == $0.value }
  }

  private static func environments(_ settings: [String: FolderSettings]) -> [String] {
    var names: [String] = []
    for file in settings.sorted(by: { $0.key < $1.key }).flatMap(\.value.environments) {
      for layer in file.layers where layer.name != EnvironmentLayer.shared {
        if !names.contains(layer.name) { names.append(layer.name) }
      }
    }
    return names
  }
}

// MARK: - Names and dependencies

extension RequestCollection {
  /// The requests a person means: by name, by `group/name`, or all of a group.
  public func entries(named name: String) throws(RequestFileProblem) -> [Entry] {
    if let ids = places[name] { return ids.map { entries[$0] } }
    let found = entries.filter {
      $0.group == name || "\($0.group)/\($0.request.listName)" == name
    }
    guard found.isEmpty else { return found }
    let names = Set(entries.map(\.listName) + entries.map(\.group)).sorted()
    throw RequestFileProblem(
      FilePlace(folder), .unknownName(name, near: NearestWord.of(name, in: names)))
  }

  /// The request a name means inside of another one: in the same file first, then anywhere.
  public func entry(
    named name: String, from entry: Entry, at place: FilePlace? = nil
  ) throws(RequestFileProblem) -> Entry {
    let place = place ?? entry.request.place
    let ids = places[name] ?? []
    // In the order of their files: a name that all requests have is looked up for each of them.
    let start = ids.firstPlace(fromWhere: { entries[$0].file >= entry.file })
    let near = ids[start..<ids.firstPlace(fromWhere: { entries[$0].file > entry.file })]
    var found = near.isEmpty ? ids[...] : near
    if near.isEmpty, !imports[entry.file].isEmpty {
      let imported = ids.filter { imports[entry.file].contains(entries[$0].file) }
      if !imported.isEmpty { found = imported[...] }
    }
    guard found.count < 2 else {
      let places = found.prefix(4).map { entries[$0].request.place }
      throw RequestFileProblem(
        place, .ambiguousName(name, count: found.count, first: places))
    }
    guard let id = found.first else {
      let names =
        places.count <= NearestWord.mostOwn ? entries.compactMap(\.name).sorted() : []
      throw RequestFileProblem(
        place, .unknownName(name, near: NearestWord.of(name, in: names)))
    }
    return entries[id]
  }

  /// What has to be fired before this one: what it names, and what it takes values from.
  public func dependencies(of entry: Entry) throws(RequestFileProblem) -> [Entry] {
    var found: [Entry] = []
    for name in entry.request.meta.depends {
      found.append(try self.entry(named: name.value, from: entry, at: name.place))
    }
    for (reference, place) in references(of: entry) {
      found.append(try self.entry(named: reference.name, from: entry, at: place))
    }
    if !keepers.isEmpty { found += keptNeeds(of: entry) }
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.id).inserted }
  }

  /// The requests whose answers set variables that nothing else gives a value.
  private func keptNeeds(of entry: Entry) -> [Entry] {
    let layers = surroundings[entry.file].layers
    return names(of: entry).sorted().compactMap { name in
      guard let keeper = keeper(of: name, for: entry) else { return nil }
      let isSet =
        files[entry.file].variable(name, for: entry.request.place.line) != nil
        || layers.contains { $0.values[name] != nil }
      return isSet ? nil : keeper
    }
  }

  /// Every variable it names, and those that the file's variables among them name.
  private func names(of entry: Entry) -> Set<String> {
    var names = Set<String>()
    // `{{:name}}` is asked for whatever an answer has kept.
    var next = entry.uses.filter { TemplateExpression.asked($0.written) == nil }
      .flatMap(\.expression.variableNames)
    while let name = next.popLast() {
      guard names.insert(name).inserted,
        let variable = files[entry.file].variable(name, for: entry.request.place.line)
      else { continue }
      next += variable.value.variableNames
    }
    return names
  }

  /// References in the request itself, and in the file's variables it uses.
  func references(of entry: Entry) -> [(reference: ExchangeReference, place: FilePlace)] {
    var found: [(reference: ExchangeReference, place: FilePlace)] = []
    let file = files[entry.file]
    var names: [String] = []
    func look(into uses: [Template.Use]) {
      for use in uses {
        switch use.expression {
        case .reference(let reference): found.append((reference, use.place))
        case .variable(let name), .encoded(let name):
          if let reference = implied(name, for: entry) { found.append((reference, use.place)) }
        case .dynamic, .broken: break
        }
        if file.hasReferringVariable { names += use.expression.variableNames }
      }
    }
    look(into: entry.uses)
    guard file.hasReferringVariable else { return found }
    // A target that is only a path stands on this variable without naming it.
    if entry.request.target.isPath, entry.request.header("Host") == nil {
      names += [FileTarget.baseVariable, FileTarget.otherBase]
    }
    var seen: Set<String> = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted,
        let variable = file.variable(name, for: entry.request.place.line)
      else { continue }
      look(into: variable.value.uses)
    }
    return found
  }

  /// The request that `login.body.token` looks into, where nothing else has that name.
  private func implied(_ name: String, for entry: Entry) -> ExchangeReference? {
    guard name.utf8.contains(where: \.beginsPart),
      let reference = ExchangeReference.implied(name).first(where: { places[$0.name] != nil }),
      files[entry.file].variable(name, for: entry.request.place.line) == nil,
      !surroundings[entry.file].layers.contains(where: { $0.values[name] != nil })
    else { return nil }
    return reference
  }

  /// These requests and all they need, each once, in an order in which they can be fired.
  ///
  /// Where nothing is needed the order is the one given.
  public func order(_ wanted: [Entry]) throws(RequestFileProblem) -> [Entry] {
    var run = DependencyWalk(collection: self)
    for entry in wanted { try run.visit(entry) }
    return run.order
  }

  /// Why a request cannot be brought into an order: a name nobody has, a circle.
  ///
  /// Worked out for all of them at once: a walk for each would take a chain's length squared.
  func orderProblem(of entry: Entry) -> RequestFileProblem? {
    orderProblems.withLock { known in
      if let known { return known[entry.id] }
      var walk = DependencyWalk(collection: self)
      for entry in entries { try? walk.visit(entry) }
      known = walk.problems
      return walk.problems[entry.id]
    }
  }
}

extension Template {
  /// The variables it names.
  var variableNames: [String] { uses.flatMap(\.expression.variableNames) }
  /// The variables of the process it names.
  var processNames: [String] { uses.compactMap(\.expression.processName) }
}

extension TemplateExpression {
  /// The variable of the process it stands for.
  var processName: String? {
    guard case .dynamic(let name, let arguments) = self else { return nil }
    if name.utf8.starts(with: "$env.".utf8) { return String(name.dropFirst(5)) }
    guard name == "$processEnv", arguments.count == 1, arguments[0].utf8.first != 0x25 else {
      return nil
    }
    return arguments[0]
  }

  /// The variables it names.
  var variableNames: [String] {
    switch self {
    case .variable(let name), .encoded(let name): [name]
    // `$processEnv %name` takes the name from a variable.
    case .dynamic(_, let arguments):
      arguments.filter { $0.utf8.first == UInt8(ascii: "%") }.map { String($0.dropFirst()) }
    case .reference, .broken: []
    }
  }
}
