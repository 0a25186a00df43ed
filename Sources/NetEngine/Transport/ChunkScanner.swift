/// Takes the frame off a chunked body, stricter than libcurl, which passes it on as it came.
///
///     size [; extension] CR LF ─► data CR LF ─► … ─► 0 CR LF ─► trailer lines ─► CR LF
///
/// A value: a copy made before a piece is the way back when the piece cannot be delivered.
package struct ChunkScanner: Sendable {
  /// What a piece of input turned out to be.
  package struct Yield {
    /// Where in the input the body's bytes stand, in order.
    package var body: [Range<Int>] = []
    /// Trailer lines that were completed, with their ends.
    package var trailers: [[UInt8]] = []
    /// Where the input stopped belonging to the body, when it ended.
    package var end: Int?
    /// Why the rest cannot be read; the body found before it is good.
    package var problem: HeadScanner.Problem?
  }

  private enum Stage {
    case size, padding, chunkExtension, quote, escape, sizeEnd, data, dataEnd, dataLF, trailers,
      done
  }

  /// The last chunk and the blank line after the trailers have come.
  package var isComplete: Bool { stage == .done }
  /// A line ended without a carriage return.
  package private(set) var hasBareLF = false

  private let limits: Limits
  private var stage = Stage.size
  private var size = 0
  /// A lone line feed may end the data only where one ended the size: else it may be data.
  private var allowsBareLF = false
  private var digits = 0
  private var line: [UInt8] = []
  private var lineBytes = 0
  private var frameBytes = 0

  /// Numbers of more digits are refused, zeros in front included, as libcurl does.
  private static let mostDigits = 16

  /// Blanks behind a size are refused: a request with them may be an attack.
  private let isStrict: Bool

  package init(limits: Limits, isStrict: Bool = false) {
    self.limits = limits
    self.isStrict = isStrict
  }

  /// Reads a piece of the body as it came; all of it, or up to the end of the first data in it.
  package mutating func take(
    _ input: UnsafeRawBufferPointer, stopsAfterPiece: Bool = false
  ) -> Yield {
    var yield = Yield()
    var index = 0
    while index < input.count {
      if stage == .done || stopsAfterPiece && !yield.body.isEmpty {
        yield.end = index
        return yield
      }
      if stage == .data {
        let count = min(size, input.count - index)
        yield.body.append(index..<index + count)
        index += count
        size -= count
        if size == 0 { stage = .dataEnd }
        continue
      }
      if let problem = takeFrame(input[index], &yield) {
        yield.problem = problem
        return yield
      }
      index += 1
    }
    return yield
  }

  /// One byte that is not data.
  private mutating func takeFrame(_ byte: UInt8, _ yield: inout Yield) -> HeadScanner.Problem? {
    frameBytes += 1
    guard frameBytes <= limits.wireBody else {
      return .limit(.wireBody, allowed: limits.wireBody, found: frameBytes)
    }
    switch stage {
    case .size, .padding, .chunkExtension, .quote, .escape, .sizeEnd: return takeSize(byte)
    case .dataEnd, .dataLF: return takeDataEnd(byte)
    case .trailers: return takeTrailer(byte, &yield)
    case .data, .done: return nil
    }
  }

  private mutating func takeSize(_ byte: UInt8) -> HeadScanner.Problem? {
    lineBytes += 1
    if lineBytes > limits.headerLine {
      return .limit(.headerLine, allowed: limits.headerLine, found: lineBytes)
    }
    if stage == .sizeEnd {
      return byte == 0x0a
        ? endSize(bare: false) : .chunk("a carriage return inside a chunk's size line")
    }
    if stage == .quote || stage == .escape { return takeQuoted(byte) }
    switch byte {
    case 0x0d where digits > 0: stage = .sizeEnd
    case 0x0a where digits > 0:
      hasBareLF = true
      return endSize(bare: true)
    case _ where stage == .chunkExtension: return takeExtension(byte)
    case UInt8(ascii: ";") where digits > 0: stage = .chunkExtension
    // Some servers pad the size with blanks.
    case _ where byte.isBlank && digits > 0 && !isStrict: stage = .padding
    default: return takeDigit(byte)
    }
    return nil
  }

  /// RFC 9112 §7.1.1: an extension holds words and quoted texts; its value means nothing here.
  private mutating func takeExtension(_ byte: UInt8) -> HeadScanner.Problem? {
    if byte == UInt8(ascii: "\"") { stage = .quote }
    return byte.isOddControl ? .chunk("a control character in a chunk's extension") : nil
  }

  /// Refuses a line end inside quotes: another reader may end the line elsewhere.
  private mutating func takeQuoted(_ byte: UInt8) -> HeadScanner.Problem? {
    if byte.endsLine { return .chunk("a chunk's extension leaves a quote open") }
    switch (stage, byte) {
    case (.escape, _): stage = .quote
    case (_, UInt8(ascii: "\\")): stage = .escape
    case (_, UInt8(ascii: "\"")): stage = .chunkExtension
    default: break
    }
    return byte.isOddControl ? .chunk("a control character in a chunk's extension") : nil
  }

  private mutating func takeDigit(_ byte: UInt8) -> HeadScanner.Problem? {
    guard stage == .size, byte.isHexDigit else {
      return .chunk("a chunk's size has '\(String(shown: [byte]))' in it")
    }
    digits += 1
    let value = Int(byte &- 0x30 < 10 ? byte &- 0x30 : (byte | 0x20) &- 0x57)
    guard digits <= Self.mostDigits, size >> 59 == 0 else {
      return .chunk("a chunk's size is larger than any body")
    }
    size = size << 4 | value
    return nil
  }

  private mutating func endSize(bare: Bool) -> HeadScanner.Problem? {
    allowsBareLF = bare
    stage = size == 0 ? .trailers : .data
    (digits, lineBytes) = (0, 0)
    return nil
  }

  private mutating func takeDataEnd(_ byte: UInt8) -> HeadScanner.Problem? {
    switch (stage, byte) {
    case (.dataEnd, 0x0d): stage = .dataLF
    case (.dataLF, 0x0a): stage = .size
    case (.dataEnd, 0x0a) where allowsBareLF: stage = .size
    default: return .chunk("a chunk does not end where its size says")
    }
    return nil
  }

  private mutating func takeTrailer(
    _ byte: UInt8, _ yield: inout Yield
  ) -> HeadScanner.Problem? {
    line.append(byte)
    if line.count > limits.headerLine {
      return .limit(.headerLine, allowed: limits.headerLine, found: line.count)
    }
    guard byte == 0x0a else { return nil }
    if line == [0x0a] { hasBareLF = true }
    if line == [0x0a] || line == [0x0d, 0x0a] {
      stage = .done
    } else {
      yield.trailers.append(line)
    }
    line = []
    return nil
  }
}

extension HeadScanner.Problem {
  fileprivate static func chunk(_ detail: String) -> Self {
    Self(kind: .protocol, detail: detail)
  }
}
