import Glibc
import HeadlessCommands
import InspectorCore
import NetEngine
import Sessions
import SettingsFiles

/// `config`: what is in force, and which file each value comes from.
enum ConfigCommand {
  struct Row {
    let name: String
    let value: String
    let origin: String
  }

  static func run(_ arguments: Arguments) throws -> Int32 {
    if let path = arguments.words.first { try TextFile.kind(of: path) }
    let files = ConfigurationFiles(
      folder: ConfigurationFolder.ofOpened(arguments.words.first), keys: .table)
    let rows = rows(files)
    if arguments["--json"] != nil {
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
        try Output.data("\(name)  \(row.value)\(gap)  \(row.origin)")
      }
    }
    for problem in files.problems { Output.talk("warning: \(problem)") }
    return 0
  }

  static func rows(_ files: ConfigurationFiles) -> [Row] {
    let all = files.configuration
    let origin: Origin = { sets in
      files.layers.last { sets($0.configuration) }?.file ?? "default"
    }
    return readingRows(all, origin) + keyRows(all, origin) + limitRows(all, origin)
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
    for (place, name) in all.profileFor.sorted(by: { $0.key < $1.key }) {
      rows.append(
        Row(
          name: "profileFor.\(place)", value: name,
          origin: origin { $0.profileFor[place] != nil }))
    }
    for (name, command) in all.unpack.sorted(by: { $0.key < $1.key }) {
      rows.append(
        Row(name: "unpack.\(name)", value: command, origin: origin { $0.unpack[name] != nil }))
    }
    for (place, name) in all.unpackFor.sorted(by: { $0.key < $1.key }) {
      rows.append(
        Row(name: "unpackFor.\(place)", value: name, origin: origin { $0.unpackFor[place] != nil }))
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
      let value = Redactor().redact(header: field.name, value: field.value)
      rows.append(
        Row(
          name: "headers.\(field.name)", value: value,
          origin: origin { $0.headers.contains { $0.name == field.name } }))
    }
    return rows
  }

  private static func limitRows(_ all: Configuration, _ origin: Origin) -> [Row] {
    Configuration.Limit.allCases.map { limit in
      var (screens, headless) = (Limits(), Limits.headless)
      screens.take(all.limits)
      headless.take(all.limits)
      let (shown, other) = (limit.text(in: screens), limit.text(in: headless))
      let value = shown == other ? shown : "\(shown); \(other) without a screen"
      return Row(
        name: "limits.\(limit.rawValue)", value: value, origin: origin { $0.limits[limit] != nil })
    }
  }
}
