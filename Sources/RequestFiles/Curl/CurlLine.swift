import LosslessJSON
import NetEngine

/// A request that is said by curl's options where no shell has to be read: on the line of `send`.
package struct CurlLine {
  /// What is asked for, as curl would ask.
  package let endpoint: Endpoint
  /// Fields that nobody is to add: `-H 'Accept:'`.
  package let removed: [String]
  /// Options that were taken and change nothing here.
  package let withoutEffect: [String]

  /// An option curl knows.
  package struct Option: Sendable {
    package let long: String
    package let short: Character?
    package let takesValue: Bool
  }

  /// Every option there is, by its name.
  package static let options = CurlOption.all.map { option in
    Option(long: option.long, short: option.short, takesValue: option.takesValue)
  }

  /// Takes options in the order in which they were said; `-` is read like any other file.
  package init(
    _ said: [(name: String, value: String)], method: String?, url: String?,
    files: @escaping CurlImport.FileReader
  ) throws(CurlImportProblem) {
    var arguments = CurlArguments(files: files)
    arguments.input = .file("-")
    for (name, value) in said {
      guard let option = CurlOption.long(name) else {
        throw CurlImportProblem(0, .unknownOption("--" + name, near: nil))
      }
      try arguments.obey(option, "--" + name, value, 0)
    }
    if let url { try arguments.set(url: url, 0) }
    if let method { arguments.method = method }
    endpoint = try arguments.endpoint(offset: 0)
    removed =
      arguments.headers.filter { $0.value == nil }.map(\.name)
      + (arguments.agent == "" ? ["User-Agent"] : [])
    withoutEffect = arguments.withoutEffect
  }
}
