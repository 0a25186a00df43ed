import NetEngine
import RequestFiles

/// The variables of the environment that requests of a folder may send, and the origins for each.
///
/// The person's file and options of the command line allow them, and so does a person's yes, which
/// is kept in the state folder for the folder, the variable and the origin.
package nonisolated final class EnvironmentAccess: Sendable {
  private let folder: String
  private let state: StateFolder?
  private let allowed: Set<EnvironmentUse>
  /// Variables that may go to every origin.
  private let everywhere: Set<String>
  /// Variables in requests of this run: later requests may take their values from those.
  private let sent = Lock<Set<NamedSecret>>([])
  /// Answers of a person: kept ones, and those of this run.
  private let answered = Lock<Set<EnvironmentUse>?>(nil)

  private static let name = "environment-access.json"
  /// Folders that were not asked about for longest are forgotten.
  private static let limit = 200

  /// Without a state folder an answer counts for this run.
  package init(
    folder: String, state: StateFolder?, allowing env: [String: [String]],
    _ options: [EnvironmentOption] = []
  ) {
    self.folder = SavedFile.resolved(folder)
    self.state = state
    var allowed = Set(
      options.compactMap { option in
        option.origin.map { EnvironmentUse(option.name, to: $0) }
      })
    for (name, origins) in env {
      for origin in origins { allowed.insert(EnvironmentUse(name, to: origin)) }
    }
    self.allowed = allowed
    everywhere = Set(options.filter { $0.origin == nil }.map(\.name))
  }

  /// The answers, which are read when the first one is looked for.
  private func answers(_ change: (inout Set<EnvironmentUse>) -> Void) -> Set<EnvironmentUse> {
    answered.withLock { answered in
      var all =
        answered ?? Set(Self.kept(in: state).first { $0.folder == folder }?.uses ?? [])
      change(&all)
      answered = all
      return all
    }
  }

  /// The variables of the environment that a request sends, by itself or out of an earlier one.
  package func uses(of target: RequestFileTarget) -> [EnvironmentUse] {
    let before = sent.withLock { sent in
      defer { sent.formUnion(target.environmentValues) }
      return Array(sent)
    }
    return target.environmentUses(after: before.sorted { $0.name < $1.name })
  }

  /// The uses that the person's file and the options do not allow.
  func unlisted(_ uses: [EnvironmentUse]) -> [EnvironmentUse] {
    uses.filter { !allowed.contains($0) && !everywhere.contains($0.name) }
  }

  /// The uses that nothing allows yet, answers of a person included.
  package func unknown(_ uses: [EnvironmentUse]) -> [EnvironmentUse] {
    let unlisted = unlisted(uses)
    guard !unlisted.isEmpty else { return [] }
    let known = answers { _ in }
    return unlisted.filter { !known.contains($0) }
  }

  /// Keeps a person's yes for this run and the next ones.
  package func remember(_ uses: [EnvironmentUse]) {
    _ = answers { $0.formUnion(uses) }
    guard let state else { return }
    let all = Self.kept(in: state)
    let before = all.first { $0.folder == folder }?.uses ?? []
    let mine = before + uses.filter { !before.contains($0) }
    let others = all.filter { $0.folder != folder }.prefix(Self.limit - 1)
    let json = JSON(
      members: ([(folder, mine)] + others).map { folder, uses in
        (folder, JSON(uses.map { JSON([JSON($0.name), JSON($0.origin)]) }))
      })
    _ = try? state.write(Self.name, Body(JSONPrinter.compact.bytes(json) + [0x0a]))
  }

  /// The folder asked about last comes first.
  private static func kept(
    in state: StateFolder?
  ) -> [(folder: String, uses: [EnvironmentUse])] {
    guard let bytes = state?.read(name), let members = JSONDocument(bytes).json.members else {
      return []
    }
    return members.map { member in
      (
        member.key,
        (member.value.array ?? []).compactMap { pair in
          guard let name = pair[0].string, let origin = pair[1].string else { return nil }
          return EnvironmentUse(name, to: origin)
        }
      )
    }
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
