/// Tells, piece by piece, whether bytes can be text: printable UTF-8 with line ends and tabs.
struct TextProbe {
  /// Continuation bytes that must still come, and the range of the next one.
  private var missing = 0
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// False from the first byte on that text cannot have.
  mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes {
      if missing > 0 {
        guard range.contains(byte) else { return false }
        missing -= 1
        range = 0x80...0xBF
        continue
      }
      switch byte {
      case 0x20...0x7E, 0x09, 0x0A, 0x0D: continue
      case 0xC2: expect(1, 0xA0...0xBF)
      case 0xC3...0xDF: expect(1, 0x80...0xBF)
      case 0xE0: expect(2, 0xA0...0xBF)
      case 0xED: expect(2, 0x80...0x9F)
      case 0xE1...0xEF: expect(2, 0x80...0xBF)
      case 0xF0: expect(3, 0x90...0xBF)
      case 0xF1...0xF3: expect(3, 0x80...0xBF)
      case 0xF4: expect(3, 0x80...0x8F)
      default: return false
      }
    }
    return true
  }

  private mutating func expect(_ count: Int, _ next: ClosedRange<UInt8>) {
    missing = count
    range = next
  }
}
