import LosslessJSON

extension Response {
  /// The Content-Type, read; nil when there is none worth the name.
  package var mediaType: MediaType? { typeSaid.flatMap { MediaType($0) } }

  /// The type in the words of the header, or else of the recording; nil where neither says one.
  package var typeSaid: String? {
    if let said = headers["Content-Type"], !said.isEmpty { return said }
    return recordedType
  }
}
