import LosslessJSON
import NetEngine

/// What makes two requests the same one for a replay and a comparison.
///
/// The method, the URL as a server reads it, and what the body means; headers only when asked for.
/// Marks of redacted secrets are equal when their names are.
package struct MatchKey: Sendable, Hashable {
  /// One parameter of the query.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// With its `=`, so that `a` and `a=` stay apart.
    package var value: String
  }

  package var method: String
  /// Scheme, host and port; empty where the origin does not count.
  package var origin: String
  package var path: String
  /// Sorted by name; of one name in the order they were sent.
  package var query: [Parameter]
  /// Names in small letters, with all their values.
  package var headers: [Parameter]
  package var body: BodyFingerprint

  /// Reads a request; what is in `headerNames` has to be the same as well.
  ///
  /// What the rules for the request say may be any is left out.
  package init(
    _ request: HTTPRequest, headerNames: [String] = [], ignoringOrigin: Bool = false,
    rules: Rules = Rules()
  ) {
    let loose = rules.matching(of: request)
    method = request.method.rawValue
    let url = RedactedText.comparable(request.url)
    if let parsed = try? URLText(url) {
      let origin = parsed.origin
      self.origin = ignoringOrigin ? "" : "\(origin.scheme)://\(origin.host):\(origin.port)"
      path = parsed.path.isEmpty ? "/" : parsed.path
      query = Self.parameters(parsed.query).filter { parameter in
        !loose.query.contains { $0.utf8.elementsEqual(parameter.name.utf8) }
      }
    } else {
      // Only a recording can hold what no request can say; it still has to be told apart.
      (origin, path, query) = ("", url, [])
    }
    headers = (headerNames + loose.headers).map { name in
      let values = request.headers.values(name).map(RedactedText.comparable)
      return Parameter(name: name.lowercasedASCII, value: values.joined(separator: "\n"))
    }
    body = BodyFingerprint(request, ignoring: loose.body)
  }

  private static func parameters(_ query: String?) -> [Parameter] {
    guard let query, !query.isEmpty else { return [] }
    let parts = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true)
    let parameters = parts.map { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      let value = part.dropFirst(name.count)
      return Parameter(
        name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
    }
    // The sort keeps the order of equal names.
    return parameters.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The key of the same request in a recording that keeps only a part of its body.
  func withBodySize(of request: HTTPRequest) -> MatchKey {
    var key = self
    key.body = .part(request.keptPartOf ?? request.body.count)
    return key
  }

  /// `GET /users?page=2`: how lists and messages call it.
  package var shown: String {
    var text = "\(method) \(path)"
    if !query.isEmpty {
      text += "?" + query.map { $0.name + $0.value }.joined(separator: "&")
    }
    return text.shortened(to: 120)
  }
}

extension MatchKey.Parameter {
  /// Names and values are bytes: two spellings of one letter are two values.
  package static func == (left: Self, right: Self) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
      && left.value.utf8.elementsEqual(right.value.utf8)
  }
}
