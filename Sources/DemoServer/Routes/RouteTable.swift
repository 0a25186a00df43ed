import LosslessJSON

/// Finds the row that answers a request.
package struct RouteTable: Sendable {
  /// What the table says about a method and path.
  package enum Match: Sendable {
    case route(Route, parameters: [String: String])
    case otherMethods([String])
    case nothing
  }

  private struct Pattern: Sendable {
    let parts: [Substring]
    var rows: [String: Route]
  }

  private var literal: [String: [String: Route]] = [:]
  private var patterns: [Pattern] = []

  package init(_ routes: [Route]) {
    for route in routes {
      if !route.path.contains("{") {
        literal[route.path, default: [:]][route.method] = route
        continue
      }
      let parts = Self.parts(of: route.path)
      if let index = patterns.firstIndex(where: { $0.parts == parts }) {
        patterns[index].rows[route.method] = route
      } else {
        patterns.append(Pattern(parts: parts, rows: [route.method: route]))
      }
    }
  }

  /// A row with the very path goes before a pattern; a named method before `*`; HEAD asks GET.
  package func match(method: String, path: String) -> Match {
    var allowed: Set<String> = []
    if let rows = literal[path] {
      if let route = Self.route(for: method, in: rows) { return .route(route, parameters: [:]) }
      allowed.formUnion(rows.keys)
    }
    let parts = Self.parts(of: path)
    for pattern in patterns {
      guard let parameters = Self.parameters(of: parts, in: pattern.parts) else { continue }
      if let route = Self.route(for: method, in: pattern.rows) {
        return .route(route, parameters: parameters)
      }
      allowed.formUnion(pattern.rows.keys)
    }
    return allowed.isEmpty ? .nothing : .otherMethods(allowed.sorted())
  }

  /// What `{name}` parts of a pattern stand for in a path; nil when the path is another one.
  static func parameters(of path: String, in pattern: String) -> [String: String]? {
    parameters(of: parts(of: path), in: parts(of: pattern))
  }

  private static func parameters(
    of parts: [Substring], in pattern: [Substring]
  ) -> [String: String]? {
    guard parts.count == pattern.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, wanted) in zip(parts, pattern) {
      if wanted.hasPrefix("{") {
        guard !part.isEmpty else { return nil }
        parameters[String(wanted.dropFirst().dropLast())] = String(
          decoding: part.utf8.percentDecoded(), as: UTF8.self)
      } else if part != wanted {
        return nil
      }
    }
    return parameters
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func route(for method: String, in rows: [String: Route]) -> Route? {
    rows[method] ?? (method == "HEAD" ? rows["GET"] : nil) ?? rows["*"]
  }
}

// MARK: - What a match means for the connection

extension RouteTable.Match {
  var parameters: [String: String] {
    if case .route(_, let parameters) = self { parameters } else { [:] }
  }

  var answersBeforeBody: Bool {
    if case .route(let route, _) = self { route.answersBeforeBody } else { false }
  }

  func reply(to request: Request) -> Reply {
    switch self {
    case .route(let route, _):
      return route.reply(request)
    case .otherMethods(let methods):
      let allowed = Set(methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"])
      let allow = Field("Allow", allowed.sorted().joined(separator: ", "))
      if request.method == "OPTIONS" { return .empty(204, fields: [allow]) }
      return .text(
        "\(request.path) does not know \(request.method); it knows \(allow.value).\n",
        status: 405, fields: [allow])
    case .nothing:
      return .text("There is no \(request.path) here; GET / lists what there is.\n", status: 404)
    }
  }
}
