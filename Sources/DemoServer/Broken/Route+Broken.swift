extension Route {
  /// Every way in which a server can misbehave, with what a good engine makes of it.
  static let broken: [Route] = [
    brokenLength, brokenChunks, brokenStatusLines, brokenHeaders, brokenInterim,
    brokenConnections, brokenTimes, brokenCodings, bombs, brokenTexts, brokenJSON,
    brokenRedirects, brokenOrigins, brokenCookies, escapes,
  ].flatMap { $0 }

  /// A row under `/broken/` whose answer follows no rule, or only most of them.
  ///
  /// The connection ends after the steps unless `staysOpen`: a client that uses it again although
  /// the answer put it in doubt shows in the connection's number.
  @inline(never) static func broken(
    _ group: RouteGroup, _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    staysOpen: Bool = false, _ steps: @autoclosure @escaping @Sendable () -> [Step]
  ) -> Route {
    var route = Route("GET", "/broken/\(path)", name, group, shows) { _ in
      Reply(steps() + (staysOpen ? [] : [.close]))
    }
    route.expected = expected
    route.isListed = false
    return route
  }

  /// Rows the demo shows by default, out of the many.
  func listed() -> Route {
    var route = self
    route.isListed = true
    return route
  }

  /// The sample is sent with another method than GET.
  func asked(with method: String) -> Route {
    var route = Route(method, path, sample: sample, name, group, shows, reply: reply)
    route.expected = expected
    route.needs = needs
    route.isListed = isListed
    return route
  }
}

extension Step {
  /// So many dots: a body whose length is all that matters.
  static func dots(_ count: Int) -> Step {
    .raw([UInt8](repeating: UInt8(ascii: "."), count: count))
  }
}
