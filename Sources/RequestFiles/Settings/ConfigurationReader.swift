import LosslessJSON
import NetEngine

/// What can be bound, and to what: the program's table of commands knows it, a file does not.
package struct KeyWords: Sendable {
  package let commands: [String]
  package let isKey: @Sendable (String) -> Bool
  /// What contradicts itself in what is bound.
  package let conflicts: @Sendable (Configuration) -> [String]

  package init(
    commands: [String], isKey: @escaping @Sendable (String) -> Bool,
    conflicts: @escaping @Sendable (Configuration) -> [String]
  ) {
    (self.commands, self.isKey, self.conflicts) = (commands, isKey, conflicts)
  }
}

/// Reads an `inspector.json`; whatever cannot be used is a problem with its place, never a stop.
package struct ConfigurationReader {
  private let file: String
  private let bytes: [UInt8]
  private let document: JSONDocument
  package private(set) var configuration = Configuration()
  package private(set) var problems: [Configuration.Problem] = []
  /// The problems that are counted only: each place is looked up in the whole file.
  private var unplaced = 0
  private static let problemLimit = 100
  /// Settings of a project that do not count, because a stranger may have written its file.
  package private(set) var refusals: [Configuration.Refusal] = []

  /// Nil for a person's own file.
  private let project: Project?
  private let words: KeyWords?

  /// The bounds within which a project's file counts.
  package struct Project {
    /// The limits without any file.
    let limits: Limits
    let person: Configuration
    /// The path of the person's file.
    let personFile: String

    package init(limits: Limits, person: Configuration, personFile: String) {
      (self.limits, self.person, self.personFile) = (limits, person, personFile)
    }
  }

  /// Reads all of it.
  ///
  /// Keys are taken as they are written when `words` is nil.
  package init(
    _ bytes: [UInt8], file: String, of project: Project? = nil, keys words: KeyWords? = nil
  ) {
    (self.file, self.project, self.words) = (file, project, words)
    self.bytes = bytes
    document = JSONDocument(JSONComments.blanked(bytes))
    read()
    guard unplaced > 0, let last = problems.last else { return }
    problems.append(
      Configuration.Problem(
        file: file, line: last.line, column: last.column,
        message: "\(unplaced) more problems follow: correct these first"))
  }

  private mutating func read() {
    if let error = document.error {
      problems.append(
        Configuration.Problem(
          file: file, in: bytes, at: error.byteOffset,
          "\(error.trouble); nothing in this file counts"))
      return
    }
    guard let members = document.json.members else {
      return problem(document.json, "an object is expected: { \"theme\": \"dark\", … }")
    }
    for (name, value) in members {
      if project != nil, Configuration.names.contains(name),
        !Configuration.projectNames.contains(name)
      {
        refuse(name, value, "\"\(name)\" does not count in a project's file")
        continue
      }
      switch name {
      case "profile": configuration.profile = text(value, name)
      case "profiles": readProfiles(value)
      case "profileFor": configuration.profileFor = texts(value, name)
      case "unpack": configuration.unpack = texts(value, name).filter { !$0.value.isEmpty }
      case "unpackFor": configuration.unpackFor = texts(value, name)
      case "env": readEnvironment(value)
      case "theme": readTheme(value)
      case "keys": readKeys(value)
      case "headers": readHeaders(value)
      case "limits": readLimits(value)
      default: unknown(name, value, in: Configuration.names)
      }
    }
  }

  // MARK: Parts

  private mutating func readTheme(_ value: JSON) {
    guard let theme = text(value, "theme") else { return }
    guard theme == "dark" || theme == "light" else {
      return problem(value, "the theme is dark or light, not '\(theme.shortened)'")
    }
    configuration.theme = theme
  }

  private mutating func texts(_ value: JSON, _ name: String) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in members(value, name) { texts[key] = text(value, key) }
    return texts
  }

  private mutating func readEnvironment(_ value: JSON) {
    for (name, origins) in members(value, "env") {
      for origin in origins.array ?? [origins] {
        guard let text = origin.string, text.utf8.firstPlace(of: "://".utf8) != nil else {
          problem(origin, "an origin is written as \"https://api.example.com\"")
          continue
        }
        configuration.env[name, default: []].append(text)
      }
    }
  }

  private mutating func readKeys(_ value: JSON) {
    for (name, keys) in members(value, "keys") {
      if let words, !words.commands.contains(name) {
        unknown(name, keys, in: words.commands)
        continue
      }
      let list = keys.array ?? [keys]
      var read: [String] = []
      for key in list {
        if let text = key.string, words?.isKey(text) != false {
          read.append(text)
        } else {
          problem(key, "a key is written as j, Ctrl-d, PgDn, Space, Enter, Esc or F1")
        }
      }
      if !read.isEmpty { configuration.keys[name] = read }
    }
  }

  private mutating func readHeaders(_ value: JSON) {
    for (name, field) in members(value, "headers") {
      guard let text = text(field, name) else { continue }
      let header = HeaderField(name, text, source: .plugin("inspector.json"))
      if project == nil {
        configuration.headers.append(header)
      } else {
        configuration.headersOfFiles.append(header)
      }
    }
  }

  private mutating func readLimits(_ value: JSON) {
    for (name, limit) in members(value, "limits") {
      guard let known = Configuration.Limit(rawValue: name) else {
        unknown(name, limit, in: Configuration.Limit.allCases.map(\.rawValue))
        continue
      }
      guard let number = Self.number(limit, isTime: known.isTime), number >= 0 else {
        let example = known.isTime ? "\"5s\" or \"200ms\"" : "\"64k\", \"10M\" or 500"
        problem(limit, "\(name) is written as \(example)")
        continue
      }
      let bound = project.flatMap { $0.person.limits[known] ?? $0.limits.value(of: known) }
      if let bound, number > bound {
        let unit = known.isTime ? " ms" : ""
        refuse(
          "limits.\(name)", limit, "a project may only lower \(name), here \(bound)\(unit)",
          in: "limits")
      } else {
        configuration.limits[known] = number
      }
    }
  }

  /// Leaves a setting of a project out, and says what to move to the person's file.
  private mutating func refuse(
    _ name: String, _ value: JSON, _ why: String, in object: String? = nil
  ) {
    guard !refusals.contains(where: { $0.name == name }), refusals.count < Self.problemLimit,
      let node = value.node, let key = document.keyRange(of: node)
    else { return }
    let range = document.sourceRange(key.lowerBound..<document.range(of: node).upperBound)
    let written = bytes[range].split { $0 <= 0x20 }.joined(separator: [0x20])
    let text = String(decoding: Array(written), as: UTF8.self)
    let lines = bytes[..<range.upperBound].count { $0 == 0x0a } + 1
    let first = bytes[..<range.lowerBound].count { $0 == 0x0a } + 1
    let moved =
      text.utf8.count > 160
      ? "lines \(first)–\(lines)" : object.map { "\"\($0)\": { \(text) }" } ?? text
    let next = "to use it, move \(moved) to \(project?.personFile ?? "your own file")"
    refusals.append(
      Configuration.Refusal(
        name: name,
        problem: Configuration.Problem(
          file: file, in: bytes, at: range.lowerBound, "\(why); \(next)")))
  }

  /// A number alone, or one with its unit: times become milliseconds, sizes bytes.
  private static func number(_ value: JSON, isTime: Bool) -> Int? {
    if let number = value.int { return isTime ? number.multipliedSafely(by: 1_000) : number }
    guard let text = value.string else { return nil }
    let digits = text.prefix { "0"..."9" ~= $0 }
    guard let number = Int(digits: digits.utf8) else { return nil }
    let unit = String(text.dropFirst(digits.count))
    let scales: [String: Int] =
      isTime
      ? ["ms": 1, "s": 1_000, "m": 60_000, "": 1_000]
      : ["": 1, "k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    return scales[unit].flatMap { number.multipliedSafely(by: $0) }
  }

  // MARK: Profiles

  private static let profileKeys = [
    "statusCodeKey", "tipStrKey", "modelKey", "rule", "successValues", "invalidSessionValues",
    "missingCode", "detailCodeKey",
  ]

  private mutating func readProfiles(_ value: JSON) {
    for (name, profile) in members(value, "profiles") {
      var made = EnvelopeProfile(name: name, statusCodeKey: "")
      for (key, field) in members(profile, name) {
        switch key {
        case "statusCodeKey": made.statusCodeKey = text(field, key) ?? ""
        case "tipStrKey": made.tipStrKey = text(field, key) ?? ""
        case "modelKey": made.modelKey = text(field, key) ?? ""
        case "detailCodeKey": made.detailCodeKey = text(field, key) ?? ""
        case "successValues": made.successValues = codes(field)
        case "invalidSessionValues": made.invalidSessionValues = codes(field)
        case "rule": if let rule: EnvelopeProfile.Rule = choice(field) { made.rule = rule }
        case "missingCode":
          if let code: EnvelopeProfile.MissingCode = choice(field) { made.missingCode = code }
        default: unknown(key, field, in: Self.profileKeys)
        }
      }
      guard !made.statusCodeKey.isEmpty || made.rule == .httpStatus else {
        problem(profile, "the profile '\(name.shortened)' needs a statusCodeKey")
        continue
      }
      configuration.profiles.append(made)
    }
  }

  private mutating func choice<Value: RawRepresentable & CaseIterable>(_ value: JSON) -> Value?
  where Value.RawValue == String {
    if let text = value.string, let known = Value(rawValue: text) { return known }
    problem(value, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")) is expected")
    return nil
  }

  /// Codes may be written as text, numbers or booleans: they are compared as text.
  private mutating func codes(_ value: JSON) -> [String] {
    (value.array ?? [value]).compactMap { $0.string ?? $0.rawText }
  }

  // MARK: Places and problems

  private mutating func members(_ value: JSON, _ name: String) -> [(key: String, value: JSON)] {
    if let members = value.members { return members }
    problem(value, "\(name) is an object: { … }")
    return []
  }

  private mutating func text(_ value: JSON, _ name: String) -> String? {
    if let text = value.string { return text }
    problem(value, "\(name.shortened) is a text in quotes")
    return nil
  }

  private mutating func unknown(_ name: String, _ value: JSON, in names: [String]) {
    let near = NearestWord.question(name, in: names).map { "; " + $0 }
    let known = near ?? (names.count < 10 ? "; there are \(names.joined(separator: ", "))" : "")
    problem(value, "'\(name.escapedForMessage.shortened)' means nothing here\(known)", atKey: true)
  }

  private mutating func problem(_ value: JSON, _ message: String, atKey: Bool = false) {
    guard problems.count < Self.problemLimit else {
      unplaced += 1
      return
    }
    let range =
      value.node.map { node in
        (atKey ? document.keyRange(of: node) : nil) ?? document.range(of: node)
      } ?? 0..<0
    problems.append(
      Configuration.Problem(
        file: file, in: bytes, at: document.sourceRange(range).lowerBound, message))
  }
}

extension Int {
  fileprivate func multipliedSafely(by other: Int) -> Int? {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? nil : product
  }
}
