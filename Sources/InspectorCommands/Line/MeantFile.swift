import NetEngine

/// What somebody may have meant by a path that leads nowhere, or to another kind of file.
package nonisolated enum MeantFile {
  /// In words, for behind a message; empty where nothing can be said.
  package static func hint(_ path: String) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else { return "" }
    if SavedFile.exists(path) {
      return isRequestFile(path)
        ? "it is a request file: 'inspector run \(path)' sends it, 'inspector list \(path)' reads it"
        : ""
    }
    if isURL(path) {
      return "it is a URL: 'inspector send \(path) -o FILE' fetches it first"
    }
    if !path.utf8.contains(UInt8(ascii: "/")), let session = session(named: path) {
      return "it is the recording \(session): \(waysOn(path))"
    }
    return near(path).map { NearestWord.question($0) } ?? ""
  }

  private static func waysOn(_ recording: String) -> String {
    "'inspector list \(recording)' lists it, 'inspector replay \(recording) --live' sends it again"
  }

  /// What a file is that holds no requests, and what can be done with it; nil where it may hold some.
  package static func otherThanRequests(_ path: String) -> String? {
    guard SavedFile.exists(path) else { return nil }
    switch WordKind(path) {
    case .requests, .stdin: return nil
    case .recording: return "'\(path)' is a recording: \(waysOn(path))."
    case .otherFile: break
    }
    switch kind(of: path) {
    case .session, .otherJSON:
      return "'\(path)' is JSON and no request file: 'inspector \(path)' shows it."
    case .description, .foreign, .text, nil: return wayToRequests(from: path)
    }
  }

  /// The way from a description, or from another program's file, to requests; nil for other files.
  package static func wayToRequests(from path: String) -> String? {
    switch kind(of: path) {
    case .description:
      "'\(path)' describes requests:"
        + " 'inspector import \(path) --to FOLDER' makes files of them."
    case .foreign(let other): "'\(path)' is \(other.words(path))."
    case .session, .otherJSON, .text, nil: nil
    }
  }

  /// Nil for a pipe: what comes through it comes once and is not looked into ahead.
  private static func kind(of path: String) -> FileKind? {
    guard SavedFile.isRegular(path), let start = try? TextFile.start(of: path) else { return nil }
    return FileKind(start, path: path)
  }

  static func isURL(_ path: String) -> Bool {
    ["http://", "https://"].contains(where: path.lowercasedASCII.hasPrefix)
  }

  static func isRequestFile(_ path: String) -> Bool {
    let path = path.lowercasedASCII
    return path.hasSuffix(".http") || path.hasSuffix(".rest")
  }

  static func session(named name: String) -> String? {
    ["sessions/\(name).har", "sessions/\(name)"].first { SavedFile.exists($0) }
  }

  /// The file in the same folder whose name is nearly this one.
  private static func near(_ path: String) -> String? {
    let folder = SavedFile.folder(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let names = SavedFile.names(in: folder, upTo: limit)
    guard let near = NearestWord.of(name, in: names) else { return nil }
    return path.utf8.contains(UInt8(ascii: "/")) ? "\(folder)/\(near)" : near
  }

  /// A folder with more than this is not looked through for a guess.
  private static let limit = 10_000
}
