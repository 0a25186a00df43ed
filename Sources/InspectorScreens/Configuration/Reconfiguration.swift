import NetEngine
import RequestFiles

/// An `inspector.json` was edited while the screens are open: what was in force, and what is now.
package struct Reconfiguration: Sendable, Hashable {
  package var old: Configuration
  package var new: Configuration
  /// The file that was edited.
  package var file: String

  package init(from old: Configuration, to new: Configuration, file: String) {
    (self.old, self.new, self.file) = (old, new, file)
  }
}

extension App {
  /// Takes what is in force now, and says which parts of it are others.
  mutating func take(_ change: Reconfiguration) -> [Effect] {
    let (old, new) = (change.old, change.new)
    var effects: [Effect] = []
    var parts = new.names(changedSince: old)
    if old.keys != new.keys { house.keymap = Keymap(overrides: new.commandKeys) }
    let hasNewProfiles = takeProfiles(of: change)
    let lens = newLens(after: change)
    if lens != house.lens {
      effects += look(through: lens)
    } else if !hasNewProfiles {
      // A profile that was kept on a screen is in force already, and a message has named it.
      parts.removeAll { $0.hasPrefix("profile") }
    }
    if old.theme != new.theme { effects.append(.recolor(new.theme)) }
    if !parts.isEmpty {
      let list = parts.joined(separator: ", ")
      house.notify("\(change.file) was edited; now in force: \(list)", .ok)
    }
    return effects
  }

  /// Those of the file change, come and go with it; those that were made here stay.
  private mutating func takeProfiles(of change: Reconfiguration) -> Bool {
    let before = house.profiles
    house.profiles.removeAll { made in
      change.old.profiles.contains { $0.name == made.name }
        && !change.new.profiles.contains { $0.name == made.name }
    }
    for profile in change.new.profiles { house.know(profile) }
    return house.profiles != before
  }

  private func newLens(after change: Reconfiguration) -> Lens {
    let (old, new) = (change.old, change.new)
    var lens = house.lens
    if old.standardProfile != new.standardProfile { lens.fallback = new.standardProfile }
    let kept = new.keptProfiles
    for (place, profile) in old.keptProfiles where kept[place] == nil && lens.kept[place] == profile
    {
      lens.kept[place] = nil
    }
    lens.kept.merge(kept) { $1 }
    if case .chosen(let chosen) = lens.profile, old.profiles.contains(chosen),
      let edited = new.profiles.first(where: { $0.name == chosen.name })
    {
      lens.profile = .chosen(edited)
    }
    return lens
  }
}
