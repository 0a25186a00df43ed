import NetEngine
import RequestFiles

/// The variables of the environment that requests of a folder may send, and the origins for each.
///
/// The person's file and options of the command line allow them, and so does a person's yes, which
/// is kept in the state folder for the folder, the variable and the origin.
package nonisolated final class EnvironmentAccess: Sendable {
  private let folder: String
  private let state: StateFolder?
  /// The origins that the person's file and the options allow, by the variable's name.
  private let allowed: [String: Set<String>]
  /// Variables that may go to every origin.
  private let everywhere: Set<String>
  /// Whether only those two allow anything.
  let isStrict: Bool
  /// Variables in requests of this run: later requests may take their values from those.
  private let sent = Lock<[EnvironmentVariable: Set<String>]>([:])
  /// Answers of a person: kept ones, and those of this run.
  private let answered = Lock<Set<EnvironmentUse>?>(nil)

  private static let name = "environment-access.json"
  /// Folders that were not asked about for longest are forgotten.
  private static let limit = 200

  /// Without a state folder an answer counts for this run.
  package init(
    folder: String, state: StateFolder?, allowing env: [String: [String]],
    _ options: [EnvironmentOption] = [], isStrict: Bool = false
  ) {
    self.folder = SavedFile.resolved(folder)
    self.state = state
    self.isStrict = isStrict
    var allowed = env.mapValues { Set($0.map { EnvironmentUse.origin(of: $0) ?? $0 }) }
    for option in options {
      if let origin = option.origin { allowed[option.name, default: []].insert(origin) }
    }
    self.allowed = allowed
    everywhere = Set(options.filter { $0.origin == nil }.map(\.name))
  }

  /// The answers, which are read when the first one is looked for.
  private func answers(_ change: (inout Set<EnvironmentUse>) -> Void) -> Set<EnvironmentUse> {
    answered.withLock { answered in
      var all =
        answered
        ?? Set(
          Self.kept(in: JSONDocument(state?.read(Self.name) ?? []).json)
            .first { $0.folder == folder }?.uses ?? [])
      change(&all)
      answered = all
      return all
    }
  }

  /// The variables of the environment that a request sends, by itself or out of an earlier one.
  ///
  /// The request learns which other origins may receive them, for its redirects.
  package func uses(of target: inout RequestFileTarget) -> [EnvironmentUse] {
    guard target.options != nil else { return [] }
    sent.withLock { sent in
      target.count(sent)
      for (variable, values) in target.options?.environment.values ?? [:] {
        let telling = values.filter { $0.utf8.count >= NamedSecret.shortest }
        if !telling.isEmpty { sent[variable, default: []].formUnion(telling) }
      }
    }
    let uses = target.environmentUses
    for use in uses {
      let variable = use.variable
      if everywhere.contains(variable.name) {
        target.options?.environment.unlimited.insert(variable)
      } else {
        target.options?.environment.origins[variable] = origins(of: variable)
      }
    }
    return uses
  }

  /// The origins that may receive a variable.
  private func origins(of variable: EnvironmentVariable) -> Set<String> {
    let listed = allowed[variable.name] ?? []
    guard !isStrict else { return listed }
    return listed.union(answers { _ in }.filter { $0.variable == variable }.map(\.origin))
  }

  /// The uses that nothing allows yet; in a strict run a person's answers do not count.
  package func unknown(_ uses: [EnvironmentUse]) -> [EnvironmentUse] {
    let unlisted = uses.filter { use in
      let origins = allowed[use.variable.name] ?? []
      return !everywhere.contains(use.variable.name) && !origins.contains(use.origin)
        && !origins.contains(use.receiver)
    }
    guard !unlisted.isEmpty, !isStrict else { return unlisted }
    let known = answers { _ in }
    return unlisted.filter { !known.contains($0) }
  }

  /// Keeps a person's yes for this run and the next ones.
  package func remember(_ uses: [EnvironmentUse]) {
    guard !uses.isEmpty else { return }
    _ = answers { $0.formUnion(uses) }
    try? state?.changeObject(Self.name) { json in
      let all = Self.kept(in: json)
      let before = all.first { $0.folder == folder }?.uses ?? []
      let mine = before + uses.filter { !before.contains($0) }
      let others = all.filter { $0.folder != folder }.prefix(Self.limit - 1)
      return JSON(
        members: ([(folder, mine)] + others).map { folder, uses in
          (folder, JSON(uses.map { JSON($0.words.map { JSON($0) }) }))
        })
    }
  }

  /// The folder asked about last comes first.
  private static func kept(in json: JSON) -> [(folder: String, uses: [EnvironmentUse])] {
    (json.members ?? []).map { member in
      (member.key, (member.value.array ?? []).compactMap { EnvironmentUse(words: $0) })
    }
  }
}

nonisolated extension EnvironmentUse {
  /// Name and origin, and the file of a variable that is not one of the process.
  fileprivate var words: [String] { [variable.name, origin] + [variable.file].compactMap(\.self) }

  fileprivate init?(words: JSON) {
    guard let name = words[0].string, let origin = words[1].string else { return nil }
    self.init(EnvironmentVariable(name, in: words[2].string), to: origin, at: origin)
  }
}

/// `--allow-env NAME[=ORIGIN]`: a variable of the environment that may be sent.
package nonisolated struct EnvironmentOption: Sendable {
  let name: String
  /// nil is every origin.
  let origin: String?

  package static let row = Subcommand.Option(
    name: "--allow-env", value: "NAME[=ORIGIN]",
    summary: "a variable of the environment that may be sent, to ORIGIN alone; may be repeated")

  @MainActor
  static func all(_ arguments: Arguments) throws(UsageMistake) -> [EnvironmentOption] {
    var all: [EnvironmentOption] = []
    for text in arguments.all(row.name) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let origin = parts.count > 1 ? EnvironmentUse.origin(of: String(parts[1])) : nil
      guard let name = parts.first, !name.isEmpty, (origin != nil) == (parts.count > 1) else {
        throw .badValue(
          option: row.name, value: text,
          expected: "a variable, or one with an origin such as TOKEN=https://api.example.com")
      }
      all.append(EnvironmentOption(name: String(name), origin: origin))
    }
    return all
  }
}
