import LosslessJSON

extension Route {
  /// Every route of the server, in the order in which the demo lists them.
  package static let all: [Route] = [
    users, login, envelopes, requests, responses, redirects, time, broken,
  ].flatMap { $0 }

  /// People in a `status`/`msg`/`data` envelope: success, failure, and a session that has ended.
  private static let users: [Route] = [
    Route(
      "GET", "/users", "users", .users, "A list in an envelope, by pages (?page= and ?count=)."
    ) { request in
      let count = request.number("count", in: 0...10_000, default: 3)
      let first = (request.number("page", in: 1...1_000_000, default: 1) - 1) * count
      let list = (first..<first + count).map { SampleUser.json(index: $0) }
      return .json(#"{"status":"ok","msg":"","data":\#(JSONText.array(list))}"#)
    }.speaking("default"),
    Route(
      "GET", "/users/42", "session ended", .users,
      "HTTP says 200, the envelope says that the session is over: log in again."
    ) { _ in
      .json(#"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆","data":null}"#)
    }.speaking("default"),
    Route(
      "GET", "/users/7", "no such user", .users,
      "A business failure without data: the verdict comes before the data is mapped."
    ) { _ in
      .json(#"{"status":"user_not_found","msg":"There is no user 7."}"#)
    }.speaking("default"),
    Route(
      "GET", "/users/{id}", sample: "/users/1", "user", .users, "One user in an envelope."
    ) { request in
      let id = request.number("id", in: 0...999_999_999, default: 1)
      return .json(#"{"status":"ok","msg":"","data":\#(SampleUser.json(index: id))}"#)
    }.speaking("default"),
    Route("POST", "/users", "create user", .users, "Created: 201 with a Location.") { request in
      .json(
        #"{"status":"ok","msg":"created","data":\#(received(request, id: 43))}"#, status: 201,
        fields: [Field("Location", "/users/43")])
    }.speaking("default")
      .sendingJSON(#"{"name":"Ada Lovelace","email":"ada@example.com"}"#),
    Route(
      "PATCH", "/users/{id}", sample: "/users/1", "change user", .users, "The user as changed."
    ) { request in
      let id = request.number("id", in: 0...999_999_999, default: 1)
      return .json(#"{"status":"ok","msg":"changed","data":\#(received(request, id: id))}"#)
    }.speaking("default").sendingJSON(#"{"name":"Countess of Lovelace"}"#).unlisted(),
    Route(
      "DELETE", "/users/{id}", sample: "/users/1", "delete user", .users,
      "204: no body, so no envelope is read."
    ) { _ in .empty(204) }.speaking("default"),
  ]

  private static func received(_ request: Request, id: Int) -> String {
    #"{"id":\#(id),"received":\#(JSONText.quote(request.body.kept))}"#
  }
}
