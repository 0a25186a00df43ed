import InspectorScreens

/// Which bytes are which key: what all terminals agree on, and what this one says of itself.
package nonisolated struct KeySequences {
  /// This terminal's own sequences; they win over the common ones.
  package var named: [(bytes: [UInt8], key: Key)]

  package init(named: [(bytes: [UInt8], key: Key)] = []) {
    self.named = named
  }

  static let pasteEnd = Array("\u{1b}[201~".utf8)

  /// The capabilities of the terminal database that name a key.
  package static let capabilities: [(name: String, key: Key)] =
    [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right),
      ("khome", .home), ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown),
      ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab), ("kent", .enter),
    ] + (1...12).map { ("kf\($0)", .function($0)) }

  /// A byte that is a key by itself, or nil when it is none.
  static func plain(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x09: .tab
    // A terminal that translates sends a line feed for Enter.
    case 0x0a, 0x0d: .enter
    case 0x08, 0x7f: .backspace
    case 0x01...0x1a: .control(Unicode.Scalar(byte + 0x60))
    // Ctrl-_, which terminals send for Ctrl-/ too.
    case 0x1f: .control("_")
    case 0x20...0x7e: .character(Unicode.Scalar(byte))
    default: nil
    }
  }

  /// The key that this terminal alone calls so.
  func own(_ sequence: [UInt8]) -> Key? {
    named.last { $0.bytes == sequence }?.key
  }

  /// The key of a whole sequence, or nil for one that means nothing here.
  func key(of sequence: [UInt8]) -> Key? {
    if let key = own(sequence) { return key }
    guard sequence.count >= 3, let final = sequence.last else { return nil }
    if sequence[1] == Byte.letterO { return Self.keypad(final) }
    if sequence[2] == Byte.bracket {
      return 0x41...0x45 ~= final ? .function(Int(final) - 0x40) : nil
    }
    let numbers = Self.numbers(sequence[2..<sequence.count - 1])
    if final == Byte.tilde { return Self.numbered(numbers.first ?? 0) }
    // `ESC [ 1 ; 2 P` is Shift-F1, but `ESC [ 5 ; 7 R` is an answer that nobody asked for.
    if 0x50...0x53 ~= final, numbers.first != 1 { return nil }
    return Self.cursor(final)
  }

  /// Decimal parameters between semicolons; what is no number counts as 0.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      part.reduce(0) { sum, byte in
        0x30...0x39 ~= byte && sum < 100_000 ? sum * 10 + Int(byte) - 0x30 : 0
      }
    }
  }

  private static func cursor(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case 0x50...0x53: .function(Int(final) - 0x4f)
    default: nil
    }
  }

  /// `ESC O x`: cursor keys in application mode, and the number pad.
  private static func keypad(_ final: UInt8) -> Key? {
    switch final {
    case Byte.letterM: .enter
    // j to y are * + , - . / and the digits, in the order of ASCII.
    case 0x6a...0x79: .character(Unicode.Scalar(final - 0x40))
    default: cursor(final)
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
