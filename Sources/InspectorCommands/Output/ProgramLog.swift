import Glibc
import NetEngine
import NetRecordings

/// The file of `--log`: one line per event of this process, without secrets.
///
/// ```
/// 2026-11-20T17:17:32.123Z info  #3 response 200 OK, 512 B, 12.3 ms
/// ```
/// A failed write loses its line and never stops the program.
package nonisolated final class ProgramLog: Sendable {
  /// The level of detail: each level includes the lines of the levels before it.
  package enum Level: Int, CaseIterable, Sendable {
    case error, info, debug

    /// The name, five columns wide.
    fileprivate var column: String { self == .error ? "error" : self == .info ? "info " : "debug" }
  }

  /// The number of the exchange that the current task sends.
  @TaskLocal package static var exchange: Int?

  /// The log of the process; nil without `--log`.
  private static let current = Lock<ProgramLog?>(nil)

  private let path: String
  private let level: Level
  private let descriptor: Int32
  private let state = Lock(State())

  fileprivate struct State {
    var redaction = ReportRedaction()
    /// The secrets that were learned before the newest ones.
    var earlier: ReportRedaction?
    /// Lines that could not be written, and why the last of them could not.
    var lost = 0
    var reason: Int32 = 0
    /// Whether the disk took only the beginning of the last line.
    var isTorn = false
  }

  /// Larger bodies are not searched for secrets: the log writes no bodies.
  private static let searchedBody = 1 << 20
  /// A larger body of a request is searched with its response: nothing is sent while it is searched.
  static let searchedBeforeSending = 64 << 10
  private static let longestLine = 2_000

  /// Appends to a file, or makes it; only its owner may read it.
  ///
  /// Opens without blocking: a pipe without a reader is an error, and a full pipe loses lines.
  package init(_ path: String, _ level: Level) throws(Output.Failure) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Output.Failure(code: errno, path: path) }
    var facts = stat()
    if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
      fchmod(descriptor, 0o600)
    }
    (self.path, self.level, self.descriptor) = (path, level, descriptor)
  }

  deinit { close(descriptor) }

  /// Whether a file is new or empty, is no regular file, or begins as a log does.
  private static func mayAppend(to path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0
    else { return true }
    var start = [UInt8](repeating: 0, count: "2026-11-20T17:17:32.123Z".utf8.count)
    guard read(descriptor, &start, start.count) == start.count else { return false }
    return start[4] == UInt8(ascii: "-") && start[10] == UInt8(ascii: "T")
      && start.last == UInt8(ascii: "Z")
  }

  // MARK: The process

  /// Makes a file the log of the process; false, and nothing done, for a file that is no log.
  static func begin(_ path: String, _ level: Level) throws(Output.Failure) -> Bool {
    guard mayAppend(to: path) else { return false }
    let log = try ProgramLog(path, level)
    current.withLock { $0 = log }
    return true
  }

  /// Notes the end and closes the file; lost lines are one warning on stderr.
  package static func end(_ code: Int32) {
    note(.info, "end with exit code \(code)")
    guard let log = current.withLock({ $0 }) else { return }
    current.withLock { $0 = nil }
    let (lost, reason) = log.state.withLock { ($0.lost, $0.reason) }
    guard lost > 0 else { return }
    Output.talk(
      "lines missing in the log \(log.path): \(lost), the disk said: \(Output.reason(reason))")
  }

  package static var isOn: Bool { current.withLock { $0 != nil } }

  /// Writes a line; the words are made only where the log has this level.
  package static func note(
    _ level: Level, of number: Int? = nil, _ words: @autoclosure () -> String
  ) {
    guard let log = current.withLock({ $0 }), level.rawValue <= log.level.rawValue else { return }
    log.add(level, words(), of: number ?? exchange)
  }

  /// Learns the secrets of an exchange, so that no later line shows their values.
  static func learn(from request: HTTPRequest, _ result: Result<Response, NetError>? = nil) {
    guard let log = current.withLock({ $0 }) else { return }
    let isLarge = (result?.response?.body.count ?? 0) > searchedBody
    var request = request
    if case .bytes(let body) = request.body, body.count > searchedBody { request.body = .none }
    let exchange = Exchange(
      sequence: 0, name: "", startedAt: 0, request: request, result: isLarge ? nil : result)
    // Searched before the lock is taken: other exchanges write their lines meanwhile.
    let lessons = Redactor().lessons(of: exchange)
    if !lessons.isEmpty { log.state.withLock { $0.learn(lessons) } }
  }

  // MARK: The file

  package func add(_ level: Level, _ words: String, of number: Int?) {
    let time = HARDate.text(Recorder.realTime).prefix("2026-11-20T17:17:32.123".utf8.count)
    let place = number.map { "#\($0)" } ?? "-"
    state.withLock { state in
      let text = state.redacted(words).shortened(to: Self.longestLine)
      state.write("\(time)Z \(level.column) \(place) \(text)\n", to: descriptor)
    }
  }
}

nonisolated extension ProgramLog.State {
  /// Remembers secrets; of very many only the newest, so that a long run does not fill the memory.
  fileprivate mutating func learn(_ lessons: [SecretLesson]) {
    if redaction.count >= 4_096 { (earlier, redaction) = (redaction, ReportRedaction()) }
    redaction.learn(lessons)
  }

  fileprivate func redacted(_ words: String) -> String {
    redaction(earlier.map { $0(words) } ?? words)
  }

  /// Writes a line in one call: lines of several programs in one file do not mix.
  fileprivate mutating func write(_ line: String, to descriptor: Int32) {
    let bytes = Array(((isTorn ? "\n" : "") + line).utf8)
    let (written, code) = bytes.withUnsafeBytes { $0.writeAll(to: descriptor) }
    isTorn = code != nil && (isTorn || written > 0)
    guard let code else { return }
    (reason, lost) = (code, lost + 1)
  }
}
