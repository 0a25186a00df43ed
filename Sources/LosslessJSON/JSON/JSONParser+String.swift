/// Strings that may be cut anywhere: between two bytes of a character, inside an escape.
extension JSONParser {
  enum StringEnd {
    /// The offset behind the closing quote.
    case closed(Int)
    case waits
    case failed(at: Int, JSONTrouble, JSONError.Expected)
  }

  /// Reads the string at `position` on from where it was left.
  mutating func stringEnd(_ view: JSONTextView) -> StringEnd {
    var offset = max(position + 1, resumeAt)
    while true {
      offset = JSONScan.stringRun(view.base + offset, view.end) - view.base
      guard offset < view.count else { return runsOut(view, from: offset, .stringEnd) }
      switch view.base[offset] {
      case 0x22: return .closed(offset + 1)
      case 0x5c:
        switch escape(view, at: offset) {
        case .closed(let next): offset = next
        case let other: return other
        }
      case 0x80...:
        switch character(view, at: offset) {
        case .closed(let next): offset = next
        case let other: return other
        }
      case 0x20...: offset += 1
      default: return .failed(at: offset, .controlCharacter, .stringEnd)
      }
    }
  }

  /// The bytes end inside a string: an error if no more will come, else a place to go on from.
  private mutating func runsOut(
    _ view: JSONTextView, from offset: Int, _ expected: JSONError.Expected
  ) -> StringEnd {
    guard !view.isFinal else { return .failed(at: view.count, .unexpected, expected) }
    resumeAt = offset
    return .waits
  }

  /// `closed` with the offset behind a character that is not ASCII, when it is all there and right.
  private mutating func character(_ view: JSONTextView, at offset: Int) -> StringEnd {
    let start = view.base + offset
    let length = UTF8Validation.length(start, view.end)
    if length > 0 { return .closed(offset + length) }
    if UTF8Validation.isCutOff(start, view.end) { return runsOut(view, from: offset, .stringEnd) }
    return .failed(at: offset, .invalidText, .stringEnd)
  }

  /// `closed` with the offset behind the escape, when it is all there and right.
  private mutating func escape(_ view: JSONTextView, at backslash: Int) -> StringEnd {
    guard backslash + 1 < view.count else { return runsOut(view, from: backslash, .escape) }
    switch view.base[backslash + 1] {
    case 0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74: return .closed(backslash + 2)
    case 0x75: break
    default: return .failed(at: backslash + 1, .badEscape, .escape)
    }
    for offset in backslash + 2..<backslash + 6 {
      guard offset < view.count else { return runsOut(view, from: backslash, .hexDigit) }
      guard view.base[offset].isHexDigit else {
        return .failed(at: offset, .badEscape, .hexDigit)
      }
    }
    return .closed(backslash + 6)
  }
}
