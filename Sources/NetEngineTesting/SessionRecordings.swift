import Glibc
import NetEngine
import NetRecordings

/// What the tests of this process record, by file: those of a suite share one.
actor SessionRecordings {
  static let shared = SessionRecordings()
  private var recordings: [String: SessionRecording] = [:]

  func running(_ path: String) -> SessionRecording? { recordings[path] }

  func begin(_ path: String) -> SessionRecording {
    let recording = recordings[path] ?? SessionRecording(path: path)
    recordings[path] = recording
    return recording
  }
}

/// One recording while it is made; written anew at each test's end, its secrets taken out.
actor SessionRecording {
  private let path: String
  private(set) var exchanges: [Exchange] = []
  private var open: [Place: Exchange] = [:]

  private struct Place: Hashable {
    let run: Int
    let number: Int
  }

  init(path: String) { self.path = path }

  nonisolated var plugin: RecorderPlugin {
    RecorderPlugin(
      sent: { await self.begin($0, $1) }, finished: { await self.finish($0, $1) })
  }

  private func begin(_ request: HTTPRequest, _ attempt: Attempt) {
    open[Place(run: attempt.run, number: attempt.number)] = Exchange(
      sequence: 0, name: attempt.target.name, startedAt: VariableSystem.live.now() * 1_000,
      request: request)
  }

  private func finish(_ result: Result<Response, NetError>, _ attempt: Attempt) {
    let place = Place(run: attempt.run, number: attempt.number)
    guard var exchange = open.removeValue(forKey: place) else { return }
    exchange.result = result
    exchange.sequence = exchanges.count + 1
    exchanges.append(exchange)
  }

  func seal() throws {
    guard !exchanges.isEmpty else { return }
    let folder = SessionPlace.folder(of: path)
    if !folder.isEmpty { mkdir(folder, 0o755) }
    var options = SealOptions()
    options.overwrites = true
    try Session(exchanges).seal(to: path, options)
  }
}
