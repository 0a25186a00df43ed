extension Route {
  /// Redirects as they should be.
  static let redirects: [Route] = [
    Route(
      "*", "/redirect/{count}", sample: "/redirect/3", "redirects", .redirects,
      "So many redirects (?status=, 302) before an answer."
    ) { request in
      let count = request.number("count", in: 0...100_000, default: 1)
      let status = request.number("status", in: 300...399, default: 302)
      guard count > 0 else { return .text("Arrived.\n") }
      let query = request.query("status").map { "?status=\($0)" } ?? ""
      return redirect(to: "/redirect/\(count - 1)\(query)", status: status)
    },
    Route(
      "*", "/redirect/to", sample: "/redirect/to?to=/echo", "redirect to", .redirects,
      "A redirect (?status=, 302) to whatever ?to= says, sent as it is."
    ) { request in
      let status = request.number("status", in: 300...399, default: 302)
      return redirect(to: request.query("to") ?? "/", status: status)
    },
    Route(
      "POST", "/redirect/303", "303 turns POST into GET", .redirects,
      "The answer to a POST is fetched with GET, without the body."
    ) { _ in redirect(to: "/echo", status: 303) }.sendingJSON(#"{"kept":false}"#),
    Route(
      "POST", "/redirect/302", "302 turns POST into GET", .redirects,
      "By custom a POST becomes a GET, although the standard only allows it."
    ) { _ in redirect(to: "/echo", status: 302) }.sendingJSON(#"{"kept":false}"#),
    Route(
      "POST", "/redirect/307", "307 keeps POST", .redirects, "Method and body are sent again."
    ) { _ in redirect(to: "/echo", status: 307) }.sendingJSON(#"{"kept":true}"#),
    Route(
      "POST", "/redirect/308", "308 keeps POST", .redirects,
      "Method and body are sent again, for good."
    ) { _ in redirect(to: "/echo", status: 308) }.sendingJSON(#"{"kept":true}"#),
    Route(
      "GET", "/redirect/cookie", "redirect with a cookie", .redirects,
      "The cookie set on the way must be known at the goal."
    ) { _ in
      redirect(to: "/cookies", status: 302, fields: [Field("Set-Cookie", "way=known; Path=/")])
    },
    Route(
      "GET", "/redirect/relative/here", "relative redirect", .redirects,
      "The Location is relative to the path: '../relative/there?x=1'."
    ) { _ in redirect(to: "../relative/there?x=1", status: 302) },
    Route(
      "GET", "/redirect/relative/there", "its goal", .redirects, "The goal of relative redirects."
    ) { request in .text("\(String(decoding: request.target, as: UTF8.self))\n") }.unlisted(),
  ]

  /// A redirect with a short body, as servers send it.
  package static func redirect(to location: String, status: Int, fields: [Field] = []) -> Reply {
    .text("See \(location)\n", status: status, fields: [Field("Location", location)] + fields)
  }
}
