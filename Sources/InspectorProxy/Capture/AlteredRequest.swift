import LosslessJSON
import NetEngine
import NetRecordings

/// A client's request as lines of rules change it on its way to the server behind.
struct AlteredRequest {
  private(set) var request: HTTPRequest
  /// The request as it would go on unchanged.
  let original: HTTPRequest
  private(set) var notes: [String] = []

  /// `body` is what the client has sent.
  init(_ head: PassedHead, body: [UInt8], _ chosen: [Alterations.Chosen]) {
    var request = head.request()
    if !body.isEmpty || head.client.framing == .chunked { request.replaceBody(by: body) }
    (self.request, original) = (request, request)
    for (rule, alteration) in chosen where alteration.isOfRequest {
      do throws(AlteredEnvelope.Impossible) {
        try apply(alteration)
        notes.add(rule)
      } catch {
        notes.add(rule, notAppliedFor: error.why)
      }
    }
  }

  mutating func limit(by limits: Limits) { request.limits = limits }

  private mutating func apply(_ alteration: Alteration) throws(AlteredEnvelope.Impossible) {
    switch alteration {
    case .requestHeader(let change):
      var fields = Array(request.headers)
      fields.apply(change)
      request.headers = Headers(fields)
    case .requestQuery(let change): request.url = Self.url(request.url, change)
    case .requestBody(let change):
      guard case .bytes(let body) = request.body else {
        throw AlteredEnvelope.Impossible(why: "the request has no body")
      }
      request.replaceBody(by: try JSONEdit.changed(body, change))
    default: break
    }
  }

  /// The URL with one pair of its query changed; the others stay as they were written.
  private static func url(_ url: String, _ change: Alteration.Query) -> String {
    let (base, query) =
      url.utf8.firstIndex(of: 0x3f).map { mark in
        (String(url[..<mark]), Array(url.utf8[url.utf8.index(after: mark)...]))
      } ?? (url, [])
    var pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if query.isEmpty { pairs = [] }
    let name = change.name.percentEscaped(where: \.isUnreserved)
    func isMeant(_ pair: String) -> Bool {
      pair.isSameText(as: name) || pair.utf8.starts(with: "\(name)=".utf8)
    }
    let place = pairs.firstIndex(where: isMeant)
    pairs.removeAll(where: isMeant)
    if case .set(_, let value) = change {
      let pair = "\(name)=\(value.percentEscaped(where: \.isUnreserved))"
      pairs.insert(pair, at: min(place ?? pairs.count, pairs.count))
    }
    return pairs.isEmpty ? base : base + "?" + pairs.joined(separator: "&")
  }
}

extension HTTPRequest {
  fileprivate mutating func replaceBody(by body: [UInt8]) {
    self.body = body.isEmpty ? .none : .bytes(Body(body))
    self = framedAnew
  }

  /// This request's method, URL, headers and body; nil when they equal those of `other`.
  func differing(from other: HTTPRequest) -> HTTPRequest? {
    guard
      (method, url, headers, body) != (other.method, other.url, other.headers, other.body)
    else { return nil }
    return HTTPRequest(method: method, url: url, headers: headers, body: body)
  }

  /// The request with the one length that its body has: it goes out whole.
  var framedAnew: HTTPRequest {
    var request = self
    let fields = headers.filter { PassedField($0.name)?.isFraming != true }
    let saysLength = fields.count < headers.count
    request.headers = Headers(Array(fields))
    // The transport says the length of a body that is there.
    if body.count == 0, saysLength { request.headers.append(HeaderField("Content-Length", "0")) }
    return request
  }
}
