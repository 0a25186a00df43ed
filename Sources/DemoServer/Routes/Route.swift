/// One row of the server's table: what is asked, what it shows, and how it is answered.
///
/// The demo makes its list of targets from the same rows: a new route is one edit in one place.
package struct Route: Sendable {
  /// A method, or `*` for any method that no other row of the same path names.
  package let method: String
  /// A path; `{name}` stands for any one part.
  package let path: String
  /// The target the demo fires; `path` itself when it has no parameters.
  package let sample: String
  package let name: String
  package let group: RouteGroup
  /// What a person learns from firing it, in one sentence.
  package let shows: String
  /// The name of the envelope profile its bodies speak; see `EnvelopeProfile.spoken`.
  package var profile: String?
  package var sampleBody: SampleBody?
  /// What a good HTTP engine makes of the answer to the sample.
  package var expected = Expected(.ok, 200)
  /// What a client must do or set for `expected` to come true.
  package var needs: [Need] = []
  /// Whether the demo shows it when nothing else is asked for.
  package var isListed = true
  /// Whether it takes so long that nobody wants it fired along with others.
  package var takesLong = false
  /// Whether the answer comes without waiting for the request's body.
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

  /// The method the sample is fired with.
  package var sampleMethod: String { method == "*" ? "GET" : method }
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

// MARK: - Rows read as sentences

extension Route {
  package func speaking(_ profile: String, _ verdict: Expected.Kind = .ok) -> Route {
    with {
      $0.profile = profile
      $0.expected.mapped = verdict
    }
  }

  package func sending(_ type: String, _ text: String) -> Route {
    with { $0.sampleBody = SampleBody(type, text) }
  }

  package func sendingJSON(_ text: String) -> Route { sending("application/json", text) }

  package func expecting(_ kind: Expected.Kind, _ status: Int?) -> Route {
    with {
      $0.expected.kind = kind
      $0.expected.status = status
    }
  }

  func warning(_ warnings: Warning...) -> Route {
    with { $0.expected.warnings.formUnion(warnings) }
  }

  package func needing(_ needs: Need...) -> Route { with { $0.needs += needs } }

  package func unlisted() -> Route { with { $0.isListed = false } }

  func takingLong() -> Route { with { $0.takesLong = true } }

  package func answeringEarly() -> Route { with { $0.answersBeforeBody = true } }

  func with(_ change: (inout Route) -> Void) -> Route {
    var route = self
    change(&route)
    return route
  }
}
