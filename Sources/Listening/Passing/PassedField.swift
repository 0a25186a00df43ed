import BytesAndJSON
import ExchangesAndOutcomes

/// A field that whoever passes on has to do something about, on one of the two ways or on both.
///
/// Found by its length first: making small letters of every name of every head costs more than all
/// else that is done with them.
enum PassedField: Sendable, Hashable {
  /// For one hop alone (RFC 9110 §7.6.1), or between the client and us.
  case ofOneHop
  case transferEncoding, host, origin, referer, maxForwards, acceptEncoding, forwardedFor
  case contentLength, setCookie, allowedOrigin, location, links, policy
  /// Binds a browser to the real server.
  case binding
  /// Is about bytes that are others once links in them were changed.
  case ofBody

  private static let names: [(name: String, field: PassedField)] = [
    ("Connection", .ofOneHop), ("Keep-Alive", .ofOneHop), ("Proxy-Connection", .ofOneHop),
    ("Proxy-Authorization", .ofOneHop), ("Proxy-Authenticate", .ofOneHop), ("TE", .ofOneHop),
    ("Upgrade", .ofOneHop), ("HTTP2-Settings", .ofOneHop),
    ("Transfer-Encoding", .transferEncoding), ("Host", .host), ("Origin", .origin),
    ("Referer", .referer), ("Max-Forwards", .maxForwards), ("Accept-Encoding", .acceptEncoding),
    ("X-Forwarded-For", .forwardedFor), ("Content-Length", .contentLength),
    ("Set-Cookie", .setCookie), ("Access-Control-Allow-Origin", .allowedOrigin),
    ("Location", .location), ("Content-Location", .location), ("Refresh", .links),
    ("Link", .links), ("Content-Security-Policy", .policy),
    ("Strict-Transport-Security", .binding), ("Alt-Svc", .binding), ("Public-Key-Pins", .binding),
    ("ETag", .ofBody), ("Digest", .ofBody), ("Content-Digest", .ofBody), ("Repr-Digest", .ofBody),
    ("Content-MD5", .ofBody), ("Accept-Ranges", .ofBody),
  ]

  /// The names by how long they are.
  private static let byLength: [[(name: String, field: PassedField)]] = {
    let longest = names.map(\.name.utf8.count).max() ?? 0
    var table = [[(name: String, field: PassedField)]](repeating: [], count: longest + 1)
    for row in names { table[row.name.utf8.count].append(row) }
    return table
  }()

  /// nil for a name that goes on as it came.
  init?(_ name: String) {
    let length = name.utf8.count
    guard length < Self.byLength.count else { return nil }
    for row in Self.byLength[length] where row.name.isSameHeaderName(as: name) {
      self = row.field
      return
    }
    return nil
  }
}

extension Headers {
  /// The words of all fields of a name that lists some, in small letters.
  func listed(_ name: String) -> [String] {
    guard let last = self[name] else { return [] }
    // What nearly all say.
    for word in ["keep-alive", "close"] where last.isSameHeaderName(as: word) {
      if count(of: name) == 1 { return [word] }
    }
    return values(name).flatMap(\.listedWords)
  }
}

extension [String] {
  /// Whether a field is named here, as `Connection` names what is for one hop.
  func names(_ field: HeaderField) -> Bool {
    !isEmpty && contains { $0.isSameHeaderName(as: field.name) }
  }
}
