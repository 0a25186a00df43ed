import NetEngine
import TestSupport
import Testing

@Suite struct HTTPDateTests {
  /// 2026-11-22.
  static let now = 1_795_305_600

  static let rows: [(text: String, seconds: Int?)] = [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Wed Nov 16 08:49:37 1994", 784_975_777),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
    ("Thursday, 31-Dec-26 23:59:60 GMT", 1_798_761_600),
    // Fifty years ahead at most, or it has been.
    ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
    ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
    ("Friday, 01-Jan-99 00:00:00 GMT", 915_148_800),
    ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
    ("Mon, 29 Feb 1999 00:00:00 GMT", nil), ("Wed, 31 Nov 1994 08:49:37 GMT", nil),
    ("Sun, 00 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 nov 1994 08:49:37 GMT", nil),
    ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("Sunday, 06-Nov-1994 08:49:37 GMT", nil),
    ("Sunday, 06--94 08:49:37 GMT", nil), ("Sunday, 06-Nov-+4 08:49:37 GMT", nil),
    ("Sun Nov  6 08:49:37 94", nil), ("Sun, Nov 6 08:49:37 1994", nil),
    ("Sun Nov  6 24:00:00 1994", nil), ("Sun Nov  6 08:60:00 1994", nil),
    ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sunday, 06-Nov-94 08:49:37", nil),
    ("Sun, 06 Nov 1994 08:49 GMT", nil), ("", nil), (",", nil), (" ", nil),
  ]

  @Test("each of the three forms is read, and nothing else", arguments: rows.indices)
  func forms(index: Int) {
    let (text, seconds) = Self.rows[index]
    #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == seconds, "\(text)")
  }
}
