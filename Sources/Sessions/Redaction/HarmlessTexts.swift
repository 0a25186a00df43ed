import BytesAndJSON
import ExchangesAndOutcomes

/// Texts that were found to hold no secret of their own, and are not looked through again.
///
/// What is known from elsewhere is looked for in them all the same.
///
/// Sessions say the same things over and over, and each of them is walked over twice: to learn what
/// is secret, and to take it out. Copies of what is known share this: it says nothing about secrets.
final class HarmlessTexts: Sendable {
  private struct Keys {
    var short: Set<Int> = []
    var long: Set<Int> = []
  }

  /// By a hash whose seed nobody outside of the process knows.
  private let keys = Lock(Keys())

  /// What a text is read as: the same bytes are a secret under one name and none under another.
  enum Reading: Hashable {
    case url, text, head
    case header(String)
    case body(MediaType?)
    /// A value of another tool's, under a name in a list of such a kind.
    case foreign(isPair: Bool, ForeignWalk.List, String)
    /// A number of another tool's, or what is too deep to be walked over.
    case other(String)
  }

  static func key(_ bytes: SecretFinder.Bytes, as reading: Reading) -> Int {
    var hasher = Hasher()
    hasher.combine(reading)
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
  }

  func holds(_ key: Int, ofCount count: Int) -> Bool {
    keys.withLock { count < Self.long ? $0.short.contains(key) : $0.long.contains(key) }
  }

  /// There are as many short texts as there are moments; those that come again come early.
  func add(_ key: Int, ofCount count: Int) {
    keys.withLock { keys in
      if count < Self.long {
        if keys.short.count < 1 << 14 { keys.short.insert(key) }
      } else if keys.long.count < 1 << 20 {
        keys.long.insert(key)
      }
    }
  }

  private static let long = 256
}

/// The names that were judged to be none of secrets: objects repeat them.
struct HarmlessNames: Sendable {
  private typealias Packed = SIMD2<UInt64>
  /// A name of up to 15 bytes and its length, in one of the two places that its bytes choose.
  private var slots = InlineArray<128, Packed>(repeating: .zero)

  /// What a name says, as ``SecretName`` judges it.
  mutating func judge(_ name: SecretFinder.Bytes) -> SecretName? {
    guard name.count > 0, name.count < 16 else { return SecretName(json: name) }
    var packed = Packed.zero
    withUnsafeMutableBytes(of: &packed) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(name))
      bytes[15] = UInt8(truncatingIfNeeded: name.count)
    }
    let slot = Int(truncatingIfNeeded: ((packed.x ^ packed.y) &* 0x9e37_79b9_7f4a_7c15) >> 57)
    if slots[slot] == packed || slots[slot ^ 1] == packed { return nil }
    let found = SecretName(json: name)
    if found == nil {
      // The newer one stays: what came twice is asked for again sooner.
      slots[slot ^ 1] = slots[slot]
      slots[slot] = packed
    }
    return found
  }
}
