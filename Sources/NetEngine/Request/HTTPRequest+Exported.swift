import LosslessJSON

extension HTTPRequest {
  /// The request as every export writes it: without the fields that its next sender makes anew.
  ///
  /// A recorded length beside a body whose secrets became variables would make the server wait, or
  /// take the rest of the body for a second request. `Host` stays where it differs from the URL.
  package var exported: HTTPRequest {
    var copy = self
    let authority = url.authorityOfURL
    copy.headers = Headers(
      headers.endToEnd.filter {
        !$0.name.isSameHeaderName(as: "Host") || $0.value.lowercasedASCII != authority
      })
    return copy
  }
}

extension Headers {
  /// The fields without framing, fields of one connection (RFC 9110 §7.6.1), the fields that
  /// `Connection` lists, and the pseudo-fields of HTTP/2.
  package var endToEnd: Headers {
    let listed = values("Connection").flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
    let dropped = Self.ofConnection.union(
      listed.map { String(Substring($0.trimmingBlanks)).lowercasedASCII })
    return Headers(
      filter { field in
        let name = field.name.lowercasedASCII
        return !name.hasPrefix(":") && !name.hasPrefix("proxy-") && !dropped.contains(name)
      })
  }

  private static let ofConnection = Set(
    (ConnectionFields.framing + ConnectionFields.ofOneHop + ["Expect"]).map {
      $0.lowercasedASCII
    })
}

extension String {
  /// The host of a URL, and its port unless it is the scheme's own.
  fileprivate var authorityOfURL: String {
    guard let url = try? URLText(self) else { return "" }
    let origin = url.origin
    let usual = url.scheme == "https" ? 443 : 80
    return (origin.port == usual ? origin.host : "\(origin.host):\(origin.port)").lowercasedASCII
  }
}
