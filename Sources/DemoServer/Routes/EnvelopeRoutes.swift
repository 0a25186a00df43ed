extension Route {
  /// Envelopes of other shapes, each with a profile of its own.
  static let envelopes: [Route] = [
    Route(
      "GET", "/envelopes/numeric/1001", "code 1001", .envelopes,
      "A business failure under HTTP 200; code 0 would be a success."
    ) { _ in .json(#"{"code":1001,"msg":"The stock is sold out.","data":null}"#) }
    .speaking("numeric"),
    Route(
      "GET", "/envelopes/moya/nested/failure", "nested failure", .envelopes,
      "The code is a Boolean in a nested key: meta>error, meta>errMsg, body>results."
    ) { _ in .json(#"{"meta":{"error":true,"errMsg":"Deeper trouble."},"body":null}"#) }
    .speaking("moyaMapperNested"),
    Route(
      "POST", "/envelopes/graphql", "GraphQL errors", .envelopes,
      "GraphQL: 200 with a list of errors; with 'login' in the query there are none."
    ) { request in
      guard request.body.text?.contains("login") != true else {
        return .json(#"{"data":{"viewer":{"login":"ada","repositories":{"totalCount":3}}}}"#)
      }
      return .json(
        """
        {"data":{"viewer":null},"errors":[{"message":"Field 'logn' is unknown.",\
        "locations":[{"line":1,"column":12}],"path":["viewer","logn"],\
        "extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}
        """)
    }.speaking("graphQL").sendingJSON(#"{"query":"{ viewer { logn } }"}"#),
    Route(
      "GET", "/envelopes/problem", "problem details", .envelopes,
      "application/problem+json with a 403."
    ) { _ in
      .bytes(
        Array(
          """
          {"type":"https://example.com/problems/out-of-credit","title":"Out of credit",\
          "status":403,"detail":"The balance is 30, the price is 50.","instance":"/orders/12"}
          """.utf8), type: "application/problem+json", status: 403)
    }.speaking("problem"),
    Route(
      "GET", "/envelopes/500", "500 that looks fine", .envelopes,
      "The envelope says ok, HTTP says 500: the status decides."
    ) { _ in .json(#"{"status":"ok","msg":"","data":{"id":1}}"#, status: 500) }
    .speaking("default"),
    Route(
      "GET", "/empty/json", "empty JSON", .envelopes,
      "The type is JSON and the body is empty, so mapping fails."
    ) { _ in .bytes([], type: "application/json") },
  ]
}
