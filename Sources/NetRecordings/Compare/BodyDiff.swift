import LosslessJSON
import NetEngine

/// What is different between two bodies, by what they are.
package enum BodyDiff: Sendable {
  /// They say the same, be it in other bytes: members in another order, other white space.
  case same
  /// Both are JSON.
  case json(JSONDiff)
  /// Both are text.
  case text(TextDiff)
  /// One of them is neither.
  case binary(BinaryDiff)

  /// Compares two bodies; `options` count for JSON.
  package init(from first: Body, to second: Body, options: JSONDiff.Options = JSONDiff.Options()) {
    guard first != second else {
      self = .same
      return
    }
    if let left = first.wholeDocument, let right = second.wholeDocument {
      let diff = JSONDiff(from: left.json, to: right.json, options: options)
      self = diff.isEmpty ? .same : .json(diff)
    } else if first.isText, second.isText {
      let diff = TextDiff(from: first, to: second)
      self = diff.changes.isEmpty ? .same : .text(diff)
    } else {
      self = .binary(BinaryDiff(from: first, to: second))
    }
  }
}

/// How two bodies differ that only have bytes in common.
package struct BinaryDiff: Sendable, Hashable {
  /// The sizes in bytes.
  package let sizes: (from: Int, to: Int)
  /// The SHA-256 of each, in hexadecimal digits.
  package let hashes: (from: String, to: String)
  /// The first byte that differs, or where the shorter one ends.
  package let firstOffset: Int

  /// Compares two bodies.
  package init(from first: Body, to second: Body) {
    sizes = (first.count, second.count)
    hashes = (first.sha256.hex, second.sha256.hex)
    firstOffset = Self.firstOffset(first, second)
  }

  /// The first byte that differs, or the size of the shorter body.
  static func firstOffset(_ first: Body, _ second: Body) -> Int {
    first.withUnsafeBytes { left in
      second.withUnsafeBytes { right in
        let common = min(left.count, right.count)
        return (0..<common).first { left[$0] != right[$0] } ?? common
      }
    }
  }

  /// Equal when they say the same.
  package static func == (left: BinaryDiff, right: BinaryDiff) -> Bool {
    left.sizes == right.sizes && left.hashes == right.hashes
      && left.firstOffset == right.firstOffset
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(hashes.from)
    hasher.combine(hashes.to)
  }
}
