/// A piece of a document as it is written: a key, or a value that holds no other.
package struct JSONToken: Equatable, Sendable {
  package enum Kind: Sendable {
    case key, string, number
    /// `true`, `false`, `null`.
    case word
  }

  package var kind: Kind
  /// Its bytes in `text`, quotes included, as far as they were asked for.
  package var range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    (self.kind, self.range) = (kind, range)
  }
}

/// What a window of the text is made of, found without reading what stands before it.
///
/// The tape says where the last value begins at or before the window. What is short is looked at from
/// there; of a text that goes on for long only the tape and its two ends are asked.
extension JSONDocument {
  /// So much of a key or a value is looked through for its end.
  private static let nearby = 4_096

  /// The pieces in a window of `text`, in order, cut at its ends; none where it goes no further.
  package func tokens(in window: Range<Int>) -> [JSONToken] {
    let window = window.clamped(to: 0..<parsedBytes)
    var tokens: [JSONToken] = []
    guard !window.isEmpty, entries > 0 else { return tokens }
    var index = lastEntry(atOrBefore: window.lowerBound)
    while index < entries, word(index).offset < window.upperBound {
      let pieces = pieces(of: index, in: window)
      for token in [pieces.key, pieces.value] {
        guard let token, token.range.overlaps(window) else { continue }
        tokens.append(JSONToken(token.kind, token.range.clamped(to: window)))
      }
      index += 1
    }
    return tokens
  }

  private func lastEntry(atOrBefore place: Int) -> Int {
    var (low, high) = (0, entries)
    while low < high {
      let middle = (low + high) / 2
      if word(middle).offset <= place { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// The key and the value of an entry; no array is made for them, there are a thousand on a screen.
  private typealias Pieces = (key: JSONToken?, value: JSONToken?)

  /// What an entry is made of, as far as that can be told.
  private func pieces(of index: Int, in window: Range<Int>) -> Pieces {
    let start = word(index).offset
    switch (word(index).tag, base[start]) {
    case (.end, _), (.array, UInt8(ascii: "[")), (.object, UInt8(ascii: "{")): return (nil, nil)
    case (_, 0x22): return texts(of: index, in: window)
    default: return (nil, value(of: index, from: start))
    }
  }

  /// An entry that begins with a quote: a text, or a key and what follows it.
  private func texts(of index: Int, in window: Range<Int>) -> Pieces {
    let start = word(index).offset
    let limit = base + min(parsedBytes, start + Self.nearby)
    let close = JSONScan.knownStringEnd(base + start + 1, limit)
    guard close < limit else { return longTexts(of: index) }
    let text = start..<close - base + 1
    // White space of any length may stand around a colon, most of it outside of the window.
    let colon = skipSpace(from: text.upperBound, atMost: Self.nearby)
    guard let colon, colon < parsedBytes else {
      return word(index).tag == .string && colon != nil
        ? (nil, JSONToken(.string, text)) : longTexts(of: index)
    }
    guard base[colon] == UInt8(ascii: ":") else {
      return (nil, word(index).tag == .string ? JSONToken(.string, text) : nil)
    }
    let key = JSONToken(.key, text)
    guard text.upperBound < window.upperBound else { return (key, nil) }
    guard let place = skipSpace(from: colon + 1, atMost: Self.nearby), place < parsedBytes else {
      return (key, longTexts(of: index).value)
    }
    return (key, value(of: index, from: place))
  }

  /// A scalar that begins here; a container is made of others.
  private func value(of index: Int, from start: Int) -> JSONToken? {
    let word = word(index)
    guard let kind = word.tokenKind else { return nil }
    if word.payload < JSONWord.payloadMax { return JSONToken(kind, start..<start + word.payload) }
    guard let end = endOfTexts(before: index), start < end else { return nil }
    return JSONToken(kind, start..<end)
  }

  /// The same for one of which an end is far away: what follows it says where it ends.
  private func longTexts(of index: Int) -> Pieces {
    let word = word(index)
    guard parent(of: JSONNode(index: index, isMember: false)).map({ kind(of: $0) }) == .object
    else { return (nil, value(of: index, from: word.offset)) }
    guard let kind = word.tokenKind else {
      // Between the end of its key and the next value stand signs alone.
      let key = next(index).flatMap { lastQuote(before: $0) }
      return (key.map { JSONToken(.key, word.offset..<$0) }, nil)
    }
    guard word.payload < JSONWord.payloadMax, let end = endOfTexts(before: index),
      let key = lastQuote(before: end - word.payload)
    else { return (nil, nil) }
    return (JSONToken(.key, word.offset..<key), JSONToken(kind, end - word.payload..<end))
  }

  /// Where the next entry begins; nil behind the last one of a document that is not whole.
  private func next(_ index: Int) -> Int? {
    if index + 1 < entries { return word(index + 1).offset }
    return isComplete ? parsedBytes : nil
  }

  /// Where the scalar of an entry ends, found from what follows it.
  private func endOfTexts(before index: Int) -> Int? {
    guard var place = next(index) else { return nil }
    let least = max(word(index).offset, place - Self.nearby)
    while place > least {
      switch base[place - 1] {
      case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        place -= 1
      default: return place
      }
    }
    return nil
  }

  /// The place behind the last quote before a place, with nothing but signs between them.
  private func lastQuote(before end: Int) -> Int? {
    var place = end
    let least = max(0, place - Self.nearby)
    while place > least {
      switch base[place - 1] {
      case 0x22: return place
      case 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        place -= 1
      default: return nil
      }
    }
    return nil
  }

  /// The first byte that is no white space; nil where there is more of that than is looked at.
  private func skipSpace(from start: Int, atMost count: Int) -> Int? {
    let limit = min(parsedBytes, start + count)
    let place = JSONScan.skipSpace(base + start, base + limit) - base
    return place < limit || limit == parsedBytes ? place : nil
  }
}

extension JSONWord {
  /// What a scalar is; nil for a container.
  fileprivate var tokenKind: JSONToken.Kind? {
    switch tag {
    case .null, .false, .true: .word
    case .number: .number
    case .string: .string
    case .array, .object, .end: nil
    }
  }
}
