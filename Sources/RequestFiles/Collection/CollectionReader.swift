import Glibc
import LosslessJSON
import NetEngine

/// Finds and reads the files of a collection, in the order in which lists show them.
struct CollectionReader {
  let folder: ConfinedFolder
  private(set) var files: [RequestFile] = []
  private(set) var problems: [RequestFileProblem] = []
  /// What was read and which folders were looked into, as they were then.
  private(set) var stamps: [String: CollectionStamp] = [:]
  /// The folders that were looked into.
  private(set) var folders: [String] = []
  /// Files as they were read before, by name: what has not changed is not read again.
  var known: [String: RequestFile] = [:]
  var knownStamps: [String: CollectionStamp] = [:]
  /// The names of those that were taken over.
  private(set) var taken: Set<String> = []
  /// Files whose bytes are there and wait to be read, by their place among `files`.
  private var waiting: [(place: Int, bytes: [UInt8])] = []
  /// Every file's name: one that is named twice is read once.
  private var names: Set<String> = []

  static let depthLimit = 16
  static let fileLimit = 10_000

  init(_ folder: ConfinedFolder) {
    self.folder = folder
  }

  /// The files of a folder, then those of the folders in it, both by the bytes of their names.
  mutating func readFolder(_ name: String = "", depth: Int = 0) {
    let path = name.isEmpty ? folder.path : folder.path + "/" + name
    stamps[path] = CollectionStamp(path)
    folders.append(path)
    guard let handle = opendir(path) else {
      problems.append(
        RequestFileProblem(
          FilePlace(name), .file(path, why: ConfinedFolder.words(errno))))
      return
    }
    var plain: [String] = []
    var folders: [String] = []
    while let entry = readdir(handle) {
      guard let child = Self.name(entry), child.utf8.first != UInt8(ascii: ".") else { continue }
      let kind = Self.kind(entry, path + "/" + child)
      if kind == S_IFDIR {
        if child != "node_modules" { folders.append(child) }
      } else if Self.isRequestFile(child) {
        plain.append(child)
      }
    }
    closedir(handle)
    func full(_ child: String) -> String { name.isEmpty ? child : name + "/" + child }
    for child in plain.sortedByBytes { readFile(full(child)) }
    guard depth < Self.depthLimit else { return }
    for child in folders.sortedByBytes { readFolder(full(child), depth: depth + 1) }
  }

  /// Reads files that others import, and those that they import; answers how many were there before.
  ///
  /// They are no part of the collection: their requests are fired for those that need them.
  mutating func readImports() -> Int {
    let count = files.count
    var at = 0
    while at < files.count {
      if !waiting.isEmpty { readWaiting() }
      let file = files[at]
      at += 1
      for path in file.imports {
        do throws(ConfinedFolder.Refusal) {
          let real = try folder.locate(path.value, from: file.name.folderName)
          readFile(folder.name(of: real))
        } catch {
          problems.append(RequestFileProblem(path.place, .file(path.value, why: error.why)))
        }
      }
    }
    return count
  }

  /// Reads what waits, on all processors where it is much.
  mutating func readWaiting() {
    let (all, names) = (waiting, waiting.map { files[$0.place].name })
    waiting = []
    let isMuch = all.reduce(0) { $0 + $1.bytes.count } >= Self.muchText
    if isMuch {
      let read = ParallelWork.map(0..<all.count) { index in
        RequestFile(all[index].bytes, name: names[index])
      }
      for (file, read) in zip(all, read) { files[file.place] = read }
    } else {
      for (file, name) in zip(all, names) {
        files[file.place] = RequestFile(file.bytes, name: name)
      }
    }
  }

  /// Below this a thread costs more than it brings.
  private static let muchText = 64 << 10

  mutating func readFile(_ name: String) {
    guard files.count < Self.fileLimit, names.insert(name).inserted else { return }
    do throws(ConfinedFolder.Refusal) {
      let real = try folder.locate(name, from: "")
      let stamp = CollectionStamp(real)
      stamps[real] = stamp
      if knownStamps[real] == stamp, let file = known[name] {
        files.append(file)
        taken.insert(name)
        return
      }
      let bytes = try ConfinedFolder.read(real, limit: RequestFile.byteLimit)
      waiting.append((files.count, bytes))
      files.append(RequestFile("", name: name))
    } catch {
      let problem = RequestFileProblem(FilePlace(name), .file(name, why: error.why))
      files.append(RequestFile(name: name, problem: problem))
    }
  }

  /// Environments and `.env` of every folder that holds request files, and of those above it.
  mutating func readSettings() -> [String: FolderSettings] {
    var all: [String: FolderSettings] = [:]
    for file in files {
      for name in folder.folders(above: file.name) where all[name] == nil {
        all[name] = readSettings(of: name)
      }
    }
    return all
  }

  /// Whether environments and `.env` files are those of before.
  var hasSameSettings: Bool {
    func settings(_ stamps: [String: CollectionStamp]) -> [String: CollectionStamp] {
      stamps.filter { $0.key.isSettings }
    }
    return settings(stamps) == settings(knownStamps)
  }

  private mutating func readSettings(of name: String) -> FolderSettings {
    var settings = FolderSettings()
    for (file, isPrivate) in Self.environmentFiles {
      guard let (bytes, full) = settingsFile(file, in: name) else { continue }
      do throws(RequestFileProblem) {
        settings.environments.append(
          try EnvironmentFile(bytes, name: full, isPrivate: isPrivate))
      } catch {
        problems.append(error)
      }
    }
    if let (bytes, full) = settingsFile(".vscode/settings.json", in: name) {
      do throws(RequestFileProblem) {
        if let file = try EnvironmentFile(editorSettings: bytes, name: full) {
          settings.environments.append(file)
        }
      } catch {
        problems.append(error)
      }
    }
    if let (bytes, full) = settingsFile(".env", in: name) {
      settings.dotenv = DotEnv(bytes, name: full)
    }
    return settings
  }

  /// What is private comes first: it is what counts.
  private static let environmentFiles = [
    ("http-client.private.env.json", true), ("http-client.env.json.user", true),
    ("http-client.env.json", false),
  ]

  private mutating func settingsFile(
    _ name: String, in folderName: String
  ) -> (bytes: [UInt8], name: String)? {
    let full = folderName.isEmpty ? name : folderName + "/" + name
    let path = folder.path + "/" + full
    stamps[path] = CollectionStamp(path)
    guard stamps[path] != CollectionStamp.none else { return nil }
    do throws(ConfinedFolder.Refusal) {
      return (try folder.read(full, limit: RequestFile.byteLimit), full)
    } catch {
      problems.append(RequestFileProblem(FilePlace(full), .file(full, why: error.why)))
      return nil
    }
  }

  private static func isRequestFile(_ name: String) -> Bool {
    let end = String(decoding: name.utf8.suffix(5), as: UTF8.self).lowercasedASCII
    return end.hasSuffix(".http") || end.hasSuffix(".rest")
  }

  /// nil for names that are no UTF-8: their files could not be named again.
  private static func name(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
        String(validating: UnsafeBufferPointer(start: bytes, count: strlen(name)), as: UTF8.self)
      }
    }
  }

  /// What it is itself: a symlink to a folder is no folder, or a loop would never end.
  private static func kind(_ entry: UnsafeMutablePointer<dirent>, _ path: String) -> mode_t {
    if Int(entry.pointee.d_type) == DT_DIR { return S_IFDIR }
    guard Int(entry.pointee.d_type) == DT_UNKNOWN else { return S_IFREG }
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }
}

/// What stands beside request files in one folder.
struct FolderSettings: Sendable {
  /// The private one first.
  var environments: [EnvironmentFile] = []
  var dotenv: DotEnv?
}

/// How a file or folder was when it was read.
struct CollectionStamp: Sendable, Hashable {
  var seconds = 0
  var nanoseconds = 0
  var size = -1
  var inode: UInt = 0

  /// Not there.
  static let none = CollectionStamp()

  private init() {}

  init(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    seconds = facts.st_mtim.tv_sec
    nanoseconds = facts.st_mtim.tv_nsec
    size = Int(facts.st_size)
    inode = UInt(facts.st_ino)
  }
}

extension [String] {
  fileprivate var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension String {
  /// Environments, and the values of a process.
  fileprivate var isSettings: Bool {
    [".env", ".env.json", ".env.json.user", ".vscode/settings.json"].contains { ending in
      utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }

  /// The folder a relative path is in; "" for the collection's own.
  var folderName: String {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
  }
}
