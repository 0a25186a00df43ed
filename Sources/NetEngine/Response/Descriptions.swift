import LosslessJSON

extension HTTPRequest: CustomStringConvertible {
  /// One line without secrets: `POST https://example.test/login, 2 headers, 31 bytes`.
  public var description: String {
    let count = body == .none ? "no body" : "\(body.count) bytes"
    let fields = headers.count == 1 ? "1 header" : "\(headers.count) headers"
    return "\(method.rawValue) \(url.withMaskedSecrets), \(fields), \(count)".escapedForMessage
  }
}

extension Response: CustomStringConvertible {
  /// One line without secrets: `200 OK, application/json, 512 bytes, GET https://example.test/users`.
  public var description: String {
    let type = headers["Content-Type"] ?? "no type"
    return
      ("\(statusLineText), \(type), \(body.count) bytes, "
      + "\(request.method.rawValue) \(url.withMaskedSecrets)").escapedForMessage
  }
}
