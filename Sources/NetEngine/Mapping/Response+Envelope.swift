public import FoundationEssentials
import LosslessJSON

/// What an envelope's verdict is in short, as MoyaMapper's users know it.
public struct EnvelopeResult: Sendable, Hashable {
  /// Whether the server says yes.
  public var success: Bool
  /// What it says with it, possibly empty.
  public var message: String
  /// The code as text.
  public var code: String

  /// Takes everything as it is.
  package init(success: Bool, message: String, code: String) {
    self.success = success
    self.message = message
    self.code = code
  }
}

extension Response {
  /// The body's envelope, read with the given profile or the response's own.
  ///
  /// Without any profile the verdict is `bare`, and for an answer that has no body by its nature
  /// too: 204, 205, 304, HEAD. By ``EnvelopeProfile/Rule/httpStatus`` no body is needed at all.
  public func envelope(params: EnvelopeProfile? = nil) throws(NetError) -> Envelope {
    let profile = params ?? profile
    if hasNoEnvelope(by: profile) { return Envelope(profile: nil, verdict: .bare) }
    let json =
      profile?.rule == .httpStatus ? (try? mapJSON()) ?? JSONDocument([]).json : try mapJSON()
    return Envelope(json, profile: profile, statusCode: statusCode)
  }

  /// Whether the server says yes, its message and its code; throws without a profile.
  public func mapResult(params: EnvelopeProfile? = nil) throws(NetError) -> EnvelopeResult {
    try judged(params).result
  }

  /// The data as a model: only when the verdict is success; otherwise the verdict is thrown.
  ///
  /// Decoding stands back, so that a model that can do both reads itself.
  @_disfavoredOverload
  public func mapResponse<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> Model {
    try judging(try model(of: try passed(params), decoding(using: decoder)))
  }

  /// The data as a model that reads itself.
  public func mapResponse<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> Model {
    try judging(try model(of: try passed(params), reading()))
  }

  /// Nothing but a verdict of success; an answer without a body by its nature says nothing else.
  public func mapEmptyResponse(params: EnvelopeProfile? = nil) throws(NetError) {
    _ = try passed(params)
  }

  /// The document, or what stands at a path of it; the profile's data path when none is given.
  public func toJSON(modelKey: String? = nil) throws(NetError) -> JSON {
    try value(at: JSONPath(modelKey ?? profile?.modelKey ?? ""), of: try mapJSON(), for: .json)
  }

  /// The value at a path, and at keys below it, as the text it stands as; a string without quotes.
  ///
  /// Without a path the keys begin at the profile's data.
  public func fetchJSONString(
    path: String? = nil, keys: [JSONPath.Step] = []
  ) throws(NetError) -> String {
    let path = JSONPath(JSONPath(path ?? profile?.modelKey ?? "").steps + keys)
    let found = try value(at: path, of: try mapJSON(), for: .string)
    return found.string ?? JSONPrinter.compact.text(found)
  }

  /// The envelope's code as text; throws when there is none.
  public func fetchStatusCode(params: EnvelopeProfile? = nil) throws(NetError) -> String {
    guard let code = try judged(params).code else {
      throw mappingError(.envelope, .notAnEnvelope("there is no code"))
    }
    return code
  }
}

extension Response {
  /// Answers that carry no body carry no envelope; the status alone is always there.
  func hasNoEnvelope(by profile: EnvelopeProfile?) -> Bool {
    profile?.rule != .httpStatus && (hasNoBodyByNature || statusCode == 304)
  }

  /// The envelope with a verdict that means something.
  func judged(_ params: EnvelopeProfile?) throws(NetError) -> Envelope {
    guard let profile = params ?? profile else { throw mappingError(.envelope, .noProfile) }
    let envelope = try envelope(params: profile)
    switch envelope.verdict {
    case .success, .business, .invalidSession: return envelope
    case .bare: throw mappingError(.envelope, .notAnEnvelope("this response has no body by nature"))
    case .malformed(let why): throw malformed(why, by: profile)
    }
  }

  /// By the status alone, what is neither good nor the client's fault is a matter of the status.
  private func malformed(_ why: String, by profile: EnvelopeProfile?) -> NetError {
    profile?.rule == .httpStatus
      ? .statusCode(self) : mappingError(.envelope, .notAnEnvelope(why))
  }

  /// What the verdict says, as an error; nil for success.
  func refusal(_ envelope: Envelope) -> NetError? {
    switch envelope.verdict {
    case .success: nil
    case .business(let code, let message): .business(code: code, message: message, self)
    case .invalidSession(let code, let message):
      .invalidSession(code: code, message: message, self)
    case .bare: mappingError(.envelope, .noProfile)
    case .malformed(let why): malformed(why, by: envelope.profile)
    }
  }

  /// The envelope when it says yes; nil when there can be none, which says nothing against it.
  func passed(_ params: EnvelopeProfile?) throws(NetError) -> Envelope? {
    guard let profile = params ?? profile else { throw mappingError(.envelope, .noProfile) }
    if hasNoEnvelope(by: profile) { return nil }
    let envelope = try envelope(params: profile)
    if let refusal = refusal(envelope) { throw refusal }
    return envelope
  }

  /// The data of a success as a model.
  ///
  /// Missing data is null to a model that can do with null, and an error that says what is missing
  /// to every other one.
  func model<Model>(of envelope: Envelope?, _ read: ModelReader<Model>) throws(NetError) -> Model {
    guard let envelope else { return try read(nil) }
    if let data = envelope.data { return try read(data) }
    if let model = try? read(nil) { return model }
    let path = JSONPath(envelope.profile?.modelKey ?? "")
    // By the status alone the body need not have been JSON.
    return try read(try value(at: path, of: try mapJSON(), for: .object))
  }
}

extension Envelope {
  /// The verdict in short.
  package var result: EnvelopeResult {
    EnvelopeResult(success: verdict == .success, message: message ?? "", code: code ?? "")
  }
}
