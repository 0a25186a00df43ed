/// The elements of a list that could be mapped, and those that could not.
public struct MappedArray<Model: Sendable>: Sendable {
  /// The good ones, in order.
  public var models: [Model]
  /// The others: their index and what is wrong with them.
  public var invalid: [(index: Int, error: NetError)]
}

extension Response {
  /// A model from the value at a path; from the whole body when none is given.
  public func mapObject<Model: Modelable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> Model {
    try model(try found(modelKey, .object))
  }

  /// A model from the value at a path; from the whole body when none is given.
  public func mapObject<Model: Decodable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> Model {
    try checked(try decode(try found(modelKey, .object)))
  }

  /// A model that is both reads itself.
  public func mapObject<Model: Modelable & Decodable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> Model {
    try model(try found(modelKey, .object))
  }

  /// Models from the array at a path; an element that does not fit is named by its index.
  public func mapArray<Model: Modelable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> [Model] {
    try all(modelKey) { json throws(NetError) in try model(json) }
  }

  /// Models from the array at a path; an element that does not fit is named by its index.
  public func mapArray<Model: Decodable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> [Model] {
    try all(modelKey) { json throws(NetError) in try decode(json) }
  }

  /// Models that are both read themselves.
  public func mapArray<Model: Modelable & Decodable>(
    _ type: Model.Type = Model.self, modelKey: String = ""
  ) throws(NetError) -> [Model] {
    try all(modelKey) { json throws(NetError) in try model(json) }
  }

  /// The elements that fit, and a report of those that do not.
  public func mapArray<Model: Modelable & Sendable>(
    _ type: Model.Type = Model.self, modelKey: String = "", skippingInvalid: Bool
  ) throws(NetError) -> MappedArray<Model> {
    try some(modelKey, skippingInvalid) { json throws(NetError) in try model(json) }
  }

  /// The elements that fit, and a report of those that do not.
  public func mapArray<Model: Decodable & Sendable>(
    _ type: Model.Type = Model.self, modelKey: String = "", skippingInvalid: Bool
  ) throws(NetError) -> MappedArray<Model> {
    try some(modelKey, skippingInvalid) { json throws(NetError) in try decode(json) }
  }

  /// The envelope's verdict, and the data as a model where it is a success.
  public func mapObjResult<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, model: Model?) {
    let envelope = try judged(params)
    guard envelope.verdict == .success else { return (envelope.result, nil) }
    return (envelope.result, try model(envelope.data ?? nil))
  }

  /// The envelope's verdict, and the data as a model where it is a success.
  public func mapObjResult<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, model: Model?) {
    let envelope = try judged(params)
    guard envelope.verdict == .success else { return (envelope.result, nil) }
    return (envelope.result, try decode(envelope.data ?? nil))
  }

  /// The envelope's verdict, and the data as models where it is a success.
  public func mapArrayResult<Model: Modelable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, models: [Model]?) {
    let envelope = try judged(params)
    guard envelope.verdict == .success else { return (envelope.result, nil) }
    return (
      envelope.result,
      try each(of: envelope.data ?? nil) { json throws(NetError) in try model(json) }
    )
  }

  /// The envelope's verdict, and the data as models where it is a success.
  public func mapArrayResult<Model: Decodable>(
    _ type: Model.Type = Model.self, params: EnvelopeProfile? = nil
  ) throws(NetError) -> (result: EnvelopeResult, models: [Model]?) {
    let envelope = try judged(params)
    guard envelope.verdict == .success else { return (envelope.result, nil) }
    return (
      envelope.result,
      try each(of: envelope.data ?? nil) { json throws(NetError) in try decode(json) }
    )
  }
}

extension Response {
  private typealias Reader<Model> = (JSON) throws(NetError) -> Model

  /// The value at a path that is there.
  private func found(
    _ modelKey: String, _ target: MappingError.Target
  ) throws(NetError) -> JSON {
    let path = JSONPath(modelKey)
    let json = try mapJSON()[path: path]
    if let error = json.error { throw mappingError(target, .access(error), path: path) }
    return json
  }

  private func all<Model>(
    _ modelKey: String, _ read: Reader<Model>
  ) throws(NetError) -> [Model] {
    try each(of: try found(modelKey, .array), read)
  }

  private func each<Model>(of json: JSON, _ read: Reader<Model>) throws(NetError) -> [Model] {
    var models: [Model] = []
    for (index, element) in try elements(json).enumerated() {
      do throws(NetError) { models.append(try read(element)) } catch {
        throw mappingError(.array, .element(index: index, error.cause), path: json.path)
      }
    }
    return models
  }

  private func some<Model>(
    _ modelKey: String, _ skips: Bool, _ read: Reader<Model>
  ) throws(NetError) -> MappedArray<Model> {
    guard skips else { return MappedArray(models: try all(modelKey, read), invalid: []) }
    var mapped = MappedArray<Model>(models: [], invalid: [])
    for (index, element) in try elements(try found(modelKey, .array)).enumerated() {
      do throws(NetError) { mapped.models.append(try read(element)) } catch {
        mapped.invalid.append((index, error))
      }
    }
    return mapped
  }

  private func elements(_ json: JSON) throws(NetError) -> [JSON] {
    do throws(JSONAccessError) { return try json.expecting(.array).arrayValue } catch {
      throw mappingError(.array, .access(error), path: json.path)
    }
  }
}

extension NetError {
  /// What is wrong with an element, without the answer around it.
  fileprivate var cause: any Error {
    if case .mapping(let error, _) = self { error } else { self }
  }
}
