import CurlTransport
import Glibc
import NetEngine
import NetRecordings

/// The recording a test runs on: what answers it, or what it writes down.
package final class TestSession: Sendable {
  /// That of the running test.
  @TaskLocal package static var current: TestSession?

  /// The file.
  package let path: String
  private let recorded: [Exchange]
  /// nil while it is being recorded.
  private let replay: ReplayTransport?
  private let recording: SessionRecording?

  private init(
    path: String, recorded: [Exchange], replay: ReplayTransport?, recording: SessionRecording?
  ) {
    (self.path, self.recorded) = (path, recorded)
    (self.replay, self.recording) = (replay, recording)
  }

  /// Opens a recording, or begins one.
  package static func open(
    _ path: String, _ mode: SessionTrait.Mode, isCI: Bool = getenv("CI") != nil
  ) async throws -> TestSession {
    if let recording = await SessionRecordings.shared.running(path) {
      return TestSession(path: path, recorded: [], replay: nil, recording: recording)
    }
    guard access(path, F_OK) == 0 else {
      if mode == .replay || isCI { throw MissingRecording(path: path, mode: mode) }
      let recording = await SessionRecordings.shared.begin(path)
      return TestSession(path: path, recorded: [], replay: nil, recording: recording)
    }
    let exchanges = Array(try Session.open(path).exchanges)
    return TestSession(
      path: path, recorded: exchanges, replay: ReplayTransport(exchanges), recording: nil)
  }

  /// A provider that is answered by the recording, or recorded.
  package func provider(_ configure: (inout Provider) -> Void) -> Provider {
    var provider = Provider(transport: LibcurlTransport.shared, configure)
    if let replay { provider.transport = replay }
    if let recording { provider.plugins.append(recording.plugin) }
    return provider
  }

  /// Writes down what was recorded so far.
  package func end() async throws { try await recording?.seal() }

  /// The number of the exchange an answer is from.
  func number(of response: Response?) async -> Int? {
    guard let response else { return nil }
    let all = await recording?.exchanges ?? recorded
    return all.first { $0.response?.hops == response.hops && $0.response?.body == response.body }?
      .sequence
  }

  /// What opens an exchange of it on the screens.
  package func command(at number: Int?) -> String {
    "inspector \(SessionPlace.shown(path).shellWord)" + (number.map { "#\($0)" } ?? "")
  }
}

/// There is no recording, and none is to be made.
struct MissingRecording: Error, CustomStringConvertible {
  let path: String
  let mode: SessionTrait.Mode

  var description: String {
    let file = SessionPlace.shown(path)
    let remedy =
      mode == .replay
      ? "say .replayOrRecord, and run the test where its server can be reached"
      : "none is made where CI is set: run the test on your own machine, look at it and commit it"
    return "there is no recording \(file); \(remedy)"
  }
}

extension Provider {
  /// A provider that is answered by the recording of the running test, or recorded where there is none.
  ///
  /// Outside of a test with ``SessionTrait`` nothing answers: no test reaches a server by an oversight.
  public static func session(_ configure: (inout Provider) -> Void = { _ in }) -> Provider {
    if let session = TestSession.current { return session.provider(configure) }
    var provider = Provider(transport: LibcurlTransport.shared, configure)
    provider.transport = NoSession()
    return provider
  }
}

/// Answers where no recording is given.
private struct NoSession: Transport {
  func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    throw TransportError(
      .miss, detail: "this test has no recording: give it one with the trait .session(\"name\")")
  }
}
