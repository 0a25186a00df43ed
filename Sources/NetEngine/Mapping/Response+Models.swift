import FoundationEssentials
import LosslessJSON

/// Turns JSON into one kind of model; the answer goes into what it throws.
package typealias ModelReader<Model> = (JSON) throws(NetError) -> Model

extension Response {
  /// Decodes the bytes of the value as they stand in the document: nothing is printed again.
  package func decode<Model: Decodable>(
    _ json: JSON, using decoder: JSONDecoder
  ) throws(NetError) -> Model {
    do {
      return try json.withBytes { bytes in
        try decoder.decode(Model.self, from: Data(borrowing: bytes))
      }
    } catch {
      throw modelError(error, at: json.path)
    }
  }

  /// Decodes a list by one decoder, whatever its length.
  package func decoding<Model: Decodable>(using decoder: JSONDecoder? = nil) -> ModelReader<Model> {
    let decoder = decoder ?? ownDecoder
    return { json throws(NetError) in try decode(json, using: decoder) }
  }

  /// A new decoder of the kind that was set for it.
  var ownDecoder: JSONDecoder { decoder?() ?? JSONDecoder() }

  /// Lets the model read itself.
  func reading<Model: Modelable>() -> ModelReader<Model> {
    { json throws(NetError) in
      do { return try Model.model(from: json) } catch { throw modelError(error, at: json.path) }
    }
  }

  /// A model that finds a failure in itself is one; so is the first of a list that does.
  func judging<Model>(_ model: Model) throws(NetError) -> Model {
    let models = (model as? any ResponseModel).map { [$0] } ?? model as? [any ResponseModel] ?? []
    if let failure = models.lazy.compactMap(\.businessFailure).first {
      throw .business(code: failure.code, message: failure.message, self)
    }
    return model
  }

  /// What a model or its decoder threw, in our terms.
  private func modelError(_ error: any Error, at path: JSONPath) -> NetError {
    switch error {
    case let failure as BusinessFailure:
      .business(code: failure.code, message: failure.message, self)
    case let error as MappingError: .mapping(error, self)
    case let error as JSONAccessError: mappingError(.object, .access(error), path: path)
    default: mappingError(.object, .decoding(error), path: path)
    }
  }

  /// The elements of an array, each read; one that does not fit is named by its index.
  func all<Model>(_ json: JSON, _ read: ModelReader<Model>) throws(NetError) -> [Model] {
    var models: [Model] = []
    for (index, element) in try elements(json).enumerated() {
      do throws(NetError) { models.append(try judging(try read(element))) } catch {
        // It has been read, and says no.
        if case .business = error { throw error }
        throw mappingError(.array, .element(index: index, error.ofElement), path: json.path)
      }
    }
    return models
  }

  /// The elements that can be read, and what is wrong with the others.
  func some<Model>(_ json: JSON, _ read: ModelReader<Model>) throws(NetError) -> MappedArray<Model>
  {
    var mapped = MappedArray<Model>(models: [], invalid: [])
    for (index, element) in try elements(json).enumerated() {
      do throws(NetError) { mapped.models.append(try judging(try read(element))) } catch {
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

/// The elements of a list that could be mapped, and those that could not.
public struct MappedArray<Model: Sendable>: Sendable {
  /// The good ones, in order.
  public var models: [Model]
  /// The others: their index and what is wrong with them.
  public var invalid: [(index: Int, error: NetError)]
}

extension NetError {
  /// What is wrong with an element, without the answer around it.
  fileprivate var ofElement: any Error {
    if case .mapping(let error, _) = self { error } else { self }
  }
}

extension Data {
  /// The bytes without a copy; only for a reader that keeps nothing of it.
  fileprivate init(borrowing bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else {
      self.init()
      return
    }
    self.init(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none)
  }
}
