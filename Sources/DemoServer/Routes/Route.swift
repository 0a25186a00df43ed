import NetEngine

/// One row of the server's table: a method, a path and the reply.
///
/// The demo makes its list of requests from the same rows: a new request is one edit in one place.
package struct Route: Sendable {
  /// A method, or `*` for any method that no other row of the same path names.
  package let method: String
  /// A path; `{name}` stands for any one part.
  package let path: String
  /// The target that the demo sends; `path` itself when it has no parameters.
  package let sample: String
  package let name: String
  package let group: RouteGroup
  /// One sentence about the behaviour that the row shows.
  package let shows: String
  /// The name of the envelope profile of its bodies; see `EnvelopeProfile.spoken`.
  package var profile: String?
  package var sampleBody: SampleBody?
  /// Headers, bodies or settings that the route requires.
  package var needs: [Need] = []
  /// Whether the demo lists it without `--all`.
  package var isListed = true
  /// Whether it takes so long that it is not sent along with others.
  package var takesLong = false
  /// Whether the reply is sent without waiting for the request's body.
  package var answersBeforeBody = false
  package let reply: @Sendable (Request) -> Reply

  /// A call in each row of the tables: written out there it would take the compiler ten seconds more.
  @inline(never) package init(
    _ method: String, _ path: String, sample: String? = nil, _ name: String, _ group: RouteGroup,
    _ shows: String, reply: @escaping @Sendable (Request) -> Reply
  ) {
    self.method = method
    self.path = path
    self.sample = sample ?? path
    self.name = name
    self.group = group
    self.shows = shows
    self.reply = reply
  }

  /// The method the sample is sent with.
  package var sampleMethod: String { method == "*" ? "GET" : method }
}

/// The heading under which the demo lists a request.
package struct RouteGroup: Sendable, Hashable {
  package let title: String

  package init(_ title: String) { self.title = title }

  package static let users = RouteGroup("Users")
  package static let login = RouteGroup("Login")
  package static let envelopes = RouteGroup("Envelopes")
  package static let echo = RouteGroup("Requests")
  package static let bodies = RouteGroup("Responses")
  package static let redirects = RouteGroup("Redirects and cookies")
  package static let time = RouteGroup("Time and streams")
  package static let broken = RouteGroup("Broken")
}

/// A body the demo sends with a route's sample.
package struct SampleBody: Sendable, Equatable {
  package let type: String
  package let bytes: [UInt8]

  package init(_ type: String, _ text: String) {
    self.type = type
    bytes = Array(text.utf8)
  }
}

/// A header, body or setting that a route requires to reply as its row says.
package enum Need: Sendable, Equatable {
  /// The time for the whole exchange.
  case timeout(milliseconds: Int)
  /// The longest silence.
  case idleTimeout(milliseconds: Int)
  case header(Field)
  /// Bytes of body accepted from the wire.
  case wireLimit(bytes: Int)
  /// A token from `POST /login`, sent as `Authorization: Bearer`.
  case token
}

extension Route {
  package func with(_ change: (inout Route) -> Void) -> Route {
    var route = self
    change(&route)
    return route
  }

  func speaking(_ profile: String) -> Route { with { $0.profile = profile } }

  func sendingJSON(_ text: String) -> Route {
    with { $0.sampleBody = SampleBody("application/json", text) }
  }

  func needing(_ needs: Need...) -> Route { with { $0.needs += needs } }

  func unlisted() -> Route { with { $0.isListed = false } }
}

extension EnvelopeProfile {
  /// The profiles that the demo's routes name.
  package static let spoken = [
    EnvelopeProfile(
      name: "default", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
      successValues: ["ok"], invalidSessionValues: ["invalid_session"]),
    EnvelopeProfile(
      name: "numeric", statusCodeKey: "code", tipStrKey: "msg", modelKey: "data",
      successValues: ["0", "200"], invalidSessionValues: ["401"]),
    EnvelopeProfile(
      name: "moyaMapperNested", statusCodeKey: "meta>error", tipStrKey: "meta>errMsg",
      modelKey: "body>results", successValues: ["false"]),
    EnvelopeProfile(
      name: "graphQL", statusCodeKey: "errors", tipStrKey: "errors>0>message", modelKey: "data",
      rule: .absence),
    EnvelopeProfile(
      name: "problem", statusCodeKey: "type", tipStrKey: "detail", rule: .absence),
  ]
}
