/// Reads one line of a script.
struct ScriptLine {
  let bytes: [UInt8]
  let number: Int
  var position = 0

  /// The orders of the line: none for a comment, several for `key` and `type`.
  mutating func actions() throws(Script.Mistake) -> [Script.Action] {
    skipSpaces()
    let start = position
    let order = word()
    switch order {
    case "": return []
    case _ where order.utf8.first == UInt8(ascii: "#"): return []
    case "key": return try keys()
    case "type": return try typedKeys()
    case "paste": return [.paste(try pastedBytes())]
    case "resize": return [try resize()]
    case "wait": return [try alone(.wait, order)]
    case "frame": return [try alone(.frame, order)]
    case "expect": return [.expect(try text(after: order))]
    default:
      throw mistake(
        at: start,
        "'\(order)' is not an order: expected key, type, paste, resize, wait, frame or expect")
    }
  }

  private mutating func keys() throws(Script.Mistake) -> [Script.Action] {
    var actions: [Script.Action] = []
    skipSpaces()
    while position < bytes.count {
      let start = position
      let name = word()
      guard let key = Key(name: name) else {
        throw mistake(
          at: start, "'\(name)' is not a key: write j, Ctrl-d, PgDn, Space, Enter, Esc, F1 …")
      }
      actions.append(.key(key))
      skipSpaces()
    }
    guard !actions.isEmpty else { throw mistake(at: position, "key needs the name of a key") }
    return actions
  }

  private mutating func typedKeys() throws(Script.Mistake) -> [Script.Action] {
    try text(after: "type").unicodeScalars.map { .key(.character($0)) }
  }

  private mutating func resize() throws(Script.Mistake) -> Script.Action {
    skipSpaces()
    let start = position
    let parts = word().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Script.digits(parts[0]),
      let height = Script.digits(parts[1]), (1...1_000).contains(width),
      (1...500).contains(height)
    else {
      throw mistake(at: start, "resize needs a size from 1x1 to 1000x500, as in 120x36")
    }
    return try alone(.resize(width: width, height: height), "resize")
  }

  /// The action, if nothing else stands on the line.
  private mutating func alone(
    _ action: Script.Action, _ order: String
  ) throws(Script.Mistake) -> Script.Action {
    skipSpaces()
    guard position == bytes.count else {
      throw mistake(at: position, "nothing may follow \(order)")
    }
    return action
  }

  /// The rest of the line after one space, its other spaces kept.
  private mutating func text(after order: String) throws(Script.Mistake) -> String {
    String(decoding: try rest(after: order), as: UTF8.self)
  }

  private mutating func rest(after order: String) throws(Script.Mistake) -> ArraySlice<UInt8> {
    guard position + 1 < bytes.count else {
      throw mistake(at: bytes.count, "\(order) needs a text")
    }
    return bytes[(position + 1)...]
  }

  private mutating func pastedBytes() throws(Script.Mistake) -> [UInt8] {
    let text = try rest(after: "paste")
    var out: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\") else {
        out.append(text[index])
        index += 1
        continue
      }
      let escape = index + 1 < text.endIndex ? text[index + 1] : 0
      if escape == UInt8(ascii: "x"), index + 3 < text.endIndex,
        let byte = UInt8(String(decoding: text[index + 2...index + 3], as: UTF8.self), radix: 16),
        text[index + 2] != UInt8(ascii: "+")
      {
        out.append(byte)
        index += 4
      } else if let byte = ScriptLine.escapes[escape] {
        out.append(byte)
        index += 2
      } else {
        throw mistake(at: index, "a backslash needs n, r, t, e, \\ or xNN after it")
      }
    }
    return out
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "e"): 0x1B, UInt8(ascii: "\\"): 0x5C,
  ]

  private mutating func skipSpaces() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
      position += 1
    }
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, bytes[position] != 0x20, bytes[position] != 0x09 {
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A mistake at a byte of the line, counted in characters as an editor shows it.
  private func mistake(at byte: Int, _ message: String) -> Script.Mistake {
    let characters = bytes[..<byte].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return Script.Mistake(line: number, column: characters + 1, message: message)
  }
}

extension Script {
  /// A number of digits alone: `Int` would take a sign.
  static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count < 10, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(text)
  }
}
