import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles

/// What was typed, sent or recorded on its way into a file of requests.
extension EffectRunner {
  /// Works out what would be written, beside the screen.
  func plan(_ order: KeepOrder) {
    let collection = program.collection
    let file = KeepFile(
      folder: collection?.folder ?? ".", collection: collection?.collection,
      context: collection?.context)
    jobs.post { .keeping(file.plan(order)) }
  }

  /// Writes what was looked at.
  func keep(_ plan: KeepPlan) {
    jobs.post(in: .requests) { .keeping(KeepFile.write(plan)) }
  }

  /// The list has what was written, whether files are watched or not.
  func note(_ event: KeepEvent) {
    guard case .kept = event, let collection = program.collection, collection.reload() else {
      return
    }
    mailbox.post(.listed(collection.listing))
  }
}
