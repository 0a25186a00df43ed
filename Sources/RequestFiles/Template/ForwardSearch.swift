/// The next place of a byte, for a reader that only moves forward.
///
/// The last result is kept, so a reader that asks at each of its steps passes over the bytes once.
/// Without it, a text of 80,000 open brackets is searched to its end at each of them.
struct ForwardSearch {
  private let byte: UInt8
  private var found = -1

  /// Searches for this byte.
  init(_ byte: UInt8) { self.byte = byte }

  /// The byte's first place at or after `start`; `start` never gets smaller.
  mutating func place(in bytes: [UInt8], from start: Int) -> Int? {
    if found < start {
      found = bytes[min(start, bytes.count)...].firstIndex(of: byte) ?? .max
    }
    return found < bytes.count ? found : nil
  }
}
