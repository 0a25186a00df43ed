/// A fast 64-bit hash, seeded anew in every process so that no server can choose what collides.
///
/// For finding equal things within one run; what is written down is named by ``SHA256``.
package enum ByteHash {
  private static let seeds = (
    UInt64.random(in: 1...UInt64.max) | 1, UInt64.random(in: 1...UInt64.max) | 1
  )

  /// Two hashes as one; the order of the two matters.
  @inline(__always)
  package static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = (first ^ seeds.0).multipliedFullWidth(by: second &+ seeds.1)
    return product.high ^ product.low
  }

  /// The hash of bytes; `seed` keeps things of different kinds apart.
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = mix(seed, UInt64(truncatingIfNeeded: raw.count))
    var place = 0
    while raw.count - place >= 8 {
      hash = mix(hash, raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    guard place < raw.count else { return hash }
    var tail: UInt64 = 0
    while place < raw.count {
      tail = tail << 8 | UInt64(raw[place])
      place += 1
    }
    return mix(hash, tail)
  }
}
