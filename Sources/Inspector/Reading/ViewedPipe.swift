import Glibc
import InspectorCommands
import NetEngine

/// A pipe as something to look at: it can be read once, and what came is kept for whoever asks again.
package nonisolated final class ViewedPipe: Sendable {
  private let name: String
  private let state: Lock<State>

  private enum State {
    case unread(Int32)
    case reading
    case read(Body)
  }

  /// What there is for whoever asks.
  enum Content {
    case open(Int32)
    case kept(Body)
  }

  private init(_ name: String, _ state: State) {
    self.name = name
    self.state = Lock(state)
  }

  /// Stdin; the keys come from the terminal itself from now on.
  ///
  /// What is typed there is read to its end at once: keys could not be told from it.
  static func standardInput() throws(TextFile.Problem) -> ViewedPipe {
    guard isatty(STDIN_FILENO) == 0 else {
      return ViewedPipe("stdin", .read(try TextFile.body("-")))
    }
    let data = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard data >= 0 else { throw TextFile.Problem(path: "-", what: Output.reason(errno)) }
    let keyboard = open("/dev/tty", O_RDWR | O_CLOEXEC)
    if keyboard >= 0 {
      dup2(keyboard, STDIN_FILENO)
      close(keyboard)
    }
    return ViewedPipe("stdin", .unread(data))
  }

  /// What has a path and can be read only once; nil for a file, which is opened when it is read.
  static func at(_ path: String) throws(TextFile.Problem) -> ViewedPipe? {
    let descriptor = try TextFile.open(path)
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
    switch kind {
    case S_IFREG:
      close(descriptor)
      return nil
    case S_IFDIR:
      close(descriptor)
      throw TextFile.Problem(path: path, what: Output.reason(EISDIR))
    default: return ViewedPipe(path, .unread(descriptor))
    }
  }

  /// The pipe for the first who asks, what came through it for the others.
  func take() throws(TextFile.Problem) -> Content {
    let content: Content? = state.withLock { state in
      switch state {
      case .unread(let descriptor):
        state = .reading
        return .open(descriptor)
      case .reading: return nil
      case .read(let body): return .kept(body)
      }
    }
    guard let content else {
      throw TextFile.Problem(path: name, what: "it is being read already")
    }
    return content
  }

  /// Keeps what came: it cannot be read again.
  func keep(_ body: Body) {
    state.withLock { $0 = .read(body) }
  }
}
