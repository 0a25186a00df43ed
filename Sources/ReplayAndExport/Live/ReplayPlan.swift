import NetEngine
import RequestFiles
import Sessions

/// What is sent again, what is not and why: pure, so that every guard is a row of a table.
package struct ReplayPlan: Sendable {
  /// What happens to one recorded exchange.
  package enum Decision: Sendable, Hashable {
    /// This goes out.
    case send(HTTPRequest)
    /// Nothing does.
    case skip(Change.Reason)
  }

  /// Where requests and their redirects may go.
  package let origins: Set<Origin>
  private let base: URLText?
  private let options: LiveReplay.Options

  package init(_ exchanges: [Exchange], _ options: LiveReplay.Options) throws(SetupProblem) {
    self.options = options
    base = try options.baseURL.map { (url) throws(SetupProblem) in try URLText(url) }
    if let base {
      origins = [base.origin]
    } else {
      let urls = exchanges.flatMap { [$0.request.url] + ($0.response?.hops.map(\.url) ?? []) }
      origins = Set(urls.compactMap { (try? URLText($0))?.origin })
    }
  }

  /// Says whether an exchange is sent, and as what.
  package func decision(on exchange: Exchange) -> Decision {
    var request = exchange.request
    guard exchange.result != nil else { return .skip(.request("it has no recorded answer")) }
    guard !exchange.wasCancelled else { return .skip(.cancelled) }
    guard request.method.isSafe || options.allowsUnsafe else {
      return .skip(.method(request.method.rawValue))
    }
    var missing: [String] = []
    fill(&request, &missing)
    guard missing.isEmpty else { return .skip(.secret(missing)) }
    do throws(SetupProblem) {
      if let base { request.url = try Self.moved(request.url, to: base) }
      request.headers = request.headers.withoutConnection
      request.options.followsRedirects = exchange.followedRedirects
      request.options.verifiesTLS = options.verifiesTLS
      request.limits = options.limits ?? request.limits
      request.destination = nil
      try request.normalise()
      request.addDefaults()
      try request.check()
      request.trimHeaderValues()
      guard try origins.contains(URLText(request.url).origin) else {
        return .skip(.host(request.url))
      }
    } catch {
      return .skip(.request(error.message))
    }
    return .send(request)
  }

  private static func moved(_ url: String, to base: URLText) throws(SetupProblem) -> String {
    var moved = try URLText(url)
    (moved.scheme, moved.host, moved.port) = (base.scheme, base.host, base.port)
    var front = base.path
    while front.utf8.last == UInt8(ascii: "/") { front.removeLast() }
    moved.path = front + moved.path
    return moved.text
  }

  // MARK: Secrets

  /// Puts the values of variables where secrets were taken out, each in the spelling of its place.
  private func fill(_ request: inout HTTPRequest, _ missing: inout [String]) {
    request.url = fill(request.url, &missing) { $0.percentEscaped(where: \.isUnreserved) }
    request.headers = Headers(
      request.headers.map { field in
        var field = field
        field.value = fill(field.value, &missing) { $0 }
        return field
      })
    guard case .bytes(let body) = request.body, RedactedText.mayOccur(in: body.bytes),
      let text = body.text
    else { return }
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    let filled: String
    if type?.essence == "application/x-www-form-urlencoded" {
      filled = fill(text, &missing) { $0.percentEscaped(where: \.isUnreserved) }
    } else if body.wholeDocument != nil {
      filled = fill(text, &missing) {
        String(decoding: JSONText.token($0.utf8).dropFirst().dropLast(), as: UTF8.self)
      }
    } else {
      filled = fill(text, &missing) { $0 }
    }
    request.body = .bytes(Body(filled))
  }

  private func fill(
    _ text: String, _ missing: inout [String], spelled: (String) -> String
  ) -> String {
    var unknown: [String] = []
    let filled = RedactedText.filled(text) { name in
      let variable = RedactedText.variable(of: name)
      guard let value = options.environment(variable) else {
        unknown.append(variable)
        return ""
      }
      return spelled(value)
    }
    for variable in unknown where !missing.contains(variable) { missing.append(variable) }
    return filled ?? text
  }
}

extension Headers {
  /// Without what belongs to one connection, what the transport says itself, and what a browser's
  /// recording holds that is no header.
  package var withoutConnection: Headers {
    Headers(
      filter { field in
        let name = field.name.lowercased()
        return !name.hasPrefix(":") && !name.hasPrefix("proxy-")
          && !Self.ofConnection.contains(name)
      })
  }

  private static let ofConnection: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer",
    "upgrade", "http2-settings", "expect",
  ]
}

extension Exchange {
  /// Whether somebody ended it before its answer was there, or all of it.
  package var wasCancelled: Bool {
    failureKind == .cancelled
  }

  /// Whether redirects were followed: an answer that is one itself shows that they were not.
  package var followedRedirects: Bool {
    guard let response, response.hops.count == 1 else { return true }
    return !(Redirect.isRedirect(response.statusCode) && response.headers.contains("Location"))
  }
}

extension UInt8 {
  /// RFC 3986 §2.3.
  fileprivate var isUnreserved: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(self)
  }
}
