import NetEngine

/// A document with one value a line, its texts and numbers as they came.
///
/// All of it is made, so that a search, a copy and a row find in it what is seen; beyond a bound
/// nothing is. Its values have the numbers they have in the document, so places in one are places in
/// the other.
struct PrettyBody: Sendable {
  let body: Body
  let document: JSONDocument

  /// So large it may be.
  static let limit = 256 << 20

  enum Trouble: Error {
    case tooLarge, cancelled
    case noRoom(BodyError)

    var words: String {
      switch self {
      case .tooLarge:
        "not laid out: it would be larger than \(Units.bytes(PrettyBody.limit)); 2 shows it as a tree"
      case .cancelled: "not laid out"
      case .noRoom(let error): "not laid out: \(error)"
      }
    }
  }

  init(
    _ document: JSONDocument, limit: Int = PrettyBody.limit,
    unless isCancelled: () -> Bool = { false }
  ) throws(Trouble) {
    var builder = BodyBuilder()
    try JSONPrinter.pretty.print(document.json) { (piece: [UInt8]) throws(Trouble) in
      guard !isCancelled() else { throw .cancelled }
      guard builder.count + piece.count <= limit else { throw .tooLarge }
      let failure = piece.withUnsafeBytes { bytes -> BodyError? in
        do throws(BodyError) {
          try builder.append(bytes)
          return nil
        } catch { return error }
      }
      if let failure { throw .noRoom(failure) }
    }
    body = builder.finish()
    self.document = JSONDocument(body)
    if body.count > App.readAtOnce { self.document.prepareRows() }
  }

  /// The bytes in it that some bytes of another text of the same document became: those of the value
  /// there.
  func range(of range: Range<Int>, in other: JSONDocument) -> Range<Int>? {
    other.node(atByte: range.lowerBound).map { document.range(of: $0) }
  }
}
