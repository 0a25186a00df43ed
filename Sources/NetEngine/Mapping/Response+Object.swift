public import FoundationEssentials
import LosslessJSON

/// Decoding stands back, so that a model that can do both reads itself.
extension Response {
  /// A model from the value at a path.
  ///
  /// Without a path it is the envelope's data, once the verdict is success, where there is a
  /// profile, and the whole body where there is none.
  public func mapObject<Model: Modelable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil
  ) throws(NetError) -> Model {
    try judging(try object(modelKey, reading()))
  }

  /// A model from the value at a path, or from the envelope's data, or from the whole body.
  @_disfavoredOverload
  public func mapObject<Model: Decodable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> Model {
    try judging(try object(modelKey, decoding(using: decoder)))
  }

  /// Models from the array at a path; an element that does not fit is named by its index.
  ///
  /// Without a path it is the envelope's data, once the verdict is success, where there is a
  /// profile, and the whole body where there is none.
  public func mapArray<Model: Modelable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil
  ) throws(NetError) -> [Model] {
    try all(try list(modelKey), reading())
  }

  /// Models from the array at a path; an element that does not fit is named by its index.
  @_disfavoredOverload
  public func mapArray<Model: Decodable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> [Model] {
    try all(try list(modelKey), decoding(using: decoder))
  }

  /// The elements that fit, and a report of those that do not.
  public func mapArray<Model: Modelable & Sendable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil, skippingInvalid: Bool
  ) throws(NetError) -> MappedArray<Model> {
    try some(try list(modelKey), skippingInvalid, reading())
  }

  /// The elements that fit, and a report of those that do not.
  @_disfavoredOverload
  public func mapArray<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self, modelKey: String? = nil, skippingInvalid: Bool,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> MappedArray<Model> {
    try some(try list(modelKey), skippingInvalid, decoding(using: decoder))
  }
}

extension Response {
  /// The envelope's verdict, and the data as a model where it is a success.
  public func mapObjResult<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, model: Model?) {
    try result(params) { envelope throws(NetError) in try model(of: envelope, reading()) }
  }

  /// The envelope's verdict, and the data as a model where it is a success.
  @_disfavoredOverload
  public func mapObjResult<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> (result: EnvelopeResult, model: Model?) {
    try result(params) { envelope throws(NetError) in
      try model(of: envelope, decoding(using: decoder))
    }
  }

  /// The envelope's verdict, and the data as models where it is a success.
  public func mapArrayResult<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, models: [Model]?) {
    try result(params) { envelope throws(NetError) in try models(of: envelope, reading()) }
  }

  /// The envelope's verdict, and the data as models where it is a success.
  @_disfavoredOverload
  public func mapArrayResult<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil,
    using decoder: JSONDecoder? = nil
  ) throws(NetError) -> (result: EnvelopeResult, models: [Model]?) {
    try result(params) { envelope throws(NetError) in
      try models(of: envelope, decoding(using: decoder))
    }
  }
}

extension Response {
  private func object<Model>(
    _ modelKey: String?, _ read: ModelReader<Model>
  ) throws(NetError) -> Model {
    if modelKey == nil, profile != nil { return try model(of: try passed(nil), read) }
    return try read(try value(at: JSONPath(modelKey ?? ""), of: try mapJSON(), for: .object))
  }

  /// The value that should be an array.
  private func list(_ modelKey: String?) throws(NetError) -> JSON {
    if modelKey == nil, profile != nil, let envelope = try passed(nil) {
      return try list(of: envelope)
    }
    return try value(at: JSONPath(modelKey ?? ""), of: try mapJSON(), for: .array)
  }

  private func list(of envelope: Envelope) throws(NetError) -> JSON {
    if let data = envelope.data { return data }
    return try value(
      at: JSONPath(envelope.profile?.modelKey ?? ""), of: try mapJSON(), for: .array)
  }

  private func models<Model>(
    of envelope: Envelope, _ read: ModelReader<Model>
  ) throws(NetError) -> [Model] {
    try all(try list(of: envelope), read)
  }

  private func some<Model>(
    _ json: JSON, _ skips: Bool, _ read: ModelReader<Model>
  ) throws(NetError) -> MappedArray<Model> {
    skips ? try some(json, read) : MappedArray(models: try all(json, read), invalid: [])
  }

  private func result<Value>(
    _ params: EnvelopeProfile?, _ value: (Envelope) throws(NetError) -> Value
  ) throws(NetError) -> (EnvelopeResult, Value?) {
    let envelope = try judged(params)
    guard envelope.verdict == .success else { return (envelope.result, nil) }
    return (envelope.result, try judging(try value(envelope)))
  }
}
