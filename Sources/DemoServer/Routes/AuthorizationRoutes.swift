extension Route {
  /// Requests that must say who they are.
  static let authorization: [Route] = [
    Route(
      "GET", "/auth/basic", "basic", .authorization, "Wants user 'ada' and password 'secret'."
    ) { request in
      guard request.header("Authorization") == "Basic YWRhOnNlY3JldA==" else {
        return denied(#"Basic realm="demo", charset="UTF-8""#)
      }
      return granted("ada")
    }.needing(.header(Field("Authorization", "Basic YWRhOnNlY3JldA=="))),
    Route(
      "GET", "/auth/bearer", "bearer", .authorization, "Wants the token 'demo-token'."
    ) { request in
      guard request.header("Authorization") == "Bearer demo-token" else {
        return denied(#"Bearer realm="demo", error="invalid_token""#)
      }
      return granted("bearer")
    }.needing(.header(Field("Authorization", "Bearer demo-token"))),
    Route(
      "GET", "/auth/key", "API key", .authorization,
      "Wants the key 'demo-key' in X-Api-Key or in the query as api_key."
    ) { request in
      guard (request.header("X-Api-Key") ?? request.query("api_key")) == "demo-key" else {
        return .json(#"{"error":"The API key is missing or wrong."}"#, status: 403)
      }
      return granted("key")
    }.needing(.header(Field("X-Api-Key", "demo-key"))),
    Route(
      "GET", "/auth/denied", "denied", .authorization, "401 whatever is sent."
    ) { _ in denied(#"Basic realm="demo""#) }.expecting(.client, 401),
    Route(
      "GET", "/auth/two-challenges", "two challenges", .authorization,
      "401 with two WWW-Authenticate fields, each a challenge of its own."
    ) { _ in
      .json(
        #"{"error":"Unauthorized"}"#, status: 401,
        fields: [
          Field("WWW-Authenticate", #"Bearer realm="demo""#),
          Field("WWW-Authenticate", #"Basic realm="demo""#),
        ])
    }.expecting(.client, 401),
  ]

  private static func denied(_ challenge: String) -> Reply {
    .json(
      #"{"error":"Unauthorized"}"#, status: 401, fields: [Field("WWW-Authenticate", challenge)])
  }

  private static func granted(_ name: String) -> Reply { .json(#"{"user":"\#(name)"}"#) }
}
