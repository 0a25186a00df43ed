import InspectorCommands
import InspectorScreens
import NetEngine

/// Requests that were typed and not sent, in a file of the person's alone, for the next run.
///
/// It is read again before each change: another program may have written meanwhile. A draft of the
/// same request that this program has not read is moved to a file beside it before it is replaced.
package nonisolated struct DraftFile {
  private static let name = "drafts.jsonl"
  private static let otherName = "drafts-replaced.jsonl"
  let folder: StateFolder
  /// The drafts that this program has read or written, as they stand in the file.
  let known: Lock<[String: Draft]>

  package init(folder: StateFolder, known: Lock<[String: Draft]> = Lock([:])) {
    (self.folder, self.known) = (folder, known)
  }

  /// Reads the drafts of earlier runs.
  package func read() -> Drafts {
    let drafts = folder.read(Self.name).map { Drafts($0) } ?? Drafts()
    known.withLock { $0 = Dictionary(drafts.all.map { ($0.key, $0.draft) }) { $1 } }
    return drafts
  }

  /// Keeps these; nil is for one that is not to be kept any more.
  ///
  /// Returns the file to which drafts of another program were moved; nil when there were none.
  @discardableResult
  package func change(_ changes: [String: Draft?]) throws(TextFile.Problem) -> String? {
    let bytes = try folder.readForChange(Self.name)
    var drafts = Drafts(bytes)
    let known = known.withLock { $0 }
    var replaced = Drafts()
    for (key, draft) in changes {
      let own = draft.flatMap { Self.stored($0, of: key) }
      if let there = drafts[key], there != known[key], there != own {
        replaced.keep(there, of: key)
      }
      if let draft { drafts.keep(draft, of: key) } else { drafts.remove(key) }
    }
    let place = replaced.all.isEmpty ? nil : try keep(replaced: replaced)
    _ = try folder.write(Self.name, Body(drafts.bytes + StateFolder.damagedLines(of: bytes)))
    self.known.withLock { known in
      for (key, draft) in changes { known[key] = draft.flatMap { Self.stored($0, of: key) } }
    }
    return place
  }

  /// A draft as it is read from the file.
  private static func stored(_ draft: Draft, of key: String) -> Draft? {
    var drafts = Drafts()
    drafts.keep(draft, of: key)
    return Drafts(drafts.bytes)[key]
  }

  private func keep(replaced: Drafts) throws(TextFile.Problem) -> String {
    let lines = (folder.read(Self.otherName) ?? []).split(separator: 0x0a).suffix(Drafts.limit)
    return try folder.write(Self.otherName, Body(lines.flatMap { $0 + [0x0a] } + replaced.bytes))
  }
}
