import CurlTransport
import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// What the line without a command opens: requests, a recording, other files, or this folder's requests.
enum OpenedCollection {
  /// nil when nothing was named and there is nothing here: then it is the demo.
  static func program(_ arguments: Arguments) throws -> Program? {
    let words = arguments.words
    if words.count == 1, isWebURL(words[0]) {
      var program = over(".", arguments)
      if program.collection == nil { program.title = "requests" }
      program.url = words[0]
      return program
    }
    let kinds = words.lazy.map { WordKind($0) }
    if kinds.first == .recording { return try session(words[0], arguments) }
    if !words.isEmpty, kinds.allSatisfy({ $0 == .otherFile || $0 == .stdin }) {
      try arguments.refuse(
        CollectionOptions.values, for: "request files", with: "the file '\(words[0])'")
      return try ViewedFiles.program(words)
    }
    let paths = words.isEmpty ? here() : words
    guard !paths.isEmpty else { return nil }
    return try program(of: paths, arguments)
  }

  /// The requests in folders just below this one, in place of the demo; nil where there are none.
  static func below(_ arguments: Arguments) throws -> Program? {
    let paths = below()
    guard !paths.isEmpty else { return nil }
    var program = try program(of: paths, arguments)
    program.note =
      "no requests lie in this folder itself: these are of \(paths.joined(separator: ", "))"
    return program
  }

  private static func program(of paths: [String], _ arguments: Arguments) throws -> Program {
    for path in paths { try check(path) }
    let collection = try RequestCollection(paths: paths)
    guard !collection.entries.isEmpty || !collection.problems.isEmpty else {
      let path = paths[0]
      throw RequestFileProblem(
        FilePlace(path),
        .file(
          path,
          why: "there is no request in it, and no .http or .rest file below it — write one, or let"
            + " 'inspector import' make one of curl commands"))
    }
    let context = try CollectionOptions.context(arguments, collection)
    return Program(try CollectionTargets(paths: paths, context: context))
  }

  /// A session over the requests it lies beside, if there are any.
  private static func session(_ word: String, _ arguments: Arguments) throws -> Program {
    if arguments.words.count > 1 {
      throw UsageMistake.needlessWord(arguments.words[1], command: word)
    }
    let (named, sequence) = SessionWord.parts(of: word)
    let path = try SessionWord.path(of: named)
    // One that cannot be opened is told before there is a screen.
    _ = try Session.open(path)
    var program = over(ConfigurationFolder.ofSession(path), arguments)
    program.session = path
    program.exchange = sequence
    return program
  }

  /// What is captured, over the requests of this folder, if there are any.
  static func capturing(
    _ capture: Program.Captured, _ trust: TrustBehind?, _ arguments: Arguments
  ) -> Program {
    var program = over(".", arguments)
    if let trust {
      let before = program.provider
      program.provider = {
        var provider = before()
        provider.plugins.append(trust)
        return provider
      }
    }
    program.session = capture.shown.journal
    program.capture = capture
    return program
  }

  private static func over(_ folder: String, _ arguments: Arguments) -> Program {
    guard hasRequests(folder), let collection = try? RequestCollection(path: folder),
      let context = try? CollectionOptions.context(arguments, collection),
      let targets = try? CollectionTargets(paths: [folder], context: context)
    else { return Program(title: "session", targets: []) { Provider() } }
    return Program(targets)
  }

  private static func isWebURL(_ word: String) -> Bool {
    let scheme = word.prefix { $0 != ":" }
    return ["http", "https"].contains(scheme.lowercased())
      && word.dropFirst(scheme.count).hasPrefix("://")
  }

  /// A word that is no path may have been meant as a command, and a file may hold something else.
  private static func check(_ path: String) throws {
    if let words = MeantFile.otherThanRequests(path) { throw UsageMistake.meant(words) }
    guard !path.utf8.contains(UInt8(ascii: "/")), access(path, F_OK) != 0, errno == ENOENT
    else { return }
    throw UsageMistake.unknownCommand(path, near: NearestWord.of(path, in: Commands.names))
  }

  /// This folder, if request files lie in it.
  private static func here() -> [String] { hasRequests(".") ? ["."] : [] }

  /// The folders just below that have request files, as `requests/` and `api/` do; a home folder, or
  /// what other people's packages lie in, is not looked through.
  private static func below() -> [String] {
    let home = getenv("HOME").map { String(cString: $0) }
    let here = SavedFile.resolved(".")
    guard here != "/", here != home.map(SavedFile.resolved) else { return [] }
    return SavedFile.names(in: ".", upTo: 1_000).filter { name in
      !["node_modules", "vendor", "Pods", "target", "build"].contains(name)
        && SavedFile.isFolder(name) && hasRequests(name)
    }
  }

  /// Looks at the folder itself only: a home folder is not searched through.
  private static func hasRequests(_ folder: String) -> Bool {
    FolderListing.names(in: folder, upTo: 1) { name in
      !name.hasPrefix(".") && (name.hasSuffix(".http") || name.hasSuffix(".rest"))
    }?.isEmpty == false
  }
}
