extension HTTPRequest {
  /// Checks the URL and brings it into the form that is sent; user and password become a header.
  mutating func normalise() throws(SetupProblem) {
    guard url.utf8.count <= limits.urlLength else {
      throw SetupProblem(.url, .tooLong(allowed: limits.urlLength), text: String(url.prefix(80)))
    }
    if URLText.isNormal(url) { return }
    let parsed = try URLText(url)
    url = parsed.text
    if let userInfo = parsed.userInfo, !headers.contains("Authorization") {
      headers.append(
        HeaderField("Authorization", "Basic " + userInfo.decodedUserInfo.base64, source: .url))
    }
  }

  /// Refuses what could smuggle a second request or cannot be said in HTTP, naming part and place.
  ///
  /// Runs after the plugins: what they add is checked as strictly as what the target says.
  func check() throws(SetupProblem) {
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
  mutating func trimHeaderValues() {
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

extension UInt8 {
  /// A byte of a method or a header name (RFC 9110 §5.6.2).
  var isTokenByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    // ! # $ % & ' * + - . ^ _ ` | ~
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
    default: false
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
  fileprivate var decodedUserInfo: [UInt8] {
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded.contains(UInt8(ascii: ":")) ? decoded : decoded + [UInt8(ascii: ":")]
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

extension [UInt8] {
  /// RFC 4648 §4, with padding.
  package var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      var bits: UInt32 = 0
      for (index, byte) in group.enumerated() { bits |= UInt32(byte) << (16 - 8 * UInt32(index)) }
      for index in 0..<4 {
        let isPadding = index > group.count
        let sextet = Int(bits >> (18 - 6 * UInt32(index)) & 63)
        out.append(isPadding ? UInt8(ascii: "=") : alphabet[sextet])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
