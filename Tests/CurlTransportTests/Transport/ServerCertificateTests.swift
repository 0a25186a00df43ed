import CurlTransport
import NetEngine
import TestSupport
import Testing

/// Certificates read from the handshake's own message: bytes that anybody can send.
@Suite("What a refused certificate says of itself")
struct ServerCertificateTests {
  private static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    return [tag] + length + content
  }

  private static func name(_ kind: UInt8, _ text: String) -> [UInt8] {
    let pair = der(0x30, der(0x06, [0x55, 0x04, kind]) + der(0x0C, Array(text.utf8)))
    return der(0x30, der(0x31, pair))
  }

  private static let certificate: [UInt8] = {
    let times = der(0x17, Array("261122000000Z".utf8)) + der(0x18, Array("20561122000000Z".utf8))
    let names = der(
      0x30, der(0x82, Array("shop.test".utf8)) + der(0x87, [10, 0, 0, 1]))
    let extensions = der(0x30, der(0x30, der(0x06, [0x55, 0x1D, 0x11]) + der(0x04, names)))
    let fields =
      der(0xA0, der(0x02, [2])) + der(0x02, [7]) + der(0x30, []) + name(0x0A, "Its authority")
      + der(0x30, times) + name(0x03, "shop.test") + der(0x30, []) + der(0xA3, extensions)
    return der(0x30, der(0x30, fields) + der(0x30, []) + der(0x03, [0]))
  }()

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  /// As TLS 1.2 sends it, and TLS 1.3 with a context in front and extensions behind.
  private static func message(isNew: Bool) -> [UInt8] {
    let chain = number(certificate.count) + certificate + (isNew ? [0, 0] : [])
    let body = (isNew ? [0] : []) + number(chain.count) + chain
    return [11] + number(body.count) + body
  }

  @Test("whom it is for, who signed it and when it is valid", arguments: [false, true])
  func words(isNew: Bool) {
    let read = Self.message(isNew: isNew).withUnsafeBytes { ServerCertificate(handshake: $0) }
    #expect(
      read?.words
        == "it is for 'shop.test' (shop.test, 10.0.0.1), issued by 'Its authority', "
        + "valid from 2026-11-22 to 2056-11-22")
  }

  @Test("other messages and broken ones are none; nothing a server sends traps", arguments: 0..<8)
  func mutated(seed: UInt64) {
    var seed = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> Int {
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return Int(truncatingIfNeeded: seed >> 1)
    }
    for round in 0..<4_000 {
      var bytes = Self.message(isNew: round % 2 == 0)
      for _ in 0...next() % 4 { bytes[next() % bytes.count] = UInt8(truncatingIfNeeded: next()) }
      if round % 5 == 0 { bytes.removeLast(next() % bytes.count) }
      _ = bytes.withUnsafeBytes { ServerCertificate(handshake: $0)?.words }
    }
    #expect([UInt8]().withUnsafeBytes { ServerCertificate(handshake: $0) } == nil)
    #expect(
      Array("HTTP/1.1 200 OK\r\n".utf8).withUnsafeBytes { ServerCertificate(handshake: $0) } == nil)
  }
}
