internal import CNcurses

/// What is switched on beside what ncurses switches on by itself, and the bytes that undo it all.
struct Modes {
  /// Text that is pasted comes between marks.
  let pasteOn: [UInt8]
  /// The mouse is reported: buttons, drags, and places past column 223.
  let mouseOn: [UInt8]
  let mouseOff: [UInt8]
  /// Undoes all of them.
  let off: [UInt8]
  /// Gives the terminal back without ncurses: for a crash, prepared before there is one.
  let restoreBytes: [UInt8]

  /// Asks the terminal database; call it once ncurses knows the terminal.
  init() {
    // A terminal that reports a mouse knows these modes; for others they would be noise.
    let isModern = nc_string("kmous") != nil
    func bytes(_ text: String) -> [UInt8] { isModern ? Array(text.utf8) : [] }
    pasteOn = bytes("\u{1b}[?2004h")
    mouseOn = bytes("\u{1b}[?1002h\u{1b}[?1006h")
    mouseOff = bytes("\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l")
    off = mouseOff + bytes("\u{1b}[?2004l")
    var restore = off
    for name in ["rmkx", "sgr0", "op", "rmacs", "cnorm"] { restore += Self.capability(name) }
    let leave = Self.capability("rmcup")
    // Without a second screen the last line is the place where talk goes on.
    restore += leave.isEmpty ? Self.string(nc_move_to(998, 0)) + [0x0a] : leave
    restoreBytes = restore + [0x0d]
  }

  private static func capability(_ name: String) -> [UInt8] {
    string(name.withCString { nc_string($0) })
  }

  /// The bytes of a capability without its `$<5>` pauses, which only slow paper terminals need.
  private static func string(_ pointer: UnsafePointer<CChar>?) -> [UInt8] {
    guard let pointer else { return [] }
    var bytes: [UInt8] = []
    var isPause = false
    for byte in String(cString: pointer).utf8 {
      if byte == UInt8(ascii: "<"), bytes.last == UInt8(ascii: "$") {
        bytes.removeLast()
        isPause = true
      }
      if !isPause { bytes.append(byte) }
      if byte == UInt8(ascii: ">") { isPause = false }
    }
    return bytes
  }
}
