/// What came back for a request, byte for byte, with everything that happened on the way.
public struct Response: Sendable, Hashable {
  /// The request as it was prepared for sending.
  public var request: HTTPRequest
  /// Every hop in order, at least one; the last one is the answer.
  public var hops: [Hop]
  /// The body after its content codings were undone.
  public var body: Body
  /// The body as it came over the wire.
  public var wire: Body
  /// What was odd but not wrong enough to fail.
  public var warnings: [Warning]
  /// How its envelope is to be read: the target's profile, else the provider's, else a plugin's.
  public var profile: EnvelopeProfile?
  /// False when the transfer broke off: what arrived is here, the rest is not.
  public var isComplete: Bool

  /// Makes an answer of hops and a body; `wire` is the body itself when nothing was decoded.
  public init(
    request: HTTPRequest, hops: [Hop], body: Body, wire: Body? = nil, warnings: [Warning] = [],
    isComplete: Bool = true
  ) {
    self.request = request
    self.hops = hops
    self.body = body
    self.wire = wire ?? body
    self.warnings = warnings
    self.isComplete = isComplete
  }

  /// Makes an answer that nobody sent: a stub, a sample, a test.
  public init(
    statusCode: Int, headers: Headers = [:], body: Body = .empty, request: HTTPRequest
  ) {
    var hop = Hop(url: request.url, method: request.method)
    hop.statusCode = statusCode
    hop.headers = headers
    self.init(request: request, hops: [hop], body: body)
  }

  /// The final status code.
  public var statusCode: Int { hops.last?.statusCode ?? 0 }
  /// The final headers, in order.
  public var headers: Headers { hops.last?.headers ?? [:] }
  /// Where the answer came from after redirects.
  public var url: String { hops.last?.url ?? request.url }
  /// All hops together, in microseconds.
  public var totalTime: Int { hops.reduce(0) { $0 + $1.timings.total } }
}
