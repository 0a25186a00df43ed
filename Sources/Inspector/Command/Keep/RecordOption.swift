import NetEngine

/// `--record NAME`: what is sent and what comes back, kept as `sessions/NAME.har`.
enum RecordOption {
  static let row = Command.Option(
    name: "--record", value: "NAME", summary: "kept as sessions/NAME.har, without its secrets")

  /// The folder for recordings, seen from where the program was started.
  private static let folder = "sessions"

  /// Starts to record; that it cannot is told before anything is sent.
  static func recorder(_ arguments: Arguments) async throws -> Recorder? {
    guard let name = arguments["--record"] else { return nil }
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
    else {
      throw UsageMistake.badValue(
        option: "--record", value: name, expected: "a name without '/' that starts with no dot")
    }
    guard !SavedFile.exists(place(name)) || arguments["--force"] != nil else {
      throw UsageMistake.badValue(
        option: "--record", value: name, expected: "a name that \(folder)/ does not have yet")
    }
    let recorder = Recorder(Recorder.Settings(folder: folder, name: name))
    await recorder.retry()
    if case .unsaved(let problem, _) = await recorder.state {
      Output.talk("recording in memory only: \(problem)")
    }
    return recorder
  }

  /// Makes the session of what was recorded; answers the exit code.
  static func seal(_ recorder: Recorder, _ arguments: Arguments) async throws -> Int32 {
    let place = place(arguments["--record"] ?? "")
    var options = SealOptions()
    options.overwrites = arguments["--force"] != nil
    options.redactor = Redactor(salt: try? Redactor.salt(in: StateFolder().path))
    do {
      let report = try await recorder.seal(to: place, options)
      KeepOptions.tell(report)
      Output.talk("\(report.count) exchanges are in \(place)")
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

  private static func place(_ name: String) -> String { "\(folder)/\(name).har" }
}
