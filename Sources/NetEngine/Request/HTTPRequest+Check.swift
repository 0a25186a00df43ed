import LosslessJSON

extension HTTPRequest {
  /// Checks the URL and brings it into the form that is sent; user and password become a header.
  package mutating func normalise() throws(SetupProblem) {
    guard url.utf8.count <= limits.urlLength else {
      throw SetupProblem(.url, .tooLong(allowed: limits.urlLength), text: String(url.prefix(80)))
    }
    if URLText.isNormal(url) { return }
    let parsed = try URLText(url)
    url = parsed.text
    if let userInfo = parsed.userInfo, !headers.contains("Authorization"), options.digest == nil {
      headers.append(
        HeaderField("Authorization", "Basic " + userInfo.decodedUserInfo.base64, source: .url))
    }
  }

  /// Refuses what could smuggle a second request or cannot be said in HTTP, naming part and place.
  ///
  /// Runs after the plugins: what they add is checked as strictly as what the target says.
  package func check() throws(SetupProblem) {
    try checkIsWhole()
    try Self.checkToken(method.rawValue, as: .method)
    let fields = headers.fields
    for index in fields.indices {
      try Self.checkToken(fields[index].name, as: .headerName)
      try Self.checkValue(fields[index])
    }
    if method == .head, body != .none {
      throw SetupProblem(.body, .combination("HEAD cannot carry a body"), text: "HEAD")
    }
    try checkHost()
    try checkFraming()
  }

  /// Refuses a body of which a recording keeps only a part.
  package func checkIsWhole() throws(SetupProblem) {
    guard let keptPart else { return }
    let words = "\(keptPart): send the request from the file or the program that has the whole body"
    throw SetupProblem(.body, .combination(words), text: "")
  }

  /// A server, and whatever stands in front of it, may each take another one of two.
  private func checkHost() throws(SetupProblem) {
    guard headers.count(of: "Host") > 1 else { return }
    let values = headers.values("Host").joined(separator: "', '")
    throw SetupProblem(.headerValue("Host"), .combination("it is said twice"), text: values)
  }

  /// A length that is not the body's would make the rest of it a second request, or wait for more.
  private func checkFraming() throws(SetupProblem) {
    guard headers.contains("Content-Length") || headers.contains("Transfer-Encoding") else {
      return
    }
    let lengths = headers.filter { $0.name.isSameHeaderName(as: "Content-Length") }
    for field in lengths where Int(digits: field.value.utf8) != body.count || lengths.count > 1 {
      let words = lengths.count > 1 ? "it is said twice" : "the body has \(body.count) bytes"
      throw SetupProblem(.headerValue(field.name), .combination(words), text: field.value)
    }
    let codings = headers.filter { $0.name.isSameHeaderName(as: "Transfer-Encoding") }
    for field in codings
    where field.value != "chunked" || body == .none || codings.count + lengths.count > 1 {
      let words = "only 'chunked' can be said, once, with a body and without Content-Length"
      throw SetupProblem(.headerValue(field.name), .combination(words), text: field.value)
    }
  }

  /// Takes the blanks around checked values away: they mean nothing, and libcurl drops a field of
  /// nothing else.
  package mutating func trimHeaderValues() {
    func isPadded(_ value: String) -> Bool {
      guard let first = value.utf8.first, let last = value.utf8.last else { return false }
      return first.isBlank || last.isBlank
    }
    let fields = headers.fields
    guard fields.indices.contains(where: { isPadded(fields[$0].value) }) else { return }
    headers = Headers(
      headers.map { field in
        var field = field
        field.value = String(Substring(Substring(field.value).utf8.trimmingBlanks))
        return field
      })
  }

  /// RFC 9110 §5.6.2.
  private static func checkToken(_ text: String, as part: SetupProblem.Part) throws(SetupProblem) {
    guard !text.isEmpty else { throw SetupProblem(part, .empty, text: text) }
    if text.utf8.holdsOnly(\.isTokenByte) { return }
    var index = 0
    for byte in text.utf8 {
      guard byte.isTokenByte else {
        throw SetupProblem(part, .forbiddenByte(byte, at: index), text: text)
      }
      index += 1
    }
  }

  /// Any byte but control characters; a tab is allowed.
  private static func checkValue(_ field: HeaderField) throws(SetupProblem) {
    if field.value.utf8.holdsOnly({ !$0.isOddControl }) { return }
    var index = 0
    for byte in field.value.utf8 {
      if byte.isOddControl {
        throw SetupProblem(
          .headerValue(field.name), .forbiddenByte(byte, at: index), text: field.value)
      }
      index += 1
    }
  }
}

extension String.UTF8View {
  /// A plain loop over memory: a text's own iterator takes several times as long for each byte.
  @inline(__always)
  fileprivate func holdsOnly(_ isGood: (UInt8) -> Bool) -> Bool {
    withContiguousStorageIfAvailable { bytes in
      for byte in bytes where !isGood(byte) { return false }
      return true
    } ?? allSatisfy(isGood)
  }
}

extension String {
  /// `user:pass` with its percent escapes undone.
  package var decodedUserInfo: [UInt8] {
    let decoded = utf8[...].percentDecoded()
    return decoded.contains(UInt8(ascii: ":")) ? decoded : decoded + [UInt8(ascii: ":")]
  }
}
