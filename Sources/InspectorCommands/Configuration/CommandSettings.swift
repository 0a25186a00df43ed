import NetEngine
import RequestFiles

/// What `inspector.json` sets for a command without a screen; an option on the line wins.
package struct CommandSettings {
  private let files: ConfigurationFiles

  /// Reads the person's file and the one in `folder`, and says what in them cannot be used.
  init(folder: String) {
    files = ConfigurationFiles(folder: folder, keys: nil)
    files.noteLayers()
    for warning in files.warnings { Output.talk("warning: \(warning)") }
  }

  /// For requests in files: the configuration lies beside them.
  package init(beside path: String) {
    self.init(folder: ConfigurationFolder.of(path))
  }

  /// For a session: beside it, else beside the request files whose `sessions` folder it is in.
  init(besideSession path: String) {
    self.init(folder: ConfigurationFolder.ofSession(path))
  }

  /// Those that can be named: the configured ones, then the library's.
  package var profiles: [EnvelopeProfile] { files.profiles }

  /// What is made of an answer from there where nothing else is said.
  var pipeline: @Sendable (String) -> Pipeline {
    let standard = standardProfile
    return { url in
      var pipeline = Pipeline(profile: standard(url))
      pipeline.profileIsKept = true
      return pipeline
    }
  }

  /// The profile for answers from a URL where nothing else names one.
  var standardProfile: @Sendable (String) -> EnvelopeProfile? {
    let (kept, standard) = (files.keptProfiles, files.profile)
    return { kept.reading($0) ?? standard }
  }

  /// The bounds of whatever is sent.
  package var limits: Limits {
    var limits = Limits.headless
    limits.take(files.configuration.limits)
    return limits
  }

  /// Says which headers of the project are added to the requests of its files, and which settings
  /// files near the requests are not read.
  func tell(of collection: RequestCollection) {
    if let line = files.unread(near: collection) { Output.talk("warning: \(line)") }
    if let line = files.addedHeaders { Output.talk("note: \(line)") }
  }

  /// The origins that variables of the environment may go to, by the person's file.
  var allowedEnvironment: [String: [String]] { files.configuration.env }

  /// The person's commands for bodies of exchanges that are not fired here.
  package var unpackers: Unpackers { Unpackers(files.configuration) }

  /// Headers for requests that do not say them themselves, and commands for what comes back.
  func addPlugins(to provider: inout Provider) {
    provider.addPlugins(of: files.configuration)
  }
}
