/// Everything that is bounded, and by how much; each bound is named in the error it causes.
public struct Limits: Sendable, Hashable {
  /// Bytes of one body kept in memory; more goes to a file.
  public var bodyInMemory = 32 << 20
  /// Bytes of a body as it comes over the wire.
  public var wireBody = 1 << 30
  /// Bytes of a body once decoded.
  public var decodedBody = 256 << 20
  /// How many times its wire size a body may decode to, once `decodedRatioFloor` bytes are out.
  public var decodedRatio = 200
  /// From which decoded size the ratio counts.
  public var decodedRatioFloor = 16 << 20
  /// Bytes of one header line.
  public var headerLine = 100 << 10
  /// Bytes of a whole head.
  public var headerBlock = 300 << 10
  /// Fields of a head.
  public var headerFields = 5_000
  /// 1xx responses before the final one.
  public var interimResponses = 2_000
  /// Redirects that are followed.
  public var redirects = 10
  /// Bytes of a URL.
  public var urlLength = 64 << 10
  /// Bytes of one cookie; more is a warning.
  public var cookieBytes = 4_096
  /// Cookies of one answer; more is a warning.
  public var cookies = 50
  /// How long connecting may take, TLS included.
  public var connectTimeout = Duration.seconds(10)
  /// How long nothing may move; an event stream has no such limit.
  public var idleTimeout = Duration.seconds(30)
  /// How long the whole exchange may take; nil is for ever.
  ///
  /// A target's `timeout` comes first.
  public var totalTimeout: Duration?
  /// How deep a JSON document may nest.
  public var jsonDepth = 512
  /// Bytes of memory for the parsed form of a JSON document, eight a value, beside its own.
  public var jsonMemory = 512 << 20

  /// The limits for a person at a screen.
  public init() {}

  /// The limits for a run without a screen: nobody is there to press cancel.
  package static let headless: Limits = {
    var limits = Limits()
    limits.wireBody = 100 << 20
    limits.totalTimeout = .seconds(120)
    return limits
  }()
}
