import InspectorCommands
import InspectorScreens
import NetEngine

/// Requests that were typed and not sent, in a file of the person's alone, for the next run.
///
/// Each program replaces and removes the drafts alone that it has read or written itself. So two
/// programs may keep a draft of the same request each.
package nonisolated struct DraftFile: Sendable {
  private static let name = "drafts.jsonl"
  let folder: StateFolder
  /// The lines that this program has read or written, each by its request.
  let known: Lock<[String: [UInt8]]>

  package init(folder: StateFolder, known: Lock<[String: [UInt8]]> = Lock([:])) {
    (self.folder, self.known) = (folder, known)
  }

  /// Reads the drafts of earlier runs; of two of the same request, the newer one.
  package func read() -> Drafts {
    var drafts = Drafts()
    var lines: [String: [UInt8]] = [:]
    for line in (folder.read(Self.name) ?? []).split(separator: 0x0a).map(Array.init) {
      guard let kept = Drafts(line).last else { continue }
      drafts.keep(kept.draft, of: kept.key)
      lines[kept.key] = line
    }
    known.withLock { $0 = lines }
    return drafts
  }

  /// Keeps these; nil is for one that is not to be kept any more.
  package func change(_ changes: [String: Draft?]) throws(TextFile.Problem) {
    let known = known.withLock { $0 }
    var lines: [String: [UInt8]?] = [:]
    for (key, draft) in changes { lines[key] = .some(draft.map { Self.line($0, of: key) }) }
    try folder.change(Self.name) { bytes in
      var all = bytes.split(separator: 0x0a).map(Array.init)
      for (key, line) in lines {
        all.removeAll { $0 == known[key] || $0 == line }
        if let line { all.append(line) }
      }
      return all.suffix(Drafts.limit).flatMap { $0 + [0x0a] }
    }
    self.known.withLock { known in
      for (key, line) in lines { known[key] = line }
    }
  }

  private static func line(_ draft: Draft, of key: String) -> [UInt8] {
    var one = Drafts()
    one.keep(draft, of: key)
    return one.bytes.dropLast()
  }
}
