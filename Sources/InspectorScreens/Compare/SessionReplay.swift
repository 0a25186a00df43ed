import NetEngine
import NetRecordings
import RequestFiles

/// What a person has said about firing a session again.
package struct ReplaySettings: Sendable, Hashable {
  /// Where everything goes instead.
  package var baseURL: String?
  /// The file that says what is forgiven; nil for the session's own.
  package var rules: String?
  /// Whether what may change data is fired too; nil while nobody was asked.
  package var allowsUnsafe: Bool?
  /// The values of secrets by their ids, for as long as the session is open.
  package var secrets: [String: String] = [:]
  /// The ids of those nobody wants to give: what needs them is skipped.
  package var declined: Set<String> = []
  /// The uses of the environment that a person has allowed, as the question showed them, and those
  /// that were asked about and not allowed.
  package var allowedUses: Set<String> = []
  var keptUses: Set<String> = []

  package init() {}
}

/// What a person has to say before a session is fired again.
package enum ReplayNeeds: Sendable, Hashable {
  /// These earlier rows: their responses have secrets that the chosen requests lack.
  case earlier([Int])
  /// A yes or a no: so many may change data, the first of them by name, and so many do not.
  case permission(count: Int, names: [String], safe: Int)
  /// A yes or a no: these variables of the environment would go to these origins.
  case environment([String])
  /// These values, which were taken out of the recording.
  case secrets([NeededSecret])
}

/// A secret a person has to say, and what needs it.
package struct NeededSecret: Sendable, Hashable {
  package let secret: AskedSecret
  /// The first that is sent with it, `POST /login`, and its number.
  package let request: String
  package let number: Int

  package init(_ secret: AskedSecret, request: String, number: Int) {
    (self.secret, self.request, self.number) = (secret, request, number)
  }

  /// What stands before what is typed.
  var label: String { "$\(secret.variable)" }

  /// What it is for, in the line under its prompt.
  var words: String {
    let many = secret.values > 1 ? "one for all \(secret.values) of this name, first in " : "for "
    return "\(many)\(number) \(request.shortened(to: 30)); nothing typed skips what needs it"
  }
}

/// An order to fire exchanges of a session again.
package struct SessionReplay: Sendable, Hashable {
  package let path: String
  package let rows: [Int]
  package let settings: ReplaySettings
  let session: Session
  let lens: Lens

  /// The exchanges that can be read.
  package var exchanges: [Exchange] { rows.compactMap { try? session.exchange(at: $0) } }

  /// How they are fired and compared; a variable a person has given goes before the environment's.
  package func options(
    rules: Rules, environment: @escaping @Sendable (String) -> String?
  ) -> LiveReplay.Options {
    var options = LiveReplay.Options()
    options.secrets = settings.secrets
    options.environment = environment
    options.baseURL = settings.baseURL
    options.allowsUnsafe = settings.allowsUnsafe == true
    options.comparison = lens.comparison(rules, Redactor())
    return options
  }

  /// What has to be asked first; nil when everything is there.
  package func needs(
    _ exchanges: [Exchange], _ options: LiveReplay.Options, asking uses: [EnvironmentUse] = []
  ) throws(SetupProblem) -> ReplayNeeds? {
    let earlier = try givers(exchanges, options)
    guard earlier.isEmpty else { return .earlier(earlier) }
    let answered = exchanges.filter { $0.result != nil && !$0.wasCancelled }
    let unsafe = answered.filter { !$0.request.method.isSafe }
    if settings.allowsUnsafe == nil, !unsafe.isEmpty {
      let names = unsafe.prefix(3).map(Self.name)
      return .permission(
        count: unsafe.count, names: names, safe: answered.count - unsafe.count)
    }
    let asked = uses.map(\.description).filter { !settings.keptUses.contains($0) }
    guard asked.isEmpty else { return .environment(asked) }
    let missing = try missing(exchanges, options).map { missing in
      let exchange = exchanges[missing.exchange]
      return NeededSecret(missing.secret, request: Self.name(exchange), number: exchange.sequence)
    }
    return missing.isEmpty ? nil : .secrets(missing)
  }

  private func missing(
    _ exchanges: [Exchange], _ options: LiveReplay.Options
  ) throws(SetupProblem) -> [MissingSecret] {
    try ReplayPlan(exchanges, options).missing(exchanges, declined: settings.declined)
      .filter { !settings.declined.contains($0.secret.id) }
  }

  /// The rows that are not chosen and whose responses have secrets of those that are, and what these
  /// need in turn.
  ///
  /// A response that repeats a secret of its own request gives nothing.
  private func givers(
    _ exchanges: [Exchange], _ options: LiveReplay.Options
  ) throws(SetupProblem) -> [Int] {
    var all = options
    all.allowsUnsafe = true
    guard try !missing(exchanges, all).isEmpty else { return [] }
    var chosen = Set(rows)
    var wanted: Set<FreshSecrets.Key> = []
    for row in (0...(rows.max() ?? 0)).reversed() {
      guard !wanted.isEmpty || row >= rows.min() ?? 0, let exchange = try? session.exchange(at: row)
      else { continue }
      let own = Set(FreshSecrets.keys(in: exchange.request))
      let given = exchange.response.map { AnsweredSecrets.keys(in: $0).subtracting(own) } ?? []
      if !given.isDisjoint(with: wanted) { chosen.insert(row) }
      wanted.subtract(given)
      if chosen.contains(row) { wanted.formUnion(own) }
    }
    return chosen.subtracting(rows).sorted()
  }

  private static func name(_ exchange: Exchange) -> String {
    let url = Redactor().redact(url: exchange.request.url)
    return "\(exchange.request.method.rawValue) \(url.pathOfURL)"
  }
}

/// An order to compare again what was fired, since the pipeline or the rules are others now.
package struct SessionRecomparison: Sendable {
  let rows: [LiveReplay.Row]
  let rules: Rules
  let lens: Lens

  /// Compares one after the other; nothing is sent.
  package func run() -> SessionEvent {
    let comparison = lens.comparison(rules, Redactor())
    var changes: [Int: Change] = [:]
    for row in rows {
      guard let answered = row.answered else { continue }
      changes[row.recorded.sequence] = comparison.change(from: row.recorded, to: answered)
    }
    return .comparedAgain(changes)
  }
}

extension SessionRecomparison: Hashable {
  /// Orders are the same when they compare the same exchanges under the same lens.
  package static func == (left: SessionRecomparison, right: SessionRecomparison) -> Bool {
    left.lens == right.lens && left.rules == right.rules
      && left.rows.map(\.recorded.sequence) == right.rows.map(\.recorded.sequence)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rows.count) }
}
