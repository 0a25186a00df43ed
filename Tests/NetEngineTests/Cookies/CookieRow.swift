import NetEngine
import TestSupport
import Testing

/// Fields that an answer sets, and what a request is sent of them.
struct CookieRow: Sendable, CustomTestStringConvertible {
  var name: String
  var from = "https://www.example.com/docs/page"
  var sets: [String]
  var asks = "https://www.example.com/docs/page"
  /// Seconds between both.
  var later = 0
  /// The `Cookie` field; empty for none.
  var sent: String

  var testDescription: String { name }

  /// Microseconds since 1970: Tue, 14 Nov 2023 22:13:20 GMT.
  static let now = 1_700_000_000_000_000

  /// What the tests take for the list of public suffixes.
  static func isPublicSuffix(_ domain: String) -> Bool {
    !domain.contains(".") || ["co.uk", "github.io", "city.kobe.jp"].contains(domain)
  }

  /// What the table makes of the row.
  func field() throws -> String {
    var table = CookieTable()
    for field in sets {
      try? table.take(
        field, from: URLText(from), at: Self.now, isPublicSuffix: Self.isPublicSuffix)
    }
    let now = Self.now + later * 1_000_000
    return try table.send(to: URLText(asks), at: now).map(\.pair).joined(separator: "; ")
  }

  /// What is asked for is where it was set, unless it is said.
  init(
    _ name: String, _ sets: String..., from: String = "https://www.example.com/docs/page",
    asks: String? = nil, later: Int = 0, sent: String
  ) {
    (self.name, self.from, self.sets, self.later) = (name, from, sets, later)
    (self.asks, self.sent) = (asks ?? from, sent)
  }
}
