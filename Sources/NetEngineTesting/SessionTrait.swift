import NetEngine
import Testing

/// Gives a test, or each test of a suite, a recording in the place of the network.
///
/// ```swift
/// @Suite(.session("login", .replayOrRecord)) struct LoginTests {
///   let provider = Provider.session { $0.profile = .codeMsgData }
///
///   @Test func knowsAnExpiredSession() async {
///     await provider.request(Members.me).expectVerdict(.invalidSession)
///   }
/// }
/// ```
/// The recording is `sessions/login.har` beside the `Package.swift` above the test; a name that ends
/// in `.har` is a path from there. Each test of a suite is given the recording from its beginning.
public struct SessionTrait: TestTrait, SuiteTrait, TestScoping {
  /// Where answers come from.
  public enum Mode: Sendable, Hashable {
    /// From the recording alone: without one the test fails.
    case replay
    /// From the recording; where there is none from the network, and what came is recorded.
    ///
    /// Never where `CI` is set: a recording is looked at by a person before tests believe it.
    case replayOrRecord
  }

  let path: String
  let mode: Mode

  /// Tests are given it one by one.
  public var isRecursive: Bool { true }

  /// Runs the test with the recording, and writes down what it has recorded.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let session = try await TestSession.open(path, mode)
    try await TestSession.$current.withValue(session) { try await function() }
    try await session.end()
  }
}

extension Trait where Self == SessionTrait {
  /// The recording `name`, found from the file the test stands in.
  public static func session(
    _ name: String, _ mode: SessionTrait.Mode = .replay, filePath: String = #filePath
  ) -> Self {
    SessionTrait(path: SessionPlace.path(of: name, from: filePath), mode: mode)
  }
}
