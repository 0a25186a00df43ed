import HeadlessCommands
import InspectorCore
import NetEngine

/// Requests that were typed and not sent, in a file of the person's alone, for the next run.
///
/// It is read again before each change: another program may have written meanwhile.
nonisolated struct DraftFile {
  private static let name = "drafts.jsonl"
  let folder: StateFolder

  var drafts: Drafts { folder.read(Self.name).map { Drafts($0) } ?? Drafts() }

  /// Keeps these; nil is for one that is not to be kept any more.
  func change(_ changes: [String: Draft?]) throws(TextFile.Problem) {
    let bytes = try folder.readForChange(Self.name)
    var drafts = Drafts(bytes)
    for (key, draft) in changes {
      if let draft { drafts.keep(draft, of: key) } else { drafts.remove(key) }
    }
    _ = try folder.write(Self.name, Body(drafts.bytes + StateFolder.damagedLines(of: bytes)))
  }
}
