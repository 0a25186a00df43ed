/// A body as the storage of a JSON document: nothing is copied.
///
/// `@unchecked Sendable`: the body is immutable and its bytes do not move while it is held here.
package final class BodyBytes: JSONBytes, @unchecked Sendable {
  private let body: Body
  package let base: UnsafeRawPointer

  package var count: Int { body.count }

  package init(_ body: Body) {
    self.body = body
    base = body.storage.base
  }
}

extension JSONDocument {
  /// Parses a body in place; never fails, but may carry an `error` and only a part.
  package convenience init(_ body: Body, limits: JSONLimits = .standard) {
    self.init(bytes: BodyBytes(body), limits: limits)
  }
}

extension JSONLines {
  /// Finds the lines of a body.
  package init(_ body: Body, limits: JSONLimits = .standard) {
    self.init(bytes: BodyBytes(body), limits: limits)
    scan(upTo: body.count, isFinal: true)
  }
}
