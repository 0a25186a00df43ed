import InspectorCommands
import InspectorScreens
import NetEngine

/// Requests that change while the screens are open: edited, or in another environment.
extension EffectRunner {
  /// Takes another environment.
  func choose(environment: String) {
    guard let collection = program.collection else { return }
    collection.choose(environment: environment)
    mailbox.post(.listed(collection.listing))
    guard let prompts else { return }
    let (kept, folder) = (KeptEnvironments(state: prompts.folder), collection.wholeFolder)
    jobs.run(in: .prompts) { kept.keep(environment, of: folder) }
  }

  /// Takes values a person was asked for.
  package func give(_ values: [String: String]) {
    guard let collection = program.collection else { return }
    collection.give(values)
    mailbox.post(.listed(collection.listing))
  }

  /// Gives a variable another value for this run, or takes that back.
  func set(_ name: String, to value: String?) {
    guard let collection = program.collection else { return }
    collection.set(name, to: value)
    mailbox.post(.listed(collection.listing))
  }

  func showVariables(of place: Int) {
    guard let collection = program.collection else { return }
    mailbox.post(.variables(collection.variables(of: place)))
  }

  /// Opens a request in the person's editor, which `lending` gives the terminal to.
  func edit(_ place: Int, lending: (Editor) -> String?) {
    guard let collection = program.collection, let editor = collection.editor(of: place) else {
      return
    }
    if let trouble = lending(editor) { mailbox.post(.message(trouble)) }
    if collection.reload() { mailbox.post(.listed(collection.listing)) }
  }

  /// Follows the files of a collection from now on: an edit makes another list.
  func watchFiles() {
    guard let collection = program.collection else { return }
    let mailbox = mailbox
    let look: @MainActor @Sendable () -> Void = { [weak self] in
      guard collection.reload() else { return }
      self?.watch?.watch(collection.watchedFolders)
      mailbox.post(.listed(collection.listing))
    }
    watch = CollectionWatch(collection.watchedFolders, hear: look)
    // What changed between the reading and the watching made no event.
    look()
    if watch == nil { mailbox.post(.message("files are not watched: no room for more watches")) }
  }
}
