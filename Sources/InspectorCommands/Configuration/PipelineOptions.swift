import NetEngine

/// The pipeline as the command line says it: `--status`, `--map`, `--profile`.
package enum PipelineOptions {
  package static let rows = [
    Subcommand.Option(
      name: "--status", value: "RANGE", summary: "statuses that pass: 2xx, 200-299,304 or none"),
    Subcommand.Option(
      name: "--map", value: "M",
      summary: "auto, json, string, string(path), object(path), image or none"),
    Subcommand.Option(
      name: "--profile", value: "NAME", summary: "how envelopes are read, or none"),
  ]

  /// What the line says, to be laid over any pipeline; a mistake is told before anything is sent.
  package nonisolated struct Said: Sendable {
    package fileprivate(set) var filter: StatusFilter?
    package fileprivate(set) var mapping: Pipeline.Mapping?
    /// The outer nil: the line says nothing of it.
    package fileprivate(set) var profile: EnvelopeProfile??

    /// The steps as they are, but for those that the line says otherwise.
    func over(_ standard: Pipeline) -> Pipeline {
      var pipeline = standard
      if let filter { pipeline.filter = filter }
      if let mapping { pipeline.mapping = mapping }
      guard let profile else { return pipeline }
      pipeline.profile = profile
      if profile != nil { pipeline.profileIsKept = false }
      return pipeline
    }
  }

  /// Profiles whose names a hint says; nil with `--profile`, which takes the question away.
  package static func hinting(
    _ arguments: Arguments, _ settings: CommandSettings
  ) -> [EnvelopeProfile]? {
    arguments["--profile"] == nil ? settings.profiles : nil
  }

  package static func said(
    _ arguments: Arguments, _ profiles: [EnvelopeProfile]
  ) throws(UsageMistake) -> Said {
    var said = Said()
    if let text = arguments["--status"] {
      guard let filter = StatusFilter(text) else {
        throw .badValue(
          option: "--status", value: text, expected: "ranges such as 2xx or 200-299,304, or none")
      }
      said.filter = filter
    }
    if let text = arguments["--map"] {
      guard let mapping = Pipeline.Mapping(text) else {
        throw .badValue(
          option: "--map", value: text,
          expected: "auto, json, string, string(path), object(path), image or none")
      }
      said.mapping = mapping
    }
    if arguments["--profile"] == "none" {
      said.profile = .some(nil)
    } else if let name = arguments["--profile"] {
      guard let profile = profiles.named(name) else {
        let names = profiles.map { "'\($0.name)'" }.joined(separator: ", ")
        throw .badValue(
          option: "--profile", value: name,
          expected: "none, the keys of the envelope as CODE/MESSAGE/DATA, or one of \(names)")
      }
      said.profile = profile
    }
    return said
  }

  /// The profile an answer is read with, for who reads it on another thread.
  package static func reading(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> @Sendable (Response) -> EnvelopeProfile? {
    let said = try said(arguments, settings.profiles).profile
    let kept = settings.standardProfile
    return { response in
      if let said { said } else { response.profile(or: kept(response.request.url)) }
    }
  }

  /// For the exchanges of a session: the line, else their own profile, else the configuration.
  package static func stored(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> (Exchange) -> Pipeline {
    let said = try said(arguments, settings.profiles)
    let kept = settings.pipeline
    if said.profile != nil {
      var pipeline = said.over(Pipeline())
      // One word for all that an app does: images and pages among it.
      pipeline.profileIsKept = true
      return { [pipeline] _ in pipeline }
    }
    return { exchange in
      var pipeline = kept(exchange.request.url)
      if let response = exchange.response {
        pipeline.profileIsKept = response.profile == nil
        pipeline.profile = response.profile(or: pipeline.profile)
      }
      return said.over(pipeline)
    }
  }
}
