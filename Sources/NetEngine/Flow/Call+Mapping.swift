public import FoundationEssentials

/// Makes the decoder a mapping uses; a decoder is not a value, so it is made anew for each run.
public typealias DecoderMaker = @Sendable () -> JSONDecoder

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
    _ type: Model.Type, atKeyPath path: JSONPath? = nil,
    using decoder: @escaping DecoderMaker = { JSONDecoder() }, failsOnEmptyData: Bool = true
  ) -> Call<Model> {
    map {
      try $0.map(
        type, atKeyPath: path, using: decoder(), failsOnEmptyData: failsOnEmptyData)
    }
  }

  /// What the whole pipeline makes of the answer or of the failure; it never fails itself.
  public func outcome(_ pipeline: Pipeline = Pipeline()) async -> Outcome {
    Classifier.classify(await result, pipeline)
  }
}

extension Call where Value == Response {
  /// A model from the value at a path.
  public func mapObject<Model: Decodable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<Model> {
    map { try $0.mapObject(type, modelKey: modelKey) }
  }

  /// A model that reads itself, from the value at a path.
  public func mapObject<Model: Modelable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<Model> {
    map { try $0.mapObject(type, modelKey: modelKey) }
  }

  /// A model that is both reads itself.
  public func mapObject<Model: Modelable & Decodable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<Model> {
    map { try $0.mapObject(type, modelKey: modelKey) }
  }

  /// Models from the array at a path.
  public func mapArray<Model: Decodable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<[Model]> {
    map { try $0.mapArray(type, modelKey: modelKey) }
  }

  /// Models that read themselves, from the array at a path.
  public func mapArray<Model: Modelable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<[Model]> {
    map { try $0.mapArray(type, modelKey: modelKey) }
  }

  /// Models that are both read themselves.
  public func mapArray<Model: Modelable & Decodable & Sendable>(
    _ type: Model.Type, modelKey: String = ""
  ) -> Call<[Model]> {
    map { try $0.mapArray(type, modelKey: modelKey) }
  }
}

extension Call where Value == Response {
  /// Whether the server says yes, its message and its code.
  public func mapResult(params: EnvelopeProfile? = nil) -> Call<EnvelopeResult> {
    map { try $0.mapResult(params: params) }
  }

  /// The envelope's data as a model; a verdict other than success is the failure.
  public func mapResponse<Model: Decodable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil
  ) -> Call<Model> {
    map { try $0.mapResponse(type, params: params) }
  }

  /// The envelope's data as a model that reads itself.
  public func mapResponse<Model: Modelable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil
  ) -> Call<Model> {
    map { try $0.mapResponse(type, params: params) }
  }

  /// The envelope's data as a model that is both and reads itself.
  public func mapResponse<Model: Modelable & Decodable & Sendable>(
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
}

extension Call where Value == Response {
  /// The body as text.
  public func `as`(_ type: String.Type) -> Call<String> { mapString() }

  /// The body's bytes.
  public func `as`(_ type: Body.Type) -> Call<Body> { map { $0.body } }

  /// The body's bytes in Foundation's wrapping.
  public func `as`(_ type: Data.Type) -> Call<Data> { map { $0.body.data } }

  /// The body as JSON.
  public func `as`(_ type: JSON.Type) -> Call<JSON> { mapJSON() }

  /// What the image's first bytes say.
  public func `as`(_ type: ImageInfo.Type) -> Call<ImageInfo> { mapImage() }

  /// The body decoded; a model that judges itself is asked.
  public func `as`<Model: Decodable & Sendable>(_ type: Model.Type) -> Call<Model> {
    mapObject(type)
  }

  /// A model that reads itself.
  public func `as`<Model: Modelable & Sendable>(_ type: Model.Type) -> Call<Model> {
    mapObject(type)
  }

  /// A model that is both reads itself.
  public func `as`<Model: Modelable & Decodable & Sendable>(_ type: Model.Type) -> Call<Model> {
    mapObject(type)
  }
}
