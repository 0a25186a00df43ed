import Glibc

/// Bytes that stand still: the storage a document reads its values from.
///
/// `base[0..<count]` stays readable and unchanged for as long as the object lives; that promise is
/// what lets a document keep two words a value instead of copies.
package protocol JSONBytes: AnyObject, Sendable {
  /// Where the first byte is; it does not move while the object lives.
  var base: UnsafeRawPointer { get }
  /// How many bytes may be read from `base`.
  var count: Int { get }
}

extension JSONBytes {
  package var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}

/// An array held in place.
///
/// `@unchecked Sendable`: both properties are `let`. The address is stable because a native array
/// that is never mutated keeps its one buffer for as long as somebody holds it.
package final class JSONArrayBytes: JSONBytes, @unchecked Sendable {
  private let array: [UInt8]
  package let base: UnsafeRawPointer

  package var count: Int { array.count }

  package init(_ array: [UInt8]) {
    self.array = array
    // An empty array has no address to offer; that of a constant is never read.
    let empty = UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    base = array.withUnsafeBytes { $0.baseAddress ?? empty }
  }
}

/// UTF-8 made from another encoding, growing while it is made.
///
/// `@unchecked Sendable`: one parser appends to it; once a document holds it nobody does.
package final class JSONTextBuffer: JSONBytes, @unchecked Sendable {
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package var base: UnsafeRawPointer { UnsafeRawPointer(storage) }

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 16)
    storage = .allocate(capacity: self.capacity)
  }

  deinit {
    storage.deallocate()
  }

  func append(_ byte: UInt8) {
    if count == capacity { grow(toHold: count + 1) }
    storage[count] = byte
    count += 1
  }

  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    if count + bytes.count > capacity { grow(toHold: count + bytes.count) }
    memcpy(storage + count, source, bytes.count)
    count += bytes.count
  }

  private func grow(toHold needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: storage, count: count)
    storage.deallocate()
    storage = moved
    capacity = larger
  }
}
