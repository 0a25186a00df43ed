/// One entry of the tape: two 32-bit halves that say where a value starts, what it is, how far it goes.
///
///     63   61 60                     32 31                      0
///     ┌──────┬─────────────────────────┬────────────────────────┐
///     │ tag  │ payload, 29 bits        │ byte offset, 32 bits   │
///     └──────┴─────────────────────────┴────────────────────────┘
///
/// - offset: of the value; for a member of an object, of its key's opening quote (look-ups read keys
///   first, and the value follows the key). For `end`, of the closing bracket.
/// - payload of a scalar: the length of its token in bytes; all ones means "longer, ask the bytes".
/// - payload of a container: the index just past its subtree. While it is open, the index of the
///   container around it, which is never past itself: so the parser needs no stack.
/// - payload of `end`: how many children the container has, or all ones where counting them would
///   wait for memory. Only containers whose subtree has more than `endThreshold` entries carry an
///   `end`, as their last entry: it makes their byte range cheap, and there are few of them.
struct JSONWord {
  enum Tag: UInt8 {
    case null = 0
    case `false` = 1
    case `true` = 2
    case number = 3
    case string = 4
    case array = 5
    case object = 6
    case end = 7
  }

  static let endThreshold = 64
  /// Up to here a subtree is still in the processor's cache when its container closes.
  static let countThreshold = 4_096
  static let payloadMax = 0x1fff_ffff

  let raw: UInt64

  var offset: Int { Int(truncatingIfNeeded: raw & 0xffff_ffff) }
  var payload: Int { Int(truncatingIfNeeded: (raw >> 32) & 0x1fff_ffff) }
  /// Three bits, eight tags: spelt out, for what makes a tag of a raw value is a call for every node.
  var tag: Tag {
    switch raw >> 61 {
    case 0: .null
    case 1: .false
    case 2: .true
    case 3: .number
    case 4: .string
    case 5: .array
    case 6: .object
    default: .end
    }
  }
  /// 5 and 6.
  var isContainer: Bool { raw >> 61 &- 5 < 2 }

  @inline(always)
  static func make(_ tag: Tag, offset: Int, payload: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: offset)
      | UInt64(truncatingIfNeeded: payload) << 32
      | UInt64(truncatingIfNeeded: tag.rawValue) << 61
  }

  /// A length as it is stored: saturated, so that a huge token never spills into the tag.
  @inline(always)
  static func saturated(_ length: Int) -> Int { length < payloadMax ? length : payloadMax }

  /// Closes a container behind the last of its entries; the answer is the container around it.
  @inline(always)
  static func close(_ index: Int, count: Int, in words: UnsafeMutablePointer<UInt64>) -> Int {
    let word = JSONWord(raw: words[index])
    words[index] =
      word.raw & ~(UInt64(payloadMax) << 32) | UInt64(truncatingIfNeeded: count) << 32
    return word.payload
  }

  /// The end mark of a container, with its children counted while that is cheap.
  @inline(never)
  static func end(
    of index: Int, at offset: Int, count: Int, in words: UnsafeMutablePointer<UInt64>
  ) -> UInt64 {
    guard count - index <= countThreshold else {
      return make(.end, offset: offset, payload: payloadMax)
    }
    var children = 0
    var child = index + 1
    while child < count {
      let word = JSONWord(raw: words[child])
      child = word.isContainer ? word.payload : child + 1
      children += 1
    }
    return make(.end, offset: offset, payload: children)
  }
}

/// A value's place in its document: cheap to keep by the million, meaningful only with that document.
package struct JSONNode: Hashable, Sendable {
  private static let memberBit: UInt32 = 1 << 31

  private let raw: UInt32

  /// Whether it is a member of an object, so that it has a key.
  package var isMember: Bool { raw & Self.memberBit != 0 }

  /// Its number in document order, containers before what they hold; numbers may have gaps.
  package var index: Int { Int(raw & ~Self.memberBit) }

  init(index: Int, isMember: Bool) {
    raw = UInt32(truncatingIfNeeded: index) | (isMember ? Self.memberBit : 0)
  }

  /// The same kind of place at another index.
  func moved(to index: Int) -> JSONNode { JSONNode(index: index, isMember: isMember) }
}
