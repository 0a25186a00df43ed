extension Route {
  /// The envelopes people meet: each with a success and with the failures it can express.
  static let envelopes: [Route] = [
    envelope(
      "numeric/zero", "code 0", "Code 0 means success.", "numeric",
      #"{"code":0,"msg":"","data":{"id":1}}"#),
    envelope(
      "numeric/1001", "code 1001", "A business failure under HTTP 200.", "numeric",
      #"{"code":1001,"msg":"The stock is sold out.","data":null}"#, .business),
    envelope(
      "numeric/401", "code 401", "The session's end as a number inside the body.", "numeric",
      #"{"code":401,"msg":"Please log in again.","data":null}"#, .invalidSession),
    envelope(
      "moya", "error false", "The code key is a boolean, and false is the good one.", "moyaMapper",
      #"{"error":false,"errMsg":"","results":[{"id":1,"title":"Copper"},{"id":2,"title":"Lantern"}]}"#
    ),
    envelope(
      "moya/failure", "error true", "The boolean says failure, the message says which.",
      "moyaMapper", #"{"error":true,"errMsg":"The list is empty today.","results":[]}"#, .business),
    envelope(
      "success", "success true", "success, message, data.", "success",
      #"{"success":true,"message":"2 items","data":{"items":["a","b"]}}"#),
    envelope(
      "success/failure", "success false", "The same envelope, saying no.", "success",
      #"{"success":false,"message":"The coupon has expired.","data":null}"#, .business),
    envelope(
      "errno/failure", "errno 4004", "The same envelope with a number that is not 0.", "errno",
      #"{"errno":4004,"errmsg":"查无此人","data":null}"#, .business),
    Route(
      "POST", "/envelopes/graphql", "GraphQL data", .envelopes,
      "GraphQL: success is the absence of errors."
    ) { _ in .json(#"{"data":{"viewer":{"login":"ada","repositories":{"totalCount":3}}}}"#) }
    .speaking("graphQL").sendingJSON(#"{"query":"{ viewer { login } }"}"#),
    Route(
      "POST", "/envelopes/graphql/errors", "GraphQL errors", .envelopes,
      "GraphQL: HTTP 200, some data, and a list of errors."
    ) { _ in
      .json(
        """
        {"data":{"viewer":null},"errors":[{"message":"Field 'logn' is unknown.",\
        "locations":[{"line":1,"column":12}],"path":["viewer","logn"],\
        "extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}
        """)
    }.speaking("graphQL", .business).sendingJSON(#"{"query":"{ viewer { logn } }"}"#),
    Route(
      "GET", "/envelopes/problem", "problem details", .envelopes,
      "application/problem+json beside a 403."
    ) { _ in
      .bytes(
        Array(
          """
          {"type":"https://example.com/problems/out-of-credit","title":"Out of credit",\
          "status":403,"detail":"The balance is 30, the price is 50.","instance":"/orders/12"}
          """.utf8), type: "application/problem+json", status: 403)
    }.speaking("problem", .client).expecting(.client, 403),
    Route(
      "GET", "/envelopes/jsonapi", "JSON:API data", .envelopes, "A JSON:API document."
    ) { _ in
      .bytes(
        Array(
          """
          {"data":[{"type":"articles","id":"1","attributes":{"title":"Exact and quiet"}}],\
          "meta":{"total":1}}
          """.utf8), type: "application/vnd.api+json")
    }.speaking("jsonAPI"),
    Route(
      "GET", "/envelopes/jsonapi/errors", "JSON:API errors", .envelopes,
      "JSON:API errors beside a 422."
    ) { _ in
      .bytes(
        Array(
          """
          {"errors":[{"status":"422","code":"TITLE_EMPTY","title":"Invalid attribute",\
          "detail":"The title must not be empty.","source":{"pointer":"/data/attributes/title"}}]}
          """.utf8), type: "application/vnd.api+json", status: 422)
    }.speaking("jsonAPI", .client).expecting(.client, 422),
    Route(
      "GET", "/envelopes/http/404", "status as code", .envelopes,
      "A backend whose business code is the HTTP status."
    ) { _ in .json(#"{"error":"Repository not found"}"#, status: 404) }
    .speaking("httpStatus", .business).expecting(.client, 404),
    Route(
      "GET", "/envelopes/500", "500 that looks fine", .envelopes,
      "The envelope says ok, HTTP says 500: the status decides, the envelope still shows."
    ) { _ in .json(#"{"status":"ok","msg":"","data":{"id":1}}"#, status: 500) }
    .speaking("default", .server).expecting(.server, 500),
    envelope(
      "null-data", "success without data", "data is null although the status is ok.", "default",
      #"{"status":"ok","msg":"nothing to tell","data":null}"#),
  ]

  package static func envelope(
    _ path: String, _ name: String, _ shows: String, _ profile: String, _ body: String,
    _ verdict: Expected.Kind = .ok
  ) -> Route {
    Route("GET", "/envelopes/\(path)", name, .envelopes, shows) { _ in .json(body) }
      .speaking(profile, verdict)
  }
}
