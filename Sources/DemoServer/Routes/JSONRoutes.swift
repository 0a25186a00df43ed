extension Route {
  /// JSON of any size, made while it is sent and the same every time.
  static let jsonBodies: [Route] = [
    Route(
      "GET", "/json/{megabytes}", sample: "/json/1", "JSON by size", .json,
      "So many million bytes of users in one line, with a length; ?chunked= without."
    ) { request in
      let megabytes = request.number("megabytes", in: 0...4_000, default: 1)
      return SampleUsers(size: max(2, megabytes * 1_000_000)).reply(
        chunked: request.query("chunked") != nil)
    },
    Route(
      "GET", "/json/bytes/{count}", sample: "/json/bytes/5000", "JSON by bytes", .json,
      "Users that fill exactly so many bytes."
    ) { request in
      let count = request.number("count", in: 2...1 << 32, default: 2)
      return SampleUsers(size: count).reply(chunked: false)
    }.unlisted(),
    Route("GET", "/json/pretty", "pretty JSON", .json, "Indented, with every kind of value.") { _ in
      .json(
        """
        {
          "null": null,
          "bools": [true, false],
          "numbers": [0, -1, 1.50, 6.02e23, 9007199254740993, 0.1],
          "strings": { "empty": "", "escaped": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9", "emoji": "🎉" },
          "empty": { "array": [], "object": {} },
          "deep": { "a": { "b": [ { "c": "found" } ] } }
        }

        """)
    },
    Route("GET", "/json/scalar", "scalar", .json, "A document that is just a number.") { _ in
      .json("42")
    },
    Route("GET", "/json/null", "null", .json, "A document that is just null.") { _ in
      .json("null")
    },
    Route("GET", "/json/array", "array", .json, "A document that is an array.") { _ in
      .json(#"[{"id":1},{"id":2},{"id":3}]"#)
    },
    Route(
      "GET", "/json/keys", "odd keys", .json, "Keys with dots, slashes, blanks, and nothing."
    ) { _ in
      .json(#"{"a.b":1,"a/b":2,"a>b":3," ":4,"":5,"0":6,"~1":7,"a":{"b":8}}"#)
    },
  ]
}
