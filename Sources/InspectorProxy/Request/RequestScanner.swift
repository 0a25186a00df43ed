import Glibc
import LosslessJSON
import NetEngine

/// Takes requests apart as their bytes come, one after the other.
///
///     empty lines ─► head ─► body, piece by piece ─► trailers ─► end ─► (the next one)
///
/// Nothing is copied but the head's texts: a piece of a body is a place in the bytes that came.
package struct RequestScanner: Sendable {
  /// What has come.
  package enum Event: Sendable {
    case head(ClientHead)
    /// Bytes of the body: where they stand in what was given.
    case body(Range<Int>)
    case end(trailers: [HeaderField])
    /// Nothing more is read of this connection.
    case refused(Refusal)
  }

  private enum Stage {
    case head
    case length(Int)
    case chunks(ChunkScanner)
    case end
    case refused
  }

  private let limits: ListeningLimits
  private var stage = Stage.head
  private var requestLine: RequestLine?
  /// Lines of the head that have come whole, without their ends.
  private var lines: [Range<Int>] = []
  private var lineStart = 0
  private var searched = 0
  private var emptyLines = 0
  private var trailers: [HeaderField] = []
  private var trailerBytes = 0

  package init(_ limits: ListeningLimits = ListeningLimits()) {
    self.limits = limits
  }

  /// Whether a request has begun and is not over.
  package var isInside: Bool {
    if case .head = stage { searched > 0 } else { true }
  }

  /// The next of what `bytes` hold from `start` on, which moves behind what was used.
  ///
  /// nil where more has to come; then the same bytes from `start` on have to be given again, with
  /// those that came.
  package mutating func next(
    in bytes: UnsafeRawBufferPointer, from start: inout Int
  ) -> Event? {
    do throws(Refusal) {
      switch stage {
      case .refused: return nil
      case .head: return try head(bytes, &start)
      case .length(let left):
        let count = min(left, bytes.count - start)
        guard count > 0 else { return nil }
        stage = left == count ? .end : .length(left - count)
        defer { start += count }
        return .body(start..<start + count)
      case .chunks(let scanner): return try chunks(scanner, bytes, &start)
      case .end:
        defer { (stage, trailers, trailerBytes) = (.head, [], 0) }
        return .end(trailers: trailers)
      }
    } catch {
      stage = .refused
      return .refused(error)
    }
  }

  // MARK: The head

  private mutating func head(
    _ bytes: UnsafeRawBufferPointer, _ start: inout Int
  ) throws(Refusal) -> Event? {
    try refuseTLS(bytes, start)
    while let end = lineEnd(bytes, start) {
      let first = start + lineStart
      guard end > first, bytes[end - 1] == 0x0d else {
        throw .malformed("A line ends without a carriage return.")
      }
      let line = first..<end - 1
      (searched, lineStart) = (end + 1 - start, end + 1 - start)
      if line.isEmpty, lines.isEmpty {
        // RFC 9112 §2.2: one may come behind a body; it belongs to no request.
        emptyLines += 1
        guard emptyLines <= 8 else { throw .malformed("Empty lines come instead of a request.") }
        start = end + 1
        (searched, lineStart) = (0, 0)
        try refuseTLS(bytes, start)
        continue
      }
      guard line.isEmpty else {
        // At once: who speaks another language waits for an answer now.
        if lines.isEmpty { requestLine = try RequestLine(bytes[line], limits) }
        lines.append(line.lowerBound - start..<line.upperBound - start)
        try checkSize(searched)
        continue
      }
      // Also what came in one piece: the bound is the same however it comes.
      try checkSize(searched)
      guard let requestLine else { throw .malformed("There is no request line.") }
      var head = try ClientHead(
        requestLine,
        lines.dropFirst().map { bytes[$0.lowerBound + start..<$0.upperBound + start] }, limits)
      if limits.keepsHeads { head.bytes = Array(bytes[start...end]) }
      start = end + 1
      (lines, lineStart, searched, emptyLines) = ([], 0, 0, 0)
      switch head.framing {
      case .none: stage = .end
      case .length(let length): stage = .length(length)
      case .chunked: stage = .chunks(ChunkScanner(limits: chunkLimits, isStrict: true))
      }
      return .head(head)
    }
    searched = bytes.count - start
    try checkSize(searched)
    return nil
  }

  private func refuseTLS(_ bytes: UnsafeRawBufferPointer, _ start: Int) throws(Refusal) {
    guard bytes.count > start, lines.isEmpty, bytes[start] == 0x16 else { return }
    throw .malformed("This port speaks HTTP without TLS: ask it by http://.")
  }

  /// Where the next line feed stands; it ends a line even where no carriage return is before it.
  private func lineEnd(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard let base = bytes.baseAddress, start + searched < bytes.count,
      let found = memchr(base + start + searched, 0x0a, bytes.count - start - searched)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private func checkSize(_ count: Int) throws(Refusal) {
    if lines.isEmpty, count > limits.target + 300 {
      throw Refusal(414, "The target is longer than \(limits.target) bytes.")
    }
    if count > limits.head {
      throw Refusal(431, "The head is larger than \(limits.head >> 10) KiB.")
    }
  }

  // MARK: Chunks

  private var chunkLimits: Limits {
    var limits = Limits()
    limits.headerLine = self.limits.chunkLine
    return limits
  }

  private mutating func chunks(
    _ scanner: ChunkScanner, _ bytes: UnsafeRawBufferPointer, _ start: inout Int
  ) throws(Refusal) -> Event? {
    guard bytes.count > start else { return nil }
    var scanner = scanner
    // Of one piece only: what is behind it is taken with the next call.
    let yield = scanner.take(
      UnsafeRawBufferPointer(rebasing: bytes[start...]), stopsAfterPiece: true)
    if let problem = yield.problem { throw .malformed("A chunk is misframed: \(problem.detail).") }
    guard !scanner.hasBareLF else { throw .malformed("A chunk's line ends with a lone line feed.") }
    for line in yield.trailers { try takeTrailer(line) }
    stage = scanner.isComplete ? .end : .chunks(scanner)
    let before = start
    start += yield.end ?? bytes.count - start
    guard let piece = yield.body.first else {
      return scanner.isComplete ? next(in: bytes, from: &start) : nil
    }
    return .body(piece.lowerBound + before..<piece.upperBound + before)
  }

  private mutating func takeTrailer(_ line: [UInt8]) throws(Refusal) {
    trailerBytes += line.count
    guard trailerBytes <= limits.trailers, trailers.count < limits.fields else {
      throw Refusal(431, "The trailers are larger than \(limits.trailers >> 10) KiB.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(\.isTokenByte),
      line.suffix(2).elementsEqual([0x0d, 0x0a]),
      !line.dropLast(2).contains(where: \.isOddControl)
    else { throw .malformed("A trailer is no field.") }
    line.withUnsafeBytes { bytes in
      trailers.append(HeaderField(came: bytes[..<colon], bytes[(colon + 1)...].trimmingBlanks))
    }
  }
}
