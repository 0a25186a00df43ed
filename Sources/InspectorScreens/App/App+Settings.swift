import NetEngine

/// What is another one for this run alone: values of variables, and the theme.
extension App {
  // MARK: Variables

  /// Opens the line in which a variable gets a value, or loses the one it got.
  mutating func openSet(_ command: String = "set") {
    guard isInCollection() else { return }
    open(Prompt(.command, command + " "))
  }

  /// `NAME=VALUE`, or `NAME VALUE`.
  mutating func set(typed text: String) -> [Effect] {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 == 0x3d || $0 == 0x20 } ?? bytes.count
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    guard !name.isEmpty, end < bytes.count else {
      return house.warn(
        "a value is needed behind the name: set \(name.isEmpty ? "NAME" : name)=VALUE")
    }
    return set(name, to: String(decoding: bytes[(end + 1)...], as: UTF8.self))
  }

  /// Gives a variable another value for this run, or with nil the one its files say.
  mutating func set(_ name: String, to value: String?) -> [Effect] {
    guard isInCollection() else { return [] }
    if value == nil, !house.set.contains(name) {
      let near = NearestWord.question(name, in: house.set).map { "; " + $0 } ?? ""
      return house.warn("'\(name.escapedForMessage.shortened)' was not set here\(near)")
    }
    let shown = page?.variables == nil ? nil : requestInFile()
    return [.setVariable(name: name, value: value)]
      + (shown.map { [.showVariables(target: $0)] } ?? [])
  }

  /// What becomes known of them with a list.
  mutating func takeSet(_ names: [String]) {
    guard names != house.set else { return }
    let new = names.filter { !house.set.contains($0) }
    let old = house.set.filter { !names.contains($0) }
    house.set = names
    if let name = new.first {
      house.notify("\(name) is set for this run; :unset \(name) takes it back")
    } else if let name = old.first {
      house.notify("\(name) is again what its files say")
    }
  }

  private mutating func isInCollection() -> Bool {
    if house.items.contains(where: \.isInFile) { return true }
    house.warn("variables belong to request files, and none are open")
    return false
  }

  // MARK: The theme

  /// Offers the themes.
  mutating func offerThemes() { open(Prompt(.command, "theme ")) }

  static let themes = ["dark", "light"]

  mutating func draw(inTheme name: String) -> [Effect] {
    guard App.themes.contains(name) else {
      return house.warn("there is no theme '\(name.escapedForMessage.shortened)': dark or light")
    }
    house.notify("\(name) for this run; \"theme\" in inspector.json keeps it")
    return [.recolor(name)]
  }
}
