/// The fast half of the parser: runs over complete, correct tokens that lie well inside the bytes.
///
/// It never explains and never waits. On anything else (an error, a token that touches the end, a
/// full tape, the depth limit) it stops in front of the token and says what is expected there; the
/// careful half takes that one token and the sprint goes on. The root's own token is always the
/// careful half's, so some container is open here.
///
/// Everything is inlined into `run`, so that the fields live in registers.
struct JSONSprint {
  typealias Pointer = UnsafePointer<UInt8>

  let base: Pointer
  let end: Pointer
  /// Tokens start before it, so that eight bytes can be loaded at any of them.
  let brake: Pointer
  let words: UnsafeMutablePointer<UInt64>
  let capacity: Int
  /// The containers around the innermost one, each with its children so far: index | children << 32.
  let stack: UnsafeMutablePointer<UInt64>
  let maxDepth: Int

  var p: Pointer
  var count: Int
  var open: Int
  var children: Int
  var depth: Int
  /// Where the key of the value to come is; -1 when there is none, or none yet.
  var key: Int
  var inObject: Bool

  private enum Step {
    case pushed
    case opened
    case stopped
  }

  /// Runs from a state of the parser to another one; only `.value` and `.comma` are starts.
  @inline(never)
  mutating func run(_ start: JSONExpect) -> JSONExpect {
    if start == .comma {
      let next = afterValue()
      guard next == .value else { return next }
    }
    while p < brake, count < capacity {
      switch value() {
      case .opened: continue
      case .stopped: return missing
      case .pushed: break
      }
      let next = afterValue()
      guard next == .value else { return next }
    }
    return missing
  }

  /// What is missing in front of a value or a key; an empty container may also end there.
  private var missing: JSONExpect {
    guard inObject else { return children == 0 ? .valueOrEnd : .value }
    guard key < 0 else { return .value }
    return children == 0 ? .keyOrEnd : .key
  }

  @inline(__always)
  private mutating func value() -> Step {
    var c = p.pointee
    if c <= 0x20 {
      p = JSONScan.skipSpace(p, end)
      guard p < brake else { return .stopped }
      c = p.pointee
    }
    switch c {
    case 0x22:
      guard let quote = JSONScan.closingQuote(p + 1, end) else { return .stopped }
      push(.string, until: quote + 1)
    case 0x7b:
      return openObject()
    case 0x5b:
      return openArray()
    case 0x74:
      guard JSONScan.load4(p) == 0x6575_7274 else { return .stopped }
      push(.true, until: p + 4)
    case 0x66:
      guard JSONScan.load4(p + 1) == 0x6573_6c61 else { return .stopped }
      push(.false, until: p + 5)
    case 0x6e:
      guard JSONScan.load4(p) == 0x6c6c_756e else { return .stopped }
      push(.null, until: p + 4)
    default:
      guard let numberEnd = JSONScan.numberEnd(p, end) else { return .stopped }
      push(.number, until: numberEnd)
    }
    return .pushed
  }

  @inline(__always)
  private mutating func push(_ tag: JSONWord.Tag, until tokenEnd: Pointer) {
    let offset = key >= 0 ? key : p - base
    words[count] = JSONWord.make(
      tag, offset: offset, payload: JSONWord.saturated(tokenEnd - p))
    count &+= 1
    children &+= 1
    key = -1
    p = tokenEnd
  }

  @inline(__always)
  private mutating func enter(_ tag: JSONWord.Tag) {
    let offset = key >= 0 ? key : p - base
    words[count] = JSONWord.make(tag, offset: offset, payload: 0)
    children &+= 1
    stack[depth] = JSONLevels.pack(open, children)
    open = count
    children = 0
    inObject = tag == .object
    key = -1
    depth &+= 1
    count &+= 1
    p += 1
  }

  @inline(__always)
  private mutating func openObject() -> Step {
    guard depth < maxDepth else { return .stopped }
    enter(.object)
    if p < end, p.pointee == 0x7d { return .pushed }
    return readKey() ? .opened : .stopped
  }

  @inline(__always)
  private mutating func openArray() -> Step {
    guard depth < maxDepth else { return .stopped }
    enter(.array)
    if p < end, p.pointee == 0x5d { return .pushed }
    return .opened
  }

  /// Reads a key and its colon, or stays in front of it.
  @inline(__always)
  private mutating func readKey() -> Bool {
    var start = p
    guard start < brake else { return false }
    if start.pointee <= 0x20 { start = JSONScan.skipSpace(start, end) }
    guard start < brake, start.pointee == 0x22 else { return false }
    guard let quote = JSONScan.closingQuote(start + 1, end) else { return false }
    var colon = quote + 1
    guard colon < brake else { return false }
    if colon.pointee != 0x3a {
      colon = JSONScan.skipSpace(colon, end)
      guard colon < brake, colon.pointee == 0x3a else { return false }
    }
    key = start - base
    p = colon + 1
    return true
  }

  /// Closes what ends here and goes past the comma, and past the next key in an object.
  @inline(__always)
  private mutating func afterValue() -> JSONExpect {
    while p < brake {
      var c = p.pointee
      if c <= 0x20 {
        p = JSONScan.skipSpace(p, end)
        guard p < brake else { return .comma }
        c = p.pointee
      }
      if c == 0x2c {
        p += 1
        return !inObject || readKey() ? .value : missing
      }
      guard c == (inObject ? 0x7d : 0x5d), count < capacity else { return .comma }
      leave()
      if depth == 0 { return .nothing }
    }
    return .comma
  }

  @inline(__always)
  private mutating func leave() {
    if count &- open > JSONWord.endThreshold {
      words[count] = JSONWord.make(.end, offset: p - base, payload: children)
      count &+= 1
    }
    words[open] |= UInt64(truncatingIfNeeded: count) << 32
    depth &-= 1
    (open, children) = JSONLevels.unpack(stack[depth])
    inObject = open >= 0 && words[open] >> 61 == UInt64(JSONWord.Tag.object.rawValue)
    p += 1
  }
}

/// What the grammar wants at a place.
enum JSONExpect {
  /// The document's one value; nothing is open.
  case root
  /// A value; after a comma in an array, after the colon in an object.
  case value
  /// A value, or the end of an array that is empty so far.
  case valueOrEnd
  /// A key.
  case key
  /// A key, or the end of an object that is empty so far.
  case keyOrEnd
  /// A colon.
  case colon
  /// A comma, or the end of the container.
  case comma
  /// White space only.
  case nothing
}
