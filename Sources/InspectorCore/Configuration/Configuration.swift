import NetEngine

/// What a person or a project has set: `inspector.json`, JSON with comments, as a value.
package struct Configuration: Sendable, Hashable {
  package var profiles: [EnvelopeProfile] = []
  /// The keys of commands, in place of those of the table.
  package var keys: [Command: [Key]] = [:]
  /// `dark` or `light`.
  package var theme: String?
  package var limits: [Limit: Int] = [:]
  /// Sent with every request that does not say them itself.
  package var headers: [HeaderField] = []
  /// The profile for targets that name none.
  package var profile: String?
  /// The names of profiles by what the URLs begin with whose answers they read.
  package var profileFor: [String: String] = [:]

  /// Commands that make something of a body before it is read, by their names: a person's alone.
  package var unpack: [String: String] = [:]
  /// Their names by what the URLs begin with whose answers they are given.
  package var unpackFor: [String: String] = [:]

  package init() {}

  /// The profiles that can be named: its own, then the library's.
  package var knownProfiles: [EnvelopeProfile] {
    profiles
      + EnvelopeProfile.readyMade.filter { ready in !profiles.contains { $0.name == ready.name } }
  }

  /// The profile for targets that name none.
  package var standardProfile: EnvelopeProfile? { profile.flatMap { named($0) } }

  /// The profiles by what the URLs begin with whose answers they read.
  package var keptProfiles: [String: EnvelopeProfile] {
    profileFor.compactMapValues { named($0) }
  }

  /// One that can be named.
  package func named(_ name: String) -> EnvelopeProfile? {
    knownProfiles.first { $0.name == name }
  }

  /// A bound that can be set; times are milliseconds, sizes bytes.
  package enum Limit: String, CaseIterable, Sendable, Hashable {
    case connectTimeout, idleTimeout, timeout, wireBody, decodedBody, decodedRatio, bodyInMemory
    case redirects, jsonDepth

    package var isTime: Bool { [.connectTimeout, .idleTimeout, .timeout].contains(self) }
  }

  /// What can be set, in the order in which it is explained.
  package static let names = [
    "profile", "profiles", "profileFor", "theme", "keys", "headers", "limits", "unpack",
    "unpackFor",
  ]

  /// Something in a file that is not as it should be; the rest of the file counts.
  package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int
    package var message: String

    package var description: String { "\(file):\(line):\(column): \(message)" }
  }

  /// Lets what another one sets stand in place of what is set here.
  package mutating func overlay(_ other: Configuration) {
    profiles = profiles.filter { old in !other.profiles.contains { $0.name == old.name } }
    profiles += other.profiles
    keys.merge(other.keys) { $1 }
    theme = other.theme ?? theme
    limits.merge(other.limits) { $1 }
    headers.removeAll { old in
      other.headers.contains { $0.name.lowercased() == old.name.lowercased() }
    }
    headers += other.headers
    profile = other.profile ?? profile
    profileFor.merge(other.profileFor) { $1 }
    unpack.merge(other.unpack) { $1 }
    unpackFor.merge(other.unpackFor) { $1 }
  }
}

extension Configuration.Limit {
  /// Its value as people write it.
  package func text(in limits: Limits) -> String {
    func time(_ value: Duration?) -> String {
      value.map { Units.time(microseconds: Int(saturating: $0 / .microseconds(1))) } ?? "none"
    }
    return switch self {
    case .connectTimeout: time(limits.connectTimeout)
    case .idleTimeout: time(limits.idleTimeout)
    case .timeout: time(limits.totalTimeout)
    case .wireBody: Units.bytes(limits.wireBody)
    case .decodedBody: Units.bytes(limits.decodedBody)
    case .decodedRatio: "\(limits.decodedRatio)"
    case .bodyInMemory: Units.bytes(limits.bodyInMemory)
    case .redirects: "\(limits.redirects)"
    case .jsonDepth: "\(limits.jsonDepth)"
    }
  }
}

extension Limits {
  /// Takes what a configuration sets.
  package mutating func take(_ settings: [Configuration.Limit: Int]) {
    for (limit, value) in settings {
      switch limit {
      case .connectTimeout: connectTimeout = .milliseconds(value)
      case .idleTimeout: idleTimeout = .milliseconds(value)
      case .timeout: totalTimeout = .milliseconds(value)
      case .wireBody: wireBody = value
      case .decodedBody: decodedBody = value
      case .decodedRatio: decodedRatio = value
      case .bodyInMemory: bodyInMemory = value
      case .redirects: redirects = value
      case .jsonDepth: jsonDepth = value
      }
    }
  }
}

extension Keymap {
  /// Keys that mean two commands in one place; the one that is named first gives way.
  package static func conflicts(_ overrides: [Command: [Key]]) -> [String] {
    guard !overrides.isEmpty else { return [] }
    let places: [[Scope]] = [
      [.targets, .main, .everywhere, .always], [.history, .main, .everywhere, .always],
      [.answer, .main, .everywhere, .always], [.prompt, .always], [.form, .always],
      [.help, .everywhere, .always],
    ]
    var found: [String] = []
    for scopes in places {
      var owners: [Key: Command] = [:]
      for entry in CommandTable.entries where entry.scopes.contains(where: scopes.contains) {
        for key in overrides[entry.command] ?? entry.keys {
          let isSet = overrides[entry.command] != nil
          if let owner = owners[key], owner != entry.command, isSet || overrides[owner] != nil,
            let other = CommandTable[owner]
          {
            found.append("the key \(key) means \(other.name) and \(entry.name)")
          }
          owners[key] = entry.command
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }
}
