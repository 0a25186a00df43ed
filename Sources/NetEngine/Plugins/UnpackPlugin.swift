/// A step of one's own between decoding and mapping, as a closure: body in, body out.
///
/// ```swift
/// Provider { $0.plugins = [UnpackPlugin("decrypt") { body, _ in try decrypted(body) }] }
/// ```
/// The step stands in every outcome under its name: the answer's ``Response/body`` is what came out of
/// it, and a session keeps what came as well.
public struct UnpackPlugin: Plugin {
  /// What the step is called.
  public let name: String
  private let make: @Sendable (Body, Response) async throws -> Body?

  /// Takes the step; it answers nil where an answer is none of its business.
  public init(
    _ name: String, _ make: @escaping @Sendable (Body, Response) async throws -> Body?
  ) {
    (self.name, self.make) = (name, make)
  }

  /// What the closure makes of it.
  public func unpack(
    _ body: Body, of response: Response, for attempt: Attempt
  ) async throws -> Body? {
    try await make(body, response)
  }
}
