import LosslessJSON
import NetEngine

/// A field that whoever passes on has to do something about, on one of the two ways or on both.
///
/// Found by its length first: making small letters of every name of every head costs more than all
/// else that is done with them.
enum PassedField: Sendable, Hashable {
  /// For one hop alone (RFC 9110 §7.6.1), or between the client and us.
  case ofOneHop
  case transferEncoding, host, origin, referer, maxForwards, acceptEncoding
  case contentLength, setCookie, allowedOrigin, location, links, policy
  /// Binds a browser to the real server.
  case binding
  /// Is about bytes that are others once links in them were changed.
  case ofBody

  private static let names: [(name: String, field: PassedField)] =
    ConnectionFields.ofOneHop.map { ($0, .ofOneHop) } + others

  private static let others: [(name: String, field: PassedField)] = [
    ("Transfer-Encoding", .transferEncoding), ("Host", .host), ("Origin", .origin),
    ("Referer", .referer), ("Max-Forwards", .maxForwards), ("Accept-Encoding", .acceptEncoding),
    ("Content-Length", .contentLength),
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

  /// Whether it says where a body ends.
  var isFraming: Bool { self == .transferEncoding || self == .contentLength }

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
  /// Whether these words of `Connection` take a field away; fields for every recipient stay.
  func names(_ field: HeaderField) -> Bool {
    !isEmpty && contains { $0.isSameHeaderName(as: field.name) && !$0.isForEveryRecipient }
  }
}

extension String {
  /// Whether every recipient needs the field of this name, in small letters.
  ///
  /// `Connection` must not name it (RFC 9110 §7.6.1): without it a message means something else.
  var isForEveryRecipient: Bool { Self.namesForEveryRecipient.contains(self) }

  private static let namesForEveryRecipient: Set = [
    "accept-encoding", "access-control-allow-origin", "age", "authorization", "cache-control",
    "cdn-loop", "content-disposition", "content-encoding", "content-language", "content-length",
    "content-location", "content-range", "content-security-policy", "content-type", "cookie",
    "date", "etag", "expect", "expires", "host", "if-match", "if-modified-since", "if-none-match",
    "if-range", "if-unmodified-since", "last-modified", "location", "origin", "pragma", "range",
    "referer", "retry-after", "set-cookie", "transfer-encoding", "vary", "www-authenticate",
  ]
}

extension HeaderField {
  /// `Content-Length` with one number: the reader of a head has found all of a list equal.
  var withOneLength: HeaderField {
    guard value.utf8.contains(UInt8(ascii: ",")) else { return self }
    var field = self
    let first = value.utf8.split(separator: UInt8(ascii: ","), maxSplits: 1)[0]
    field.value = String(Substring(first.trimmingBlanks))
    return field
  }
}
