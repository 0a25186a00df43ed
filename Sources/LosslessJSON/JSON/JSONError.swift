/// Why a document is not JSON, and exactly where.
///
/// The part before `byteOffset` was fine and stays readable in the document that carries this error.
public struct JSONError: Error, Equatable, Sendable {
  /// What kind of trouble it is.
  package enum Reason: Equatable, Sendable {
    /// No value at all: no bytes, or white space only.
    case empty
    /// Something stands where the grammar wants something else.
    case unexpected
    /// The document ends inside a value.
    case truncated
    /// More text follows the document's one value.
    case trailing
    /// A backslash that starts no escape JSON knows.
    case badEscape
    /// A control character inside a string that should have been escaped.
    case controlCharacter
    /// Bytes that are no text in the document's encoding.
    case invalidText
    /// A limit was reached; `allowed` is its value.
    case limit(JSONLimits.Name, allowed: Int)
  }

  /// What stands at the place.
  package enum Found: Equatable, Sendable {
    /// Nothing: the bytes end here.
    case end
    /// A character.
    case character(Unicode.Scalar)
    /// A byte that is no character by itself.
    case byte(UInt8)
  }

  /// What would have been right at the place.
  package enum Expected: Equatable, Sendable {
    /// Any value.
    case value
    /// A first element, or the end of an empty array.
    case valueOrArrayEnd
    /// A key: a string in double quotes.
    case key
    /// A first key, or the end of an empty object.
    case keyOrObjectEnd
    /// The colon after a key.
    case colon
    /// The next element, or the array's end.
    case commaOrArrayEnd
    /// The next member, or the object's end.
    case commaOrObjectEnd
    /// More of a string, up to its closing quote.
    case stringEnd
    /// An escape: one of `"\/bfnrtu`.
    case escape
    /// One of the four hexadecimal digits after `\u`.
    case hexDigit
    /// A digit of a number.
    case digit
    /// The rest of `true`, `false` or `null`.
    case literal(String)
    /// Text in the document's encoding.
    case text(JSONEncoding)
    /// Nothing more.
    case end
  }

  /// What kind of trouble it is.
  package let reason: Reason

  /// The first byte that is wrong, counted from 0 in the bytes as they were received.
  public let byteOffset: Int

  /// The line of that byte, counted from 1; lines end with a line feed.
  public let line: Int

  /// The column of that byte, counted from 1 in Unicode scalars.
  public let column: Int

  /// What stands at the place.
  package let found: Found

  /// What would have been right there.
  package let expected: Expected

  /// Which limit ended the parse, if one did.
  package var limit: JSONLimits.Name? {
    if case .limit(let name, _) = reason { name } else { nil }
  }

  /// The same error in a document that starts somewhere inside a larger one.
  func moved(bytes: Int, lines: Int, columns: Int) -> JSONError {
    JSONError(
      reason: reason, byteOffset: byteOffset + bytes, line: line + lines,
      column: column + columns,
      found: found, expected: expected)
  }
}
