/// What a 3xx answer means for the next hop: pure, so that the whole credential matrix is a test.
struct Redirect {
  /// What to do next.
  enum Decision {
    /// Send this, with these headers left out.
    case follow(HTTPRequest, dropped: [String], warnings: [Warning])
    /// It is an answer like any other.
    case stop(Warning?)
    /// It asks for something that is never done.
    case refuse(String)
  }

  /// The statuses that move a request elsewhere.
  static func isRedirect(_ statusCode: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(statusCode)
  }

  /// Decides on the answer `hop` to `request`.
  static func decide(_ request: HTTPRequest, answeredBy hop: Hop) -> Decision {
    guard isRedirect(hop.statusCode) else { return .stop(nil) }
    let locations = hop.headers.values("Location")
    guard let location = locations.first, !location.isEmpty else {
      return .stop(Warning(.redirectWithoutLocation, "\(hop.statusCode)"))
    }
    if locations.contains(where: { $0 != location }) {
      return .refuse("two different Locations: '\(location)' and '\(locations[1])'")
    }
    guard let base = try? URLText(hop.url) else { return .refuse("a URL that cannot be read") }
    do throws(SetupProblem) {
      let target = try URLText(base.resolving(location))
      return follow(request, from: base, to: target, status: hop.statusCode)
    } catch {
      return .refuse("\(error.words) in Location '\(String(shown: Array(location.utf8)))'")
    }
  }

  private static func follow(
    _ request: HTTPRequest, from base: URLText, to target: URLText, status: Int
  ) -> Decision {
    var next = request
    var warnings: [Warning] = []
    next.url = target.text
    if changesToGet(request.method, status) {
      next.method = .get
      next.body = .none
      for name in ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"] {
        next.headers.remove(name)
      }
    }
    var dropped: [String] = []
    if target.origin != base.origin {
      dropped = next.headers.filter { $0.name.isSecretHeaderName || $0.isBoundToOrigin }
        .map(\.name)
      for name in dropped { next.headers.remove(name) }
      if next.body != .none { warnings.append(Warning(.bodyCrossedOrigin, target.text)) }
    }
    if base.scheme == "https", target.scheme == "http" {
      warnings.append(Warning(.leftHTTPS, target.text))
    }
    return .follow(next, dropped: dropped, warnings: warnings)
  }

  /// RFC 9110 §15.4: 303 always, 301 and 302 for a POST, as every client does.
  private static func changesToGet(_ method: HTTPMethod, _ status: Int) -> Bool {
    switch status {
    case 303: method != .get && method != .head
    case 301, 302: method == .post
    default: false
    }
  }
}

extension HeaderField {
  /// `Host` names the old origin, `Origin` and `Referer` may tell the new one too much.
  fileprivate var isBoundToOrigin: Bool {
    ["Host", "Origin", "Referer"].contains { name.isSameHeaderName(as: $0) }
  }
}

extension URLText {
  /// RFC 3986 §5.2: the reference as seen from this URL.
  func resolving(_ reference: String) -> String {
    if reference.hasScheme { return reference }
    let origin = "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "")
    if reference.utf8.starts(with: "//".utf8) { return scheme + ":" + reference }
    if reference.utf8.first == UInt8(ascii: "/") { return origin + reference.removingDotSegments }
    let path = self.path.isEmpty ? "/" : self.path
    if reference.utf8.first == UInt8(ascii: "?") { return origin + path + reference }
    if reference.utf8.first == UInt8(ascii: "#") { return text + reference }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return origin + (folder + reference).removingDotSegments
  }
}

extension StringProtocol {
  /// A letter, then letters, digits, `+-.`, then a colon.
  fileprivate var hasScheme: Bool {
    guard let first = utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
    for byte in utf8 {
      if byte == UInt8(ascii: ":") { return true }
      guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "+-.".utf8.contains(byte) else {
        return false
      }
    }
    return false
  }

  /// RFC 3986 §5.2.4, on the path only; query and fragment stay.
  fileprivate var removingDotSegments: String {
    let end = utf8.firstIndex { "?#".utf8.contains($0) } ?? endIndex
    var kept: [SubSequence] = []
    let segments = self[..<end].split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return kept.joined(separator: "/") + self[end...]
  }
}
