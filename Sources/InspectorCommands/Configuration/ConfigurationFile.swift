import Glibc
import NetEngine
import RequestFiles

/// Changes a project's `inspector.json`: the bytes that have to change, the file as a whole.
package nonisolated enum ConfigurationFile {
  /// One change at a time: the second reads what the first has written.
  private static let turn = Lock(())

  /// Answers what became of it; a file that cannot be read or written is left as it was.
  package static func write(_ change: ConfigurationChange, to path: String?) -> ConfigurationEvent {
    guard let path else { return .failed("there is no project folder to keep it in") }
    return turn.withLock { _ in
      do {
        let file = ProjectFile(path)
        let before = try file.read() ?? []
        let after = try change.applied(to: before, file: path)
        if after != before, let code = SavedFile.write(after, to: path) {
          return .failed("\(path): \(Output.reason(code))")
        }
        return .kept(change, file: path)
      } catch let problem as Configuration.Problem {
        return .failed("\(problem); it is left as it was")
      } catch let problem as TextFile.Problem {
        return .failed(problem.text)
      } catch {
        return .failed("\(error)")
      }
    }
  }
}
