import Glibc
import NetEngine
import NetRecordings
import RequestFiles

/// The configuration in force: the person's file, then the project's over it.
package struct ConfigurationFiles {
  package private(set) var configuration = Configuration()
  /// Where the project's file is, or would be.
  package let projectPath: String?
  /// What each file sets, the person's first.
  package private(set) var layers: [(file: String, configuration: Configuration)] = []
  package private(set) var problems: [String] = []
  /// Settings of the project that only the person's file may set.
  package private(set) var refusals: [Configuration.Refusal] = []
  private let folder: String?
  private let environment: (String) -> String?
  /// What was said on the line, over both files.
  private let theme: String?
  /// What can be bound; nil where nobody presses keys.
  private let keys: KeyWords?

  package static let name = "inspector.json"

  /// Reads the person's file and the one in `folder`; a file that is not there sets nothing.
  package init(
    folder: String?, theme: String? = nil, keys: KeyWords?,
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    (self.folder, self.theme, self.keys) = (folder, theme, keys)
    self.environment = environment
    projectPath = folder.map { $0 == "." ? Self.name : $0 + "/" + Self.name }
    let person = Self.personFolder(environment).map { $0 + "/" + Self.name }
    if let person { readPersons(person) }
    if let projectPath { readProjects(projectPath, beside: person) }
    configuration.theme = theme ?? configuration.theme
    problems += keys?.conflicts(configuration) ?? []
    let wanted =
      [configuration.profile].compactMap { $0 } + configuration.profileFor.values.sorted()
    for name in Set(configuration.unpackFor.values).sorted()
    where name != "none" && configuration.unpack[name] == nil {
      problems.append(
        MissingUnpacker(name: name, known: configuration.unpack.keys.sorted()).description)
    }
    for name in wanted where configuration.named(name) == nil {
      let names = profiles.map(\.name)
      let near = NearestWord.question(name, in: names).map { "; " + $0 } ?? ""
      problems.append("there is no profile '\(name)'\(near)")
    }
  }

  /// Writes into the log which files were read, and which keys of each are in force.
  package func noteLayers() {
    for layer in layers {
      let keys = layer.configuration.setNames.joined(separator: ", ")
      ProgramLog.note(.info, "settings \(layer.file): \(keys)")
    }
    if layers.isEmpty { ProgramLog.note(.info, "settings: no inspector.json was read") }
  }

  /// The same files as they are now.
  package func readAgain() -> ConfigurationFiles {
    ConfigurationFiles(folder: folder, theme: theme, keys: keys, environment: environment)
  }

  /// The folders the files lie in, or would; of a person who has none yet the one around it.
  package var folders: [String] {
    let person = Self.personFolder(environment).map {
      SavedFile.exists($0) ? $0 : SavedFile.folder(of: $0)
    }
    return [person, folder].compactMap { $0 }
  }

  /// The profile for targets that name none.
  package var profile: EnvelopeProfile? { configuration.standardProfile }

  /// The profiles by what the URLs begin with whose answers they read.
  package var keptProfiles: [String: EnvelopeProfile] { configuration.keptProfiles }

  /// All profiles that have a name here, a person's own before the library's.
  package var profiles: [EnvelopeProfile] { configuration.knownProfiles }

  private static func personFolder(_ variable: (String) -> String?) -> String? {
    if let said = variable("XDG_CONFIG_HOME"), said.hasPrefix("/") { return said + "/inspector" }
    return variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.config/inspector" : nil }
  }

  /// Reads the person's own file, which may be a link.
  private mutating func readPersons(_ path: String) {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return }
    do throws(TextFile.Problem) { take(try TextFile.plain(path), path, of: nil) } catch {
      problems.append(error.text)
    }
  }

  private mutating func readProjects(_ path: String, beside person: String?) {
    do throws(TextFile.Problem) {
      guard let bytes = try ProjectFile(path).read() else { return }
      // A person's own file may be the one beside the requests, for those in the home folder.
      let isPersons = person.map { SavedFile.resolved($0) == SavedFile.resolved(path) } ?? false
      guard !isPersons else { return }
      let project = ConfigurationReader.Project(
        limits: keys == nil ? .headless : Limits(), person: configuration,
        personFile: person.map { StateFolder.shownFromHome($0) } ?? "your own \(Self.name)")
      take(bytes, path, of: project)
    } catch {
      problems.append(error.text)
    }
  }

  private mutating func take(
    _ bytes: [UInt8], _ path: String, of project: ConfigurationReader.Project?
  ) {
    // Editors leave it empty for a moment while they save it.
    guard !bytes.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 }) else { return }
    let reader = ConfigurationReader(bytes, file: path, of: project, keys: keys)
    layers.append((path, reader.configuration))
    configuration.overlay(reader.configuration)
    problems += reader.problems.map(\.description)
    refusals += reader.refusals
  }
}

extension ConfigurationFiles {
  /// Mistakes and refused settings, as a person is told of them at the start.
  package var warnings: [String] { problems + refusals.map(\.description) }

  /// A warning that names the settings files nearer to a collection's requests than the one that
  /// is read, up to the root of the repository; nil without any.
  package func unread(near collection: RequestCollection) -> String? {
    guard let folder, let projectPath else { return nil }
    let own = SavedFile.resolved(folder)
    let person = Self.personFolder(environment).map(SavedFile.resolved)
    let top = ConfinedFolder(path: collection.folder).reachingRepository().root
    var found: [String] = []
    for name in Set(collection.files.map { SavedFile.folder(of: $0.name) }).sorted() {
      var near = SavedFile.resolved(collection.folder + "/" + name)
      while near.hasPrefix(top), near != top, !SavedFile.exists(near + "/" + Self.name) {
        near = SavedFile.folder(of: near)
      }
      guard near != own, near != person, SavedFile.exists(near + "/" + Self.name) else { continue }
      let below = near.hasPrefix(own + "/") ? near.dropFirst(own.count + 1) : nil
      let path = below.map { (folder == "." ? "" : folder + "/") + $0 } ?? near
      let shown = StateFolder.shownFromHome(path + "/" + Self.name)
      if !found.contains(shown) { found.append(shown) }
    }
    guard !found.isEmpty else { return nil }
    let more = found.count > 3 ? " and \(found.count - 3) more" : ""
    return "no settings are read from \(found.prefix(3).joined(separator: ", "))\(more), only from"
      + " \(projectPath): move them there, or open the other folder by itself"
  }

  /// The headers that the project adds to the requests of its own files; nil when it has none.
  package var addedHeaders: String? {
    guard let projectPath, !configuration.headersOfFiles.isEmpty else { return nil }
    let fields = configuration.headersOfFiles.map { field in
      "\(field.name): \(Redactor().redact(header: field.name, value: field.value))"
    }
    return "\(projectPath) adds to the requests of its files: \(fields.joined(separator: "; "))"
  }

  /// The same in half a row of the screens, without the fields.
  package var addedHeadersInShort: String {
    let count = configuration.headersOfFiles.count
    return "\(Self.name) adds \(count) header\(count == 1 ? "" : "s") to its own requests"
  }

  /// Whether a problem of a later reading was there before, maybe on another line.
  package func knows(_ problem: String) -> Bool {
    problems.contains { Self.unplaced($0) == Self.unplaced(problem) }
  }

  /// A problem without its line and column.
  private static func unplaced(_ problem: String) -> String {
    problem.replacing(/:[0-9]+:[0-9]+:/, with: ":")
  }
}
