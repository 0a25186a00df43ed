public import FoundationEssentials
import LosslessJSON

extension Response {
  /// The body as JSON; an empty one is null for 204, 205 and HEAD, and fails otherwise.
  ///
  /// White space alone is never a document. Nesting beyond `jsonDepth` is ``NetError/limit(_:_:)``.
  public func mapJSON(failsOnEmptyData: Bool = true) throws(NetError) -> JSON {
    if body.isEmpty, !failsOnEmptyData || hasNoBodyByNature { return nil }
    guard !body.isEmpty else { throw mappingError(.json, .empty) }
    let document = document
    if let error = document.error { throw netError(error) }
    return document.json
  }

  /// The body as text: by its charset, a byte order mark, or UTF-8.
  public func mapString() throws(NetError) -> String {
    do throws(TextDecoding.Problem) {
      return try TextDecoding.text(body, declared: declaredCharset)
    } catch {
      throw mappingError(.string, .text(charset: error.charset, offset: error.offset))
    }
  }

  /// The text that stands at a path of the JSON; anything but a string there fails.
  public func mapString(atKeyPath path: JSONPath) throws(NetError) -> String {
    try string(at: path, of: try mapJSON())
  }

  /// The body, or the value at a path of it, decoded.
  ///
  /// Without a path and with `failsOnEmptyData` off, an empty body is tried as `{}`, then as `[]`.
  /// A ``ResponseModel`` that finds a failure in itself is ``NetError/business(code:message:_:)``.
  /// Without a decoder here the response's own counts. Of a key that comes twice in an object it takes
  /// the first, a look-up the last.
  public func map<Model: Decodable>(
    _ type: Model.Type = Model.self, atKeyPath path: JSONPath = [],
    using decoder: JSONDecoder? = nil, failsOnEmptyData: Bool = true
  ) throws(NetError) -> Model {
    let decoder = decoder ?? ownDecoder
    guard body.isEmpty, !hasNoBodyByNature else {
      let found = try value(at: path, of: try mapJSON(), for: .object)
      return try judging(try decode(found, using: decoder))
    }
    // At a path, too: nothing is nothing, wherever one looks.
    guard !failsOnEmptyData else { throw mappingError(.object, .empty) }
    for stand in ["{}", "[]"] {
      if let model = try? decoder.decode(Model.self, from: Data(stand.utf8)) {
        return try judging(model)
      }
    }
    throw mappingError(.object, .empty)
  }

  /// What the image's first bytes say.
  public func mapImage() throws(NetError) -> ImageInfo {
    guard let image = ImageInfo(body) else { throw mappingError(.image, .notAnImage) }
    return image
  }
}

extension Response {
  /// The body as a document, broken or not.
  package var document: JSONDocument {
    JSONDocument(body, limits: jsonLimits)
  }

  /// The charset of the Content-Type; an empty one says nothing.
  var declaredCharset: String? {
    mediaType?.parameters["charset"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A HEAD, a 204 and a 205 have no body to be missed.
  var hasNoBodyByNature: Bool {
    statusCode == 204 || statusCode == 205 || hops.last?.method == .head
  }

  func string(at path: JSONPath, of json: JSON) throws(NetError) -> String {
    do throws(JSONAccessError) {
      return try json[path: path].expecting(.string).stringValue
    } catch {
      throw mappingError(.string, .access(error), path: path)
    }
  }

  /// The value at a path that is there.
  func value(
    at path: JSONPath, of json: JSON, for target: MappingError.Target
  ) throws(NetError) -> JSON {
    let found = json[path: path]
    if let error = found.error { throw mappingError(target, .access(error), path: path) }
    return found
  }

  /// A broken document; one that is too deep or has too many values has met a limit.
  package func netError(_ error: JSONError) -> NetError {
    switch error.limit {
    case .depth: .limit(LimitExceeded(.jsonDepth, allowed: request.limits.jsonDepth), self)
    case .tapeBytes: .limit(LimitExceeded(.jsonMemory, allowed: request.limits.jsonMemory), self)
    case .documentBytes, nil: mappingError(.json, .json(error))
    }
  }
}
