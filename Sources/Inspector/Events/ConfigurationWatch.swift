import InspectorCommands
import InspectorScreens
import RequestFiles

/// Follows the files of the configuration while the screens are open.
///
/// A file with a new mistake in it changes nothing; one that is taken away counts until the end, for
/// editors take a file away for a moment when they save it.
final class ConfigurationWatch {
  private var files: ConfigurationFiles
  private var watch: CollectionWatch?
  /// What was said last, so that one mistake is said once.
  private var mistake: String?

  init(_ files: ConfigurationFiles, _ take: @escaping (Event) -> Void) {
    self.files = files
    watch = CollectionWatch(files.folders) { [weak self] in
      for event in self?.look() ?? [] { take(event) }
    }
    // What changed between the reading and the watching made no event.
    for event in look() { take(event) }
  }

  /// The events that an edit has led to.
  private func look() -> [Event] {
    watch?.watch(files.folders)
    let read = files.readAgain()
    guard files.layers.allSatisfy({ old in read.layers.contains { $0.file == old.file } }) else {
      return []
    }
    if let new = read.problems.first(where: { !files.knows($0) }) {
      defer { mistake = new }
      return new == mistake ? [] : [.message("not taken: \(new)")]
    }
    mistake = nil
    let before = files
    files = read
    let refused = read.refusals.filter { new in
      !before.refusals.contains { $0.name == new.name }
    }.map { Event.message("\($0)") }
    guard before.configuration != read.configuration else { return refused }
    let file = read.layers.first { layer in
      before.layers.first { $0.file == layer.file }?.configuration != layer.configuration
    }
    let change = Reconfiguration(
      from: before.configuration, to: read.configuration,
      file: file?.file ?? ConfigurationFiles.name)
    return [.reconfigured(change)] + refused
  }
}
