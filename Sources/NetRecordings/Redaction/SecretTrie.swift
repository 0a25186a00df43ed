import LosslessJSON
import NetEngine

/// Which of many values stands at a place of a text: found in steps of four bytes, so that a
/// thousand tokens with one beginning cost no more than one.
///
/// A node holds a few values as they are. When there are more they move on by their next four bytes,
/// so the nodes are as many as the values and not as many as their bytes.
struct SecretTrie: Sendable {
  private var nodes = [Node()]

  private struct Value: Sendable {
    var number: Int
    var bytes: [UInt8]
  }

  private struct Node: Sendable {
    /// Bytes that all values here begin with; four more with each step.
    var depth = 0
    /// Values that have not moved on, as long as they are few.
    var few: [Value] = []
    /// Those that end less than four bytes further on, by what they end with.
    var ends: [UInt64: Int] = [:]
    /// What goes on, by the next four bytes; nil while there are few.
    var steps: [UInt32: Int]?
  }

  /// So many are compared one by one.
  private static let few = 8

  /// Adds the value with this number.
  mutating func insert(_ number: Int, _ bytes: [UInt8]) {
    let value = Value(number: number, bytes: bytes)
    var node = 0
    while nodes[node].steps != nil {
      guard let next = step(of: value, at: node) else { return }
      node = next
    }
    nodes[node].few.append(value)
    guard nodes[node].few.count > Self.few else { return }
    let moving = nodes[node].few
    nodes[node].few = []
    nodes[node].steps = [:]
    // All of them may go the same way: then the next one that comes moves them on.
    for value in moving {
      if let next = step(of: value, at: node) { nodes[next].few.append(value) }
    }
  }

  /// The node behind this one for a value, made where there is none; nil where it ends in between.
  private mutating func step(of value: Value, at node: Int) -> Int? {
    let depth = nodes[node].depth
    guard value.bytes.count >= depth + 4 else {
      let end = value.bytes.withUnsafeBufferPointer {
        Self.end($0, from: depth, count: value.bytes.count - depth)
      }
      if nodes[node].ends[end] == nil { nodes[node].ends[end] = value.number }
      return nil
    }
    let key = value.bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: depth, as: UInt32.self)
    }
    if let next = nodes[node].steps?[key] { return next }
    let next = nodes.count
    nodes.append(Node(depth: depth + 4))
    nodes[node].steps?[key] = next
    return next
  }

  /// Up to three bytes and how many they are.
  private static func end(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, count: Int
  ) -> UInt64 {
    var end = UInt64(count) << 32
    for index in 0..<count { end |= UInt64(bytes[start + index]) << UInt64(8 * index) }
    return end
  }

  /// Visits every value that may stand at a place, and those that surely do; the caller compares.
  func candidates(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ visit: (Int) -> Void
  ) {
    let rest = UnsafeBufferPointer(rebasing: bytes[place...])
    let raw = UnsafeRawBufferPointer(rest)
    var node = 0
    while true {
      for value in nodes[node].few { visit(value.number) }
      guard let steps = nodes[node].steps else { return }
      let depth = nodes[node].depth
      if !nodes[node].ends.isEmpty {
        for count in 0..<4 where depth + count <= rest.count {
          if let number = nodes[node].ends[Self.end(rest, from: depth, count: count)] {
            visit(number)
          }
        }
      }
      guard rest.count >= depth + 4,
        let next = steps[raw.loadUnaligned(fromByteOffset: depth, as: UInt32.self)]
      else { return }
      node = next
    }
  }
}
