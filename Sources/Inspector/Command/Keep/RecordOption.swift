import InspectorCore
import NetEngine
import Sessions

/// `--record NAME`: what is sent and what comes back, kept as `sessions/NAME.har`.
enum RecordOption {
  static let row = Command.Option(
    name: "--record", value: "NAME",
    summary: "kept as sessions/NAME.har beside the requests, without its secrets")

  /// Where sessions are kept: `sessions/` beside the request files.
  static func folder(_ arguments: Arguments) -> String {
    let beside = ConfigurationFolder.of(arguments.words[0])
    return (beside == "." ? "" : beside.withoutSlashAtEnd + "/") + "sessions"
  }

  /// Where the recording goes; nil without the option.
  private static func place(_ arguments: Arguments) throws(UsageMistake) -> (
    folder: String, name: String, path: String
  )? {
    guard var name = arguments["--record"] else { return nil }
    if name.hasSuffix(".har") { name.removeLast(4) }
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
    else {
      throw UsageMistake.badValue(
        option: "--record", value: name, expected: "a name without '/' that starts with no dot")
    }
    let folder = folder(arguments)
    return (folder, name, "\(folder)/\(name).har")
  }

  /// Starts to record; that it cannot is told before anything is sent.
  static func recorder(_ arguments: Arguments) async throws -> Recorder? {
    guard let place = try place(arguments) else { return nil }
    guard !SavedFile.exists(place.path) || arguments["--force"] != nil else {
      throw UsageMistake.badValue(
        option: "--record", value: place.name,
        expected: "a name that \(place.folder)/ does not have yet, or --force to replace it")
    }
    let recorder = Recorder(Recorder.Settings(folder: place.folder, name: place.name))
    await recorder.retry()
    if case .unsaved(let problem, _) = await recorder.state {
      Output.talk("recording in memory only: \(problem)")
    }
    return recorder
  }

  /// Makes the session of what was recorded; answers the exit code.
  static func seal(_ recorder: Recorder, _ arguments: Arguments) async throws -> Int32 {
    guard let place = try place(arguments)?.path else { return 0 }
    var options = SealOptions()
    options.overwrites = arguments["--force"] != nil
    options.redactor = Redactor(salt: try? Redactor.salt(in: StateFolder().path))
    do {
      let report = try await recorder.seal(to: place, options)
      KeepOptions.tell(report)
      Output.talk("\(Units.count(report.count, "exchange")) kept in \(place)")
      return 0
    } catch {
      Output.talk("\(error)")
      if let path = await recorder.path {
        await recorder.end()
        Output.talk("what was recorded is in \(path): 'inspector recover' makes a session of it")
      }
      return 5
    }
  }
}

extension String {
  fileprivate var withoutSlashAtEnd: String {
    var path = self
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
