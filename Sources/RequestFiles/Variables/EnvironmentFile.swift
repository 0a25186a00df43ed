import LosslessJSON
import NetEngine

/// The environments of a file `http-client.env.json` or of its private sister.
public struct EnvironmentFile: Sendable {
  /// Its name, relative to the collection's folder.
  public let name: String
  /// It holds what is nobody else's business.
  public let isPrivate: Bool
  /// The environments in order; `$shared` is one of them.
  public let layers: [EnvironmentLayer]

  /// Reads `{"dev": {"host": "…"}, "$shared": {…}}`.
  init(_ bytes: [UInt8], name: String, isPrivate: Bool) throws(RequestFileProblem) {
    self.name = name
    self.isPrivate = isPrivate
    let source = SourceText(bytes, file: name)
    let document = JSONDocument(bytes)
    if let error = document.error {
      throw RequestFileProblem(
        FilePlace(name, line: error.line, column: error.column), .badEnvironment("\(error)"))
    }
    guard let members = document.json.members else {
      throw RequestFileProblem(
        FilePlace(name), .badEnvironment("expected an object of environments"))
    }
    layers = Self.layers(members, isPrivate: isPrivate, source)
  }

  /// Reads the environments that an editor's own settings hold; nil when they hold none.
  ///
  /// They stand under `rest-client.environmentVariables`; such a file may have comments, and commas
  /// behind a last member.
  init?(editorSettings bytes: [UInt8], name: String) throws(RequestFileProblem) {
    let key = "rest-client.environmentVariables"
    guard bytes.firstPlace(of: key.utf8) != nil else { return nil }
    let source = SourceText(bytes, file: name)
    let document = JSONDocument(JSONComments.blanked(bytes))
    if let error = document.error {
      throw RequestFileProblem(
        FilePlace(name, line: error.line, column: error.column), .badEnvironment("\(error)"))
    }
    guard let members = document.json[key].members else { return nil }
    (self.name, isPrivate) = (name, false)
    layers = Self.layers(members, isPrivate: false, source)
  }

  private static func layers(
    _ members: [(key: String, value: JSON)], isPrivate: Bool, _ source: SourceText
  ) -> [EnvironmentLayer] {
    members.filter { $0.value.kind == .object }.map { key, value in
      EnvironmentLayer(name: key, isPrivate: isPrivate, object: value, source: source)
    }
  }
}

/// The values of one environment in one file.
public struct EnvironmentLayer: Sendable {
  /// The environment's name.
  public let name: String
  /// Its file is the private one.
  public let isPrivate: Bool
  /// The values by name.
  let values: [String: Value]
  /// The environment all others share.
  public static let shared = "$shared"

  struct Value: Sendable {
    var template: Template
    var place: FilePlace
  }

  /// Texts, numbers and booleans are values; what else an environment holds is for other tools.
  init(name: String, isPrivate: Bool, object: JSON, source: SourceText) {
    self.name = name
    self.isPrivate = isPrivate
    var values: [String: Value] = [:]
    // A single line may hold all values, so each place is counted from the previous one.
    var places = PlaceCursor(source)
    for (key, json) in object.members ?? [] {
      guard let node = json.node, let text = json.string ?? json.scalarText else { continue }
      let place = places.place(at: json.document.range(of: node).lowerBound)
      values[key] = Value(template: Template(text, at: place), place: place)
    }
    self.values = values
  }
}

/// A file `.env`: a line `NAME=value` each.
struct DotEnv: Sendable {
  let name: String
  let values: [String: String]

  init(_ bytes: [UInt8], name: String) {
    self.name = name
    var values: [String: String] = [:]
    let source = SourceText(bytes, file: name)
    for line in source.lines {
      var range = source.trimmed(line.start..<line.end)
      if source.starts(range, with: "export ") {
        range = source.trimmed(range.lowerBound + 7..<range.upperBound)
      }
      guard let first = range.first, source.bytes[first] != UInt8(ascii: "#"),
        let equals = source.first(UInt8(ascii: "="), in: range)
      else { continue }
      let name = source.text(source.trimmed(range.lowerBound..<equals))
      values[name] = Self.value(source, source.trimmed(equals + 1..<range.upperBound))
    }
    self.values = values
  }

  /// Takes quotes away; without them a comment ends the value.
  ///
  /// In double quotes `\n` is a line end.
  private static func value(_ source: SourceText, _ range: Range<Int>) -> String {
    guard let first = range.first else { return "" }
    let quote = source.bytes[first]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      let comment = range.first { index in
        index > first && source.bytes[index] == UInt8(ascii: "#")
          && source.bytes[index - 1].isBlank
      }
      return source.text(source.trimmed(first..<(comment ?? range.upperBound)))
    }
    var text: [UInt8] = []
    var at = first + 1
    while at < range.upperBound, source.bytes[at] != quote {
      if quote == UInt8(ascii: "\""), source.bytes[at] == UInt8(ascii: "\\"),
        at + 1 < range.upperBound
      {
        at += 1
        text.append(source.bytes[at] == UInt8(ascii: "n") ? 0x0a : source.bytes[at])
      } else {
        text.append(source.bytes[at])
      }
      at += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
