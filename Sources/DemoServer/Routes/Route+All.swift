extension Route {
  /// Every route of the server, in the order in which the demo lists them.
  package static let all: [Route] = ordinary + broken

  private static let ordinary: [Route] = [
    users, login, envelopes, authorization, statuses, echoes, bodies, compressed, images,
    jsonBodies, redirects, cookies, time, caching, streams,
  ].flatMap { $0 }
}
