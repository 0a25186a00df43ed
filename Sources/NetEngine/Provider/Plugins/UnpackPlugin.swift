/// A step of one's own between decoding and mapping, as a closure: body in, body out.
///
/// ```swift
/// Provider { $0.plugins = [UnpackPlugin("decrypt") { body, _ in try decrypted(body) }] }
/// ```
/// The step stands in every outcome under its name, and both bodies are kept: the answer's
/// ``Response/body`` is what came out, ``Response/packed`` what came.
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
