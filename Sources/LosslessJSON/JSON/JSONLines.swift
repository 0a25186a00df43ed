import Glibc

/// NDJSON: a document a line, found by their line feeds and parsed when they are asked for.
///
/// Lines of white space only are left out. A line that is no JSON is a document with an error, whose
/// place counts from the start of all the bytes; the other lines are not affected.
package struct JSONLines: Sendable {
  /// One line that has something on it.
  package struct Line: Equatable, Sendable, BitwiseCopyable {
    /// Its number, counted from 1, empty lines included.
    package let number: Int

    private let start: Int
    private let end: Int

    /// Its bytes, without the line feed.
    package var range: Range<Int> { start..<end }

    package init(number: Int, range: Range<Int>) {
      (self.number, start, end) = (number, range.lowerBound, range.upperBound)
    }
  }

  /// The lines found so far.
  package private(set) var lines = SealedList<Line>()

  /// How many bytes were looked at.
  package private(set) var scannedBytes = 0

  private let limits: JSONLimits
  private var bytes: any JSONBytes
  private var lineStart = 0
  private var number = 1
  private var isEnded = false

  /// Finds the lines of an array of bytes.
  package init(_ bytes: [UInt8], limits: JSONLimits = .standard) {
    self.init(bytes: JSONArrayBytes(bytes), limits: limits)
    scan(upTo: bytes.count, isFinal: true)
  }

  /// Prepares to find the lines of bytes that may still be arriving; `scan` does it.
  package init(bytes: any JSONBytes, limits: JSONLimits = .standard) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Looks on up to a count of bytes; the last line counts once it has its line feed, or at the end.
  ///
  /// `bytes` replaces the owner when the bytes have moved since.
  package mutating func scan(upTo count: Int, isFinal: Bool, bytes moved: (any JSONBytes)? = nil) {
    if let moved { bytes = moved }
    guard !isEnded else { return }
    let all = UnsafeRawBufferPointer(start: bytes.base, count: count)
    if lineStart == 0, count >= 3, all.starts(with: [0xef, 0xbb, 0xbf]) { lineStart = 3 }
    var offset = Swift.max(scannedBytes, lineStart)
    while let feed = Self.feed(from: offset, in: all) {
      add(lineStart..<feed, in: all)
      offset = feed + 1
      lineStart = offset
      number += 1
    }
    scannedBytes = count
    if isFinal {
      add(lineStart..<count, in: all)
      lines.seal()
      isEnded = true
    }
  }

  /// Runs over the bytes that were looked at.
  package func withText<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: bytes.base, count: scannedBytes))
  }

  private static func feed(from offset: Int, in all: UnsafeRawBufferPointer) -> Int? {
    guard let base = all.baseAddress, offset < all.count,
      let found = memchr(base + offset, 0x0a, all.count - offset)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private mutating func add(_ range: Range<Int>, in all: UnsafeRawBufferPointer) {
    guard all[range].contains(where: { !JSONScan.isSpace($0) }) else { return }
    lines.append(Line(number: number, range: range))
  }

  /// The document of one line.
  package func document(of line: Line) -> JSONDocument {
    JSONDocument(
      bytes: JSONPart(of: bytes, line.range), limits: limits,
      movedBy: (bytes: line.range.lowerBound, lines: line.number - 1))
  }
}

extension JSONLines: RandomAccessCollection {
  /// 0.
  package var startIndex: Int { 0 }

  /// How many lines there are.
  package var endIndex: Int { lines.count }

  /// The document of the line at an index, parsed now.
  package subscript(index: Int) -> JSONDocument { document(of: lines[index]) }
}

/// A part of some bytes, which it keeps.
package final class JSONPart: JSONBytes {
  private let whole: any JSONBytes
  private let range: Range<Int>

  package var base: UnsafeRawPointer { whole.base + range.lowerBound }
  package var count: Int { range.count }

  package init(of whole: any JSONBytes, _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }
}
