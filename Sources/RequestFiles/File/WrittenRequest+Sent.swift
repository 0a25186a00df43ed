import LosslessJSON
import NetEngine

extension WrittenRequest {
  /// A request that is built, as a person could have written it.
  ///
  /// A body that is no text, or in which braces would become variables, is held as it is.
  public init(sent request: HTTPRequest) {
    self.init(
      method: request.method.rawValue, target: request.url, headers: Array(request.headers),
      body: Self.payload(of: request), notes: Self.notes(of: request))
    if let digest = request.options.digest {
      headers.append(HeaderField("Authorization", digest.written))
    }
    switch request.options.version {
    case .automatic: version = ""
    case .http1: version = "HTTP/1.1"
    case .http2: version = "HTTP/2"
    }
  }

  /// How it travels and is judged, as a file says it; `said` are fields the file leaves out everywhere.
  static func notes(of request: HTTPRequest, butFor said: [String] = []) -> [String] {
    var notes: [String] = []
    if !request.options.verifiesTLS { notes.append("# @insecure") }
    if !request.options.followsRedirects { notes.append("# @no-redirect") }
    let leftOut = request.options.leftOut.filter { name in
      !said.contains { $0.isSameHeaderName(as: name) }
    }
    if !leftOut.isEmpty { notes.append("# @no-header \(leftOut.joined(separator: ", "))") }
    if let timeout = request.timeout {
      notes.append("# @timeout \(max(1, Int(saturating: timeout / .milliseconds(1))))ms")
    }
    return notes + request.options.notes.compactMap(MetaWord.recorded)
  }

  /// Longer ones are held: nobody types in them.
  private static let textLimit = 256 << 10

  private static func payload(of request: HTTPRequest) -> Payload {
    guard request.body.count > 0 else { return .text("") }
    if let parts = parts(of: request) { return parts }
    guard case .bytes(let body) = request.body, body.count <= textLimit, let text = body.text,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a || $0 == 0x09 }),
      Template(text, at: FilePlace("")).uses.isEmpty
    else { return .held(request.body) }
    return .text(text)
  }

  /// A multipart body as its lines; nil where a part would be a file of its own.
  private static func parts(of request: HTTPRequest) -> Payload? {
    guard request.body.count <= textLimit, let body = request.body.collected,
      request.headers["Content-Type"]?.lowercasedASCII.utf8.starts(with: "multipart/".utf8) == true
    else { return nil }
    var plain = HTTPRequest(method: .post, url: "http://host/", body: .bytes(body))
    plain.headers = Headers(
      request.headers.filter { $0.name.isSameHeaderName(as: "Content-Type") })
    let written = RequestFileText([(nil, plain)])
    guard written.files.isEmpty, !written.usesBrace,
      let read = try? WrittenRequest.read(written.text).request, case .lines = read.body
    else { return nil }
    return read.body
  }
}
