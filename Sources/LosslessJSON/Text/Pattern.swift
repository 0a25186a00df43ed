internal import CPCRE2

/// What is searched for in bytes: a plain word by a byte search, anything more by PCRE2.
///
/// Without case unless asked otherwise. A match that costs too much ends as ``Trouble``, so that
/// `(a+)+$` on a long line takes a moment, not for ever.
package struct Pattern: Sendable, Hashable {
  /// The pattern as it was written.
  package let text: String
  /// How case counts.
  package let sensitivity: Sensitivity
  /// No sign in it means anything but itself.
  package let isLiteral: Bool
  private let engine: Engine

  /// How case counts.
  package enum Sensitivity: Sendable, Hashable {
    /// Never.
    case insensitive
    /// When the pattern has a capital letter; `\S` is none.
    case smart
  }

  /// A pattern that cannot be read.
  package struct Mistake: Error, Sendable, Hashable {
    /// The byte of the pattern at which it cannot go on.
    package var offset: Int
    /// What PCRE2 says about it.
    package var words: String

    /// Takes both as they are.
    package init(offset: Int, words: String) {
      self.offset = offset
      self.words = words
    }
  }

  /// A search that was given up.
  package enum Trouble: Error, Sendable, Hashable {
    /// This pattern backtracked too much: it has nested repetitions.
    case tooCostly(String)
    /// PCRE2's code for anything else, with this pattern.
    case other(String, Int32)
  }

  private enum Engine: Sendable {
    case word([UInt8])
    case expression(CompiledExpression)
  }

  /// Reads a regular expression, or takes the text literally.
  package init(
    _ text: String, isLiteral: Bool = false, sensitivity: Sensitivity = .insensitive
  ) throws(Mistake) {
    self.text = text
    self.sensitivity = sensitivity
    let isWord = isLiteral || !text.utf8.contains { #"\^$.|?*+()[]{}"#.utf8.contains($0) }
    let ignoresCase = sensitivity == .insensitive || !text.hasCapital(isExpression: !isWord)
    self.isLiteral = isWord
    let hasLetters = text.utf8.contains { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }
    if isWord, !ignoresCase || !hasLetters {
      engine = .word(Array(text.utf8))
    } else {
      engine = .expression(
        try CompiledExpression(text, isLiteral: isWord, ignoresCase: ignoresCase))
    }
  }

  /// Where it first matches at or after an offset; nil when it does not.
  package func firstMatch(
    in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) throws(Trouble) -> Range<Int>? {
    guard start <= bytes.count else { return nil }
    return switch engine {
    case .word(let word): ByteSearch.first(word, in: bytes, from: start)
    case .expression(let expression): try expression.firstMatch(of: text, in: bytes, from: start)
    }
  }

  /// Whether it matches anywhere.
  package func matches(_ text: String) throws(Trouble) -> Bool {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(Trouble) in try firstMatch(in: UnsafeRawBufferPointer(bytes)) != nil }
    }
    return try result.get()
  }

  /// Patterns are the same when they were written the same.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.sensitivity == right.sensitivity && left.isLiteral == right.isLiteral
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes what equality compares.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// A compiled expression; matching needs a scratch of its own, so any thread may use it.
///
/// `@unchecked Sendable`: `code` is never changed once it is compiled, which is what PCRE2 asks.
private final class CompiledExpression: @unchecked Sendable {
  private let code: OpaquePointer
  /// Steps of backtracking; a tenth of a second or so.
  private static let matchLimit: UInt32 = 2_000_000

  init(_ text: String, isLiteral: Bool, ignoresCase: Bool) throws(Pattern.Mistake) {
    var options = ignoresCase ? PCRE2_CASELESS : 0
    options |= isLiteral ? PCRE2_LITERAL : PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C
    // Subjects may be any bytes: what is not UTF-8 is matched around, never refused.
    options |= PCRE2_UTF | PCRE2_MATCH_INVALID_UTF
    var number: Int32 = 0
    var offset = 0
    let bytes = Array(text.utf8)
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil) else {
      throw Pattern.Mistake(offset: offset, words: Self.words(number))
    }
    self.code = code
    pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
  }

  deinit { pcre2_code_free_8(code) }

  /// `text` is the pattern as it was written, for what is said when it fails.
  func firstMatch(
    of text: String, in bytes: UnsafeRawBufferPointer, from start: Int
  ) throws(Pattern.Trouble) -> Range<Int>? {
    guard let data = pcre2_match_data_create_8(1, nil) else {
      throw .other(text, PCRE2_ERROR_NOMEMORY)
    }
    defer { pcre2_match_data_free_8(data) }
    let context = pcre2_match_context_create_8(nil)
    defer { pcre2_match_context_free_8(context) }
    pcre2_set_match_limit_8(context, Self.matchLimit)
    // An empty buffer has no address; PCRE2 wants one.
    let empty: [UInt8] = [0]
    let result = empty.withUnsafeBufferPointer { none in
      let subject = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? none.baseAddress
      let fast = pcre2_match_8(code, subject, bytes.count, start, 0, data, context)
      // Compiled code has a small stack; the interpreter takes memory, within its own limit.
      guard fast == PCRE2_ERROR_JIT_STACKLIMIT else { return fast }
      return pcre2_match_8(code, subject, bytes.count, start, PCRE2_NO_JIT, data, context)
    }
    if result == PCRE2_ERROR_NOMATCH { return nil }
    if [PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT].contains(result) {
      throw .tooCostly(text)
    }
    guard result >= 0, let ends = pcre2_get_ovector_pointer_8(data) else {
      throw .other(text, result)
    }
    return min(ends[0], ends[1])..<max(ends[0], ends[1])
  }

  private static func words(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(number, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
  }
}

extension Pattern.Trouble: CustomStringConvertible {
  /// Which pattern it is, and what to write instead.
  package var description: String {
    switch self {
    case .tooCostly(let pattern):
      "the pattern '\(pattern.escapedForMessage.shortened)' tries too much: "
        + "put no + or * inside another"
    case .other(let pattern, let code):
      "the pattern '\(pattern.escapedForMessage.shortened)' cannot be searched for: PCRE2 says \(code)"
    }
  }
}

extension String {
  /// In an expression a letter behind a backslash is a class or an escape.
  fileprivate func hasCapital(isExpression: Bool) -> Bool {
    var isEscaped = false
    for byte in utf8 {
      if 0x41...0x5a ~= byte, !isEscaped { return true }
      isEscaped = isExpression && !isEscaped && byte == UInt8(ascii: "\\")
    }
    return false
  }
}
