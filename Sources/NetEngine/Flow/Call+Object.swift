/// Decoding stands back, so that a model that can do both reads itself.
extension Call where Value == Response {
  /// A model from the value at a path.
  ///
  /// Without a path it is the envelope's data, once the verdict is success, where there is a
  /// profile, and the whole body where there is none.
  @_disfavoredOverload
  public func mapObject<Model: Decodable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil,
    using decoder: DecoderMaker? = nil
  ) -> Call<Model> {
    map { try $0.mapObject(type, modelKey: modelKey, using: decoder?()) }
  }

  /// A model that reads itself, from the value at a path.
  public func mapObject<Model: Modelable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil
  ) -> Call<Model> {
    map { try $0.mapObject(type, modelKey: modelKey) }
  }

  /// Models from the array at a path, or from the envelope's data, or from the whole body.
  @_disfavoredOverload
  public func mapArray<Model: Decodable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil,
    using decoder: DecoderMaker? = nil
  ) -> Call<[Model]> {
    map { try $0.mapArray(type, modelKey: modelKey, using: decoder?()) }
  }

  /// Models that read themselves, from the array at a path.
  public func mapArray<Model: Modelable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil
  ) -> Call<[Model]> {
    map { try $0.mapArray(type, modelKey: modelKey) }
  }

  /// The elements that fit, and a report of those that do not.
  @_disfavoredOverload
  public func mapArray<Model: Decodable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil, skippingInvalid: Bool,
    using decoder: DecoderMaker? = nil
  ) -> Call<MappedArray<Model>> {
    map {
      try $0.mapArray(type, modelKey: modelKey, skippingInvalid: skippingInvalid, using: decoder?())
    }
  }

  /// The elements that fit, and a report of those that do not.
  public func mapArray<Model: Modelable & Sendable>(
    _ type: Model.Type, modelKey: String? = nil, skippingInvalid: Bool
  ) -> Call<MappedArray<Model>> {
    map { try $0.mapArray(type, modelKey: modelKey, skippingInvalid: skippingInvalid) }
  }
}

extension Call where Value == Response {
  /// The envelope's verdict, and the data as a model where it is a success.
  @_disfavoredOverload
  public func mapObjResult<Model: Decodable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil,
    using decoder: DecoderMaker? = nil
  ) -> Call<(result: EnvelopeResult, model: Model?)> {
    map { try $0.mapObjResult(type, params: params, using: decoder?()) }
  }

  /// The envelope's verdict, and the data as a model that reads itself.
  public func mapObjResult<Model: Modelable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil
  ) -> Call<(result: EnvelopeResult, model: Model?)> {
    map { try $0.mapObjResult(type, params: params) }
  }

  /// The envelope's verdict, and the data as models where it is a success.
  @_disfavoredOverload
  public func mapArrayResult<Model: Decodable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil,
    using decoder: DecoderMaker? = nil
  ) -> Call<(result: EnvelopeResult, models: [Model]?)> {
    map { try $0.mapArrayResult(type, params: params, using: decoder?()) }
  }

  /// The envelope's verdict, and the data as models that read themselves.
  public func mapArrayResult<Model: Modelable & Sendable>(
    _ type: Model.Type, params: EnvelopeProfile? = nil
  ) -> Call<(result: EnvelopeResult, models: [Model]?)> {
    map { try $0.mapArrayResult(type, params: params) }
  }
}
