import InspectorScreens

/// Turns the bytes a terminal sends into keys, pastes and mouse actions.
///
/// ncurses could do this, but it waits on the descriptor in the middle of a sequence, forgets half
/// a character and takes a paste apart into keys. A value that is fed bytes does none of this and
/// can be tested without a terminal: any split of the input gives the same result.
package nonisolated struct InputDecoder {
  /// One thing the person did.
  package enum Input: Equatable {
    case key(Key)
    case paste([UInt8])
    case mouse(Mouse)
  }

  private let sequences: KeySequences
  /// Bytes of a sequence or a character whose end has not come yet.
  private var pending: [UInt8] = []
  /// What was pasted so far, while between the two marks.
  private var pasted: [UInt8]?
  private var inputs: [Input] = []

  package init(sequences: KeySequences = KeySequences()) {
    self.sequences = sequences
  }

  /// True when an Escape may be a key or the start of a sequence, and only time can tell.
  package var isUndecided: Bool {
    guard pasted == nil, pending.first == Byte.escape, pending.count <= 2 else { return false }
    return pending.count == 1 || pending[1] == Byte.bracket || pending[1] == Byte.letterO
  }

  /// Takes what was read; what is not complete waits for the next bytes.
  package mutating func feed(_ bytes: some Collection<UInt8>) -> [Input] {
    if pasted == nil {
      pending += bytes
      decode()
    } else {
      takePasted(bytes)
    }
    defer { inputs = [] }
    return inputs
  }

  /// Nothing came in time: an undecided Escape was the key, and what follows it are keys too.
  package mutating func settle() -> [Input] {
    guard isUndecided else { return [] }
    inputs.append(.key(.escape))
    if pending.count == 2 { append(character: Unicode.Scalar(pending[1])) }
    pending = []
    defer { inputs = [] }
    return inputs
  }

  // MARK: - Keys

  private mutating func decode() {
    var start = 0
    while start < pending.count {
      let length = pending[start] == Byte.escape ? escape(at: start) : character(at: start)
      guard let length else { break }
      start += length
      if pasted != nil {
        let rest = Array(pending[start...])
        pending = []
        return takePasted(rest)
      }
    }
    pending.removeFirst(start)
    // No key is this long: what cannot end is dropped, or it would swallow the keyboard.
    if pending.count > 64 { pending = [] }
  }

  /// The bytes used, or nil when the character is not complete.
  private mutating func character(at start: Int) -> Int? {
    let first = pending[start]
    if first < 0x80 {
      inputs += KeySequences.plain(first).map { [.key($0)] } ?? []
      return 1
    }
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
    let end = min(start + length, pending.count)
    guard length > 1, first < 0xf5 else { return 1 }
    for place in (start + 1)..<end where pending[place] & 0xc0 != 0x80 { return place - start }
    guard end == start + length else { return nil }
    let text = String(decoding: pending[start..<end], as: UTF8.self)
    if let scalar = text.unicodeScalars.first, scalar != "\u{fffd}" || first == 0xef {
      append(character: scalar)
    }
    return length
  }

  private mutating func append(character: Unicode.Scalar) {
    if character.value >= 0x20, !(0x7f...0x9f ~= character.value) {
      inputs.append(.key(.character(character)))
    }
  }

  /// The bytes used, or nil when the sequence is not complete.
  private mutating func escape(at start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    switch pending[start + 1] {
    case Byte.bracket: return control(at: start)
    case Byte.letterO:
      guard start + 2 < pending.count else { return nil }
      append(sequence: pending[start..<start + 3])
      return 3
    default:
      // Alt-x and a fast Escape, x look alike; two keys is the reading that does less harm.
      if sequences.own(Array(pending[start..<start + 2])) != nil {
        append(sequence: pending[start..<start + 2])
        return 2
      }
      inputs.append(.key(.escape))
      return 1
    }
  }

  /// `ESC [`, parameters, a final byte.
  private mutating func control(at start: Int) -> Int? {
    var end = start + 2
    while end < pending.count, 0x20...0x3f ~= pending[end] { end += 1 }
    guard end < pending.count else { return nil }
    let final = pending[end]
    // A byte that cannot stand here ends the sequence without meaning and is read on its own.
    guard 0x40...0x7e ~= final else { return end - start }
    if final == Byte.bracket, end == start + 2 {  // the Linux console's F1 to F5: ESC [ [ A
      guard end + 1 < pending.count else { return nil }
      append(sequence: pending[start...end + 1])
      return 4
    }
    if final == Byte.letterM, end == start + 2 {  // the old mouse: three bytes follow
      guard end + 3 < pending.count else { return nil }
      let values = pending[(end + 1)...(end + 3)].map { Int($0) }
      append(mouse: values[0] - 32, column: values[1] - 33, row: values[2] - 33, ended: false)
      return 6
    }
    meaning(of: pending[start...end])
    return end - start + 1
  }

  private mutating func meaning(of sequence: ArraySlice<UInt8>) {
    let body = sequence.dropFirst(2).dropLast()
    let final = sequence[sequence.endIndex - 1]
    if body.first == UInt8(ascii: "<"), final == Byte.letterM || final == UInt8(ascii: "m") {
      let numbers = KeySequences.numbers(body.dropFirst())
      guard numbers.count == 3 else { return }
      append(
        mouse: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1,
        ended: final == UInt8(ascii: "m"))
    } else if body.elementsEqual("200".utf8), final == Byte.tilde {
      pasted = []
    } else {
      append(sequence: sequence)
    }
  }

  private mutating func append(sequence: ArraySlice<UInt8>) {
    if let key = sequences.key(of: Array(sequence)) { inputs.append(.key(key)) }
  }

  /// Bit 5 says moved, bit 6 wheel; the bits for Shift, Alt and Ctrl mean nothing to us.
  private mutating func append(mouse code: Int, column: Int, row: Int, ended: Bool) {
    guard column >= 0, row >= 0, code >= 0 else { return }
    let button = code & 3
    let action: Mouse.Action? =
      if code & 64 != 0 {
        ended || button > 1 ? nil : button == 0 ? .wheelUp : .wheelDown
      } else if ended || (button == 3 && code & 32 == 0) {
        .release
      } else if button == 0 {
        code & 32 != 0 ? .drag : .press
      } else {
        nil
      }
    if let action { inputs.append(.mouse(Mouse(action, column: column, row: row))) }
  }

  // MARK: - Paste

  /// Everything up to the end mark is text, whatever it looks like.
  private mutating func takePasted(_ bytes: some Collection<UInt8>) {
    var text = pasted ?? []
    pasted = nil
    var place = max(0, text.count - (KeySequences.pasteEnd.count - 1))
    text += bytes
    while let found = text[place...].firstIndex(of: Byte.escape) {
      if text[found...].starts(with: KeySequences.pasteEnd) {
        pending = Array(text[(found + KeySequences.pasteEnd.count)...])
        text.removeSubrange(found...)
        inputs.append(.paste(text))
        return decode()
      }
      place = found + 1
    }
    pasted = text
  }
}

/// Bytes with a name.
nonisolated enum Byte {
  static let escape: UInt8 = 0x1b
  static let bracket = UInt8(ascii: "[")
  static let letterO = UInt8(ascii: "O")
  static let letterM = UInt8(ascii: "M")
  static let tilde = UInt8(ascii: "~")
}
