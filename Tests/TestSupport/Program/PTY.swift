import Glibc

/// A program in a pseudo terminal, and the screen it paints.
package final class PTY {
  /// How a program ended.
  package enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case stopped
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package let pid: pid_t
  package private(set) var screen: VT
  private var master: Int32
  private var ending: Ending?
  private let name: String
  private let before: termios
  /// How long anything may take: long, for the machine may be busy with something else.
  private static let patience = Duration.seconds(30)

  /// Starts the program as the leader of a session whose terminal this is.
  ///
  /// A variable that is nil in `environment` is not set at all.
  package init(
    _ program: String, _ arguments: [String] = [], width: Int = 80, height: Int = 24,
    environment: [String: String?] = [:]
  ) throws {
    var size = winsize(
      ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
      throw Failure(description: "openpty: \(errno)")
    }
    for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends.master, F_SETFL, O_NONBLOCK)
    var settings = termios()
    tcgetattr(ends.master, &settings)
    before = settings
    master = ends.master
    self.name = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    screen = VT(width: width, height: height)
    defer { close(ends.slave) }
    pid = try Spawn.start(
      program, arguments, environment: environment, opening: name, descriptors: nil)
  }

  deinit {
    if ending == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    hangUp()
  }

  // MARK: - What a person does

  package func type(_ text: String) throws { try type(bytes: Array(text.utf8)) }

  /// Sends bytes as the terminal would, reading what is painted meanwhile.
  package func type(bytes: [UInt8]) throws {
    var rest = bytes[...]
    let deadline = Self.deadline
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 4_096)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        var ready = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
        guard poll(&ready, 1, Self.left(deadline)) > 0 else {
          throw Failure(description: "the program takes no more keys")
        }
        if ready.revents & Int16(POLLIN) != 0 { read() }
      }
    }
  }

  package func resize(width: Int, height: Int) {
    var size = winsize(
      ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(width: width, height: height)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  package func signal(_ number: Int32) { kill(pid, number) }

  /// Closes the window.
  package func hangUp() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  // MARK: - What a person sees

  /// Reads until the condition holds; the screen is part of the failure.
  package func wait(for what: String, until isMet: (VT) -> Bool) throws {
    let deadline = Self.deadline
    while !isMet(screen) {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, Self.left(deadline)) > 0, read() else {
        if isMet(screen) { return }
        throw Failure(description: "no \(what) on the screen:\n\(screen.text)")
      }
    }
  }

  /// Reads what has been painted, for whoever waits for something else meanwhile.
  package func look() throws {
    guard ending == nil, Spawn.ending(of: pid, orStop: false) == nil else {
      throw Failure(description: "the program has ended:\n\(screen.text)")
    }
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    if poll(&ready, 1, 10) > 0 { read() }
  }

  package func wait(for text: String) throws { try wait(for: "'\(text)'") { $0.contains(text) } }

  /// False at the end of what there is, or when the other side is gone.
  @discardableResult
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &buffer, buffer.count)
    if count > 0 { screen.feed(buffer[..<count]) }
    return count > 0
  }

  /// Reads on until the program has ended, and its last bytes with it.
  package func waitForEnd() throws -> Ending {
    try change(orStop: false)
  }

  /// Reads on until the program is stopped.
  package func waitForStop() throws -> Ending {
    try change(orStop: true)
  }

  private func change(orStop: Bool) throws -> Ending {
    let deadline = Self.deadline
    while Self.left(deadline) > 0 {
      if let ending = Spawn.ending(of: pid, orStop: orStop) {
        if ending != .stopped { self.ending = ending }
        if ending != .stopped { readToEnd(deadline) }
        return ending
      }
      if master >= 0 {
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        // The end of a child is no event of the terminal: look at both in turn.
        if poll(&ready, 1, 5) > 0, !read() { poll(nil, 0, 1) }
      } else {
        poll(nil, 0, 1)
      }
    }
    throw Failure(description: "the program has not ended; its screen:\n\(screen.text)")
  }

  /// The last bytes arrive a little after the end; then there is an error, and no more.
  private func readToEnd(_ deadline: ContinuousClock.Instant) {
    while master >= 0, Self.left(deadline) > 0 {
      if read() { continue }
      guard errno == EAGAIN else { return }
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, Self.left(deadline))
    }
  }

  /// Stops the terminal from taking bytes, as Ctrl-S does, or lets it go on.
  package func setTakesBytes(_ takes: Bool) {
    let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    tcflow(slave, takes ? TCOON : TCOOFF)
    close(slave)
  }

  /// The terminal is as it was before the program: its settings and all that is switched on.
  package var isAsGiven: Bool { hasSettingsAsGiven && screen.isAsGiven }

  package var hasSettingsAsGiven: Bool {
    var now = termios()
    tcgetattr(master, &now)
    return now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag
      && now.c_cflag == before.c_cflag && now.c_lflag == before.c_lflag
  }

  // MARK: - Time

  private static var deadline: ContinuousClock.Instant { ContinuousClock.now + patience }

  private static func left(_ deadline: ContinuousClock.Instant) -> Int32 {
    max(0, Int32((deadline - ContinuousClock.now) / .milliseconds(1)))
  }
}
