import NetEngine

/// The pipeline as the command line says it: `--status`, `--map`, `--profile`.
enum PipelineOptions {
  static let rows = [
    Command.Option(
      name: "--status", value: "RANGE", summary: "statuses that pass: 2xx, 200-299,304 or none"),
    Command.Option(
      name: "--map", value: "M",
      summary: "auto, json, string, string(path), object(path), image or none"),
    Command.Option(name: "--profile", value: "NAME", summary: "how the envelope is read"),
  ]

  /// The steps as they are, but for those that the command line says otherwise.
  static func pipeline(
    _ arguments: Arguments, over standard: Pipeline = Pipeline()
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
    if let name = arguments["--profile"] {
      guard let profile = EnvelopeProfile.named(name) else {
        let names = EnvelopeProfile.library.map { "'\($0.name)'" }.joined(separator: ", ")
        throw .badValue(option: "--profile", value: name, expected: "one of \(names)")
      }
      pipeline.profile = profile
    }
    return pipeline
  }
}
