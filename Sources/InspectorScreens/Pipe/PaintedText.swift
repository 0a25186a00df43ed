/// What a command says, with its colours as styles of ours.
///
/// Only the sequences that choose a colour or a weight are taken, as ECMA-48 writes them: they are
/// read and gone. Every other one stays in the text, where the display rule spells it: what a command
/// says is shown and never obeyed.
struct PaintedText {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [StyleSpan] = []
  private var style = Style.plain
  private var start = 0

  init(_ said: [UInt8]) {
    bytes.reserveCapacity(said.count)
    var place = 0
    while place < said.count {
      guard said[place] == 0x1b, let end = take(said[place...]) else {
        bytes.append(said[place])
        place += 1
        continue
      }
      place = end
    }
    endSpan()
  }

  /// A sequence longer than this chooses no colour.
  private static let limit = 64

  /// Takes a sequence that chooses how text looks; answers where it ends, nil for anything else.
  private mutating func take(_ rest: ArraySlice<UInt8>) -> Int? {
    let body = rest.dropFirst()
    guard body.first == UInt8(ascii: "[") else { return nil }
    let inside = body.dropFirst().prefix(Self.limit)
    guard let end = inside.firstIndex(where: { 0x40...0x7e ~= $0 }) else { return nil }
    let words = inside[..<end]
    guard words.allSatisfy({ $0 &- 0x30 < 10 || $0 == 0x3b || $0 == 0x3a }) else { return nil }
    switch said(words, by: inside[end]) {
    case nil: return nil
    case let style?:
      if style != self.style { endSpan() }
      self.style = style
      return end + 1
    }
  }

  /// The style after a sequence; nil where it is about something else.
  private func said(_ words: ArraySlice<UInt8>, by letter: UInt8) -> Style? {
    // Programs that colour lines clear what is left of each: nothing is there to clear.
    if letter == UInt8(ascii: "K") { return style }
    guard letter == UInt8(ascii: "m") else { return nil }
    let isSeparator = { (byte: UInt8) in byte == 0x3b || byte == 0x3a }
    var numbers = words.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
      .map { $0.reduce(0) { min(999, $0 * 10 + Int($1 - 0x30)) } }[...]
    var style = style
    while let number = numbers.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.role = .faint
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      case 22: style.isBold = false
      case 24: style.isUnderlined = false
      case 27: style.isReversed = false
      case 30...37: style.role = Self.roles[number - 30]
      case 90...97: style.role = number == 90 ? .faint : Self.roles[number - 90]
      case 39: style.role = .plain
      case 38: style.role = Self.extended(&numbers)
      case 48: _ = Self.extended(&numbers)
      default: continue
      }
    }
    return style
  }

  /// Black, red, green, yellow, blue, magenta, cyan and white, as near as our roles come to them.
  private static let roles: [Style.Role] = [
    .faint, .server, .ok, .warning, .accent, .transport, .redirect, .plain,
  ]

  /// A colour of 256, or of red, green and blue.
  private static func extended(_ numbers: inout ArraySlice<Int>) -> Style.Role {
    switch numbers.popFirst() {
    case 5:
      let number = numbers.popFirst() ?? 7
      guard number >= 16 else { return roles[number % 8] }
      guard number < 232 else { return number < 246 ? .faint : .plain }
      let cube = number - 16
      return near(cube / 36 * 51, cube / 6 % 6 * 51, cube % 6 * 51)
    case 2:
      let parts = (0..<3).map { _ in numbers.popFirst() ?? 0 }
      return near(parts[0], parts[1], parts[2])
    default: return .plain
    }
  }

  private static func near(_ red: Int, _ green: Int, _ blue: Int) -> Style.Role {
    let half = max(red, green, blue) * 2 / 3
    guard half > 0 else { return .faint }
    let index = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
    return roles[index]
  }

  private mutating func endSpan() {
    if style != .plain, start < bytes.count {
      spans.append(StyleSpan(range: start..<bytes.count, style: style))
    }
    start = bytes.count
  }
}
