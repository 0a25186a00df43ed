/// A body as the storage of a JSON document: nothing is copied.
///
/// `@unchecked Sendable`: the body is immutable and its bytes do not move while it is held here.
final class BodyBytes: JSONBytes, @unchecked Sendable {
  private let body: Body
  let base: UnsafeRawPointer

  var count: Int { body.count }

  init(_ body: Body) {
    self.body = body
    base = body.storage.base
  }
}
