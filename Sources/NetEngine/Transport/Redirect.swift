/// What a 3xx answer means for the next hop: pure, so that the whole credential matrix is a test.
package struct Redirect {
  /// What to do next.
  package enum Decision: Hashable {
    /// Send this, with these headers left out.
    case follow(HTTPRequest, dropped: [String], warnings: [Warning])
    /// It is an answer like any other.
    case stop(Warning?)
    /// It asks for something that is never done.
    case refuse(TransportError.Kind, String)
    /// It would take content where it may not go: a body from https to http, a variable of the
    /// environment to another origin.
    case keep(TransportError.KeptRedirect)
  }

  /// The statuses that move a request elsewhere.
  package static func isRedirect(_ statusCode: Int) -> Bool {
    switch statusCode {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// Decides on the answer `hop` to `request`.
  package static func decide(_ request: HTTPRequest, answeredBy hop: Hop) -> Decision {
    guard isRedirect(hop.statusCode) else { return .stop(nil) }
    let locations = hop.headers.values("Location")
    guard let location = locations.first, !location.isEmpty else {
      return .stop(Warning(.redirectWithoutLocation, "\(hop.statusCode)"))
    }
    let quoted = "'\(String(shown: Array(location.utf8)))'"
    if let other = locations.first(where: { !$0.utf8.elementsEqual(location.utf8) }) {
      return .refuse(
        .redirect, "two different Locations: \(quoted) and '\(String(shown: Array(other.utf8)))'")
    }
    guard let base = try? URLText(hop.url) else {
      return .refuse(.redirect, "it came from a URL that cannot be read")
    }
    do throws(SetupProblem) {
      let target = try base.resolving(location)
      let length = target.text.utf8.count
      guard length <= request.limits.urlLength else {
        let limit = LimitExceeded(.urlLength, allowed: request.limits.urlLength, found: length)
        return .refuse(.limit(limit), "in Location \(quoted)")
      }
      let oddities = oddities(of: location, target)
      return follow(request, from: base, to: target, hop.statusCode, oddities)
    } catch {
      return .refuse(.redirect, "\(error.words) in Location \(quoted)")
    }
  }

  /// The origin that a redirect leads to; nil when its Location cannot be read.
  package static func origin(after hop: Hop) -> Origin? {
    guard let location = hop.headers.values("Location").first else { return nil }
    return (try? URLText(hop.url).resolving(location))?.origin
  }

  private static func follow(
    _ request: HTTPRequest, from base: URLText, to target: URLText, _ status: Int,
    _ oddities: [Warning]
  ) -> Decision {
    var next = request
    var warnings = oddities
    next.url = target.text
    // The store looks again what it has for that place.
    if next.headers.contains(where: { $0.source == .cookies }) {
      next.headers = Headers(next.headers.filter { $0.source != .cookies })
    }
    if changesToGet(request.method, status) {
      next.method = .get
      next.body = .none
      for name in Self.bodyFields { next.headers.remove(name) }
    }
    var dropped: [String] = []
    if target.origin != base.origin {
      if let kept = crossing(of: &next, from: base, to: target, &dropped) { return .keep(kept) }
      if !dropped.isEmpty {
        warnings.append(Warning(.secretsDropped, dropped.joined(separator: ", ")))
      }
      if next.body != .none { warnings.append(Warning(.bodyCrossedOrigin, target.text)) }
    }
    if base.scheme == "https", target.scheme == "http" {
      let to = target.origin.text
      if next.hasContent, !request.options.allowsDowngrade,
        !request.options.plainOrigins.contains(to)
      {
        return .keep(
          TransportError.KeptRedirect(
            from: request.options.environment.shown(base.origin.text), to: to,
            remedy: request.options.downgradeSwitch))
      }
      warnings.append(Warning(.leftHTTPS, target.text))
    }
    return .follow(next, dropped: dropped, warnings: warnings)
  }

  /// Drops the header fields that belong to the origin before.
  ///
  /// Returns why the redirect is not followed: what is left holds a variable of the environment.
  private static func crossing(
    of request: inout HTTPRequest, from base: URLText, to target: URLText,
    _ dropped: inout [String]
  ) -> TransportError.KeptRedirect? {
    let guarded = request.options.environment
    let kept = guarded.kept(from: target.origin.text)
    dropped = request.headers.filter {
      request.isSecret($0) || $0.isBoundToOrigin || guarded.holds(kept, in: $0)
    }.map(\.name)
    for name in dropped { request.headers.remove(name) }
    let carried = guarded.found(kept, in: target.text)
      .union(request.hasContent ? kept.intersection(guarded.body) : [])
    guard !carried.isEmpty else { return nil }
    return TransportError.KeptRedirect(carried, guarded, from: base, to: target)
  }

  /// What speaks of a body that is not sent again.
  private static let bodyFields = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
    "Transfer-Encoding", "Expect", "Trailer", "Digest", "Content-Digest",
  ]

  /// RFC 9110 §15.4: 303 always, 301 and 302 for a POST, as every client does.
  private static func changesToGet(_ method: HTTPMethod, _ status: Int) -> Bool {
    switch status {
    case 303: method != .get && method != .head
    case 301, 302: method == .post
    default: false
    }
  }

  private static func oddities(of location: String, _ target: URLText) -> [Warning] {
    var warnings: [Warning] = []
    if target.userInfo != nil {
      warnings.append(Warning(.credentialsInLocation, target.text))
    }
    // A blank, a letter beyond ASCII: whatever a URL cannot hold had to be encoded.
    if location.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7f || "\"<>\\^`{|}".utf8.contains($0) }
    ) {
      warnings.append(Warning(.oddLocation, String(shown: Array(location.utf8))))
    }
    return warnings
  }
}

extension TransportError.KeptRedirect {
  /// A redirect that would take these variables to an origin that may not receive them.
  fileprivate init(
    _ carried: Set<EnvironmentVariable>, _ guarded: EnvironmentGuard, from base: URLText,
    to target: URLText
  ) {
    self.init(
      from: guarded.shown(base.origin.text), to: guarded.shown(target.origin.text),
      remedy: "--allow-env")
    variables = carried.sorted { $0.description < $1.description }
  }
}

extension TransportError {
  /// A redirect beyond the limit.
  package static func tooManyRedirects(
    _ limit: Int, next url: String, response: Response? = nil
  ) -> TransportError {
    TransportError(
      .redirect, phase: .receiving,
      detail: "more than \(limit) redirects, the next one leads to \(url); "
        + LimitSetting.remedy("redirects"), response: response)
  }
}

extension HTTPRequest {
  /// Whether it has a body of at least a byte.
  fileprivate var hasContent: Bool {
    switch body {
    case .none: false
    case .bytes(let body): !body.isEmpty
    case .file(let file): file.count > 0
    case .multipart(let parts): parts.count > 0
    }
  }
}

extension HeaderField {
  /// `Host` names the old origin, `Origin` and `Referer` may tell the new one too much.
  fileprivate var isBoundToOrigin: Bool {
    ["Host", "Origin", "Referer"].contains { name.isSameHeaderName(as: $0) }
  }
}
