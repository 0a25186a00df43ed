import LosslessJSON
import NetEngine

/// What names were judged to be: objects and heads repeat them.
struct JudgedNames: Sendable {
  private typealias Packed = SIMD4<UInt64>
  private struct Slot: Sendable {
    /// A name of up to 30 bytes, where it stands and its length.
    var name = Packed.zero
    var verdict: SecretName?
  }

  /// Sets of four, the newest first: names that fall into one set by chance have room there.
  private var slots: [Slot] = []

  /// What a name says, as ``SecretName`` judges it.
  mutating func judge(_ name: SecretFinder.Bytes, in place: SecretName.Place = .field)
    -> SecretName?
  {
    guard name.count > 0, name.count < 31 else { return Self.verdict(name, place) }
    var packed = Packed.zero
    withUnsafeMutableBytes(of: &packed) { bytes in
      bytes.copyMemory(from: UnsafeRawBufferPointer(name))
      bytes[30] = place == .header ? 1 : 0
      bytes[31] = UInt8(truncatingIfNeeded: name.count)
    }
    let mixed = packed.x ^ packed.y &* 3 ^ packed.z &* 5 ^ packed.w &* 7
    let first = Int(truncatingIfNeeded: (mixed &* 0x9e37_79b9_7f4a_7c15) >> 58) * 4
    if slots.isEmpty { slots = Array(repeating: Slot(), count: 256) }
    let known = slots.withUnsafeBufferPointer { slots -> Slot? in
      for slot in first..<first + 4 where slots[slot].name == packed { return slots[slot] }
      return nil
    }
    if let known { return known.verdict }
    let verdict = Self.verdict(name, place)
    for slot in (first + 1..<first + 4).reversed() { slots[slot] = slots[slot - 1] }
    slots[first] = Slot(name: packed, verdict: verdict)
    return verdict
  }

  /// The same of a header's name.
  mutating func judge(header name: String) -> SecretName? {
    var name = name
    return name.withUTF8 { judge($0, in: .header) }
  }

  private static func verdict(_ name: SecretFinder.Bytes, _ place: SecretName.Place) -> SecretName?
  {
    place == .header ? SecretName(name, in: .header) : SecretName(json: name)
  }
}
