import LosslessJSON

/// What came back for a request, byte for byte, with everything that happened on the way.
public struct Response: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var request: HTTPRequest
    var hops: [Hop]
    var body: Body
    var wire: Body
    var warnings: [Warning]
    var profile: EnvelopeProfile?
    var readsNoEnvelope = false
    var decoder = ModelDecoder()
    var ownStep: OwnStep?
    var isComplete: Bool
    var recordedType: String?
    var recordedBy: String?
    var keptPartOf: Int?
    var keptPartHash: String?
    var keptWireOf: Int?
    var receivedSize: Int?
    var outline: Body?
  }

  private var parts: SharedValue<Parts>

  /// Makes an answer of hops and a body; `wire` is the body itself when nothing was decoded.
  public init(
    request: HTTPRequest, hops: [Hop], body: Body, wire: Body? = nil, warnings: [Warning] = [],
    isComplete: Bool = true
  ) {
    parts = SharedValue(
      Parts(
        request: request, hops: hops, body: body, wire: wire ?? body, warnings: warnings,
        isComplete: isComplete))
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

  /// The request as it was prepared for sending.
  public var request: HTTPRequest {
    _read { yield parts.value.request }
    _modify { yield &parts.value.request }
  }
  /// Every hop in order, at least one; the last one is the answer.
  public var hops: [Hop] {
    _read { yield parts.value.hops }
    _modify { yield &parts.value.hops }
  }
  /// The body after its content codings were undone, and after somebody's own step if there is one.
  public var body: Body {
    _read { yield parts.value.body }
    _modify { yield &parts.value.body }
  }
  /// The body as it came over the wire.
  public var wire: Body {
    _read { yield parts.value.wire }
    _modify { yield &parts.value.wire }
  }
  /// What somebody's own step has made of the body; nil when there is none.
  package var ownStep: OwnStep? {
    get { parts.value.ownStep }
    _modify { yield &parts.value.ownStep }
  }
  /// What was odd but not wrong enough to fail.
  public var warnings: [Warning] {
    _read { yield parts.value.warnings }
    _modify { yield &parts.value.warnings }
  }
  /// How its envelope is to be read: the target's profile, else the provider's, else a plugin's.
  public var profile: EnvelopeProfile? {
    get { parts.value.profile }
    _modify { yield &parts.value.profile }
  }
  /// Its target wants no envelope read: no profile for others counts for it, and none is detected.
  package var readsNoEnvelope: Bool {
    _read { yield parts.value.readsNoEnvelope }
    _modify { yield &parts.value.readsNoEnvelope }
  }
  /// What its models are decoded by where a mapping says nothing: the provider's decoder.
  ///
  /// Answers that differ in this alone are equal.
  package var decoder: DecoderMaker? {
    get { parts.value.decoder.make }
    set { parts.value.decoder.make = newValue }
  }
  /// False when the transfer broke off: what arrived is here, the rest is not.
  public var isComplete: Bool {
    _read { yield parts.value.isComplete }
    _modify { yield &parts.value.isComplete }
  }

  /// The type a recording says apart from the headers; it counts where no header says one.
  package var recordedType: String? {
    _read { yield parts.value.recordedType }
    _modify { yield &parts.value.recordedType }
  }

  /// The tool whose recording it is, as it names itself; nil for an answer that came here.
  package var recordedBy: String? {
    _read { yield parts.value.recordedBy }
    _modify { yield &parts.value.recordedBy }
  }

  /// The size of the decoded body when a recording keeps only its beginning; nil when it is whole.
  package var keptPartOf: Int? {
    _read { yield parts.value.keptPartOf }
    _modify { yield &parts.value.keptPartOf }
  }

  /// The SHA-256 of that whole decoded body in hexadecimal digits, where the recording has it.
  package var keptPartHash: String? {
    _read { yield parts.value.keptPartHash }
    _modify { yield &parts.value.keptPartHash }
  }

  /// The size of the decoded body as it was received, where redaction has changed it.
  package var receivedSize: Int? {
    _read { yield parts.value.receivedSize }
    _modify { yield &parts.value.receivedSize }
  }

  /// The size of the whole decoded body as it was received; a recording may keep another.
  package var bodySize: Int { keptPartOf ?? receivedSize ?? body.count }

  /// The size of the body on the wire when a recording keeps a part or redacts it; nil when the
  /// recording does not say, or when it is the size of the decoded body.
  package var keptWireOf: Int? {
    _read { yield parts.value.keptWireOf }
    _modify { yield &parts.value.keptWireOf }
  }

  /// The bytes that came over the wire, kept or not.
  package var wireSize: Int {
    keptWireOf ?? (wire.count == body.count ? bodySize : wire.count)
  }

  /// The envelope of a body of which a recording keeps only the beginning, as JSON: its verdict
  /// stays.
  package var outline: Body? {
    _read { yield parts.value.outline }
    _modify { yield &parts.value.outline }
  }

  /// The profile that reads it: its own, none by its target's word, else the standard one.
  package func profile(or standard: @autoclosure () -> EnvelopeProfile?) -> EnvelopeProfile? {
    profile ?? (readsNoEnvelope ? nil : standard())
  }

  // In place: a copy of the last hop would count a reference for every text in it.

  /// The final status code.
  public var statusCode: Int { hops.isEmpty ? 0 : hops[hops.count - 1].statusCode }
  /// The final headers, in order.
  public var headers: Headers { hops.isEmpty ? [:] : hops[hops.count - 1].headers }
  /// Where the answer came from after redirects.
  public var url: String { hops.isEmpty ? request.url : hops[hops.count - 1].url }
  /// All hops together, in microseconds.
  public var totalTime: Int { hops.reduce(0) { $0.saturatingSum($1.timings.total) } }
}
