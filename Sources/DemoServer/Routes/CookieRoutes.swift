import LosslessJSON

extension Route {
  /// Cookies, set and read back.
  static let cookies: [Route] = [
    Route("GET", "/cookies", "read cookies", .cookies, "The Cookie fields as they arrived.") {
      request in
      let lines = request.headers("Cookie").map { JSONText.quote($0) }
      return .json(JSONText.object([("cookies", JSONText.array(lines))]))
    },
    Route(
      "GET", "/cookies/set", sample: "/cookies/set?flavour=copper&size=2", "set cookies", .cookies,
      "Sets a cookie for each pair of the query."
    ) { request in
      let fields = request.query.map { Field("Set-Cookie", "\($0.name)=\($0.value); Path=/") }
      return .json(#"{"set":\#(fields.count)}"#, fields: fields)
    },
    Route("GET", "/cookies/clear", "clear cookies", .cookies, "Lets each cookie sent expire.") {
      request in
      let pairs = request.headers("Cookie").flatMap { $0.split(separator: ";") }
      let names = pairs.map { $0.drop { $0 == " " }.prefix { $0 != "=" } }
      let fields = names.map {
        Field("Set-Cookie", "\($0)=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0")
      }
      return .json(#"{"cleared":\#(fields.count)}"#, fields: fields)
    },
    Route(
      "GET", "/cookies/attributes", "cookie attributes", .cookies,
      "Cookies with every attribute there is, in several spellings."
    ) { _ in
      .json(
        "{}",
        fields: [
          Field("Set-Cookie", "plain=1"),
          Field("Set-Cookie", "all=2; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"),
          Field("Set-Cookie", "date=3; expires=Wed, 09-Jun-2100 10:18:14 GMT"),
          Field("set-cookie", "strict=4; path=/cookies; samesite=STRICT"),
          Field("Set-Cookie", "quoted=\"five; \"; Path=/"),
        ])
    },
  ]
}
