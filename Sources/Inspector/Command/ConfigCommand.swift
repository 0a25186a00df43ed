import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// `config`: what is in force, and which file each value comes from; cookies, completions.
enum ConfigCommand {
  static let words = "[PATH] | cookies [PATH] | completions bash|zsh|fish"

  struct Row {
    let name: String
    let value: String
    let origin: String
  }

  static func run(_ arguments: Arguments) throws -> Int32 {
    let more = Array(arguments.words.dropFirst())
    switch arguments.words.first {
    case "completions":
      try arguments.refuse(
        CookiesCommand.options + [ReportOptions.json], for: "'config cookies'",
        with: "'config completions'")
      return try CompletionsCommand.run(more)
    case "cookies":
      if more.count > 1 { throw UsageMistake.needlessWord(more[1], command: "config cookies") }
      return try CookiesCommand.run(arguments, path: more.first ?? ".")
    case let path:
      try arguments.refuse(CookiesCommand.options, for: "'config cookies'", with: "'config'")
      if let extra = more.first { throw UsageMistake.needlessWord(extra, command: "config") }
      return try settings(of: path, isJSON: arguments["--json"] != nil)
    }
  }

  private static func settings(of path: String?, isJSON: Bool) throws -> Int32 {
    if let path { try TextFile.kind(of: path) }
    let folder = ConfigurationFolder.ofOpened(path)
    let files = ConfigurationFiles(folder: folder, keys: .table)
    let rows = rows(files, headless: ConfigurationFiles(folder: folder, keys: nil))
    if isJSON {
      for row in rows {
        try Output.data(
          MachineLine.text([
            ("name", JSON(row.name)), ("value", JSON(row.value)), ("from", JSON(row.origin)),
          ]))
      }
    } else {
      let names = rows.map { $0.name.count }.max() ?? 0
      let values = min(48, rows.map { $0.value.count }.max() ?? 0)
      for row in rows {
        let name = row.name + String(repeating: " ", count: names - row.name.count)
        let gap = String(repeating: " ", count: max(0, values - row.value.count))
        try Output.data("\(name)  \(row.value)\(gap)  \(row.origin)".escapedForMessage)
      }
    }
    for warning in files.warnings { Output.talk("warning: \(warning)") }
    return 0
  }

  /// The rows of the screens' settings; limits also as commands without a screen have them.
  private static func rows(
    _ files: ConfigurationFiles, headless: ConfigurationFiles
  ) -> [Row] {
    let all = files.configuration
    let origin: Origin = { sets in
      files.layers.last { sets($0.configuration) }?.file ?? "default"
    }
    return readingRows(all, origin) + keyRows(all, origin)
      + limitRows(all, headless.configuration, origin)
      + files.refusals.map { refusal in
        let place = refusal.problem
        return Row(
          name: refusal.name, value: "refused", origin: "\(place.file):\(place.line)")
      }
  }

  /// The file that had the last word on a value.
  private typealias Origin = ((Configuration) -> Bool) -> String

  private static func readingRows(_ all: Configuration, _ origin: Origin) -> [Row] {
    var rows = [
      Row(name: "theme", value: all.theme ?? "dark", origin: origin { $0.theme != nil }),
      Row(name: "profile", value: all.profile ?? "none", origin: origin { $0.profile != nil }),
    ]
    for profile in all.profiles {
      let keys = [profile.statusCodeKey, profile.tipStrKey, profile.modelKey]
      rows.append(
        Row(
          name: "profiles.\(profile.name)", value: keys.joined(separator: "/"),
          origin: origin { $0.profiles.contains { $0.name == profile.name } }))
    }
    let texts: [(String, KeyPath<Configuration, [String: String]>)] = [
      ("profileFor", \.profileFor), ("unpack", \.unpack), ("unpackFor", \.unpackFor),
    ]
    for (name, part) in texts {
      for (key, value) in all[keyPath: part].sorted(by: { $0.key < $1.key }) {
        let file = origin { $0[keyPath: part][key] != nil }
        rows.append(Row(name: "\(name).\(key)", value: value, origin: file))
      }
    }
    for (name, origins) in all.env.sorted(by: { $0.key < $1.key }) {
      rows.append(
        Row(
          name: "env.\(name)", value: origins.joined(separator: " "),
          origin: origin { $0.env[name] != nil }))
    }
    return rows
  }

  private static func keyRows(_ all: Configuration, _ origin: Origin) -> [Row] {
    var rows: [Row] = []
    for entry in CommandTable.entries {
      guard let keys = all.keys[entry.name] else { continue }
      rows.append(
        Row(
          name: "keys.\(entry.name)", value: keys.joined(separator: " "),
          origin: origin { $0.keys[entry.name] != nil }))
    }
    for field in all.headers {
      rows.append(row(field, origin { $0.headers.contains { $0.name == field.name } }))
    }
    for field in all.headersOfFiles {
      let file = origin { $0.headersOfFiles.contains { $0.name == field.name } }
      rows.append(row(field, file + ", for requests of its files"))
    }
    return rows
  }

  private static func row(_ field: HeaderField, _ origin: String) -> Row {
    Row(
      name: "headers.\(field.name)",
      value: Redactor().redact(header: field.name, value: field.value), origin: origin)
  }

  private static func limitRows(
    _ all: Configuration, _ withoutScreen: Configuration, _ origin: Origin
  ) -> [Row] {
    Configuration.Limit.allCases.map { limit in
      var (screens, headless) = (Limits(), Limits.headless)
      screens.take(all.limits)
      headless.take(withoutScreen.limits)
      let (shown, other) = (limit.text(in: screens), limit.text(in: headless))
      let value = shown == other ? shown : "\(shown); \(other) without a screen"
      return Row(
        name: "limits.\(limit.rawValue)", value: value, origin: origin { $0.limits[limit] != nil })
    }
  }
}
