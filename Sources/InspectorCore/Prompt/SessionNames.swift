import NetEngine

/// The sessions in one folder, for Tab to go through.
package struct SessionNames: Hashable, Sendable {
  /// As it was typed, to its last slash; empty is where sessions are kept, and the current folder.
  package var folder: String
  /// What can stand behind it: names of sessions, and folders with a slash behind them.
  package var names: [String]

  package init(folder: String, names: [String] = []) {
    (self.folder, self.names) = (folder, names)
  }

  var words: [String] { names.map { folder + $0 } }
}

extension App {
  /// Asks for the names in a folder as soon as a session of it is typed, once.
  mutating func orderSessionNames() -> [Effect] {
    guard let typed = typedSession else {
      sessionNames = nil
      return []
    }
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    guard sessionNames?.folder != folder else { return [] }
    sessionNames = SessionNames(folder: folder)
    return [.session(.names(folder: folder))]
  }

  mutating func take(_ names: SessionNames) {
    if sessionNames?.folder == names.folder { sessionNames = names }
  }

  /// What stands before the cursor where a session's name or file is typed.
  private var typedSession: String? {
    guard let prompt else { return nil }
    let text = prompt.beforeCursor
    switch prompt.row.content {
    case .session: return text
    case .command:
      let line = text.utf8.drop { $0 == 0x20 }
      guard let end = line.firstIndex(of: 0x20),
        let command = TypedCommand.command(behind: String(text[line.startIndex..<end])),
        command == .openSession || command == .answerFrom
      else { return nil }
      return String(text[end...].utf8.drop { $0 == 0x20 })
    case .filter, .sessionFilter, .shell, .path, .requestFile, .secret, .words: return nil
    }
  }
}
