import LosslessJSON

/// One word of a name in small letters, kept as two numbers: compared without making a string.
struct NameWord: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// How many letters it has; of a word longer than sixteen the rest is not in the numbers.
  private(set) var count = 0
  /// The first letter, or the first digit: a word never has both.
  var first: UInt8 { UInt8(truncatingIfNeeded: low) }

  /// A word of the tables.
  init(_ text: Substring) {
    for byte in text.utf8 { append(byte) }
  }

  /// A word of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text { append(byte) }
  }

  fileprivate init() {}

  fileprivate mutating func append(_ byte: UInt8) {
    let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
    if count < 8 {
      low |= UInt64(small) << UInt64(count * 8)
    } else if count < 16 {
      high |= UInt64(small) << UInt64((count - 8) * 8)
    }
    count += 1
  }

  /// Whether it is a number.
  var isNumber: Bool { first &- 0x30 < 10 }
}

/// Takes names apart: `aws_secret-access.Key`, `refreshToken`, `APIKey` and `cvv2` are words each.
///
/// A word ends at anything that is no letter, where a capital follows a small letter, before the
/// last capital of several (`APIKey`), and between letters and digits.
enum NameWords {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Visits the words from left to right until one is the last that is asked for.
  @inline(__always)
  static func visit(_ name: Bytes, _ body: (NameWord, Range<Int>) -> Bool) {
    var word = NameWord()
    var start = 0
    var before = Kind.none
    for index in name.indices {
      let kind = Kind(name[index])
      if word.count > 0, endsWord(before, kind, name, index) {
        guard body(word, start..<index) else { return }
        word = NameWord()
      }
      if kind != .none {
        if word.count == 0 { start = index }
        word.append(name[index])
      }
      before = kind
    }
    if word.count > 0 { _ = body(word, start..<name.count) }
  }

  private enum Kind {
    case none, small, capital, digit

    @inline(__always)
    init(_ byte: UInt8) {
      if byte &- 0x61 < 26 || byte >= 0x80 {
        self = .small
      } else if byte &- 0x41 < 26 {
        self = .capital
      } else {
        self = byte &- 0x30 < 10 ? .digit : .none
      }
    }
  }

  @inline(__always)
  private static func endsWord(_ before: Kind, _ kind: Kind, _ name: Bytes, _ index: Int) -> Bool {
    switch (before, kind) {
    case (.small, .small), (.digit, .digit), (.capital, .small): false
    case (.capital, .capital):
      // `APIKey`, but `JWTs` is one.
      index + 1 < name.count && Kind(name[index + 1]) == .small
        && !(name[index + 1] == UInt8(ascii: "s")
          && (index + 2 == name.count || Kind(name[index + 2]) != .small))
    default: true
    }
  }
}
