public import FoundationEssentials

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
      return try TextDecoding.text(body, declared: mediaType?.parameters["charset"])
    } catch {
      throw mappingError(.string, .text(charset: error.charset, offset: error.offset))
    }
  }

  /// The text that stands at a path of the JSON; anything but a string there fails.
  public func mapString(atKeyPath path: JSONPath) throws(NetError) -> String {
    let json = try mapJSON()[path: path]
    do throws(JSONAccessError) {
      return try json.expecting(.string).stringValue
    } catch {
      throw mappingError(.string, .access(error), path: path)
    }
  }

  /// The body, or the value at a path of it, decoded.
  ///
  /// Without a path and with `failsOnEmptyData` off, an empty body is tried as `{}`, then as `[]`.
  public func map<Model: Decodable>(
    _ type: Model.Type = Model.self, atKeyPath path: JSONPath? = nil,
    using decoder: JSONDecoder = JSONDecoder(), failsOnEmptyData: Bool = true
  ) throws(NetError) -> Model {
    if body.isEmpty {
      guard !failsOnEmptyData, path == nil else { throw mappingError(.object, .empty) }
      if let model = try? decoder.decode(Model.self, from: Data("{}".utf8)) { return model }
      if let model = try? decoder.decode(Model.self, from: Data("[]".utf8)) { return model }
      throw mappingError(.object, .empty)
    }
    return try decode(try mapJSON()[path: path ?? []], using: decoder)
  }

  /// What the image's first bytes say.
  public func mapImage() throws(NetError) -> ImageInfo {
    guard let image = ImageInfo(body) else { throw mappingError(.image, .notAnImage) }
    return image
  }

  /// The body as a document, broken or not.
  var document: JSONDocument {
    JSONDocument(bytes: BodyBytes(body), limits: JSONLimits(depth: request.limits.jsonDepth))
  }

  /// A HEAD, a 204 and a 205 have no body to be missed.
  var hasNoBodyByNature: Bool {
    statusCode == 204 || statusCode == 205 || hops.last?.method == .head
  }

  /// Decodes the bytes of the value as they stand in the document: nothing is printed again.
  func decode<Model: Decodable>(
    _ json: JSON, using decoder: JSONDecoder = JSONDecoder(),
    target: MappingError.Target = .object
  ) throws(NetError) -> Model {
    if let error = json.error { throw mappingError(target, .access(error), path: error.path) }
    do {
      return try json.withBytes { bytes in
        try decoder.decode(Model.self, from: Data(borrowing: bytes))
      }
    } catch {
      throw mappingError(target, .decoding(error), path: json.path)
    }
  }

  func mappingError(
    _ target: MappingError.Target, _ reason: MappingError.Reason, path: JSONPath? = nil
  ) -> NetError {
    .mapping(MappingError(target, reason, path: path), self)
  }

  /// A broken document; too deep a one has met a limit.
  func netError(_ error: JSONError) -> NetError {
    guard error.limit == .depth else { return mappingError(.json, .json(error)) }
    return .limit(LimitExceeded(.jsonDepth, allowed: request.limits.jsonDepth), self)
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
