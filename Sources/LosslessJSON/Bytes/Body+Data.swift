import FoundationEssentials

extension Body {
  /// Copies the bytes of a `Data`.
  public init(_ data: Data) {
    self = data.withUnsafeBytes { Body($0) }
  }

  /// The bytes as `Data`; large ones are shared, not copied.
  public var data: Data { data(in: 0..<count) }

  /// The bytes in `range` as `Data`; large ones are shared, not copied.
  public func data(in range: Range<Int>) -> Data {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "bytes \(range) of a body of \(count)")
    // Below this a copy is cheaper than the closure that would hold the storage.
    guard range.count > 16 << 10 else {
      return withUnsafeBytes { Data($0[range]) }
    }
    let first = storage.base + range.lowerBound
    // `Data` copies before it writes: the pointer is mutable in name only.
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: first), count: range.count,
      deallocator: .custom { _, _ in extendLifetime(self) })
  }
}
