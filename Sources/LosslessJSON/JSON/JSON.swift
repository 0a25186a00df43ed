/// A JSON value: a view into a document, cheap to copy, with the manners SwiftyJSON made familiar.
///
///     let json = try JSON(parsing: bytes)
///     json["data"]["items"][0]["id"].int      // Int?, nil unless it is an integral number
///     json["data"]["title"].stringValue       // String, "" when there is none
///     json[path: "data>items>0"].error        // which step is missing, and what is there instead
///
/// Looking for what is not there gives a view of nothing that remembers the first missing step, so
/// that chains never trap. What `…Value` returns when there is nothing is part of its contract;
/// the plain properties (`int`, `string`, …) return nil instead and never convert between kinds.
public struct JSON: Sendable {
  /// What a value is.
  public enum Kind: String, Sendable, CaseIterable {
    /// `null`
    case null
    /// `true` or `false`
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// The document the value stands in.
  package let document: JSONDocument

  /// Its place there; nil when nothing stands where it was looked for.
  package let node: JSONNode?

  private let miss: JSONMiss?

  /// A view of a value of a document.
  package init(document: JSONDocument, node: JSONNode) {
    self.document = document
    self.node = node
    miss = nil
  }

  /// A view of a document's one value; of nothing, if the document has not even a beginning of one.
  init(document: JSONDocument) {
    self.document = document
    node = document.root
    miss = node == nil ? JSONMiss(document: document, container: nil, step: nil) : nil
  }

  init(_ miss: JSONMiss) {
    document = miss.document
    node = nil
    self.miss = miss
  }

  /// Parses a document that must be complete and correct.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    try self.init(parsing: bytes, limits: .standard)
  }

  /// Parses a document that must be complete and correct.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Parses a document that must be complete and correct, within these limits.
  package init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
    let document = JSONDocument(bytes, limits: limits)
    if let error = document.error { throw error }
    self.init(document: document)
  }

  /// What it is; nil when nothing stands there.
  public var kind: Kind? { node.map { document.kind(of: $0) } }

  /// Whether something stands there, be it `null`.
  public var exists: Bool { node != nil }

  /// Why nothing stands there: the path as far as it goes, the first missing step, what is there.
  public var error: JSONAccessError? { miss?.error }

  /// The way to it from the document's root.
  public var path: JSONPath { node.map { document.path(to: $0) } ?? error?.path ?? JSONPath([]) }

  /// The value itself when it is of a kind; an error that names the path and the kind found if not.
  public func expecting(_ kind: Kind) throws(JSONAccessError) -> JSON {
    if let error { throw error }
    guard let found = self.kind, found != kind else { return self }
    throw JSONAccessError(path: path, problem: .wrongKind(expected: kind, found: found))
  }

  /// Its text as it stands in the document: white space, escapes and number text untouched.
  public var rawText: String? { node.map { document.rawText(of: $0) } }

  /// Runs over its bytes as UTF-8, as they stand in the document; over none when it is not there.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard let node else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return try document.withBytes(of: node, body)
  }
}

extension JSON: CustomStringConvertible {
  /// The value, printed over several lines; empty when nothing stands there.
  public var description: String { JSONPrinter.pretty.text(self) }
}
