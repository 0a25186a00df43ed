import Glibc
import InspectorProxy
import NetEngine
import NetRecordings

/// A file of rules that counts as soon as it is saved: a person who tries what an app does changes a
/// word and looks again.
///
/// A mistake in it leaves the lines before in force, and is told with its place.
package nonisolated final class LiveRules: Sendable {
  /// The file; it need not be there yet.
  private let file: RulesFile.Place
  package let alterations: Alterations
  /// What the command line says beside the file.
  private let fixed: Rules
  /// The answers that lines name lie beside this.
  private let place: String
  private let state: Lock<State>
  private let looking = Lock(())
  /// Ends the thread: who reads finds it closed.
  private let end: (read: Int32, write: Int32)

  private struct State {
    var bytes: [UInt8]?
    /// The lines of the file.
    var rules: [Rules.Rule] = []
    var mistake: String?
    var hear: @Sendable (Change) -> Void = { _ in }
  }

  /// What a saved file has led to.
  package enum Change: Sendable, Equatable {
    /// So many lines alter something now, and so many stand in the file.
    case inForce(Int, own: Int)
    case mistake(String)
  }

  /// Reads the file, and follows it from then on; the answers that lines name lie beside it, or beside
  /// another one.
  package init(
    _ file: RulesFile.Place, fixed: Rules = Rules(), answersBeside place: String? = nil
  ) throws(TextFile.Problem) {
    let bytes = try file.readOrEmpty()
    let alterations = Alterations(Rules())
    (self.file, self.fixed, self.alterations) = (file, fixed, alterations)
    self.place = place ?? file.path
    state = Lock(State(bytes: bytes))
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    end = (ends[0], ends[1])
    try use(bytes)
    try? OwnThread { [self] in follow() }.detach()
  }

  package var path: String { file.path }

  /// Hears of what later savings lead to, on a thread of its own.
  package func onChange(_ hear: @escaping @Sendable (Change) -> Void) {
    state.withLock { $0.hear = hear }
  }

  /// Follows it no longer; to be called once.
  package func stop() {
    close(end.write)
    state.withLock { $0.hear = { _ in } }
  }

  /// Adds a line, before one that would be taken in its place; those that stand there stay as they
  /// were written.
  ///
  /// One whose answer is not there is not written: it would keep every later line out of force.
  package func add(_ line: String) throws(TextFile.Problem) -> Int {
    if let rule = try? Rules(line) { _ = try RulesInUse.answers(of: rule, in: place) }
    let number = try RulesFile.add(line, to: file).line
    look()
    if let mistake = state.withLock({ $0.mistake }) {
      throw TextFile.Problem(path: path, what: mistake)
    }
    return number
  }

  /// Keeps them beside a session; why not, where that cannot be.
  package func copy(beside session: String) -> String? {
    let copy = RulesFile.own(of: session)
    guard copy != path, let bytes = try? file.readOrEmpty(), !bytes.isEmpty,
      let rules = try? Rules(bytes: bytes)
    else { return nil }
    if SavedFile.exists(copy) { return "\(copy) is there already" }
    for rule in rules.all {
      guard case .altering(let altering) = rule.part else { continue }
      if rule.hasSecret { return "line \(rule.line) has a secret" }
      for alteration in altering.alterations {
        if case .from(.sample) = alteration {
          return "line \(rule.line) names a sample beside another file"
        }
      }
    }
    return SavedFile.write(bytes, to: copy).map { "\(copy): \(Output.reason($0))" }
  }

  // MARK: Following

  private func follow() {
    let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    defer {
      close(events)
      close(end.read)
    }
    guard events >= 0, end.read >= 0 else { return }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // The folder: most editors put another file in the place of the old one.
    inotify_add_watch(
      events, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM))
    look()
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    while true {
      var found = [
        pollfd(fd: events, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end.read, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&found, 2, -1) > 0 else { continue }
      if found[1].revents != 0 { return }
      while read(events, &buffer, buffer.count) > 0 {}
      look()
    }
  }

  private func look() {
    // One after the other: who comes second finds what the first has found in force, and told.
    looking.withLock { _ in
      if let change = change() { state.withLock { $0.hear }(change) }
    }
  }

  /// What has become of the file since it was looked at last.
  private func change() -> Change? {
    do throws(TextFile.Problem) {
      let bytes = try file.readOrEmpty()
      guard state.withLock({ $0.bytes != bytes }) else { return nil }
      state.withLock { $0.bytes = bytes }
      try use(bytes)
      state.withLock { $0.mistake = nil }
      return .inForce(count, own: state.withLock { $0.rules.count })
    } catch {
      // One mistake is told once, however often the file is looked at.
      let isNew = state.withLock { state in
        defer { state.mistake = error.text }
        return state.mistake != error.text
      }
      return isNew ? .mistake(error.text) : nil
    }
  }

  /// The lines of the file that are in force, each with its number and without secrets.
  package var shownLines: [String] {
    state.withLock { $0.rules }.map { "\($0.line): \($0.shown.shortened(to: 100))" }
  }

  /// How many lines alter something.
  package var count: Int { alterations.count }

  private func use(_ bytes: [UInt8]) throws(TextFile.Problem) {
    let rules: Rules
    do throws(RulesMistake) { rules = try Rules(bytes: bytes) } catch {
      throw TextFile.Problem(path: path, what: error.message)
    }
    let all = Rules(rules.all + fixed.all)
    alterations.replace(by: all, answers: try RulesInUse.answers(of: all, in: place))
    state.withLock { $0.rules = rules.all }
  }
}
