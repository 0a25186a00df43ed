import BytesAndJSON

extension Response {
  /// The Content-Type, read; nil when there is none worth the name.
  public var mediaType: MediaType? {
    headers["Content-Type"].flatMap { MediaType($0) }
  }
}
