import CurlTransport
import LosslessJSON
import NetEngine
import TestSupport
import Testing

@Suite("A request's body on its way") struct RequestPipeTests {
  @Test(
    "a reader that never catches up leaves nothing behind",
    .enabled(if: AnonymousMemory.isMeasurable))
  func bounded() {
    let pipe = RequestPipe(length: nil, kept: 0)
    let piece = [UInt8](repeating: 7, count: 64 << 10)
    var room = [UInt8](repeating: 0, count: 64 << 10)
    #expect(piece.withUnsafeBytes { pipe.put($0) })
    let before = AnonymousMemory.bytes
    var peak = 0
    for round in 0..<4_096 {
      #expect(piece.withUnsafeBytes { pipe.put($0) })
      let pulled = room.withUnsafeMutableBytes { pipe.pull(into: $0) {} }
      #expect(pulled == .bytes(64 << 10))
      if round % 64 == 0 { peak = max(peak, AnonymousMemory.bytes - before) }
    }
    #expect(peak < 32 << 20, "\(peak >> 20) MiB")
  }
}
