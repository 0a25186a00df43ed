import InspectorCore
import NetEngine

/// The pipeline as the command line says it: `--status`, `--map`, `--profile`.
enum PipelineOptions {
  static let rows = [
    Command.Option(
      name: "--status", value: "RANGE", summary: "statuses that pass: 2xx, 200-299,304 or none"),
    Command.Option(
      name: "--map", value: "M",
      summary: "auto, json, string, string(path), object(path), image or none"),
    Command.Option(name: "--profile", value: "NAME", summary: "how the envelope is read, or none"),
  ]

  /// The steps as they are, but for those that the command line says otherwise.
  static func pipeline(
    _ arguments: Arguments, over standard: Pipeline, profiles: [EnvelopeProfile]
  ) throws(UsageMistake) -> Pipeline {
    var pipeline = standard
    if let text = arguments["--status"] {
      guard let filter = StatusFilter(text) else {
        throw .badValue(
          option: "--status", value: text, expected: "ranges such as 2xx or 200-299,304, or none")
      }
      pipeline.filter = filter
    }
    if let text = arguments["--map"] {
      guard let mapping = Pipeline.Mapping(text) else {
        throw .badValue(
          option: "--map", value: text,
          expected: "auto, json, string, string(path), object(path), image or none")
      }
      pipeline.mapping = mapping
    }
    if arguments["--profile"] == "none" {
      pipeline.profile = nil
    } else if let name = arguments["--profile"] {
      guard let profile = profiles.first(where: { $0.name == name }) else {
        let names = profiles.map { "'\($0.name)'" }.joined(separator: ", ")
        throw .badValue(option: "--profile", value: name, expected: "none, or one of \(names)")
      }
      pipeline.profile = profile
      pipeline.profileIsKept = false
    }
    return pipeline
  }

  /// The same for the screens, where it stands in place of what targets say.
  static func lens(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> @Sendable (inout Lens) -> Void {
    let made = try pipeline(arguments, over: Pipeline(), profiles: settings.profiles)
    let (hasFilter, hasMapping) = (arguments["--status"] != nil, arguments["--map"] != nil)
    let hasProfile = arguments["--profile"] != nil
    return { lens in
      if hasFilter { lens.filter = made.filter }
      if hasMapping { lens.mapping = made.mapping }
      if hasProfile { lens.profile = made.profile.map { .chosen($0) } ?? .none }
    }
  }

  /// The profile an answer is read with, for who reads it on another thread.
  static func reading(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> @Sendable (Response) -> EnvelopeProfile? {
    let said = arguments["--profile"] != nil
    let chosen = try pipeline(arguments, over: Pipeline(), profiles: settings.profiles).profile
    let kept = settings.standardProfile
    return { response in
      said ? chosen : response.profile(or: kept(response.request.url))
    }
  }

  /// For the exchanges of a session: the line, else their own profile, else the configuration.
  static func stored(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> (Exchange) -> Pipeline {
    let profiles = settings.profiles
    // Here and not at the first exchange: a mistake is told before anything else.
    _ = try pipeline(arguments, over: Pipeline(), profiles: profiles)
    return { exchange in
      var standard = settings.pipeline(for: exchange.request.url)
      if let response = exchange.response {
        standard.profileIsKept = response.profile == nil
        standard.profile = response.profile(or: standard.profile)
      }
      guard var said = try? pipeline(arguments, over: standard, profiles: profiles) else {
        return standard
      }
      // One word for all that an app does: images and pages among it.
      if arguments["--profile"] != nil { said.profileIsKept = true }
      return said
    }
  }
}
