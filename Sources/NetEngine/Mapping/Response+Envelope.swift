/// What an envelope's verdict is in short, as MoyaMapper's users know it.
public struct EnvelopeResult: Sendable, Hashable {
  /// Whether the server says yes.
  public var success: Bool
  /// What it says with it, possibly empty.
  public var message: String
  /// The code as text.
  public var code: String

  /// Takes everything as it is.
  public init(success: Bool, message: String, code: String) {
    self.success = success
    self.message = message
    self.code = code
  }
}

extension Response {
  /// The body's envelope, read with the given profile or the response's own.
  ///
  /// Without any profile the verdict is `bare`.
  public func envelope(params: EnvelopeProfile? = nil) throws(NetError) -> Envelope {
    Envelope(try mapJSON(), profile: params ?? profile, statusCode: statusCode)
  }

  /// Whether the server says yes, its message and its code; throws without a profile.
  public func mapResult(params: EnvelopeProfile? = nil) throws(NetError) -> EnvelopeResult {
    try judged(params).result
  }

  /// The data as a model: only when the verdict is success; otherwise the verdict is thrown.
  public func mapResponse<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> Model {
    let data = try successfulData(params)
    return try checked(try decode(data))
  }

  /// The data as a model that reads itself.
  public func mapResponse<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> Model {
    try model(try successfulData(params))
  }

  /// The data as a model that reads itself; being decodable too makes no difference.
  public func mapResponse<Model: Modelable & Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> Model {
    try model(try successfulData(params))
  }

  /// Nothing but a verdict of success.
  public func mapEmptyResponse(params: EnvelopeProfile? = nil) throws(NetError) {
    try require(try judged(params))
  }

  /// The document, or what stands at a path of it; the profile's data path when none is given.
  public func toJSON(modelKey: String? = nil) throws(NetError) -> JSON {
    let json = try mapJSON()
    guard let key = modelKey ?? profile?.modelKey else { return json }
    let path = JSONPath(key)
    let found = json[path: path]
    if let error = found.error { throw mappingError(.json, .access(error), path: path) }
    return found
  }

  /// The value at a path, and at keys below it, as the text it stands as; a string without quotes.
  public func fetchJSONString(path: String = "", keys: [String] = []) throws(NetError) -> String {
    var steps = JSONPath(path)
    for key in keys { steps = steps.appending(.key(key)) }
    let found = try mapJSON()[path: steps]
    if let error = found.error { throw mappingError(.string, .access(error), path: steps) }
    return found.string ?? JSONPrinter.compact.text(found)
  }

  /// The envelope's code as text; throws when there is none.
  public func fetchStatusCode(params: EnvelopeProfile? = nil) throws(NetError) -> String {
    let envelope = try judged(params)
    guard let code = envelope.code else {
      throw mappingError(.envelope, .notAnEnvelope("there is no code"))
    }
    return code
  }

  /// The envelope with a verdict that means something.
  func judged(_ params: EnvelopeProfile?) throws(NetError) -> Envelope {
    let envelope = try envelope(params: params)
    switch envelope.verdict {
    case .bare: throw mappingError(.envelope, .noProfile)
    case .malformed(let why): throw mappingError(.envelope, .notAnEnvelope(why))
    case .success, .business, .invalidSession: return envelope
    }
  }

  /// Throws what the verdict says, unless it is success.
  func require(_ envelope: Envelope) throws(NetError) {
    switch envelope.verdict {
    case .success: return
    case .business(let code, let message): throw .business(code: code, message: message, self)
    case .invalidSession(let code, let message):
      throw .invalidSession(code: code, message: message, self)
    case .bare: throw mappingError(.envelope, .noProfile)
    case .malformed(let why): throw mappingError(.envelope, .notAnEnvelope(why))
    }
  }

  /// The data of a success; missing data is null, so that optional models can be had.
  private func successfulData(_ params: EnvelopeProfile?) throws(NetError) -> JSON {
    let envelope = try judged(params)
    try require(envelope)
    return envelope.data ?? nil
  }

  /// A model that finds a failure in itself is one.
  func checked<Model: Decodable>(_ model: Model) throws(NetError) -> Model {
    if let failure = (model as? any ResponseModel)?.businessFailure {
      throw .business(code: failure.code, message: failure.message, self)
    }
    return model
  }

  func model<Model: Modelable>(_ json: JSON) throws(NetError) -> Model {
    do { return try Model.model(from: json) } catch {
      throw mappingError(.object, .decoding(error), path: json.path)
    }
  }
}

extension Envelope {
  /// The verdict in short.
  public var result: EnvelopeResult {
    EnvelopeResult(success: verdict == .success, message: message ?? "", code: code ?? "")
  }
}
