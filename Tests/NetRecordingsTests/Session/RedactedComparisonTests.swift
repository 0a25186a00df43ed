import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Secrets that were taken out are not compared, and that is said.
@Suite("Comparing what is redacted") struct RedactedComparisonTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var from: Response
    var to: Response
    var kind: Change.Kind
    /// What is not compared in square brackets, what is forgiven in round ones.
    var places: [String]
    var rules = ""
  }

  private static func answer(
    _ body: String, _ headers: Headers = [:], type: String = "application/json"
  ) -> Response {
    var headers = headers
    headers["Content-Type"] = type
    return Response(
      statusCode: 200, headers: headers, body: Body(body),
      request: HTTPRequest(url: "http://h.test/a"))
  }

  static let rows: [Row] = [
    Row(
      testDescription: "the same token", from: answer(#"{"token":"aaaa-Bbbb.1","n":1}"#),
      to: answer(#"{"n":1,"token":"aaaa-Bbbb.1"}"#), kind: .same, places: []),
    Row(
      testDescription: "another token", from: answer(#"{"data":[{"token":"aaaa-Bbbb.1"}]}"#),
      to: answer(#"{"data":[{"token":"cccc-Dddd.2"}]}"#), kind: .redacted,
      places: ["[/data/0/token]"]),
    Row(
      testDescription: "another token beside another value",
      from: answer(#"{"n":1,"token":"aaaa-Bbbb.1"}"#),
      to: answer(#"{"n":2,"token":"cccc-Dddd.2"}"#), kind: .body(.value),
      places: ["/n", "[/token]"]),
    Row(
      testDescription: "a token that a rule leaves out", from: answer(#"{"token":"aaaa-Bbbb.1"}"#),
      to: answer(#"{"token":"cccc-Dddd.2"}"#), kind: .noise, places: ["(/token)"],
      rules: "/** body /token ignore"),
    Row(
      testDescription: "another key in a header", from: answer("{}", ["X-Api-Key": "k1-aaaa"]),
      to: answer("{}", ["X-Api-Key": "k2-bbbb"]), kind: .redacted, places: ["[header x-api-key]"]),
    Row(
      testDescription: "a cookie's value is noise as ever",
      from: answer("{}", ["Set-Cookie": "sid=aaaa1; Path=/"]),
      to: answer("{}", ["Set-Cookie": "sid=bbbb2; Path=/"]), kind: .noise,
      places: ["(header set-cookie)"]),
    Row(
      testDescription: "allowed credentials are none",
      from: answer("{}", ["Access-Control-Allow-Credentials": "true"]),
      to: answer("{}", ["Access-Control-Allow-Credentials": "false"]), kind: .headers,
      places: ["header access-control-allow-credentials"]),
    Row(
      testDescription: "how many tokens are left is none",
      from: answer("{}", ["X-RateLimit-Tokens": "1000"]),
      to: answer("{}", ["X-RateLimit-Tokens": "5"]), kind: .headers,
      places: ["header x-ratelimit-tokens"]),
    Row(
      testDescription: "a line of a text",
      from: answer("a\npassword=aaaa1\nb\n", type: "text/plain"),
      to: answer("a\npassword=bbbb2\nb\n", type: "text/plain"), kind: .redacted,
      places: ["[line 2]"]),
    Row(
      testDescription: "the envelope's code is compared all the same",
      from: answer(#"{"code":0,"token":"aaaa-Bbbb.1"}"#),
      to: answer(#"{"code":1,"token":"cccc-Dddd.2"}"#), kind: .body(.value),
      places: ["/code", "[/token]"]),
  ]

  private func places(_ change: Change) -> [String] {
    change.differences.map { difference in
      let place = difference.place.text
      return difference.isNoise ? "(\(place))" : difference.isRedacted ? "[\(place)]" : place
    }
  }

  @Test("what becomes of it", arguments: rows)
  func table(row: Row) throws {
    let comparison = Comparison(rules: try Rules(row.rules), redactor: Redactor())
    let change = comparison.change(
      of: row.from.request, from: .success(row.from), to: .success(row.to))
    #expect(change.kind == row.kind)
    #expect(places(change) == row.places)
    for difference in change.differences {
      let said = "\(difference.from ?? "")\(difference.to ?? "")"
      #expect(!said.contains("#") && !said.contains("Bbbb"), "\(said)")
    }
  }

  @Test(
    "sessions sealed under one salt compare, under two salts they do not", arguments: [true, false])
  func salts(isOne: Bool) {
    let answer = Self.answer(#"{"token":"aaaa-Bbbb.1"}"#)
    let sealed = [Redactor(salt: [1]), Redactor(salt: isOne ? [1] : [2])].map { redactor in
      redactor.redact(
        Exchange(
          sequence: 1, name: "", startedAt: 1, request: answer.request, result: .success(answer)))
    }
    guard let before = sealed[0].result, let after = sealed[1].result else { return }
    let change = Comparison(redactor: Redactor())
      .change(of: answer.request, from: before, to: after)
    #expect(change.kind == (isOne ? .same : .redacted))
    #expect(!change.isChange)
  }
}
