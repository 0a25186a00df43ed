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

  /// How many bytes there are behind `brake`: more than what is read between two looks at it.
  static let slack = 64

  let base: Pointer
  let end: Pointer
  /// Where nothing is begun any more.
  let brake: Pointer
  package let words: UnsafeMutablePointer<UInt64>
  let capacity: Int
  let maxDepth: Int

  var p: Pointer
  var count: Int
  var open: Int
  var depth: Int
  /// Where the key of the value to come is; -1 when there is none, or none yet.
  var key: Int
  var inObject: Bool

  private enum Step {
    /// A value is on the tape: a comma or an end comes next.
    case pushed
    /// A value comes next, its key is read.
    case wanted
    case stopped
  }

  /// Runs from a state of the parser to another one; only `.value` and `.comma` are starts.
  @inline(never)
  mutating func run(_ start: JSONExpect) -> JSONExpect {
    // A local copy: only what has no address can live in registers.
    var sprint = self
    defer { self = sprint }
    return sprint.loop(start)
  }

  @inline(always)
  private mutating func loop(_ start: JSONExpect) -> JSONExpect {
    if start == .comma {
      guard let isReady = afterValue() else { return depth == 0 ? .nothing : .comma }
      guard isReady else { return missing }
    }
    while p < brake, count < capacity {
      switch value() {
      case .wanted: continue
      case .stopped: return missing
      case .pushed: break
      }
      guard let isReady = afterValue() else { return depth == 0 ? .nothing : .comma }
      guard isReady else { return missing }
    }
    return missing
  }

  /// What is missing in front of a value or a key; an empty container may also end there.
  @inline(always)
  private var missing: JSONExpect {
    let isEmpty = count == open + 1
    guard inObject else { return isEmpty ? .valueOrEnd : .value }
    guard key < 0 else { return .value }
    return isEmpty ? .keyOrEnd : .key
  }

  @inline(always)
  private mutating func value() -> Step {
    var c = p.pointee
    if c <= 0x20 {
      p = skipSpace(p)
      guard p < brake else { return .stopped }
      c = p.pointee
    }
    switch c {
    case 0x22:
      guard let quote = closingQuote(p + 1) else { return .stopped }
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
      guard let numberEnd = JSONScan.numberEnd(p, brake) else { return .stopped }
      push(.number, until: numberEnd)
    }
    return .pushed
  }

  /// The closing quote of a complete, correct string; nil when in any doubt.
  ///
  /// Most keys and many values end within the sixteen bytes looked at here.
  @inline(always)
  private func closingQuote(_ start: Pointer) -> Pointer? {
    let first = JSONScan.stops(JSONScan.load8(start), orHigh: true)
    var p = start
    if first != 0 {
      p += JSONScan.distance(first)
      if p.pointee == 0x22 { return p }
    } else {
      let second = JSONScan.stops(JSONScan.load8(start + 8), orHigh: true)
      p += 8 + JSONScan.distance(second)
      if second != 0, p.pointee == 0x22 { return p }
    }
    p = JSONScan.stringRun(p, end)
    return p < brake && p.pointee == 0x22 ? p : nil
  }

  /// The next byte that is not white space, from one that is at most a space.
  ///
  /// A byte at a time at first: indentations repeat, so the processor guesses how long they are and
  /// does not wait for the answer, as it would have to for one computed from the bytes.
  @inline(always)
  private func skipSpace(_ start: Pointer) -> Pointer {
    var p = start
    var seen: UInt64 = 0
    let near = start + 24
    repeat {
      seen |= 1 &<< UInt64(p.pointee)
      p += 1
    } while p.pointee <= 0x20 && p < near
    guard seen & ~JSONScan.spaces == 0 else { return start }
    return p.pointee > 0x20 ? p : JSONScan.skipSpace(p, end)
  }

  @inline(always)
  private mutating func push(_ tag: JSONWord.Tag, until tokenEnd: Pointer) {
    let offset = key >= 0 ? key : p - base
    words[count] = JSONWord.make(
      tag, offset: offset, payload: JSONWord.saturated(tokenEnd - p))
    count &+= 1
    key = -1
    p = tokenEnd
  }

  @inline(always)
  private mutating func enter(_ tag: JSONWord.Tag) {
    let offset = key >= 0 ? key : p - base
    words[count] = JSONWord.make(tag, offset: offset, payload: open)
    open = count
    inObject = tag == .object
    key = -1
    depth &+= 1
    count &+= 1
    p += 1
  }

  @inline(always)
  private mutating func openObject() -> Step {
    guard depth < maxDepth else { return .stopped }
    enter(.object)
    if p.pointee == 0x7d { return .pushed }
    return readKey() ? .wanted : .stopped
  }

  @inline(always)
  private mutating func openArray() -> Step {
    guard depth < maxDepth else { return .stopped }
    enter(.array)
    return p.pointee == 0x5d ? .pushed : .wanted
  }

  /// Reads a key and its colon, or stays in front of it.
  @inline(always)
  private mutating func readKey() -> Bool {
    var start = p
    if start.pointee <= 0x20 {
      start = skipSpace(start)
      guard start < brake else { return false }
    }
    guard start.pointee == 0x22, let quote = closingQuote(start + 1) else { return false }
    var colon = quote + 1
    if colon.pointee != 0x3a {
      guard colon.pointee <= 0x20 else { return false }
      colon = skipSpace(colon)
      guard colon < brake, colon.pointee == 0x3a else { return false }
    }
    key = start - base
    p = colon + 1
    return true
  }

  /// Closes what ends here and goes past the comma, and past the next key in an object.
  ///
  /// Nil when it does not come to the comma, false when it comes past it but not past the key.
  @inline(always)
  private mutating func afterValue() -> Bool? {
    while true {
      var c = p.pointee
      if c <= 0x20 {
        p = skipSpace(p)
        guard p < brake else { return nil }
        c = p.pointee
      }
      if c == 0x2c {
        p += 1
        return !inObject || readKey()
      }
      guard c == (inObject ? 0x7d : 0x5d), count < capacity else { return nil }
      leave()
      guard depth > 0, p < brake else { return nil }
    }
  }

  @inline(always)
  private mutating func leave() {
    if count &- open > JSONWord.endThreshold {
      words[count] = JSONWord.end(of: open, at: p - base, count: count, in: words)
      count &+= 1
    }
    open = JSONWord.close(open, count: count, in: words)
    inObject = words[open] >> 61 == UInt64(JSONWord.Tag.object.rawValue)
    depth &-= 1
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
