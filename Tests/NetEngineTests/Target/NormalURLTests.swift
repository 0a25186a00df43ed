import NetEngine
import TestSupport
import Testing

/// The short way for URLs that are sent as they are never decides otherwise than the long one.
@Suite struct NormalURLTests {
  static let normal = [
    "http://a.test/", "https://a.test/", "http://A.Test/x", "http://127.0.0.1:8080/1k",
    "http://a.test:65535/", "http://a_b-c.test/x/y.json?q=1&r=a+b,c;d",
    "http://a.test/?", "http://a.test/a?b?c", "http://a.test/:@!$&'()*+,;=-._~",
  ]

  static let other = [
    "", "http://", "http:///", "HTTP://a.test/", "ftp://a.test/", "http://a.test",
    "http://a.test?x", "http://a.test/#top", "http://ada@a.test/", "http://ada:1@a.test/",
    "http://a.test:/", "http://a.test:080/", "http://a.test:0/", "http://a.test:65536/",
    "http://a.test:99999999999999999999/", "http://a.test:8x/", "http://[::1]/",
    "http://a.test/%41", "http://a.test/%", "http://a.test/a b", "http://a.test/ä",
    "http://a.test/x\n", "http://a.test\\x/", "http://a.test/\\", "http://a.test/\"", "//a.test/",
    "http://a.test/[", "http://a%41.test/", "http://a.test:80:90/", "http://a.test/\u{7f}",
  ]

  @Test(arguments: normal) func isTakenTheShortWay(url: String) throws {
    #expect(URLText.isNormal(url))
    #expect(Self.staysAsItIs(url))
  }

  @Test(arguments: other) func goesTheLongWay(url: String) {
    #expect(!URLText.isNormal(url))
  }

  @Test func pieceByPieceTheShortWayKeepsWhatTheLongWayKeeps() {
    let pieces = [
      "http:", "https:", "//", "/", "a.test", "A", ":", "80", "0", "@", "?", "#", "%", "%41", "[",
      "]",
      "::1", " ", "\\", "ä", "é", "..", "=", "&", "\u{0}", "\"", "~", "",
    ]
    var random = SplitMix(seed: 7)
    var taken = 0
    for _ in 0..<20_000 {
      let head =
        ["http://a", "https://a.test:80", "http://b/", ""].randomElement(using: &random) ?? ""
      let url = (0..<Int.random(in: 0..<5, using: &random)).reduce(head) { all, _ in
        all + (pieces.randomElement(using: &random) ?? "")
      }
      guard URLText.isNormal(url) else { continue }
      taken += 1
      #expect(Self.staysAsItIs(url), "\(url)")
    }
    #expect(taken > 500)
  }

  private static func staysAsItIs(_ url: String) -> Bool {
    guard let parsed = try? URLText(url) else { return false }
    return parsed.text.utf8.elementsEqual(url.utf8) && parsed.userInfo == nil
  }
}
