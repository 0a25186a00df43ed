import NetEngine
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  static let vectors: [(name: String, bytes: [UInt8], hex: String)] = [
    ("nothing", [], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "one block", Array("abc".utf8),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      "two blocks", Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "896 bits",
      Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      "a million", Array(repeating: 0x61, count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("the published vectors come out", arguments: vectors.map(\.name))
  func published(name: String) throws {
    let vector = try #require(Self.vectors.first { $0.name == name })
    #expect(SHA256.digest(of: vector.bytes).hex == vector.hex)
    #expect(Body(vector.bytes).sha256.hex == vector.hex)
  }

  @Test("the pieces do not matter", arguments: [1, 3, 55, 56, 63, 64, 65, 127, 1_000])
  func pieces(size: Int) {
    let bytes = (0..<777).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(hash.digest == SHA256.digest(of: bytes))
    #expect(hash.digest == hash.digest)
  }

  @Test("a body whose hash is known says it; a part of it has its own")
  func known() {
    let bytes = (0..<777).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let said = SHA256.digest(of: [1])
    let body = Body(Body(bytes), knownBy: said)
    #expect(body.sha256 == said && Body(bytes).sha256 == SHA256.digest(of: bytes))
    #expect(body.prefix(700).sha256 == SHA256.digest(of: Array(bytes[..<700])))
    #expect(
      Body(.empty, knownBy: said).sha256 == SHA256.digest(of: []) && Body.empty.sha256 != said)
  }
}
