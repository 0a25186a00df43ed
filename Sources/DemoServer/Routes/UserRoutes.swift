import LosslessJSON

extension Route {
  /// People in a `status`/`msg`/`data` envelope: success, failure, and a session that has ended.
  static let users: [Route] = [
    Route(
      "GET", "/users", "users", .users, "A list in an envelope: status ok, the data an array."
    ) { request in
      let count = request.number("count", in: 0...10_000, default: 3)
      let list = (0..<count).map { SampleUser.json(index: $0) }.joined(separator: ",")
      return .json(#"{"status":"ok","msg":"","data":[\#(list)]}"#)
    }.speaking("default"),
    Route(
      "GET", "/users/42", "session ended", .users,
      "HTTP says 200, the envelope says the session is over: log in again."
    ) { _ in
      .json(#"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆","data":null}"#)
    }.speaking("default", .invalidSession),
    Route(
      "GET", "/users/7", "no such user", .users,
      "A business failure without data: the verdict comes before the data is looked at."
    ) { _ in
      .json(#"{"status":"user_not_found","msg":"There is no user 7."}"#)
    }.speaking("default", .business),
    Route(
      "GET", "/users/{id}", sample: "/users/1", "user", .users, "One user in an envelope."
    ) { request in
      let id = request.number("id", in: 0...999_999_999, default: 1)
      return .json(#"{"status":"ok","msg":"","data":\#(SampleUser.json(index: id))}"#)
    }.speaking("default"),
    Route("POST", "/users", "create user", .users, "Created: 201 with a Location.") { request in
      let body = JSONText.object([
        ("id", "43"), ("received", JSONText.quote(request.body.kept)),
      ])
      return .json(
        #"{"status":"ok","msg":"created","data":\#(body)}"#, status: 201,
        fields: [Field("Location", "/users/43")])
    }.speaking("default").expecting(.ok, 201)
      .sendingJSON(#"{"name":"Ada Lovelace","email":"ada@example.com"}"#),
    Route(
      "PUT", "/users/{id}", sample: "/users/1", "replace user", .users, "The user as replaced."
    ) { changed($0, "replaced") }
    .speaking("default").sendingJSON(#"{"name":"Ada King"}"#),
    Route(
      "PATCH", "/users/{id}", sample: "/users/1", "change user", .users, "The user as changed."
    ) { changed($0, "changed") }
    .speaking("default").sendingJSON(#"{"name":"Countess of Lovelace"}"#),
    Route(
      "DELETE", "/users/{id}", sample: "/users/1", "delete user", .users,
      "204: no body, so no envelope is looked for."
    ) { _ in .empty(204) }
    .speaking("default").expecting(.ok, 204),
  ]

  private static func changed(_ request: Request, _ what: String) -> Reply {
    let id = request.number("id", in: 0...999_999_999, default: 1)
    let received = JSONText.quote(request.body.kept)
    return .json(
      #"{"status":"ok","msg":"\#(what)","data":{"id":\#(id),"received":\#(received)}}"#)
  }
}
