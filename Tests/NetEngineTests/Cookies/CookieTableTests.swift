import NetEngine
import TestSupport
import Testing

/// The rules of RFC 6265bis, a row each.
@Suite struct CookieTableTests {
  static let rows =
    CookieRow.pairs + CookieRow.ages + CookieRow.dates + CookieRow.noDates + CookieRow.hosts
    + CookieRow.paths + CookieRow.secure

  @Test("What is kept is sent where it belongs", arguments: rows)
  func row(_ row: CookieRow) throws {
    #expect(try row.field() == row.sent)
  }

  @Test func theTableIsLongEnough() {
    #expect(Self.rows.count >= 150)
    #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
  }

  private static func take(
    _ field: String, from url: String, in table: inout CookieTable
  ) -> CookieRefusal? {
    do throws(CookieRefusal) {
      guard let url = try? URLText(url) else { return nil }
      try table.take(
        field, from: url, at: CookieRow.now, isPublicSuffix: CookieRow.isPublicSuffix)
      return nil
    } catch { return error }
  }

  private static func sent(_ table: CookieTable, to url: String) throws -> [String] {
    var table = table
    return try table.send(to: URLText(url), at: CookieRow.now).map(\.pair)
  }

  @Test("Plain HTTP leaves Secure cookies alone") func coveringSecureOnes() throws {
    var table = CookieTable()
    let (safe, plain) = ("https://www.example.com/docs/page", "http://www.example.com/docs/page")
    #expect(Self.take("a=1; Secure; Path=/docs", from: safe, in: &table) == nil)
    #expect(Self.take("a=2; Path=/docs/below", from: plain, in: &table) == .coversSecure)
    #expect(
      Self.take("a=2; Path=/docs; Domain=example.com", from: plain, in: &table) == .coversSecure)
    #expect(Self.take("a=; Path=/docs; Max-Age=0", from: plain, in: &table) == .coversSecure)
    #expect(Self.take("a=2; Path=/", from: plain, in: &table) == nil)
    #expect(Self.take("b=2; Path=/docs", from: plain, in: &table) == nil)
    #expect(try Self.sent(table, to: safe) == ["a=1", "b=2", "a=2"])
    #expect(Self.take("a=3; Path=/docs", from: safe, in: &table) == nil)
    #expect(try Self.sent(table, to: plain) == ["a=3", "b=2", "a=2"])
  }

  @Test(
    "A refusal says why",
    arguments: [
      ("", .empty), ("a=\u{1}", .control), ("a=1; Domain=example.org", .foreignDomain),
      ("a=1; Domain=ample.com", .foreignDomain), ("a=1; Domain=a.www.example.com", .foreignDomain),
      ("a=1; Domain=com", .publicSuffix), ("a=1; Secure", .insecure),
      ("a=1; SameSite=None", .noneWithoutSecure), ("__Secure-a=1", .securePrefix),
      ("__Host-a=1", .hostPrefix), ("a=1; Domain=é.com", .domainBeyondASCII),
      ("a=" + String(repeating: "x", count: 4_096), .tooLarge),
    ] as [(String, CookieRefusal)])
  func refusal(field: String, why: CookieRefusal) {
    var table = CookieTable()
    #expect(Self.take(field, from: "http://www.example.com/", in: &table) == why)
    #expect(table.count == 0)
  }

  @Test("Of one domain 180 are kept: what is not Secure goes first, then the oldest")
  func crowdOfADomain() throws {
    var table = CookieTable()
    let url = "https://www.example.com/"
    #expect(Self.take("old=1", from: url, in: &table) == nil)
    #expect(Self.take("safe=1; Secure", from: url, in: &table) == nil)
    for number in 0..<200 {
      #expect(Self.take("c\(number)=1", from: url, in: &table) == nil)
      #expect(table.count <= CookieTable.domainLimit)
    }
    #expect(table.count == CookieTable.domainLimit)
    let sent = try Self.sent(table, to: url)
    #expect(sent.first == "safe=1" && sent.last == "c199=1" && !sent.contains("old=1"))
  }

  @Test("Of all 3,000 are kept: what was used longest ago goes") func crowdOfAll() throws {
    var table = CookieTable()
    for number in 0..<CookieTable.limit {
      let host = "h\(number / 100).example.com"
      #expect(Self.take("c\(number)=1", from: "https://\(host)/", in: &table) == nil)
    }
    _ = try table.send(to: URLText("https://h0.example.com/"), at: CookieRow.now)
    #expect(Self.take("new=1", from: "https://new.example.com/", in: &table) == nil)
    #expect(table.count == CookieTable.limit)
    #expect(try Self.sent(table, to: "https://h0.example.com/").count == 100)
    #expect(try Self.sent(table, to: "https://h1.example.com/").count == 99)
  }

  @Test("What has changed is told once") func changes() throws {
    var table = CookieTable()
    #expect(Self.take("a=1", from: "https://a.test/", in: &table) == nil)
    #expect(Self.take("b=1", from: "https://a.test/", in: &table) == nil)
    #expect(Set(table.takeChanges().values.compactMap { $0?.pair }) == ["a=1", "b=1"])
    #expect(Self.take("a=; Max-Age=0", from: "https://a.test/", in: &table) == nil)
    let changes = table.takeChanges()
    #expect(changes.count == 1 && changes.values.allSatisfy { $0 == nil })
    #expect(table.takeChanges().isEmpty)
  }
}
