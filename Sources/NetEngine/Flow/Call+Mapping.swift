extension Call where Value == Response {
  /// The body as JSON.
  public func mapJSON(failsOnEmptyData: Bool = true) -> Call<JSON> {
    map { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
  }

  /// The body as text.
  public func mapString() -> Call<String> {
    map { try $0.mapString() }
  }

  /// The text at a path of the JSON.
  public func mapString(atKeyPath path: JSONPath) -> Call<String> {
    map { try $0.mapString(atKeyPath: path) }
  }

  /// What the image's first bytes say.
  public func mapImage() -> Call<ImageInfo> {
    map { try $0.mapImage() }
  }

  /// The body, or the value at a path of it, decoded.
  public func map<Model: Decodable & Sendable>(
    _ type: Model.Type, atKeyPath path: JSONPath = [],
    using decoder: DecoderMaker? = nil, failsOnEmptyData: Bool = true
  ) -> Call<Model> {
    map {
      try $0.map(
        type, atKeyPath: path, using: decoder?(), failsOnEmptyData: failsOnEmptyData)
    }
  }

  /// The document, or what stands at a path of it; the profile's data path when none is given.
  public func toJSON(modelKey: String? = nil) -> Call<JSON> {
    map { try $0.toJSON(modelKey: modelKey) }
  }

  /// The value at a path, and at keys below it, as the text it stands as; a string without quotes.
  public func fetchJSONString(path: String? = nil, keys: [JSONPath.Step] = []) -> Call<String> {
    map { try $0.fetchJSONString(path: path, keys: keys) }
  }
}

extension Call where Value == Response {
  /// Whether the server says yes, its message and its code.
  public func mapResult(params: EnvelopeProfile? = nil) -> Call<EnvelopeResult> {
    map { try $0.mapResult(params: params) }
  }

  /// The envelope's code as text.
  public func fetchStatusCode(params: EnvelopeProfile? = nil) -> Call<String> {
    map { try $0.fetchStatusCode(params: params) }
  }

  /// The envelope's data as a model; a verdict other than success is the failure.
  ///
  /// Decoding stands back, so that a model that can do both reads itself.
  @_disfavoredOverload
  public func mapResponse<Model: Decodable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil, using decoder: DecoderMaker? = nil
  ) -> Call<Model> {
    map { try $0.mapResponse(type, params: params, using: decoder?()) }
  }

  /// The envelope's data as a model that reads itself.
  public func mapResponse<Model: Modelable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil
  ) -> Call<Model> {
    map { try $0.mapResponse(type, params: params) }
  }

  /// Nothing but a verdict of success.
  public func mapEmptyResponse(params: EnvelopeProfile? = nil) -> Call<Empty> {
    map {
      try $0.mapEmptyResponse(params: params)
      return Empty()
    }
  }

  /// What the whole pipeline makes of the answer or of the failure; it never fails itself.
  ///
  /// Without a pipeline it is the default one with the profile the answer brings along.
  public func outcome(_ pipeline: Pipeline? = nil) async -> Outcome {
    let result = await result
    let answer = (try? result.get()) ?? result.failure?.response
    return Classifier.classify(result, pipeline ?? Pipeline(profile: answer?.profile))
  }
}
