import LosslessJSON
import NetEngine

/// Heads as they go on: what is for one hop is taken away, what names this server names the other one,
/// everything else stays as it came and where it stood.
struct PassedHead {
  let client: ClientHead
  let upstream: Upstream
  let habits: PassingHabits
  /// Tells the server behind, an inspector too, by whom the request was passed on.
  var ring: HeaderField?

  // MARK: The request

  private static let options = {
    var options = RequestOptions()
    options.leftOut = ["Accept", "Accept-Encoding", "User-Agent", "Content-Length"]
    options.followsRedirects = false
    return options
  }()

  /// The request for the server behind; the body comes by itself.
  func request(within limits: Limits = Limits()) -> HTTPRequest {
    let path = client.path
    var options = Self.options
    options.verifiesTLS = habits.verifiesTLS
    options.certificateFile = habits.certificateFile
    if path == "*" {
      options.rawTarget = "*"
    } else if path.utf8.contains(where: { $0 >= 0x80 }) {
      // libcurl would escape it.
      options.rawTarget = upstream.basePath + path
    }
    return HTTPRequest(
      method: HTTPMethod(rawValue: client.method),
      url: path == "*" ? upstream.base : upstream.base + path,
      headers: Headers(fields()), options: options, limits: limits)
  }

  private func fields() -> [HeaderField] {
    let named = client.headers.listed("Connection")
    var fields: [HeaderField] = []
    fields.reserveCapacity(client.headers.count + 6)
    var saysLength = false
    for field in client.headers where !named.names(field) {
      guard let known = PassedField(field.name) else {
        fields.append(field)
        continue
      }
      if known == .contentLength {
        if !saysLength { fields.append(field.withOneLength) }
        saysLength = true
      } else if let field = rewritten(field, known) {
        fields.append(field)
      }
    }
    if !client.headers.contains("Host") {
      fields.insert(HeaderField("Host", upstream.authority, source: .engine), at: 0)
    }
    if client.headers.listed("TE").contains("trailers") {
      fields.append(HeaderField("TE", "trailers", source: .wire))
      fields.append(HeaderField("Connection", "TE", source: .engine))
    }
    if let ring { fields.append(ring) }
    return fields
  }

  private func rewritten(_ field: HeaderField, _ known: PassedField) -> HeaderField? {
    var field = field
    switch known {
    case .ofOneHop: return nil
    case .transferEncoding:
      guard client.framing == .chunked else { return nil }
      field.value = "chunked"
    case .host where !habits.keepsHost: field.value = upstream.authority
    case .origin where !habits.keepsOrigin && ownOrigin?.isSameText(as: field.value) == true:
      field.value = upstream.origin
    case .referer where !habits.keepsOrigin:
      guard let own = ownOrigin, field.value.utf8.starts(with: own.utf8) else { break }
      let rest = field.value.utf8.dropFirst(own.utf8.count)
      guard rest.first.map({ $0 == 0x2f || $0 == 0x3f }) ?? true else { break }
      field.value = upstream.origin + String(Substring(rest))
    case .maxForwards:
      if let left = client.maxForwards, left > 0 { field.value = "\(left - 1)" }
    // Links can be changed in what is not packed only.
    case .acceptEncoding where habits.rewritesLinks: field.value = "identity"
    default: break
    }
    return field
  }

  /// This server as the client calls it.
  var ownOrigin: String? { client.headers["Host"].map { "http://" + $0 } }
}

/// What somebody may have wished otherwise than usual.
struct PassingHabits: Sendable, Hashable {
  /// `Host` goes on as the client said it.
  var keepsHost = false
  /// `Origin` and `Referer` go on as the client said them.
  var keepsOrigin = false
  /// Links to the server behind in texts lead here.
  var rewritesLinks = false
  /// The certificate of the server behind is checked.
  var verifiesTLS = true
  /// The certificates that are trusted in place of the system's.
  var certificateFile: String?
}
