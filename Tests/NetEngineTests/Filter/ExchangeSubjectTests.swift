import NetEngine
import TestSupport
import Testing

/// Filters over exchanges as they are, with what a pipeline makes of them.
struct ExchangeSubjectTests {
  private static let request = HTTPRequest(
    method: .post, url: "https://api.example.com/users/42?full=1",
    headers: ["Accept": "application/json"], body: .bytes(#"{"id":42}"#))

  private static let refused: Exchange = {
    var response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"],
      body: #"{"status":"invalid_session","msg":"log in"}"#, request: request)
    response.hops[0].timings = Timings(wait: 250_000)
    var exchange = Exchange(
      sequence: 7, name: "user", startedAt: 1_000_000, request: request,
      result: .success(response))
    exchange.note = "the flaky one"
    exchange.isMarked = true
    exchange.tags = ["login", "slow"]
    return exchange
  }()

  private static let unanswered = Exchange(
    sequence: 8, name: "user", startedAt: 1_000_000, request: request)

  @Test(
    "a filter sees the whole exchange",
    arguments: [
      "~kind inv", "~c 200", "~code invalid_session", "~msg 'log in'", "~m post", "~d example",
      "~p users/42", "~n user", "~hq 'Accept: application/json'", "~hs 'Content-Type'", "~bq 42",
      "~bs invalid", "~json status == 'invalid_session'", "~time >200ms", "~size >10", "~age >5s",
      "~hop 1", "~marked", "~note flaky", "~tag ^slow$", "!~tag ^fast$", "~s", "!~q", "!~e",
      "!~replay", "!~altered", "full",
    ])
  func matches(text: String) throws {
    let pipeline = Pipeline(profile: .statusMsgData)
    let subject = ExchangeSubject(
      Self.refused, Self.refused.outcome(pipeline), now: 7_000_000)
    #expect(try Filter(text).matches(subject))
  }

  @Test(
    "an exchange without a response has no facts of one",
    arguments: [("~q", true), ("~s", false), ("~e", false), ("~c !=404", false), ("~bs .", false)])
  func unanswered(text: String, isMatching: Bool) throws {
    let subject = ExchangeSubject(Self.unanswered, nil, now: 0)
    #expect(try Filter(text).matches(subject) == isMatching)
  }
}
