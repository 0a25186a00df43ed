import Glibc

/// The bytes of a request or an answer: one contiguous buffer, in memory or in a mapped file.
///
/// Copying a body copies a reference. A large answer stands in an unlinked file instead of memory;
/// every member works the same, and the address of the bytes never changes while the body lives.
///
/// `@unchecked Sendable`: the first `count` bytes of the storage are never written again.
public struct Body: @unchecked Sendable {
  /// The body without a byte.
  public static let empty = Body(storage: .empty, count: 0)

  /// How many bytes there are.
  public let count: Int

  /// Keeps the bytes alive; hold it to use `storage.base` outside of a closure.
  package let storage: BodyStorage

  package init(storage: BodyStorage, count: Int) {
    self.storage = storage
    self.count = count
  }

  /// Copies bytes from memory.
  public init(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else {
      self = .empty
      return
    }
    storage = .exact(bytes.count)
    count = bytes.count
    memcpy(storage.writable, source, bytes.count)
    storage.settle()
  }

  /// Copies an array of bytes.
  public init(_ bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Body($0) }
  }

  /// Takes over a body that no other thread has yet, and its hash, which is not computed again.
  package init(_ body: Body, knownBy digest: SHA256.Digest) {
    self = body
    if !isEmpty { storage.note(digest, of: count) }
  }

  /// Copies any sequence of bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    let copy = bytes.withContiguousStorageIfAvailable { Body(UnsafeRawBufferPointer($0)) }
    self = copy ?? Body(Array(bytes))
  }

  /// Takes the UTF-8 of a text.
  public init(_ text: String) {
    var text = text
    self = text.withUTF8 { Body(UnsafeRawBufferPointer($0)) }
  }

  /// Whether there is no byte.
  public var isEmpty: Bool { count == 0 }

  /// Whether the bytes stand in a file instead of memory.
  package var isSpilled: Bool { storage.kind == .file }

  /// Gives the bytes to `body`, without copying; the pointer is good inside the closure only.
  @inlinable @inline(__always)
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { extendLifetime(self) }
    return try body(memory)
  }

  /// Where the bytes are, for as long as the body lives.
  @usableFromInline var memory: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage.base, count: count)
  }

  /// A copy of all bytes.
  public var bytes: [UInt8] { self[0..<count] }

  /// The byte at `index`.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "byte \(index) of a body of \(count)")
    return withUnsafeBytes { $0[index] }
  }

  /// A copy of the bytes in `range`.
  public subscript(range: Range<Int>) -> [UInt8] {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "bytes \(range) of a body of \(count)")
    return withUnsafeBytes { Array($0[range]) }
  }

  /// The first `length` bytes, or all if there are fewer; nothing is copied.
  package func prefix(_ length: Int) -> Body {
    Body(storage: storage, count: min(max(length, 0), count))
  }

  /// Whether the body begins with these bytes.
  package func starts(with bytes: some Sequence<UInt8>) -> Bool {
    withUnsafeBytes { $0.starts(with: bytes) }
  }

  /// The body as text, or nil when it is not UTF-8 from the first byte to the last.
  public var text: String? {
    withUnsafeBytes { String(validating: $0, as: UTF8.self) }
  }
}

extension Body: Hashable {
  /// Two bodies are equal when their bytes are, wherever they stand.
  public static func == (left: Body, right: Body) -> Bool {
    guard left.count == right.count else { return false }
    if left.storage === right.storage || left.count == 0 { return true }
    defer { extendLifetime((left, right)) }
    return memcmp(left.storage.base, right.storage.base, left.count) == 0
  }

  /// Mixes in the length and both ends, never more than 8 KiB: a large body hashes as fast.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    withUnsafeBytes { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.suffix(4096)))
    }
  }
}

extension Body: ExpressibleByStringLiteral {
  /// Takes the UTF-8 of a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Body: CustomStringConvertible {
  /// How large it is and where; never its bytes, which are not ours to print.
  public var description: String {
    isSpilled ? "\(count) bytes (in a spill file)" : "\(count) bytes"
  }
}
