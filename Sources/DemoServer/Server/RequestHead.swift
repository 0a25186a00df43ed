/// The rules by which a request's head is read: strict, because clients are tested against them.
enum RequestHead {
  /// How a request's body is delimited.
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  /// Splits a head, without its final empty line, into its parts.
  static func parse(_ head: ArraySlice<UInt8>) -> Result<Request, BadRequest> {
    let lines = split(head)
    let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty else {
      return refuse("The request line is not 'METHOD target HTTP/1.1'.")
    }
    guard !words[0].isEmpty, words[0].allSatisfy(isTokenByte) else {
      return refuse("The method contains a byte that no method may contain.")
    }
    guard words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
      return refuse("The target contains a control character.")
    }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      return .failure(BadRequest(status: 505, why: "The version is neither HTTP/1.1 nor 1.0."))
    }
    if let why = lines.dropFirst().lazy.compactMap(fault(in:)).first { return refuse(why) }
    let request = Request(
      method: String(decoding: words[0], as: UTF8.self), target: Array(words[1]),
      version: version, headerLines: lines.dropFirst().map(Array.init))
    let hosts = request.headers("Host").count
    guard hosts == 1 || (hosts == 0 && version == "HTTP/1.0") else {
      return refuse("The request has \(hosts) Host fields; HTTP/1.1 asks for exactly one.")
    }
    return .success(request)
  }

  /// What the head says about the body.
  static func framing(of request: Request) -> Result<Framing, BadRequest> {
    let codings = request.headers("Transfer-Encoding")
    let lengths = request.headers("Content-Length")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        return .failure(
          BadRequest(status: 400, why: "Content-Length stands beside Transfer-Encoding."))
      }
      guard codings.count == 1, codings[0].utf8.map({ $0 | 0x20 }).elementsEqual("chunked".utf8)
      else {
        return .failure(
          BadRequest(status: 501, why: "The only transfer coding understood is chunked."))
      }
      return .success(.chunked)
    }
    guard let first = lengths.first else { return .success(.none) }
    guard lengths.count == 1, let length = Digits.parse(first) else {
      return .failure(BadRequest(status: 400, why: "Content-Length is not one number."))
    }
    return .success(.length(length))
  }

  private static func refuse(_ why: String) -> Result<Request, BadRequest> {
    .failure(BadRequest(status: 400, why: why))
  }

  /// Lines by CR LF; a lone CR or LF stays in its line and is found by `fault`.
  private static func split(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = head
    while let end = rest.firstLineEnd(from: rest.startIndex) {
      lines.append(rest[..<end])
      rest = rest[(end + 2)...]
    }
    lines.append(rest)
    return lines
  }

  private static func fault(in line: ArraySlice<UInt8>) -> String? {
    if line.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
      return "A header line contains NUL or a lone CR or LF."
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return "A header line has no colon."
    }
    guard colon > line.startIndex, line[..<colon].allSatisfy(isTokenByte) else {
      return "A header name is empty or contains a byte that no name may contain."
    }
    return nil
  }

  /// RFC 9110's `tchar`.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
    default: false
    }
  }
}
