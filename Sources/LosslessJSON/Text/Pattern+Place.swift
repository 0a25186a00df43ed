internal import CPCRE2

/// An expression of the program's own that is matched at one place in bytes; case counts.
///
/// `@unchecked Sendable`: `code` is never changed once it is compiled, which is what PCRE2 asks.
package final class PlacePattern: @unchecked Sendable {
  /// What was matched.
  package struct Match {
    /// The matched bytes, from `\K` on.
    package let range: Range<Int>
    /// The bytes of the first group.
    package let group: Range<Int>?
    /// The name of the last `(*:name)` that was passed.
    package let mark: String
  }

  private let code: OpaquePointer

  /// Compiles an expression; one with a mistake ends the program.
  package init(_ text: String) {
    var number: Int32 = 0
    var offset = 0
    let bytes = Array(text.utf8)
    // Start optimizations look for a letter of the end far ahead: at one place they only cost time.
    let options = PCRE2_ANCHORED | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_START_OPTIMIZE
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil) else {
      preconditionFailure("the expression '\(text)' has a mistake at byte \(offset)")
    }
    self.code = code
    pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
  }

  deinit { pcre2_code_free_8(code) }

  /// Matches at exactly this place; a search that is given up is no match.
  package func match(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Match? {
    guard let base = bytes.baseAddress, let data = pcre2_match_data_create_8(2, nil) else {
      return nil
    }
    defer { pcre2_match_data_free_8(data) }
    var result = pcre2_match_8(code, base, bytes.count, start, 0, data, nil)
    if result == PCRE2_ERROR_JIT_STACKLIMIT {
      result = pcre2_match_8(code, base, bytes.count, start, PCRE2_NO_JIT, data, nil)
    }
    guard result >= 0, let ends = pcre2_get_ovector_pointer_8(data), ends[0] <= ends[1] else {
      return nil
    }
    // The offsets of a group that took no part are `PCRE2_UNSET`, which is -1 here. Those of an
    // expression without groups are not set at all.
    let hasGroup = result != 1 && ends[2] >= 0
    return Match(
      range: ends[0]..<ends[1], group: hasGroup ? ends[2]..<ends[3] : nil,
      mark: pcre2_get_mark_8(data).map { String(cString: $0) } ?? "")
  }
}
