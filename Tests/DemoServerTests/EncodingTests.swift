import DemoServer
import Testing

/// Checksums and encodings against published values.
@Suite struct EncodingTests {
  @Test func checksumsMatchPublishedValues() {
    #expect(Checksum.crc32("123456789".utf8) == 0xcbf4_3926)
    #expect(Checksum.crc32([]) == 0)
    #expect(Checksum.adler32("Wikipedia".utf8) == 0x11e6_0398)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func sha256MatchesPublishedValues(text: String, hash: String) {
    #expect(SHA256.hex(of: Array(text.utf8)) == hash)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
  ])
  func base64MatchesPublishedValues(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test func base64SkipsLineEnds() {
    #expect(Base64.decode("Zm9v\n  YmFy\n") == Array("foobar".utf8))
  }

  @Test func storedBlocksSplitAt65535Bytes() {
    let bytes = [UInt8](repeating: 7, count: 65_536)
    let packed = Deflate.raw(bytes)
    #expect(packed.count == bytes.count + 10)
    #expect(Array(packed.prefix(5)) == [0, 0xff, 0xff, 0, 0])
    #expect(Array(packed[65_540..<65_545]) == [1, 1, 0, 0xfe, 0xff])
    #expect(Deflate.raw([]) == [1, 0, 0, 0xff, 0xff])
  }

  @Test func datesAreWrittenAsHTTPWants() {
    #expect(HTTPDate.text(secondsSince1970: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(secondsSince1970: 951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
  }
}
