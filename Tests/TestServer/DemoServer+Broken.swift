import DemoServer

extension DemoServer {
  /// The demo's server with the routes that only tests ask for.
  package static func withBroken(
    _ configuration: Configuration = Configuration()
  ) throws(StartFailure) -> DemoServer {
    var configuration = configuration
    configuration.routes = Route.everything
    return try DemoServer(configuration: configuration)
  }
}

extension Route {
  /// The demo's routes and every other way in which a server can misbehave, with what a good engine
  /// makes of each.
  package static let everything: [Route] = all + misbehaving + other.map { $0.unlisted() }

  private static let misbehaving: [Route] = [
    brokenLength, brokenChunks, brokenStatusLines, brokenHeaders, brokenInterim,
    brokenConnections, brokenTimes, brokenCodings, bombs, brokenTexts, brokenJSON,
    brokenRedirects, brokenOrigins, brokenCookies, brokenOthers, digest,
  ].flatMap { $0 }

  private static let other: [Route] = escapes + texts + otherImages + otherEnvelopes

  /// The sample is sent with another method than GET.
  func asked(with method: String) -> Route {
    var route = Route(method, path, sample: sample, name, group, shows, reply: reply)
    route.expected = expected
    route.needs = needs
    route.isListed = isListed
    return route
  }
}
