import TestServer
import Testing

/// Checksums against published values.
@Suite struct EncodingTests {
  @Test func checksumsMatchPublishedValues() {
    #expect(Checksum.crc32("123456789".utf8) == 0xcbf4_3926)
    #expect(Checksum.crc32([]) == 0)
    #expect(Checksum.adler32("Wikipedia".utf8) == 0x11e6_0398)
  }

  @Test func storedBlocksSplitAt65535Bytes() {
    let bytes = [UInt8](repeating: 7, count: 65_536)
    let packed = Deflate.raw(bytes)
    #expect(packed.count == bytes.count + 10)
    #expect(Array(packed.prefix(5)) == [0, 0xff, 0xff, 0, 0])
    #expect(Array(packed[65_540..<65_545]) == [1, 1, 0, 0xfe, 0xff])
    #expect(Deflate.raw([]) == [1, 0, 0, 0xff, 0xff])
  }
}
