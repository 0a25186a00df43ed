import NetEngine

/// An exchange with fixed facts.
package struct FilterFixture: FilterSubject {
  package var letter: Character
  package var filterMethod = "GET"
  package var filterURL: String
  package var filterName: String
  package var filterKind: Kind?
  package var filterStatus: Int?
  package var filterRequestHeaders: [String] = ["Accept: */*"]
  package var filterResponseHeaders: [String] = []
  package var filterRequestBody: Body?
  package var filterResponseBody: Body?
  package var code: String?
  package var message: String?
  package var filterTime: Int?
  package var filterAge: Int?
  package var filterHops: Int?
  package var filterIsMarked = false
  package var filterIsReplay = false
  package var filterIsAltered = false
  package var filterNote = ""

  package var filterEnvelope: (code: String?, message: String?)? {
    code == nil && message == nil ? nil : (code, message)
  }

  package var filterDocument: JSON? {
    filterResponseBody.flatMap { try? JSON(parsing: $0.bytes) }
  }
}

extension FilterFixture {
  /// Eight exchanges, called a to h: what a filter matches is written as their letters.
  package static let all: [FilterFixture] = [
    users, login, ended, logo, order, removal, report, items,
  ]

  /// The letters of those that pass.
  package static func letters(_ filter: Filter) throws -> String {
    String(try all.filter { try filter.matches($0) }.map(\.letter))
  }

  private static let users = FilterFixture(
    letter: "a", filterURL: "https://api.example.com/users?page=2", filterName: "users",
    filterKind: .ok, filterStatus: 200,
    filterRequestHeaders: ["Accept: */*", "Authorization: Bearer t0"],
    filterResponseHeaders: ["content-type:application/json ", "X-Request-Id: 4711"],
    filterResponseBody: #"[{"id":1},{"id":2},{"id":3}]"#, filterTime: 3_100, filterAge: 10,
    filterHops: 1)

  private static let login = FilterFixture(
    letter: "b", filterMethod: "POST", filterURL: "https://api.example.com/login",
    filterName: "log in", filterKind: .business, filterStatus: 200,
    filterResponseHeaders: ["Content-Type: application/json; charset=utf-8"],
    filterRequestBody: #"{"user":"ada","password":"(secret)"}"#,
    filterResponseBody: #"{"code":1001,"msg":"wrong password","data":null}"#, code: "1001",
    message: "wrong password", filterTime: 48_000, filterAge: 60, filterHops: 1)

  private static let ended = FilterFixture(
    letter: "c", filterURL: "http://ada@127.0.0.1:8791/users/42", filterName: "session ended",
    filterKind: .invalidSession, filterStatus: 200,
    filterResponseHeaders: ["Content-Type: application/json"],
    filterResponseBody: #"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆","data":null}"#,
    code: "invalid_session", message: "您的一台手机从其他地方登陆", filterTime: 2_000, filterAge: 300,
    filterHops: 1, filterIsReplay: true, filterIsAltered: true)

  private static let logo = FilterFixture(
    letter: "d", filterURL: "https://img.example.org/a(1)&b.png", filterName: "logo",
    filterKind: .client, filterStatus: 404,
    filterResponseHeaders: ["Content-Type: text/html", "Set-Cookie: a=1", "Set-Cookie: b=2"],
    filterResponseBody: "<h1>It's \"not\" here</h1>", filterTime: 250_000, filterAge: 7_200,
    filterHops: 3, filterNote: "try again on Monday")

  private static let order = FilterFixture(
    letter: "e", filterMethod: "POST", filterURL: "https://api.example.com/orders",
    filterName: "order", filterKind: .timeout, filterRequestBody: "quantity=2",
    filterTime: 30_000_000, filterAge: 90, filterHops: 1)

  private static let removal = FilterFixture(
    letter: "f", filterMethod: "DELETE", filterURL: "{{host}}/users/{{id}}",
    filterName: "remove user", filterIsMarked: true)

  private static let report = FilterFixture(
    letter: "g", filterURL: "https://api.example.com/report#top", filterName: "report",
    filterKind: .server, filterStatus: 503,
    filterResponseHeaders: ["Content-Type: text/plain"],
    filterResponseBody: Body(String(repeating: "0123456789ABCDEF", count: 1_280)),
    filterTime: 1_200_000, filterAge: 86_400, filterHops: 2, filterIsMarked: true)

  private static let items = FilterFixture(
    letter: "h", filterURL: "https://[::1]:8080/items", filterName: "items", filterKind: .ok,
    filterStatus: 200, filterResponseHeaders: ["Content-Type: application/json"],
    filterResponseBody: """
      {"data":{"items":[{"id":42,"price":"9.50","tags":["a","b"],"name":"Copper wire",
      "ready":true,"none":null,"big":12345678901234567890,"date":"2024-05-01"}],
      "a.b":1,"x>y":{"z":2},"null":"null"}}
      """,
    code: "0", filterTime: 999, filterAge: 0, filterHops: 1)
}
