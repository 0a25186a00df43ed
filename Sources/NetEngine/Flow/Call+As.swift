public import FoundationEssentials

/// One spelling for every result, known before anything is sent.
///
/// Decoding stands back, so that a model that can do both reads itself.
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

  /// The whole body decoded; a model that judges itself is asked.
  @_disfavoredOverload
  public func `as`<Model: Decodable & Sendable>(
    _ type: Model.Type, using decoder: DecoderMaker? = nil
  ) -> Call<Model> {
    mapObject(type, modelKey: "", using: decoder)
  }

  /// A model that reads itself from the whole body.
  public func `as`<Model: Modelable & Sendable>(_ type: Model.Type) -> Call<Model> {
    mapObject(type, modelKey: "")
  }
}
