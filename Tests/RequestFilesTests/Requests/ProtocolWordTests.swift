import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Words of HTTP are ASCII: no other character is one of their letters, whatever Unicode folds.
@Suite("Protocol words") struct ProtocolWordTests {
  /// Equal to `K` and `Å` by Unicode, and folded to `k` and `å`.
  private static let (kelvin, angstrom) = ("\u{212a}", "\u{212b}")

  @Test("ASCII letters alone change their case")
  func cases() {
    let text = "aZ\(Self.kelvin)\(Self.angstrom)ſİıÉß{@["
    #expect(text.lowercasedASCII.isSameText(as: "az\(Self.kelvin)\(Self.angstrom)ſİıÉß{@["))
    #expect(text.uppercasedASCII.isSameText(as: "AZ\(Self.kelvin)\(Self.angstrom)ſİıÉß{@["))
    #expect(!Self.kelvin.isSameText(as: "K") && !"\u{e9}".isSameText(as: "e\u{301}"))
  }

  @Test("charsets and media types are found by ASCII")
  func types() throws {
    #expect(TextDecoding.isKnown(charset: "KOI8-R"))
    #expect(!TextDecoding.isKnown(charset: "\(Self.kelvin)oi8-r"))
    #expect(!TextDecoding.isKnown(charset: "GB\(Self.kelvin)"))
    let type = try #require(MediaType("Text/mar\(Self.kelvin)down; Mar\(Self.kelvin)=1"))
    #expect(type.essence.isSameText(as: "text/mar\(Self.kelvin)down"))
    #expect(type.parameters["mark"] == nil)
  }

  @Test("header names of recordings are matched and compared by ASCII")
  func names() throws {
    let field = HeaderField("Coo\(Self.kelvin)ie", "a=1")
    #expect(!field.name.isSameHeaderName(as: "Cookie"))
    let request = HTTPRequest(
      method: HTTPMethod(rawValue: "LINK"), url: "http://h.test/a")
    if let rules = try? Rules("LIN\(Self.kelvin) /a answer hang") {
      #expect(Alterations(rules).choose(for: request).isEmpty)
    }
    let query = try Rules("GET /a?\(Self.kelvin)=1 answer hang")
    let asked = HTTPRequest(url: "http://h.test/a?K=1")
    #expect(Alterations(query).choose(for: asked).isEmpty)
  }
}
