import LosslessJSON
import NetEngine

/// What is different between two texts, line by line.
///
/// A line is what stands between two line feeds; a carriage return before one belongs to its line,
/// so that other line ends are a difference.
package struct TextDiff: Sendable {
  /// A line of either text, or of both.
  package struct Line: Sendable, Hashable {
    /// Whether it stayed.
    package var kind: Kind
    /// Its number in the first text, counted from 0.
    package var from: Int?
    /// Its number in the second text, counted from 0.
    package var to: Int?
  }

  /// What has happened to a line.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It is in both.
    case same
    /// Only the first text has it.
    case removed
    /// Only the second text has it.
    case added
  }

  /// All lines in order; where some were replaced, the old ones come first.
  package let lines: [Line]
  private let left: TextLines
  private let right: TextLines

  /// Compares two texts.
  package init(from first: Body, to second: Body) {
    left = TextLines(first)
    right = TextLines(second)
    var lines: [Line] = []
    lines.reserveCapacity(max(left.count, right.count))
    var (own, other) = (0, 0)
    let common = CommonSubsequence(left.hashes, right.hashes).pairs
    for anchor in common + [(left.count, right.count)] {
      lines += (own..<anchor.left).map { Line(kind: .removed, from: $0, to: nil) }
      lines += (other..<anchor.right).map { Line(kind: .added, from: nil, to: $0) }
      if anchor.left < left.count {
        lines.append(Line(kind: .same, from: anchor.left, to: anchor.right))
      }
      (own, other) = (anchor.left + 1, anchor.right + 1)
    }
    self.lines = lines
  }

  /// The bytes of a line, without its line feed.
  package func bytes(of line: Line) -> [UInt8] {
    if let from = line.from { return left.bytes(of: from) }
    return line.to.map(right.bytes(of:)) ?? []
  }

  /// The lines that are not in both.
  package var changes: [Line] { lines.filter { $0.kind != .same } }
}

/// The lines of a body: where each begins, and what each says as a number.
private struct TextLines: Sendable {
  let body: Body
  let hashes: [UInt64]
  private let starts: [Int]

  var count: Int { hashes.count }

  init(_ body: Body) {
    self.body = body
    (starts, hashes) = body.withUnsafeBytes { raw in
      let bytes = raw.bindMemory(to: UInt8.self)
      var (starts, hashes) = ([0], [UInt64]())
      for place in bytes.indices where bytes[place] == 0x0a {
        hashes.append(Self.hash(bytes, starts[starts.count - 1]..<place))
        starts.append(place + 1)
      }
      hashes.append(Self.hash(bytes, starts[starts.count - 1]..<bytes.count))
      return (starts, hashes)
    }
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
    let line = UnsafeBufferPointer(rebasing: bytes[range])
    guard RedactedText.mayOccur(in: line) else { return ByteHash.of(line, seed: 41) }
    return RedactedText.comparable(Array(line)).withUnsafeBufferPointer {
      ByteHash.of($0, seed: 41)
    }
  }

  func bytes(of line: Int) -> [UInt8] {
    let end = line + 1 < starts.count ? starts[line + 1] - 1 : body.count
    return body[starts[line]..<end]
  }
}
