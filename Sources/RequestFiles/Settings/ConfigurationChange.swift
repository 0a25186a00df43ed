import LosslessJSON
import NetEngine

/// A profile that is to stand in a project's `inspector.json`, and whose answers it reads.
package struct ConfigurationChange: Hashable, Sendable {
  /// Kept under its name; one of that name is changed where it differs.
  package var profile: EnvelopeProfile
  /// The beginnings of URLs it is for, see ``Configuration/profileFor``.
  package var places: [String]
  /// What the person is told once it is kept.
  package var words: String

  package init(profile: EnvelopeProfile, places: [String] = [], words: String) {
    (self.profile, self.places, self.words) = (profile, places, words)
  }

  /// The bytes of the file with the change in them; everything else is as it was.
  ///
  /// A file that cannot be read as what it should be is left alone: the problem says where.
  package func applied(
    to bytes: [UInt8], file: String
  ) throws(Configuration.Problem) -> [UInt8] {
    var text = try ConfigurationText(bytes, file: file)
    let place = ["profiles", profile.name]
    if text.value(at: place) == nil {
      try text.set(place, to: .object(profile.members))
    } else {
      try change(&text, place)
    }
    for prefix in places {
      let name = JSON(profile.name).rawText ?? "\"\""
      if text.value(at: ["profileFor", prefix])?.string != profile.name {
        try text.set(["profileFor", prefix], to: .token(name))
      }
    }
    let made = ConfigurationReader(text.bytes, file: file).configuration
    guard made.profiles.last(where: { $0.name == profile.name }) == profile,
      places.allSatisfy({ made.profileFor[$0] == profile.name })
    else {
      throw Configuration.Problem(
        file: file, line: 1, column: 1,
        message: "the profile '\(profile.name.shortened)' does not fit into it: edit it by hand")
    }
    return text.bytes
  }

  /// Changes what differs in a profile that is there.
  private func change(
    _ text: inout ConfigurationText, _ place: [String]
  ) throws(Configuration.Problem) {
    let plain = EnvelopeProfile(name: profile.name, statusCodeKey: "").allMembers
    for (wanted, usual) in zip(profile.allMembers, plain) {
      let there = text.value(at: place + [wanted.key])
      if there == nil, wanted.text == usual.text { continue }
      let reads = there.map { ConfigurationReader.says($0, wanted.text) } ?? false
      if !reads { try text.set(place + [wanted.key], to: .token(wanted.text)) }
    }
  }
}

extension EnvelopeProfile {
  /// What a configuration says of it: all that is not as it is anyway.
  fileprivate var members: [(key: String, value: ConfigurationText.Value)] {
    let plain = EnvelopeProfile(name: name, statusCodeKey: "").allMembers
    return zip(allMembers, plain).filter { $0.text != $1.text || $0.key == "statusCodeKey" }
      .map { (key: $0.0.key, value: .token($0.0.text)) }
  }

  /// Every member as it is written.
  fileprivate var allMembers: [(key: String, text: String)] {
    func quoted(_ text: String) -> String { JSON(text).rawText ?? "\"\"" }
    func list(_ values: [String]) -> String {
      "[" + values.map(quoted).joined(separator: ", ") + "]"
    }
    return [
      ("statusCodeKey", quoted(statusCodeKey)), ("tipStrKey", quoted(tipStrKey)),
      ("modelKey", quoted(modelKey)), ("rule", quoted(rule.rawValue)),
      ("successValues", list(successValues)),
      ("invalidSessionValues", list(invalidSessionValues)),
      ("missingCode", quoted(missingCode.rawValue)), ("detailCodeKey", quoted(detailCodeKey)),
    ]
  }
}

extension ConfigurationReader {
  /// Whether a value means what a text would: codes may be numbers, strings or booleans.
  static func says(_ value: JSON, _ text: String) -> Bool {
    func codes(_ json: JSON) -> [String] {
      (json.array ?? [json]).compactMap { $0.string ?? $0.rawText }
    }
    return codes(value) == codes(JSONDocument(Array(text.utf8)).json)
  }
}

/// What became of a change of the configuration.
package enum ConfigurationEvent: Sendable, Hashable {
  /// It stands in this file.
  case kept(ConfigurationChange, file: String)
  /// The file is as it was; where and why.
  case failed(String)
}
