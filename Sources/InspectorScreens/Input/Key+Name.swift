extension Key: CustomStringConvertible {
  /// The key as people write it: `Ctrl-d`, `PgDn`, `Space`, `F1`, `é`.
  package var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(Character(scalar))
    case .control(let scalar): "Ctrl-\(scalar)"
    case .function(let number): "F\(number)"
    default: Key.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// What the footer shows: an arrow for an arrow, `⏎` for Enter.
  package var shortName: String {
    switch self {
    case .enter: "⏎"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .backTab: "Shift-Tab"
    default: description
    }
  }

  /// Reads a key's name as ``description`` writes it; names take any case, characters do not.
  package init?(name: String) {
    let scalars = Array(name.unicodeScalars)
    if scalars.count == 1, scalars[0].value > 0x20, scalars[0].value != 0x7F {
      self = .character(scalars[0])
      return
    }
    let folded = name.lowercased()
    if folded == "space" {
      self = .character(" ")
    } else if let named = Key.names.first(where: { $0.name.lowercased() == folded }) {
      self = named.key
    } else if folded.hasPrefix("ctrl-"), scalars.count == 6, let key = Key(control: scalars[5]) {
      self = key
    } else if folded.hasPrefix("f"), let number = Int(folded.dropFirst()),
      (1...24).contains(number), folded.utf8.allSatisfy({ $0 != 0x2B })
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// Ctrl with a letter, whichever case it was written in.
  private init?(control scalar: Unicode.Scalar) {
    switch scalar {
    case "a"..."z", "_": self = .control(scalar)
    case "A"..."Z": self = .control(Unicode.Scalar(UInt8(scalar.value) | 0x20))
    default: return nil
    }
  }

  private static let names: [(key: Key, name: String)] = [
    (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
    (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"), (.up, "Up"), (.down, "Down"),
    (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"),
    (.pageDown, "PgDn"),
  ]
}
