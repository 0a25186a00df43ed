import Glibc
import NetEngine
import RequestFiles

/// `import` of an OpenAPI description or a Postman collection: a folder of request files.
enum ImportedDescription {
  /// Larger files are recordings.
  private static let byteLimit = 64 << 20

  /// Reads and writes it; nil where it is something else.
  static func run(_ text: Body, isYAML: Bool, _ arguments: Arguments) throws -> Int32? {
    let source = arguments.words[0]
    guard text.count <= byteLimit else { return nil }
    let environments = try arguments.words.dropFirst().map { try TextFile.read($0) }
    let made: ImportedCollection?
    do throws(ImportedCollection.Problem) {
      made = try ImportedCollection.read(
        text.bytes, isYAML: isYAML, environments: environments, files: reader(beside: source))
    } catch {
      throw TextFile.Problem(path: source, what: error.message)
    }
    guard let made else { return nil }
    for note in made.notes { Output.talk("note: \(note)") }
    try write(made, arguments, source)
    return 0
  }

  /// A description names others beside it, or elsewhere in its repository.
  private static func reader(beside source: String) -> ImportedCollection.FileReader {
    let folder = Result { () throws(ConfinedFolder.Refusal) in
      try ConfinedFolder(SavedFile.folder(of: source)).reachingRepository()
    }
    return { path in
      try folder.get().read(path, limit: byteLimit)
    }
  }

  private static func write(
    _ made: ImportedCollection, _ arguments: Arguments, _ source: String
  ) throws {
    guard let folder = arguments["--to"] else {
      guard made.files.count == 1 else {
        throw UsageMistake.missingValue(option: "--to FOLDER, for it becomes several files")
      }
      return try Output.text(String(decoding: made.files[0].bytes, as: UTF8.self))
    }
    let files = made.files.map { (path: "\(folder)/\($0.name)", bytes: $0.bytes) }
    if arguments["--force"] == nil {
      for file in files where access(file.path, F_OK) == 0 {
        throw Output.Failure(code: EEXIST, path: file.path)
      }
    }
    for file in made.files { try checkPlace(of: file.name, in: folder) }
    for (path, bytes) in files {
      makeFolders(of: path)
      if let code = SavedFile.write(bytes, to: path) {
        throw Output.Failure(code: code, path: path)
      }
    }
    let count = made.files.count { $0.name.hasSuffix(".http") }
    Output.talk(
      "\(folder): \(Units.count(made.requestCount, "request")) in \(Units.count(count, "file"))")
  }

  /// Fails when the file, or a folder above it, is a link out of the folder.
  private static func checkPlace(of name: String, in folder: String) throws(TextFile.Problem) {
    var part = ""
    for piece in name.split(separator: "/") {
      part += part.isEmpty ? String(piece) : "/\(piece)"
      try ProjectFile(part, in: folder).checkPlace()
    }
  }

  /// What cannot be made is told by the file that cannot be written.
  private static func makeFolders(of path: String) {
    for index in path.indices where path[index] == "/" && index > path.startIndex {
      mkdir(String(path[..<index]), 0o777)
    }
  }
}
