import LosslessJSON

/// Copies the envelope of a JSON object in UTF-8 while its bytes pass.
///
/// Copies the first element of each array, and no deep objects or long strings, so the copy stays
/// small for any body. In parts that are left out it checks only the brackets.
package struct PassingOutline: Sendable {
  private enum State {
    case start, inside, end, failed
  }

  private var state = State.start
  private var text: [UInt8] = []
  /// Each open object or array that is copied, with its commas.
  private var parts: [(isArray: Bool, commas: Int)] = []
  /// Open brackets of the part that is left out.
  private var skipped = 0
  /// Whether a deep object begins; it is marked unless it is empty.
  private var isDeepStart = false
  private var (isString, isEscaped, isLong) = (false, false, false)
  private var stringStart = 0

  /// A string of 256 bytes has no more than this, were each of them an escape.
  private static let longest = 6 * 256 + 2
  private static let most = 1 << 20
  private static let mark = Array("\"\(JSON.outlineMark)\":true".utf8)

  package init() {}

  /// The outline of the bytes that passed; nil where they are not one whole JSON object.
  package var body: Body? { state == .end ? Body(text).envelopeOutline : nil }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes where state != .failed {
      if isString { takeInString(byte) } else { take(byte) }
      if text.count > Self.most { state = .failed }
    }
  }

  private mutating func take(_ byte: UInt8) {
    if byte == 0x20 || byte &- 0x09 <= 1 || byte == 0x0d { return }
    if isDeepStart {
      isDeepStart = false
      if byte != UInt8(ascii: "}") { text += Self.mark }
    }
    switch (state, byte) {
    case (.start, 0xef), (.start, 0xbb), (.start, 0xbf): copy(byte)
    case (.start, UInt8(ascii: "{")):
      state = .inside
      open(byte)
    case (.inside, UInt8(ascii: "{")), (.inside, UInt8(ascii: "[")): open(byte)
    case (.inside, UInt8(ascii: "}")), (.inside, UInt8(ascii: "]")): close(byte)
    case (.inside, UInt8(ascii: "\"")):
      (isString, isLong, stringStart) = (true, false, text.count)
      copy(byte)
    case (.inside, UInt8(ascii: ",")) where skipped == 0: nextMember()
    // Such a name would be another one in the outline.
    case (.inside, UInt8(ascii: ":")) where skipped == 0 && isLong: state = .failed
    case (.inside, 1...): copy(byte)
    default: state = .failed
    }
  }

  private mutating func copy(_ byte: UInt8) {
    if skipped == 0 { text.append(byte) }
  }

  private mutating func open(_ byte: UInt8) {
    copy(byte)
    let isArray = byte == UInt8(ascii: "[")
    if skipped > 0 {
      skipped += 1
    } else if isArray || parts.count(where: { !$0.isArray }) < JSON.outlineDepth {
      parts.append((isArray, 0))
    } else {
      (skipped, isDeepStart) = (1, true)
    }
  }

  private mutating func close(_ byte: UInt8) {
    if skipped > 0 { skipped -= 1 } else { parts.removeLast() }
    copy(byte)
    if skipped == 0, parts.isEmpty { state = .end }
  }

  /// The rest of an array, or of an object with many members, is left out up to its own bracket.
  private mutating func nextMember() {
    let last = parts.count - 1
    parts[last].commas += 1
    if parts[last].commas < (parts[last].isArray ? 1 : JSON.outlineMembers) {
      return copy(UInt8(ascii: ","))
    }
    if !parts.removeLast().isArray { text += [UInt8(ascii: ",")] + Self.mark }
    skipped = 1
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isString = false
    }
    guard skipped == 0, !isLong || !isString else { return }
    text.append(byte)
    guard text.count - stringStart > Self.longest, !isLong else { return }
    // A string that the outline leaves out, and that ends in no half character.
    isLong = true
    text.removeLast(text.count - stringStart)
    text.append(UInt8(ascii: "\""))
    text += repeatElement(UInt8(ascii: "x"), count: JSON.outlineText + 1)
    if !isString { text.append(byte) }
  }
}
