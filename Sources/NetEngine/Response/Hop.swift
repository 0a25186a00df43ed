import LosslessJSON

/// One request and the answer to it; redirects make an exchange of several hops.
public struct Hop: Sendable, Hashable {
  /// Where this hop went.
  public var url: String
  /// What it asked with; a redirect may change it.
  public var method: HTTPMethod
  /// The request line and headers exactly as written to the socket (HTTP/2: an HTTP/1 rendering).
  public var requestHead: [UInt8] = []
  /// How many body bytes were written.
  public var sentBodyBytes = 0
  /// Every byte of the answer before its body: interim responses, status line, headers.
  public var head: [UInt8] = []
  /// The code of the final status line; 0 while there is none.
  public var statusCode = 0
  /// The words after the code, possibly none.
  public var reason = ""
  /// As the status line says it: `1.1`, `2`.
  public var httpVersion = ""
  /// The fields of the final head, in order.
  public var headers = Headers()
  /// The fields after a chunked body.
  public var trailers = Headers()
  /// How many 1xx responses came first.
  public var interimResponses = 0
  /// Names of the headers that were left out because they belong to another origin.
  package var dropped: [String] = []
  /// What the cookie store added to it, in the order of the `Cookie` field.
  package var cookies: [SentCookie] = []
  /// How long it took.
  public var timings = Timings()
  /// What it went over.
  public var connection = Connection()
  /// The body of a redirect, as it came; the last hop's body is the response's.
  public var body = Body.empty

  /// A hop that is about to start.
  public init(url: String, method: HTTPMethod) {
    self.url = url
    self.method = method
  }

  /// What it asked, and nothing of what came of it.
  package var unanswered: Hop {
    var hop = Hop(url: url, method: method)
    (hop.requestHead, hop.sentBodyBytes) = (requestHead, sentBodyBytes)
    (hop.dropped, hop.cookies) = (dropped, cookies)
    return hop
  }
}
