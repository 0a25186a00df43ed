import Glibc
import NetEngine

extension ProgramLog {
  /// Opens the file that the command line names, and notes the start.
  @MainActor package static func begin(_ arguments: Arguments, version: String) throws {
    guard let text = arguments["--log"] else { return }
    let level = Level.allCases.first { text.hasPrefix("\($0):") }
    let path = level.map { String(text.dropFirst("\($0):".utf8.count)) } ?? text
    guard !path.isEmpty else {
      throw UsageMistake.badValue(
        option: "--log", value: text,
        expected: "a file, such as inspector.log or debug:inspector.log")
    }
    guard try begin(SavedFile.fromHome(path), level ?? .info) else {
      throw UsageMistake.badValue(
        option: "--log", value: path, expected: "a new file, or a log of an earlier run")
    }
    note(.info, "start inspector \(version), process \(getpid()): \(arguments.loggedLine)")
  }
}

extension Arguments {
  /// The command line for the log: a value is shown only where its option never takes a secret.
  fileprivate var loggedLine: String {
    let values = Dictionary(command.options.map { ($0.name, $0.value) }) { first, _ in first }
    let options = said.map { name, value in
      guard let word = values[name] ?? nil else { return name }
      if word == "URL" { return "\(name) \(value.withMaskedSecrets)" }
      return Self.plainValues.contains(word) ? "\(name) \(value)" : "\(name) …"
    }
    let words = [command.name.isEmpty ? "screens" : command.name] + words.map(\.withMaskedSecrets)
    return (words + options).joined(separator: " ")
  }

  /// Words of the help for values that are files, numbers and choices.
  private static let plainValues: Set = [
    "ADDRESS", "F", "FILE", "FROM-TO", "HOST", "HOW", "L", "M", "METHOD", "N", "NAME", "ORIGIN",
    "PATH", "RANGE", "RECORDING", "TIME", "WxH",
  ]
}
