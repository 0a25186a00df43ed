import InspectorCommands
import InspectorScreens
import NetEngine

/// The environment that was chosen last, for each folder of requests, in a file of the person's alone.
nonisolated struct KeptEnvironments: Sendable {
  let state: StateFolder
  private static let name = "environments.json"
  /// Folders that were not opened for longest are forgotten.
  private static let limit = 200

  func environment(of folder: String) -> String? {
    Self.all(in: JSONDocument(state.read(Self.name) ?? []).json)
      .first { $0.folder == folder }?.environment
  }

  /// Keeps it for the next run; nobody misses one that cannot be kept.
  func keep(_ environment: String, of folder: String) {
    try? state.changeObject(Self.name) { json in
      let others = Self.all(in: json).filter { $0.folder != folder }.prefix(Self.limit - 1)
      return JSON(members: ([(folder, environment)] + others).map { ($0.0, JSON($0.1)) })
    }
  }

  /// The folder opened last comes first.
  private static func all(in json: JSON) -> [(folder: String, environment: String)] {
    (json.members ?? []).compactMap { member in
      member.value.string.map { (member.key, $0) }
    }
  }
}

extension Program {
  /// Takes the environment that was chosen here last, where none was asked for; answers its name.
  @MainActor
  func recallEnvironment(in state: String) -> String? {
    // Most folders have no choice to make, and nothing is read for them before the first frame.
    guard let collection, collection.environment == nil,
      !collection.listing.environments.isEmpty,
      let name = KeptEnvironments(state: StateFolder(path: state)).environment(
        of: collection.wholeFolder),
      collection.listing.environments.contains(name)
    else { return nil }
    collection.choose(environment: name)
    return name
  }
}
