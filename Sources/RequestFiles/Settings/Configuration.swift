import LosslessJSON
import NetEngine

/// What a person or a project has set: `inspector.json`, JSON with comments, as a value.
package struct Configuration: Sendable, Hashable {
  package var profiles: [EnvelopeProfile] = []
  /// The keys of commands by their names, in place of those of the table.
  package var keys: [String: [String]] = [:]
  /// `dark` or `light`.
  package var theme: String?
  package var limits: [Limit: Int] = [:]
  /// Sent with every request that does not say them itself.
  package var headers: [HeaderField] = []
  /// A project's headers: the same for requests of its own files alone.
  package var headersOfFiles: [HeaderField] = []
  /// The profile for targets that name none.
  package var profile: String?
  /// The names of profiles by what the URLs begin with whose answers they read.
  package var profileFor: [String: String] = [:]

  /// Commands that make something of a body before it is read, by their names: a person's alone.
  package var unpack: [String: String] = [:]
  /// Origins that a variable of the environment may go to, by its name: a person's alone.
  package var env: [String: [String]] = [:]
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
    knownProfiles.named(name)
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
    "unpackFor", "env",
  ]

  /// The names of `names` that this configuration sets.
  package var setNames: [String] { names(changedSince: Configuration()) }

  /// The names of `names` whose values differ from those of an earlier configuration.
  package func names(changedSince old: Configuration) -> [String] {
    let isOther = [
      profile != old.profile, profiles != old.profiles, profileFor != old.profileFor,
      theme != old.theme, keys != old.keys,
      headers != old.headers || headersOfFiles != old.headersOfFiles, limits != old.limits,
      unpack != old.unpack, unpackFor != old.unpackFor, env != old.env,
    ]
    return zip(Self.names, isOther).filter(\.1).map(\.0)
  }

  /// The names that count in a project's file; a stranger may have written it.
  ///
  /// Every other name, also one that is added later, counts in the person's own file alone.
  package static let projectNames = [
    "profile", "profiles", "profileFor", "unpackFor", "headers", "limits",
  ]

  /// Something in a file that is not as it should be; the rest of the file counts.
  package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int
    package var message: String

    package var description: String { "\(file):\(line):\(column): \(message)" }
  }

  /// A setting of a project that only a person may set; the rest of the file counts.
  package struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// The setting, such as `keys` or `limits.timeout`.
    package var name: String
    /// Its place, and the lines to move to the person's file.
    package var problem: Problem

    package var description: String { problem.description }
  }

  /// Lets what another one sets stand in place of what is set here.
  package mutating func overlay(_ other: Configuration) {
    profiles = profiles.filter { old in !other.profiles.contains { $0.name == old.name } }
    profiles += other.profiles
    keys.merge(other.keys) { $1 }
    theme = other.theme ?? theme
    limits.merge(other.limits) { $1 }
    headers.removeAll { old in
      other.headers.contains { $0.name.lowercasedASCII == old.name.lowercasedASCII }
    }
    headers += other.headers
    headersOfFiles += other.headersOfFiles
    profile = other.profile ?? profile
    profileFor.merge(other.profileFor) { $1 }
    unpack.merge(other.unpack) { $1 }
    unpackFor.merge(other.unpackFor) { $1 }
    env.merge(other.env) { $1 }
  }
}

extension Limits {
  /// The value of a limit in the unit of a configuration; nil when there is none.
  func value(of limit: Configuration.Limit) -> Int? {
    func milliseconds(_ time: Duration?) -> Int? {
      time.map { Int(saturating: $0 / .milliseconds(1)) }
    }
    return switch limit {
    case .connectTimeout: milliseconds(connectTimeout)
    case .idleTimeout: milliseconds(idleTimeout)
    case .timeout: milliseconds(totalTimeout)
    case .wireBody: wireBody
    case .decodedBody: decodedBody
    case .decodedRatio: decodedRatio
    case .bodyInMemory: bodyInMemory
    case .redirects: redirects
    case .jsonDepth: jsonDepth
    }
  }

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
