import Glibc
import NetEngine
import RequestFiles

/// Annotations of GitHub Actions: an error for each complaint about a request, a warning for checks
/// that were not made, the numbers as a notice.
///
/// What servers say stands in the log too, where such a line of theirs would count: until the end none
/// does, behind a word that only this run knows.
nonisolated struct GitHubReport: Report {
  private enum Level: String {
    case error, warning, notice
  }

  private let sink: ReportSink
  /// The file of rows that are not of a request file; nil for a run.
  private let session: String?
  /// Ends what no line acts in; empty where that is a file.
  private let key: String
  private var lines: [String] = []

  init(_ sink: ReportSink, session: String?) throws(Output.Failure) {
    (self.sink, self.session) = (sink, session)
    key = sink.isStdout ? "inspector-\(String(UInt64.random(in: .min ... .max), radix: 16))" : ""
    if !key.isEmpty { try sink.write("::stop-commands::\(key)\n") }
  }

  mutating func take(_ row: ReportRow, _ redaction: ReportRedaction) throws(Output.Failure) {
    let (firing, place) = (row.firing, row.firing?.place)
    let file = place?.file ?? session ?? ""
    if row.isGood == false {
      let request =
        firing == nil ? "" : "\n\(row.method) \(redaction(url: row.url.withoutUserInfo))"
      for (place, words) in zip(row.places, row.details) {
        add(.error, file: place.file, line: place.line, title: row.title, words + request)
      }
      if row.places.isEmpty {
        let words = row.details.isEmpty ? row.word : row.details.joined(separator: "\n")
        add(.error, file: file, line: place?.line, title: row.title, words + request)
      }
    }
    if let part = firing?.keptPart {
      add(.warning, file: file, line: place?.line, title: row.title, part)
    }
    guard let unchecked = firing?.uncheckedCount, unchecked > 0 else { return }
    let words = unchecked == 1 ? "1 check was" : "\(unchecked) checks were"
    add(
      .warning, file: file, line: place?.line, title: row.title,
      "\(words) not made: scripts are kept and not run")
  }

  mutating func end(_ summary: String, time: Int) throws(Output.Failure) {
    let title = session == nil ? "inspector run" : "inspector"
    add(.notice, file: session ?? "", title: title, summary)
    if !key.isEmpty { try sink.write("::\(key)::\n") }
    try sink.write(lines.joined())
    try sink.end()
  }

  private mutating func add(
    _ level: Level, file: String, line: Int? = nil, title: String, _ message: String
  ) {
    var properties: [String] = []
    if !file.isEmpty { properties.append("file=\(Self.inWorkspace(file).asProperty)") }
    if let line { properties.append("line=\(line)") }
    properties.append("title=\(title.asProperty)")
    lines.append("::\(level.rawValue) \(properties.joined(separator: ","))::\(message.asMessage)\n")
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
    spelling { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      default: nil
      }
    }
  }
}
