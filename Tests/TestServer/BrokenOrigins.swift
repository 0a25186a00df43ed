import DemoServer

extension TestRoute {
  /// Redirects from one origin to another, where credentials and bodies must not follow.
  static let brokenOrigins: [TestRoute] = [
    away("port", "to another port", "Another port is another origin: no secret may cross.") {
      otherOrigin($0) + "/echo"
    },
    away("there-and-back", "there and back", "What was dropped on the way stays dropped.") {
      otherOrigin($0) + "/broken/origin/back"
    },
    away("host", "to another host", "localhost is not 127.0.0.1: no secret may cross.") {
      "http://localhost:\($0.port)/echo"
    },
    away("back", "the way back", "Where 'there and back' turns.") { otherOrigin($0) + "/echo" },
    crossing(
      "origin/307", .brokenRedirects, "307 to another origin",
      "Method and body would be sent to a server that was never asked.",
      Expected(.ok, 200, warnings: [.bodyCrossedOrigin])
    ) { redirect(to: otherOrigin($0) + "/echo", status: 307) }
    .asked(with: "POST").sendingJSON(#"{"secret":"in the body"}"#),
    crossing(
      "origin/302", .brokenRedirects, "302 to another origin",
      "A POST that becomes a GET leaves its body behind.", Expected(.ok, 200)
    ) { redirect(to: otherOrigin($0) + "/echo", status: 302) }
    .asked(with: "POST").sendingJSON(#"{"secret":"in the body"}"#),
    crossing(
      "origin/cookie", .brokenRedirects, "cookie to another port",
      "A cookie set on the way; by the standard ports share cookies, here they do not.",
      Expected(.ok, 200)
    ) { request in
      redirect(
        to: otherOrigin(request) + "/cookies", status: 302,
        fields: [Field("Set-Cookie", "way=known; Path=/")])
    },
  ]

  private static func away(
    _ path: String, _ name: String, _ shows: String,
    _ location: @escaping @Sendable (Request) -> String
  ) -> TestRoute {
    crossing(
      "origin/\(path)", .brokenRedirects, name, shows,
      Expected(.ok, 200, warnings: [.secretsDropped])
    ) { redirect(to: location($0), status: 302) }
    .needing(
      .header(Field("Authorization", "Bearer demo-token")), .header(Field("Cookie", "a=secret")),
      .header(Field("X-Api-Key", "demo-key")))
  }
}
