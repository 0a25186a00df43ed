import Glibc

/// Lines by which GitHub Actions shows what is wrong at its place in a change.
///
/// What servers say stands in the log too, where such a line of theirs would count: until the end none
/// does, behind a word that only this run knows.
nonisolated struct GitHubAnnotations {
  /// How a line is shown.
  enum Level: String {
    case error, warning, notice
  }

  private let sink: ReportSink
  /// Ends what no line acts in; empty where that is a file.
  private let key: String
  private var lines: [String] = []

  init(_ sink: ReportSink) throws(Output.Failure) {
    self.sink = sink
    key = sink.isStdout ? "inspector-\(String(UInt64.random(in: .min ... .max), radix: 16))" : ""
    if !key.isEmpty { try sink.write("::stop-commands::\(key)\n") }
  }

  mutating func add(
    _ level: Level, file: String = "", line: Int? = nil, title: String, _ message: String
  ) {
    var properties: [String] = []
    if !file.isEmpty { properties.append("file=\(Self.inWorkspace(file).asProperty)") }
    if let line { properties.append("line=\(line)") }
    properties.append("title=\(title.asProperty)")
    lines.append("::\(level.rawValue) \(properties.joined(separator: ","))::\(message.asMessage)\n")
  }

  func end() throws(Output.Failure) {
    if !key.isEmpty { try sink.write("::\(key)::\n") }
    try sink.write(lines.joined())
    try sink.end()
  }

  /// As GitHub names files: from the root of what was checked out.
  private static func inWorkspace(_ file: String) -> String {
    guard let root = getenv("GITHUB_WORKSPACE").map({ String(cString: $0) }), root.hasPrefix("/"),
      let here = SavedFile.currentFolder
    else { return file }
    let path = normal(file.hasPrefix("/") ? file : "\(here)/\(file)")
    let start = normal(root) + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : file
  }

  /// Without `.`, `..` and doubled slashes.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

nonisolated extension String {
  /// GitHub's own spelling of what would end a line.
  fileprivate var asMessage: String { spelled(isProperty: false) }

  /// The same for what would end a property too.
  fileprivate var asProperty: String { spelled(isProperty: true) }

  private func spelled(isProperty: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      case ":" where isProperty: text += "%3A"
      case "," where isProperty: text += "%2C"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
